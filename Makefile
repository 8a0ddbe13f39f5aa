# What work on the project needs, by name.
PYTEST ?= .venv/bin/pytest -n 2 --dist worksteal

help:   ## this list
	@awk -F ': *## ' '/^[a-z]+: *## / {printf "%-9s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

rules:  ## the tests of the rules of every game: two minutes
	$(PYTEST) -m 'rule and not slow'

test:   ## the tests that README speaks of: under eight minutes on two cores
	$(PYTEST)

slow:   ## the long ones
	$(PYTEST) -m 'slow and not browser'

browser: ## those that drive Chromium
	$(PYTEST) -m browser

lint:   ## style, who imports whom, and types
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/lint-imports
	.venv/bin/mypy

docs:   ## the documentation as a site, in build/site; needs the extra docs
	NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --strict

compiled: ## the compiled rules of this checkout, in build/compiled, as wheels bring them: a quarter of an hour
	.venv/bin/python scripts/compiled.py build/compiled

release: ## the packages in dist/, checked and tried
	scripts/release.sh

.PHONY: help rules test slow browser lint docs compiled release
