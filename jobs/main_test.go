package jobs

import (
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// zNow is a claim on chunk whose deadline has just passed.
func zNow(chunk string) redis.Z {
	return redis.Z{Score: float64(time.Now().Add(-time.Millisecond).UnixMilli()), Member: chunk}
}
