# Everything happens in .venv; constraints.txt pins what is installed.
PYTHON ?= python3
PYTHON312 ?= python3.12
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
STAMP := $(VENV)/.installed
SPARK_STAMP := $(VENV)/.installed-drift
CHECK_STAMP := $(VENV)/.installed-check
DOCS_STAMP := $(VENV)/.installed-docs
INSTALLED := .cache/installed

# Where it is set, each of the processes that tests start compiles everything again.
export PYTHONDONTWRITEBYTECODE =

# Tests wait for processes and servers, so that one and a half a core keep all cores busy.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(3 * (os.cpu_count() or 2) // 2)')

# Delta Lake and Iceberg are made for a version of Spark each, and both for 4.1.
TABLES := .cache/spark-4.1
TABLES_STAMP := $(TABLES)/.installed

OLDEST_SDK = $(shell awk -F'"' '/^TESTED/ { print $$2 }' resources/queuewright/program/pulumi_internals.py)
SDK := .cache/sdk-oldest
SDK_STAMP := $(SDK)/.installed

.PHONY: install install-sdk pins demo demo-drift test test-thorough test-sdk test-deploy test-tables fidelity check docs pictures format generate bench java pymqrest schedules clean

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e '.[dev]'
	touch $(STAMP)

# Spark comes with the drift extra; tests and types need it, the demo does not.
$(SPARK_STAMP): $(STAMP)
	$(PIP) -e '.[dev,drift]'
	touch $(SPARK_STAMP)

$(CHECK_STAMP): $(SPARK_STAMP)
	$(PIP) -e '.[check]'
	touch $(CHECK_STAMP)

$(DOCS_STAMP): $(STAMP)
	$(PIP) -e '.[docs]'
	touch $(DOCS_STAMP)

# All that lint, types, the site and tests need, in one go; and the second environment.
install: $(STAMP)
	$(PIP) -e '.[dev,drift,check,docs]'
	touch $(SPARK_STAMP) $(CHECK_STAMP) $(DOCS_STAMP)

install-sdk: $(SDK_STAMP)

# A client of IBM MQ's REST API that others wrote: the server's tests run it. It needs Python 3.12.
pymqrest:
	$(PYTHON312) -m venv .cache/pymqrest
	.cache/pymqrest/bin/python -m pip install --quiet --disable-pip-version-check pymqrest==1.2.2

# What the examples of schedules are checked by; Airflow has dependencies of its own.
schedules:
	$(PYTHON) -m venv .cache/schedules
	.cache/schedules/bin/python -m pip install --quiet --disable-pip-version-check apache-airflow==3.3.2 \
	  databricks-bundles==1.22.1 kubernetes-validate==1.37.0

java:
	@java -version 2>&1 | grep -qE 'version "(1[7-9]|[2-9][0-9])' || echo "Java 17 or newer is not on the PATH: the tests that need Spark or IBM's Java client skip"

demo: $(STAMP)
	$(BIN)/python examples/demo.py

demo-drift: $(SPARK_STAMP)
	$(BIN)/python examples/drift/demo.py

test: $(SPARK_STAMP) java
	$(BIN)/python -m pytest -n $(WORKERS) --durations 15

# The oldest release of Pulumi's SDK that is supported; `make test` runs with the newest.
$(SDK_STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(SDK)
	grep -v '^pulumi==' constraints.txt > $(SDK)/constraints.txt
	$(SDK)/bin/python -m pip install --quiet --disable-pip-version-check -c $(SDK)/constraints.txt \
	  -e '.[dev]' 'pulumi==$(OLDEST_SDK)'
	touch $(SDK_STAMP)

test-sdk: $(SDK_STAMP)
	$(SDK)/bin/python -m pytest -n auto tests/resources/program tests/planner/host tests/provider/dynamic

# Whole estates and dumps, and interruptions at every line: many seconds for a test.
test-thorough: $(SPARK_STAMP)
	$(BIN)/python -m pytest -n 2 -m thorough tests/planner

# Whole jobs of Spark, its clusters, servers and sessions: minutes for a few tests, so CI runs them
# apart. They take longest: nothing that is waited for stands before them.
test-deploy: $(SPARK_STAMP)
	@$(MAKE) --no-print-directory java
	$(BIN)/python -m pytest -n 2 --timeout 900 -m deploy tests/planner/drift

$(TABLES_STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(TABLES)
	grep -v '^pyspark==' constraints.txt > $(TABLES)/constraints.txt
	$(TABLES)/bin/python -m pip install --quiet --disable-pip-version-check -c $(TABLES)/constraints.txt \
	  -e '.[dev,drift]' 'pyspark==4.1.4'
	touch $(TABLES_STAMP)

test-tables: $(TABLES_STAMP) java
	$(TABLES)/bin/python -m pytest --timeout 900 -m java tests/planner/drift/test_tables.py

# Random campaigns: what plans say beside what they do, both engines side by side, updates that are
# killed or that a network spoils, hostile names and values. SCENARIOS=100000 KILLS=1000 FAULTS=2000
# RENDERINGS=500000 takes hours on two cores.
SCENARIOS ?= 150
COMMANDED ?= 15
BOTH ?= 30
KILLS ?= 12
FAULTS ?= 20
RENDERINGS ?= 4000
fidelity: $(STAMP)
	$(BIN)/python -m bench.fidelity --scenarios $(SCENARIOS)
	$(BIN)/python -m bench.fidelity --scenarios $(COMMANDED) --by-commands
	$(BIN)/python -m bench.parity --scenarios $(BOTH)
	$(BIN)/python -m bench.kills --kills $(KILLS)
	$(BIN)/python -m bench.faults --runs $(FAULTS)
	$(BIN)/python -m bench.renderings --renderings $(RENDERINGS)

# A user's program is checked against the package as it is installed, and in an editor's eyes.
check: $(CHECK_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	rm -rf $(INSTALLED)
	$(PIP) --no-deps --target $(INSTALLED) .
	$(BIN)/basedpyright --pythonpath $(BIN)/python --project tests/user_program
	$(BIN)/python tests/user_program/editor.py

# The site of the documentation, in site/: a link that leads nowhere is an error. Where npm is, what
# draws diagrams comes with it; elsewhere readers' browsers fetch it.
docs: $(DOCS_STAMP)
	@npm install --prefix .cache/docs --no-save --silent mermaid@11.17.2 \
	  || echo "npm did not install mermaid: diagrams are drawn where readers reach the internet"
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# The pictures of README and docs/, made anew by the real commands. They need Chromium.
pictures: $(DOCS_STAMP)
	$(BIN)/python docs/pictures/make.py

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What the actions install, each with the hashes of its files; the versions are those of constraints.txt.
pins: $(STAMP)
	$(PYTHON) -m venv .cache/uv
	.cache/uv/bin/python -m pip install --quiet --disable-pip-version-check uv
	echo hatchling | .cache/uv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	  --no-annotate --no-header --no-config -c constraints.txt --extra ibmi --extra secrets --extra sign \
	  pyproject.toml - -o .github/actions/requirements.txt

generate: $(SPARK_STAMP)
	$(BIN)/python -m queuewright.program.generate
	$(BIN)/python -m queuewright.lint.generate

bench: $(SPARK_STAMP)
	$(PIP) -e '.[bench]'
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) .cache site .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
