# The goals. Goals that build install what the system lacks first (deps).

SWIFT ?= swift

.DEFAULT_GOAL := help
.PHONY: help deps build run test lint docs check soak vm fuzz bench bench-peers bench-report bench-guard profile

help: ## Lists the goals.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Installs what the build needs and the system lacks (libevent, pkg-config); says nothing when all is there.
	@Scripts/install-dependencies

build: deps ## Builds everything in debug.
	$(SWIFT) build --disable-index-store

# In debug, which is built sooner than release, and which `make test` goes on from.
run: deps ## Starts the demo, which is touched with the mouse; where there is no terminal, replays a recording of it; with SCREEN=1 in a window.
ifeq ($(SCREEN),)
	@[ -x .build/debug/responderkit-demo ] || \
		echo "Building the library and the demo, in debug: this takes a minute and a half the first time."
	@echo "In the terminal; 'make run SCREEN=1' shows a window of a Wayland compositor."
	@$(SWIFT) run --disable-index-store responderkit-demo
else
	@SWIFT="$(SWIFT)" Scripts/run-screen
endif

# The benchmark and its tests would make the build some ten seconds longer; `make check` has them.
test: deps ## Runs the tests in debug, but for those of the benchmark, in one process more than there are cores.
	@bash -c 'source Scripts/steps && env "$$(test_targets_but BenchmarkTests)" SWIFT="$(SWIFT)" Scripts/test'

lint: deps ## Checks the format, what the core imports, the size of files, circles, documentation comments, the list of rules, pages, and titles of tests.
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Examples Benchmarks Fuzzing Checks
	@Scripts/check-sources
	@Scripts/circles >/dev/null
	@$(SWIFT) build --quiet --disable-index-store --product repository-checks
	@.build/debug/repository-checks docs rules pages titles

docs: deps ## Builds the documentation of all products, with the guides, as a static site in .build/docs.
	@SWIFT="$(SWIFT)" Scripts/docs

check: deps ## Runs the tests under both sanitizers, builds all in release, and a package that depends on this one.
	@Scripts/check

soak: deps ## Runs the randomized tests on many seeds, and every test under both sanitizers; takes far longer than check.
	@Scripts/soak

vm: deps ## Runs in virtual machines, with Debian's kernel in QEMU, what needs a kernel of its own: devices, clock, sleep, memory, disks, power cuts.
	@SWIFT="$(SWIFT)" Scripts/vm

fuzz: deps ## Fuzzes everything that reads input, and trees that change, with libFuzzer, a minute each.
	@SWIFT="$(SWIFT)" Scripts/fuzz

# Counts the instructions of the paths that applications run too, where valgrind is installed.
BENCH_OPTIONS := $(if $(shell command -v valgrind),--instructions)

bench: deps ## Measures in release what an event costs, against C, libevent and the peers; with SCREEN=1 with pixels and windows too; see Benchmarks/README.md.
ifeq ($(SCREEN),)
	$(SWIFT) build -c release --product responder-bench
	@$$($(SWIFT) build -c release --show-bin-path)/responder-bench $(BENCH_OPTIONS)
else
	@SWIFT="$(SWIFT)" Scripts/bench-screen $(BENCH_OPTIONS)
endif

bench-peers: deps ## Builds other libraries' programs for the same jobs (libuv, GLib, SwiftNIO, …); `make bench` measures them too then.
	@SWIFT="$(SWIFT)" Scripts/bench-peers

bench-report: deps ## Measures everything, with the peers, and writes a page with tables and charts, .build/bench/report.html; with SCREEN=1 with pixels and windows too.
	@SWIFT="$(SWIFT)" SCREEN="$(SCREEN)" Scripts/bench-report

bench-guard: deps ## Counts instructions and costly calls of the hot paths; fails beyond the bounds in Benchmarks/guard.json.
	@SWIFT="$(SWIFT)" Scripts/bench-guard

# The script gets the names unchanged, from the environment; ARGS is split into words by the shell, which honours quotes.
profile: deps ## Shows where the time of WORKLOAD=NAME, or of PROGRAM=PATH ARGS="…", goes: a table and a flame graph.
	@if [ -n "$${PROGRAM-}" ]; then SWIFT="$(SWIFT)" Scripts/profile -- "$$PROGRAM" $(ARGS); \
	else SWIFT="$(SWIFT)" Scripts/profile "$${WORKLOAD-}"; fi
