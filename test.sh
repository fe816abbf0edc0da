#!/usr/bin/env bash
# Runs every test with one release build. Needs cargo; installs what the tests use and is missing: Debian's
# Chromium, which opens pages, and Python, which runs the second checker of certificates. `--deep` adds the
# long checks.
set -euo pipefail
cd "$(dirname "$0")"

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

step "browser and Python"
install chromium chromium chromium-browser google-chrome google-chrome-stable
install python3 python3
step "tests and benches (answers only)"
# Built first, so that all tests find the program.
cargo build --release --workspace --all-targets
cargo test --release --workspace --all-targets
step "documentation tests"
cargo test --release --workspace --doc

if [ "${1:-}" = --deep ]; then
    step "deep: long tests"
    cargo test --release --workspace --all-targets -- --ignored
    step "deep: packages"
    cargo package --workspace --allow-dirty
fi
