#!/usr/bin/env bash
# Everything that has to hold, quickest to fail first. Needs cargo, and Chromium to open pages in; where
# there is none and it may, it installs that.
set -euo pipefail
cd "$(dirname "$0")"

step() { printf '\n== %s\n' "$*"; }

# Debian's Chromium, if no browser is there that the tests know.
browser() {
    local name
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        if command -v "$name" >/dev/null; then return; fi
    done
    local root=()
    if [ "$(id -u)" != 0 ]; then root=(sudo -n); fi
    if command -v apt-get >/dev/null && "${root[@]}" true 2>/dev/null; then
        "${root[@]}" apt-get update -qq
        "${root[@]}" apt-get install -y -qq --no-install-recommends chromium >/dev/null && return
    fi
    printf 'Chromium is missing and could not be installed from here.\n' >&2
    printf 'Install it (on Debian: apt-get install chromium) and start again.\n' >&2
    return 1
}

step "browser"
browser
step "format"
cargo fmt --all --check
step "lints"
cargo clippy --workspace --all-targets --release
step "tests"
cargo test --workspace --profile checked
step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
step "speed, the short set"
cargo bench --bench engine -- --quick
cargo bench --bench maze -- --quick
