#!/usr/bin/env bash
# Runs every test with one release build. Needs cargo; installs Debian's Chromium, which tests open pages
# in, if no browser is found. `--deep` adds the long checks.
set -euo pipefail
cd "$(dirname "$0")"

step() { printf '\n== %s\n' "$*"; }

install_browser() {
    local name
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        if command -v "$name" >/dev/null; then return; fi
    done
    local sudo=()
    if [ "$(id -u)" != 0 ]; then sudo=(sudo -n); fi
    if command -v apt-get >/dev/null && "${sudo[@]}" true 2>/dev/null; then
        "${sudo[@]}" apt-get update -qq
        "${sudo[@]}" apt-get install -y -qq --no-install-recommends chromium >/dev/null && return
    fi
    printf 'error: Chromium is missing and cannot be installed from here\n' >&2
    printf 'help: install it (on Debian: apt-get install chromium) and run this again\n' >&2
    return 1
}

step "browser"
install_browser
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
