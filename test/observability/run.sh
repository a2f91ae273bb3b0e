#!/bin/sh
# Checks what the compose profile "observability" ships: the configuration and
# the alert rules by promtool, each alert by a story of its own, and every query
# of alerts and dashboard by a real Prometheus that scrapes two real workers.
set -eu
cd "$(dirname "$0")/../.."

sh test/need.sh redis
sh test/need.sh prometheus
promtool check config deploy/prometheus/prometheus.yml
promtool test rules test/observability/alerts_test.yml
if docker compose version >/dev/null 2>&1; then
	docker compose --profile observability config -q
elif command -v docker-compose >/dev/null 2>&1; then
	docker-compose --profile observability config -q
else
	echo "no docker compose here: docker-compose.yml is not checked" >&2
fi
go test -tags observability -count=1 -timeout 5m -v ./test/observability
