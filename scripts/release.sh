#!/usr/bin/env bash
# Builds a release into dist/, checks it, and plays a game with the wheel in an empty environment: `make release`.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
python=${PYTHON:-python3.11}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml)
echo "== version $version in pyproject.toml, CHANGELOG.md and CITATION.cff"
grep -q "^## $version - 20" CHANGELOG.md
grep -q "^version: $version$" CITATION.cff

echo "== build and check"
"$python" -m venv "$work/tools"
"$work/tools/bin/pip" install -q -c constraints.txt build twine check-wheel-contents
rm -rf dist
"$work/tools/bin/python" -m build --outdir dist .  # the wheel with compiled rules takes its time
"$work/tools/bin/python" -m build --wheel -C levels=none --outdir dist .
"$work/tools/bin/twine" check --strict dist/*
"$work/tools/bin/check-wheel-contents" dist/*.whl

echo "== a game in an empty environment"
"$python" -m venv "$work/empty"
"$work/empty/bin/pip" install -q -c constraints.txt "$(ls dist/*.whl | head -n 1)"  # cp311 before py3-none-any
cd "$work"  # away from the checkout, whose packages would be found first
export AW_ENV_CACHE=$work/cache
[ "$("$work/empty/bin/aw-env" --version | cut -d, -f1)" = "aw_env $version" ]
"$work/empty/bin/aw-env" watch --scenario midway --allies tuned --axis midway --seed 1 | tail -n 12
"$work/empty/bin/aw-env" arena random scripted --game war_at_sea --scenario barents --games 20
ls -l "$root/dist"
