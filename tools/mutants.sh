#!/usr/bin/env bash
# Mutation testing of what claims rest on: plan validation, certificates, limits, audits of heuristics,
# and the rules of every puzzle. Needs cargo-mutants; takes hours. Results are in target/mutants/NAME.
#
#   tools/mutants.sh              everything
#   tools/mutants.sh core river   some parts
#
# MUTANTS holds more arguments for cargo-mutants, such as "--jobs 4" or "--in-place".
set -euo pipefail
cd "$(dirname "$0")/.."

# Mutates some files and runs unit tests, only those that match a filter if one is given.
mutate() {
    local name=$1 filter=$2 file files=()
    shift 2
    for file in "$@"; do files+=(--file "$file"); done
    mkdir -p "target/mutants/$name"
    # shellcheck disable=SC2086
    cargo mutants --baseline skip --timeout 60 --output "target/mutants/$name" ${MUTANTS:-} \
        "${files[@]}" ${filter:+-- "$filter"} || true
    printf '%s: ' "$name"
    (cd "target/mutants/$name/mutants.out" && wc -l caught.txt timeout.txt missed.txt unviable.txt | tr -s ' \n' ' ')
    printf '\n'
}

core() {
    mutate core "" crates/core/src/plan.rs crates/core/src/certificate/{mod,bytes}.rs \
        crates/core/src/limits.rs crates/core/src/heuristic/audit.rs crates/kit/src/certificate.rs
}

# Mutates the rules of a puzzle: its search problem, its reference, and the files given.
rules() {
    local puzzle=$1 folder=crates/puzzles/src/$1
    shift
    # Unit tests alone build much faster than with the registry.
    MUTANTS="${MUTANTS:-} --cargo-arg=--lib" mutate "$puzzle" "$puzzle::" \
        "$folder/mod.rs" "$folder/reference.rs" "${@/#/$folder/}"
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
    parts=(core bricks chi counters graph grid hanoi number_maze pacman pegs river tiles)
fi
for part in "${parts[@]}"; do "$part"; done
