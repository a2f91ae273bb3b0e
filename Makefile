LINTER = github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

.PHONY: help build test lint fuzz bench e2e compose-test

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "%-14s %s\n", $$1, $$2}'

build: ## build bin/gridmill
	CGO_ENABLED=0 go build -trimpath -o bin/gridmill ./cmd/gridmill

test: ## run the tests, on a real Redis too (installs one where it may)
	@sh test/need-redis.sh
	go test ./...

lint: ## check style and import rules
	go run $(LINTER) run
	go run $(LINTER) run --build-tags e2e ./test/...

fuzz: ## search for counterexamples, a minute for each target
	@sh test/fuzz.sh $(or $(FUZZTIME),1m)

bench: ## time the algorithms
	go test -run '^$$' -bench . -benchmem ./solver/... ./format/...

e2e: build ## run real worker processes on a real Redis, and kill some
	@sh test/need-redis.sh
	go test -tags e2e -count=1 -timeout 15m -v ./test/e2e

compose-test: ## bring up the shipped compose file and scale its workers
	sh test/compose/run.sh
