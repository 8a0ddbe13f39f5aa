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
	.venv/bin/pytest -m browser

lint:   ## style, who imports whom, and types
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/lint-imports
	.venv/bin/mypy

docs:   ## the pages that are written from the code
	.venv/bin/python -m aw_env.games.admirals_war.words.observation_guide docs/observation.md
	.venv/bin/python -m aw_env.games.admirals_war.words.record_guide docs/record.md
	.venv/bin/python -m aw_env.games.war_at_sea.words.observation_guide docs/war_at_sea_observation.md

.PHONY: help rules test slow browser lint docs
