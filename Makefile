LINTER = github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
KINDS = ./solver/sokoban ./solver/mapf ./solver/solitaire

.PHONY: help build test lint fuzz bench budgets e2e chaos chaos-small compose-test observability-test browser-test FORCE

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "%-19s %s\n", $$1, $$2}'

build: ## build bin/gridmill
	CGO_ENABLED=0 go build -trimpath -o bin/gridmill ./cmd/gridmill

test: ## run the tests, on a real Redis too (installs one where it may)
	@sh test/need.sh redis
	go test ./...

lint: ## check style and import rules
	go run $(LINTER) run
	go run $(LINTER) run --build-tags e2e,budgets,chaos,observability,browser ./test/...

fuzz: ## search for counterexamples: 100 000 pairs for each property, 5 000 levels of several boxes, a minute for each target
	go test -timeout 60m -run '^TestSuite$$/^(guises|lookalikes|budgets)' $(KINDS) -rapid.checks=$(or $(PAIRS),100000)
	go test -timeout 60m -run '^TestAutoAgrees(|WithTwoWay|WithTheNamedAlgorithms)$$' $(KINDS) -rapid.checks=$(or $(PAIRS),100000)
	go test -timeout 60m -run '^TestCrowdsAgreeWithBruteForce$$' ./solver/sokoban -rapid.checks=$(or $(LEVELS),5000)
	@sh test/fuzz.sh $(or $(FUZZTIME),1m)

bench: build ## time the algorithms, and what the memo costs
	go test -run '^$$' -bench . -benchmem ./solver/... ./format/... ./jobs
	go test -tags e2e -run '^$$' -bench . -benchtime 5x ./test/e2e
	@sh test/bench.sh

budgets: ## put every algorithm to every limit: what was asked, what was spent, the memory taken
	go test -tags budgets -count=1 -timeout 60m -v ./test/budgets

bin/standin: FORCE
	CGO_ENABLED=0 go build -trimpath -o bin/standin ./test/standin

FORCE:

e2e: build ## run real worker processes on a real Redis, and kill some
	@sh test/need.sh redis
	go test -tags e2e -count=1 -timeout 15m -v ./test/e2e

chaos: build bin/standin ## put a fleet through crashes, and measure it: an hour and three quarters, or one test with RUN=Storm
	@sh test/need.sh redis
	go test -tags chaos -count=1 -timeout 4h -v -run '$(RUN)' ./test/chaos

chaos-small: build bin/standin ## the same in a few minutes, with less of everything
	@sh test/need.sh redis
	CHAOS_SMALL=1 go test -tags chaos -count=1 -timeout 15m -v -run '$(RUN)' ./test/chaos

compose-test: ## bring up the shipped compose file and scale its workers
	sh test/compose/run.sh

observability-test: build ## run every query of the alerts and the dashboard on a real Prometheus
	sh test/observability/run.sh

browser-test: ## open the animated pictures in Chromium (installs one where it may); SHOTS=FOLDER keeps screenshots
	@sh test/need.sh chromium
	go test -tags browser -count=1 -timeout 10m -v ./test/browser
