# Everything is run from .venv, which the first target that needs it builds from requirements.lock.

PYTHON ?= python3
UV := uv==0.13.8# what writes requirements.lock; nothing else needs it
ZIGLANG := 0.15.2# has the clang that `make runtime` calls; nothing else needs it. LLVM 20, the oldest that llvmlite may have

VENV := .venv
BIN := $(VENV)/bin
LOCKED := $(VENV)/.locked# stamp: every release of requirements.lock is installed
READY := $(VENV)/.ready# stamp: and Tidemark itself, editable

PYSYNCOBJ := pysyncobj==0.3.17# what docs/examples/pysyncobj drives; nothing else needs it
EXAMPLES := build/examples/.$(PYSYNCOBJ)# stamp: installed, in a place of its own
KAFKA := 3.9.2 4.3.1# the releases that docs/examples/consumer-group starts
ETCD_RAFT := docs/examples/etcd-raft
HARNESS := build/examples/etcd-raft/harness# drives etcd's raft, which Go fetches
GO ?= $(or $(shell command -v go),/usr/local/go/bin/go)

MERMAID := 12.3.0# draws the diagrams of the site; npm fetches it, and nothing else needs it
PYODIDE := 314.0.7# Python for the browser: the site checks a machine there; npm fetches it
SITE := build/site
SPHINX := $(SITE)/sphinx/.locked# stamp: what builds the site is installed, in a place of its own
DIAGRAMS := $(SITE)/mermaid-$(MERMAID)/package/dist/mermaid.min.js
IN_BROWSER := $(SITE)/pyodide-$(PYODIDE)/package/pyodide.asm.wasm

CLANG := build/runtime/.ziglang-$(ZIGLANG)# stamp: installed, in a place of its own

NVCC := 12.9.86# has ptxas, NVIDIA's assembler; nothing but its test needs it
PTXAS := build/ptxas/.nvcc-$(NVCC)# stamp: installed, in a place of its own

PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input

.PHONY: check test lint counterexamples slow busy race brokers gpu smoke examples site mutants bench setup lock runtime java-client clang ptxas clean

# Checks every protocol against the figures pinned for it.
check: $(READY)
	@echo 'Checking every protocol against the figures pinned for it: a minute on two cores, three the first time.'
	@$(BIN)/tidemark verify

# The test suite, in three processes, since one in three waits for Java most of the time. Without Java it fails: a Spark
# test is never skipped. A quarter of an hour on two cores, twice as long beside four busy processes.
test: $(READY)
	@JAVA_HOME="$$(tools/java-home --install)" && export JAVA_HOME && \
	    $(BIN)/python -m pytest -n 3 --dist loadgroup -m 'not slow and not brokers and not examples and not site and not gpu'

lint: $(READY)
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/python tools/english

# Writes counterexamples/ again.
counterexamples: $(READY)
	@$(BIN)/tidemark counterexamples

# The slow tests, among them the reference engine at up to 300,000 states. An hour and ten minutes on two cores, and two
# and a half hours beside `make test`; `make slow TESTS=tests/engines` runs those of a folder.
slow: $(READY)
	@JAVA_HOME="$$(tools/java-home --install)" && export JAVA_HOME && \
	    $(BIN)/python -m pytest $(TESTS) -n 2 --dist loadgroup -m 'slow and not brokers and not examples and not site and not gpu' --durations=0 --durations-min=1

# The GPU engine on an NVIDIA GPU: every protocol and random machines, beside the other engines. Four minutes on 16 cores.
gpu: $(READY)
	@$(BIN)/python -m pytest tests/engines/test_on_a_gpu.py -n auto -m gpu

# The test suite three times in a row, beside four processes that do nothing but work. An hour on two cores.
busy: $(READY)
	@busy=; for n in 1 2 3 4; do sh -c 'while :; do :; done' & busy="$$busy $$!"; done; trap "kill $$busy" EXIT; \
	    for n in 1 2 3; do $(MAKE) test || exit 1; done

