# Everything a machine needs is installed from here: Python 3.11+ and make are enough to begin.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
HORAH  := $(BIN)/horah

.PHONY: battle serve wheel test check format bench soak clean

battle: $(READY)
	$(HORAH) battle --out out

serve: $(READY)
	$(HORAH) serve

wheel: $(READY)
	rm -rf build
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation -w dist .

test: check
	$(BIN)/python -m pytest -n 2 --dist worksteal

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/test_layout.py

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)
	$(BIN)/python -m bench

soak: $(READY)
	$(BIN)/python -m pytest -n 2 -m soak --override-ini addopts=-q
	$(BIN)/python -m pytest -n 2 --hypothesis-profile=explore tests/catalogs tests/exports tests/generator

clean:
	rm -rf $(VENV) out build dist *.egg-info

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Hora H needs Python 3.11 or later; this is " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@
