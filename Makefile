# What to type. Goals that build see to what the system must have first (deps).

SWIFT ?= swift

.DEFAULT_GOAL := help
.PHONY: help deps build run test lint docs check soak fuzz bench bench-guard profile

help: ## Lists the goals.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Installs what the build needs and the system lacks (libevent, pkg-config); says nothing when all is there.
	@Scripts/install-dependencies

build: deps ## Builds everything in debug.
	$(SWIFT) build

run: deps ## Starts the demo, of which the mouse is the finger; where there is no terminal, replays a recording of it.
	$(SWIFT) run -c release responderkit demo

test: deps ## Runs the tests in debug, in parallel.
	@SWIFT="$(SWIFT)" Scripts/test

lint: ## Checks the format, what the core imports, the size of files, links between pages, and the list of rules.
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Examples Benchmarks Fuzzing
	@Scripts/check-sources
	@Scripts/check-rules

docs: deps ## Builds the documentation of all products, with the guides, as a static site in .build/docs.
	@SWIFT="$(SWIFT)" Scripts/docs

check: deps ## Runs the tests under both sanitizers and builds a package that depends on this one; takes its time.
	@Scripts/check

soak: deps ## Runs what is random on many seeds, and every test under both sanitizers; takes far longer than check.
	@Scripts/soak

fuzz: deps ## Feeds what reads from outside, and trees that change, with bytes made up by libFuzzer, a minute each.
	@SWIFT="$(SWIFT)" Scripts/fuzz

# With libev too, where its header is (libev-dev).
BENCH_TRAITS := $(if $(wildcard /usr/include/ev.h /usr/local/include/ev.h),--traits Libev)

# And the instructions of what applications run, where there is what counts them.
BENCH_OPTIONS := $(if $(shell command -v valgrind),--instructions)

bench: deps ## Measures in release what an event costs, against C and libevent; see Benchmarks/README.md.
	$(SWIFT) build -c release --product responder-bench $(BENCH_TRAITS)
	@$$($(SWIFT) build -c release --show-bin-path)/responder-bench $(BENCH_OPTIONS)

bench-guard: deps ## Counts instructions and costly calls of the hot paths; fails beyond the bounds in Benchmarks/guard.json.
	@SWIFT="$(SWIFT)" Scripts/bench-guard

# The names reach the script by the environment, as they are; ARGS is a shell's words, quotes and all.
profile: deps ## Shows where the time of WORKLOAD=NAME, or of PROGRAM=PATH ARGS="…", goes: a table and a flame graph.
	@if [ -n "$${PROGRAM-}" ]; then SWIFT="$(SWIFT)" Scripts/profile -- "$$PROGRAM" $(ARGS); \
	else SWIFT="$(SWIFT)" Scripts/profile "$${WORKLOAD-}"; fi