# Every test of a signal with Spark fifty times in a row: which of the processes ends first is another one each time. An
# hour and a half on two cores.
race: $(READY)
	@JAVA_HOME="$$(tools/java-home --install)" && export JAVA_HOME && n=0 && while [ $$((n += 1)) -le 50 ]; do \
	    echo "$$n of 50" && $(BIN)/python -m pytest -q -m spark -k '(test_signals or ctrl_c) and not twenty' \
	        tests/commands/test_signals.py tests/engines/test_spark.py || exit 1; done

# Fetches every release of Kafka that can be run (half a gigabyte), runs the tests with real brokers, and tries all runs
# on all releases: four hours. What was tried before is in counterexamples/brokers.toml; remove it to try all again.
brokers: $(READY)
	@$(BIN)/tidemark kafka fetch all
	@$(BIN)/python -m pytest -m 'brokers or oracle'
	@$(BIN)/tidemark matrix --on kafka --results counterexamples/brokers.toml

# The famous loss on Kafka 0.10.2, and the same events on 3.9, which keeps the record.
smoke: $(READY)
	@$(BIN)/tidemark kafka fetch 0.10.2.2 3.9.2
	@$(BIN)/python -m pytest -m smoke

# Fetches the libraries and the releases of Kafka that the examples drive, and runs the tests of the examples.
examples: $(READY) $(EXAMPLES) $(HARNESS)
	@$(BIN)/tidemark kafka fetch $(KAFKA)
	@GO='$(GO)' $(BIN)/python -m pytest -m examples

