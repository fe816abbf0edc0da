#!/usr/bin/env bash
# Runs every test with one release build. Needs cargo; installs what the tests use and is missing: Debian's
# Chromium and its driver, which open pages, Node.js, which checks the types of scripts, Python, which
# runs the second checker of certificates and the Python package, and PostgreSQL, which stores studies.
# `--deep` adds the long checks.
# `--requirements` instead tests what the course documents require, and prints a table of it.
set -euo pipefail
cd "$(dirname "$0")"
# Tests keep no tables in the user's folder.
export HEUREKA_CACHE=

step() { printf '\n== %s\n' "$*"; }

# Installs a Debian package unless one of the given programs is there.
install() {
    local package=$1 name
    shift
    for name in "$@"; do
        if command -v "$name" >/dev/null; then return; fi
    done
    local sudo=()
    if [ "$(id -u)" != 0 ]; then sudo=(sudo -n); fi
    if command -v apt-get >/dev/null && "${sudo[@]}" true 2>/dev/null; then
        "${sudo[@]}" apt-get update -qq
        "${sudo[@]}" apt-get install -y -qq --no-install-recommends "$package" >/dev/null && return
    fi
    printf 'error: %s is missing and cannot be installed from here\n' "$package" >&2
    printf 'help: install it (on Debian: apt-get install %s) and run this again\n' "$package" >&2
    return 1
}

if [ "${1:-}" = --requirements ]; then
    cargo test --release --package heureka --test seeds 2>&1 | awk -f tools/requirements.awk
    exit
fi

step "browser, Node.js, Python and PostgreSQL"
install chromium chromium chromium-browser google-chrome google-chrome-stable
install chromium-driver chromedriver
install nodejs node
install npm npm
install python3 python3
install postgresql pg_ctlcluster
mkdir -p target/npm
packages=(typescript@7.0.2 axe-core@4.14.0)
npm ls --prefix target/npm "${packages[@]}" >/dev/null 2>&1 || npm install --prefix target/npm --no-save --ignore-scripts --no-audit --no-fund --silent \
    "${packages[@]}"
step "types of the playground's scripts"
target/npm/node_modules/.bin/tsc --noEmit --checkJs --allowJs --strict --target es2022 --module es2022 \
    --moduleResolution bundler --lib es2023,dom,dom.iterable crates/web/assets/app.js
step "tests and benches (answers only)"
# Built first, so that all tests find the program. The Python package has its own build and tests.
workspace=(--workspace --exclude heureka-python)
cargo build --release "${workspace[@]}" --all-targets
cargo test --release "${workspace[@]}" --all-targets
step "documentation tests"
cargo test --release "${workspace[@]}" --doc
step "Python package: install, tests, types, notebooks and bench (answers only)"
python3 -c 'import ensurepip, venv' 2>/dev/null || install python3-venv
[ -x target/python/bin/pip ] || python3 -m venv target/python
target/python/bin/pip install --quiet --disable-pip-version-check --requirement crates/python/tests/requirements.txt
target/python/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-deps ./crates/python
HEUREKA_PROGRAM=$PWD/target/release/heureka target/python/bin/python -m pytest crates/python
target/python/bin/python crates/python/bench.py --quick

# Runs every fuzz target for 30 seconds: libFuzzer with a nightly toolchain, else random changes only.
fuzz() {
    if ! command -v rustup >/dev/null || ! rustup toolchain list | grep -q nightly; then
        HEUREKA_FUZZ_SECONDS=30 cargo test --release "${workspace[@]}" --test fuzz -- --nocapture
        return
    fi
    command -v cargo-fuzz >/dev/null || cargo install --locked --quiet cargo-fuzz
    cargo +nightly fuzz build --sanitizer none
    local target new
    for target in fuzz/fuzz_targets/*.rs; do
        target=$(basename "$target" .rs)
        # New inputs go to the first folder.
        new=fuzz/target/corpus/$target
        mkdir -p "$new"
        cargo +nightly fuzz run --sanitizer none "$target" "$new" "fuzz/corpus/$target" -- \
            -max_total_time=30 -timeout=20 -max_len=20000 -print_final_stats=1 2>&1 | tail -n 8
    done
}

if [ "${1:-}" = --deep ]; then
    step "deep: long tests"
    cargo test --release "${workspace[@]}" --all-targets -- --ignored
    step "deep: 500 kills at random moments"
    HEUREKA_KILLS=500 cargo test --release --package heureka --test faults kills -- --nocapture
    step "deep: self-test for six minutes"
    target/release/heureka selftest --time-limit 6m
    step "deep: fuzzing"
    fuzz
    step "deep: packages"
    cargo package "${workspace[@]}" --allow-dirty
fi
