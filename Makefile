# The front door. Every target installs what is missing (as root), builds and runs; a second run does neither again.
.DEFAULT_GOAL := help
.PHONY: help setup build verify mutants habits evidence coverage mutate test bench fuzz lint format docs install clean

PREFIX ?= /usr/local
FUZZ_SECONDS ?= 30
RUNS ?= 1000
N ?= 100
JOBS := $(shell nproc)
WAITERS := $(shell expr 3 '*' $(JOBS))  # tests wait more than they work
PYTHON := /usr/bin/python3

define build
	cmake --preset $(1) --log-level=WARNING
	cmake --build --preset $(1) --parallel $(JOBS)
endef
define test
	$(call build,$(1))
	ctest --preset $(1) --parallel $(WAITERS) $(2)
endef

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## install the packages of packages.txt that are missing
	@tools/setup

build: setup ## build the program and the library
	$(call build,dev)

verify: build ## the main job: the reference drivers, every fault, many schedules
	@build/dev/bin/drydock rules | tail -n 1
	build/dev/bin/drydock verify --faults each --runs $(RUNS)
	build/dev/bin/drydock verify --miniport build/dev/share/drydock/drivers/panel.so --faults each --runs $(RUNS)

mutants: build ## plant each bug of tests/verify/mutants in a reference driver and see that verify finds it
	$(PYTHON) tests/verify/mutants/run.py --jobs $(JOBS)

habits: build ## verify the correct drivers of tests/drivers/habits: every fault, many schedules, no violation
	$(PYTHON) tests/verify/habits/run.py --runs $(RUNS) --jobs $(JOBS)

evidence: build ## turn each rule off and see that the tests miss it
	$(PYTHON) tests/rules/rules_off.py --jobs $(WAITERS) build/dev/bin/drydock ctest $(CURDIR)/build/dev

coverage: build ## how much of the host the tests see, by room
	$(PYTHON) tools/coverage/coverage.py --jobs $(JOBS)

mutate: build ## break the host in N places, drawn from SEED, in one ROOM or all, and see which the tests miss
	$(PYTHON) tools/mutate/mutate.py --jobs $(JOBS) --count $(N) $(if $(SEED),--seed $(SEED)) $(if $(ROOM),--room $(ROOM)) \
	  $(if $(MUTATE_SECONDS),--seconds $(MUTATE_SECONDS)) --json build/mutate.json

test: setup ## everything that must hold: dev, asan, tsan, layouts, format, style, g++
	$(call test,dev)
	$(PYTHON) tests/rules/evidence.py build/dev/bin/drydock build/dev/evidence
	@grep -h '^([bc])' build/dev/Testing/Temporary/LastTest.log
	$(call test,asan,--label-exclude tree)
	$(call test,tsan,--label-regex threads)
	$(call build,gcc)

bench: setup ## workloads against their peers, as ratios, built without assertions
	cmake --preset bench --log-level=WARNING
	cmake --build --preset bench --parallel $(JOBS) --target drydock_bench
	build/bench/bin/drydock_bench --plots build/bench/plots

fuzz: setup ## run each fuzz target and each model for FUZZ_SECONDS
	$(call build,fuzz)
	$(PYTHON) tools/fuzz.py build/fuzz/bin $(FUZZ_SECONDS)

lint: setup ## style and format
	$(PYTHON) tools/style/check.py .

format: setup ## format every source in place
	git ls-files '*.h' '*.cpp' '*.c' | grep -v '^tests/drivers/' | xargs clang-format-19 -i

docs: build ## write the generated documents
	build/dev/bin/drydock rules --markdown > docs/rules.md
	$(PYTHON) tools/style/architecture.py .
	$(PYTHON) tests/tree/documents_test.py . --write
	$(PYTHON) tests/tree/readme_test.py build/dev/bin/drydock . build/dev --write

install: setup ## install into PREFIX
	cmake --preset release --log-level=WARNING
	cmake --build --preset release --parallel $(JOBS)
	cmake --install build/release --prefix $(PREFIX)

clean: ## remove everything that was built
	rm -rf build