$(EXAMPLES):
	@rm -rf build/examples/*pysyncobj* build/examples/.pysyncobj*
	@$(PIP) install --no-deps --target build/examples '$(PYSYNCOBJ)'
	@touch $@

$(HARNESS): $(ETCD_RAFT)/harness.go $(ETCD_RAFT)/go.mod
	@command -v '$(GO)' >/dev/null || { \
	    echo "tidemark: $(ETCD_RAFT) needs Go 1.26: install it, or name it: make GO=/path/to/go examples" >&2; exit 1; }
	@'$(GO)' build -C '$(CURDIR)/$(ETCD_RAFT)' -tags with_tla -o '$(CURDIR)/$@' .

# Builds the site, build/site/html: docs, every kept run, the finder, small spaces as explorers; then looks at it.
site: $(READY) $(SPHINX) $(DIAGRAMS) $(IN_BROWSER)
	@$(BIN)/python tools/site $(SITE)/sphinx/bin/sphinx-build $(DIAGRAMS) $(dir $(IN_BROWSER))
	@$(BIN)/python -m pytest -q -m site tests/test_built_site.py

$(SPHINX): tools/site/requirements.lock
	@rm -rf $(SITE)/sphinx
	@$(PYTHON) -m venv $(SITE)/sphinx
	@$(SITE)/sphinx/bin/python -m pip --quiet --disable-pip-version-check --no-input install --require-hashes -r $<
	@touch $@

$(DIAGRAMS): FETCHED := mermaid-$(MERMAID)
$(DIAGRAMS): PACKAGE := mermaid@$(MERMAID)
$(IN_BROWSER): FETCHED := pyodide-$(PYODIDE)
$(IN_BROWSER): PACKAGE := pyodide@$(PYODIDE)
$(DIAGRAMS) $(IN_BROWSER):
	@command -v npm >/dev/null || { \
	    echo "tidemark: the site needs npm, which fetches $(PACKAGE); on Debian or Ubuntu: sudo apt-get install npm" >&2; exit 1; }
	@rm -rf $(SITE)/$(firstword $(subst -, ,$(FETCHED)))-*
	@mkdir -p $(SITE)/$(FETCHED)
	@cd $(SITE)/$(FETCHED) && npm pack --silent $(PACKAGE) >/dev/null && tar -xzmf $(FETCHED).tgz && rm $(FETCHED).tgz

# Changes the code of a room in a hundred places, one after the other, and lists the changes that no test notices:
# `make mutants ROOM=spec SEED=1`. A quarter of an hour to an hour for a room, on two cores.
mutants: $(READY)
	@$(BIN)/python tools/mutants $(ROOM) --seed $(or $(SEED),0)

bench: $(READY)
	@$(BIN)/python -m bench

setup: $(READY)

$(READY): $(LOCKED) pyproject.toml hatch_build.py
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q tidemark base spec impl real checker # pip does it for what it installs, but not for what stays here
	@if JAVA_HOME="$$(tools/java-home --install)"; then \
	    JAVA_HOME="$$JAVA_HOME" $(BIN)/python tools/java-archive || echo 'tidemark: going on: Spark starts slowly' >&2; \
	else echo 'tidemark: going on without Java: only `make test` and Spark need it' >&2; fi
	@touch $@

$(LOCKED): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null || { \
	    echo 'tidemark: Python 3.11, 3.12, 3.13 or 3.14 is needed, and "$(PYTHON)" is not one of them;' \
	        'if you have one, name it: make PYTHON=python3.12 ...' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo 'tidemark: Python has no venv module; on Debian or Ubuntu: sudo apt-get install' \
	        "$$($(PYTHON) -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')" >&2; exit 1; }
	@echo 'tidemark: building $(VENV) (once; Spark makes it a large download)'
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --require-hashes --use-pep517 -r requirements.lock
	@touch $@

# Pins the newest releases that pyproject.toml allows, for Python 3.11 to 3.14 on x86_64 and aarch64.
lock:
	@rm -rf build/lock
	@$(PYTHON) -m venv build/lock
	@build/lock/bin/python -m pip --quiet --disable-pip-version-check install '$(UV)'
	@build/lock/bin/uv --quiet pip compile --universal --python-version 3.11 --extra dev --generate-hashes --upgrade \
	    --custom-compile-command 'make lock' --output-file requirements.lock pyproject.toml
	@build/lock/bin/uv --quiet pip compile --universal --python-version 3.11 --generate-hashes --upgrade \
	    --custom-compile-command 'make lock' --output-file tools/site/requirements.lock tools/site/requirements.in

# Translates every file of C below checker to LLVM's language: each .c to the .ll beside it.
runtime: $(CLANG)
	@for file in $$(find checker -name '*.c' ! -name kernels.c); do \
	    build/runtime/bin/python tools/runtime $$file > build/runtime/text.ll && \
	    mv build/runtime/text.ll $${file%.c}.ll || exit 1; \
	done
	@for target in threads nvptx; do \
	    build/runtime/bin/python tools/runtime checker/engines/gpu/kernels.c $$target > build/runtime/text.ll && \
	    mv build/runtime/text.ll checker/engines/gpu/kernels.$$target.ll || exit 1; \
	done

# Compiles the transactional client of schedules, with any kafka-clients JAR: make java-client JAR=kafka-clients-2.5.1.jar.
# The program uses nothing that later releases lack, and its class runs on Java 8 and later.
java-client:
	javac --release 8 -Xlint:-options -cp $(JAR) -d real/brokers/java real/brokers/java/TransactionalClient.java

# What `make runtime` needs: with it, `make test` checks that each .ll is what its .c gives.
clang: $(CLANG)

$(CLANG):
	@rm -rf build/runtime
	@$(PYTHON) -m venv build/runtime
	@build/runtime/bin/python -m pip --quiet --disable-pip-version-check --no-input install 'ziglang==$(ZIGLANG)'
	@touch $@

# What assembles the GPU engine's kernels: with it, `make slow` does so for every family, on a machine without a GPU.
ptxas: $(PTXAS)

$(PTXAS):
	@rm -rf build/ptxas
	@$(PYTHON) -m venv build/ptxas
	@build/ptxas/bin/python -m pip --quiet --disable-pip-version-check --no-input install --no-deps \
	    'nvidia-cuda-nvcc-cu12==$(NVCC)'
	@touch $@

clean:
	@rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache spark-warehouse metastore_db derby.log
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
