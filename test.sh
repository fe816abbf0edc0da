#!/usr/bin/env bash
# Everything that has to hold, quickest to fail first. Needs cargo and nothing else.
set -euo pipefail
cd "$(dirname "$0")"

step() { printf '\n== %s\n' "$*"; }

step "format"
cargo fmt --all --check
step "lints"
cargo clippy --workspace --all-targets --release
step "tests"
cargo test --workspace --release
step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
step "speed, the short set"
cargo bench --bench engine -- --quick
cargo bench --bench maze -- --quick
