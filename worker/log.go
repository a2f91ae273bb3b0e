package worker

import (
	"fmt"
	"log/slog"
)

// asynqLog passes what asynq says on to slog.
type asynqLog struct{ log *slog.Logger }

func (l asynqLog) Debug(args ...any) { l.log.Debug(fmt.Sprint(args...), "from", "asynq") }
func (l asynqLog) Info(args ...any)  { l.log.Info(fmt.Sprint(args...), "from", "asynq") }
func (l asynqLog) Warn(args ...any)  { l.log.Warn(fmt.Sprint(args...), "from", "asynq") }
func (l asynqLog) Error(args ...any) { l.log.Error(fmt.Sprint(args...), "from", "asynq") }

// Fatal logs like Error: whether the process ends is not asynq's to decide.
func (l asynqLog) Fatal(args ...any) { l.log.Error(fmt.Sprint(args...), "from", "asynq") }
