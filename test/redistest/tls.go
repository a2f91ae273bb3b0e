package redistest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Certificates are files in PEM form: an authority of the test's own, and what
// it signed for servers and clients on this machine.
type Certificates struct{ CA, Cert, Key string }

// MakeCertificates writes certificates that go with the test.
func MakeCertificates(t testing.TB) Certificates {
	t.Helper()
	dir := t.TempDir()
	ca := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "the test's authority"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(24 * time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign,
	}
	caKey := newKey(t)
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2),
		Subject:      pkix.Name{CommonName: "loopback"},
		NotBefore:    ca.NotBefore,
		NotAfter:     ca.NotAfter,
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	leafKey := newKey(t)
	der, err := x509.MarshalECPrivateKey(leafKey)
	if err != nil {
		t.Fatal(err)
	}
	return Certificates{
		CA:   writePEM(t, dir, "ca.crt", "CERTIFICATE", sign(t, ca, ca, &caKey.PublicKey, caKey)),
		Cert: writePEM(t, dir, "loopback.crt", "CERTIFICATE", sign(t, leaf, ca, &leafKey.PublicKey, caKey)),
		Key:  writePEM(t, dir, "loopback.key", "EC PRIVATE KEY", der),
	}
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func sign(t testing.TB, cert, parent *x509.Certificate, pub *ecdsa.PublicKey, by *ecdsa.PrivateKey) []byte {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, cert, parent, pub, by)
	if err != nil {
		t.Fatal(err)
	}
	return der
}

func writePEM(t testing.TB, dir, name, kind string, der []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// StartTLS starts a server that takes TLS only, from clients that show a
// certificate. Its URL begins with rediss://.
func StartTLS(t testing.TB, c Certificates, args ...string) (*Server, string) {
	t.Helper()
	s := prepare(t, args...)
	s.args = append(s.args, "--port", "0", "--tls-port", s.port,
		"--tls-ca-cert-file", c.CA, "--tls-cert-file", c.Cert, "--tls-key-file", c.Key)
	s.Restart()
	return s, "rediss://" + s.Addr() + "/0"
}
