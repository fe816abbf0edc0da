#!/usr/bin/env bash
# Mutation testing of what claims rest on: plan validation, certificates, limits, audits of heuristics,
# and the rules of every puzzle. Needs cargo-mutants; takes about two hours of one core.
#
#   tools/mutants.sh              everything
#   tools/mutants.sh core river   some parts
#
# The mutated sources, a checkout of HEAD, and the results are in target/mutants.
set -euo pipefail
cd "$(dirname "$0")/.."
results=$PWD/target/mutants
tree=$results/tree
export CARGO_TARGET_DIR=$results/target CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_DEBUG=0

# Mutates some files one change at a time, and runs unit tests.
mutate() {
    local name=$1 file files=()
    shift
    for file in "$@"; do files+=(--file "$file"); done
    rm -rf "${results:?}/$name"
    mkdir -p "$results/$name"
    (cd "$tree" && cargo mutants --in-place --baseline skip --timeout 60 --cargo-arg=--lib \
        --output "$results/$name" "${files[@]}") >"$results/$name/log" || true
    printf '%s: ' "$name"
    (cd "$results/$name/mutants.out" && wc -l caught.txt timeout.txt missed.txt unviable.txt | tr -s ' \n' ' ')
    printf '\n'
}

core() {
    mutate core crates/core/src/plan.rs crates/core/src/certificate/{mod,bytes}.rs \
        crates/core/src/limits.rs crates/core/src/heuristic/audit.rs
}

kit() { mutate kit crates/kit/src/certificate.rs; }

# Mutates the rules of a puzzle: its search problem, its reference, and the files given. The crate has only
# this puzzle meanwhile (and the puzzle whose parts it uses), so that a mutant takes 2 s instead of 12.
rules() {
    local puzzle=$1 folder=crates/puzzles/src/$1 keep=$1
    shift
    if [ "$puzzle" = chi ]; then keep='chi|tiles'; fi
    sed -Ei "/^pub mod ($keep);/!{/^pub mod/d}" "$tree/crates/puzzles/src/lib.rs"
    mutate "$puzzle" "$folder/mod.rs" "$folder/reference.rs" "${@/#/$folder/}"
    git -C "$tree" checkout --quiet .
}

bricks() { rules bricks arrangement.rs board.rs puzzle.rs; }
chi() { rules chi rules.rs estimate.rs; }
counters() { rules counters board.rs estimate.rs; }
graph() { rules graph; }
grid() { rules grid; }
hanoi() { rules hanoi; }
number_maze() { rules number_maze jumps.rs; }
pacman() { rules pacman bounds.rs; }
pegs() { rules pegs board.rs; }
river() { rules river loads.rs; }
tiles() { rules tiles board.rs word.rs parity.rs conflict.rs; }

parts=("$@")
if [ $# = 0 ]; then
    parts=(core kit bricks chi counters graph grid hanoi number_maze pacman pegs river tiles)
fi
rm -rf "$tree"
git worktree prune
git worktree add --quiet --detach "$tree"
for part in "${parts[@]}"; do "$part"; done
git worktree remove --force "$tree"
