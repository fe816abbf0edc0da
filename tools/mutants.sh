#!/usr/bin/env bash
# Mutation testing of what claims rest on: plan validation, certificates, limits, audits of heuristics,
# and the rules of every puzzle. Needs cargo-mutants; takes about two hours of one core.
#
#   tools/mutants.sh              everything
#   tools/mutants.sh core river   some parts
#   SHARD=0/3 tools/mutants.sh    every third mutant, from the first
#
# The mutated sources, a checkout of HEAD, and the results are in target/mutants.
set -euo pipefail
cd "$(dirname "$0")/.."
results=$PWD/target/mutants
tree=$results/tree
# A change that leaves something unused must not be taken for one that does not compile.
export RUSTFLAGS=--cap-lints=allow
export CARGO_TARGET_DIR=$results/target CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_DEBUG=0

host=$(rustc -vV | sed -n 's/^host: //p' | tr 'a-z-' 'A-Z_')
shard=()
if [ -n "${SHARD:-}" ]; then shard=(--shard "$SHARD" --sharding round-robin); fi

# Pictures, editors, sizes, and which worker of a cluster gets a state: no claim rests on them.
pictures='\b(draw|cell_of|tools|edit|spots|place|table_bytes|random_bytes|abstraction)\b'

# Mutates some files one change at a time. First run the unit tests that take at most a second each, built
# without optimization. Mutants that they miss are tested again by all tests, with optimization.
mutate() {
    local name=$1 file files=() crate test tests slow=()
    shift
    for file in "$@"; do files+=(--file "$file"); done
    crate=heureka-$(cut -d/ -f2 <<<"$1")
    rm -rf "${results:?}/$name"
    mkdir -p "$results/$name"
    # A test that fails anyway would catch every mutant.
    (cd "$tree" && cargo test --quiet --package "$crate" --lib >"$results/$name/baseline" 2>&1) || {
        echo "$name: the tests fail before any change: see $results/$name/baseline"
        return
    }
    tests=$(cd "$tree" && plain cargo test --package "$crate" --lib --no-run 2>&1 | sed -n 's/.*Executable.*(\(.*\))/\1/p')
    for test in $("$tests" --list 2>/dev/null | sed -n 's/: test$//p'); do
        (cd "$tree/crates/${crate#*-}" && prlimit --cpu=1 "$tests" --exact "$test") >/dev/null 2>&1 || slow+=(--skip "$test")
    done
    plain mutants 16 "$name" "${shard[@]}" "${files[@]}" -- -- --exact "${slow[@]}"
    local caught missed again=()
    caught=$(cat "$results/$name/mutants.out/"{caught,timeout}.txt | wc -l)
    missed=$(wc -l <"$results/$name/mutants.out/missed.txt")
    while read -r mutant; do
        again+=(--re "^$(sed 's/[][\\.*^$+?(){}|/]/\\&/g' <<<"$mutant")\$")
    done <"$results/$name/mutants.out/missed.txt"
    if [ "$missed" != 0 ]; then
        mutants 60 "$name" "${again[@]}" "${files[@]}"
        caught=$((caught + missed))
        missed=$(wc -l <"$results/$name/mutants.out/missed.txt")
        caught=$((caught - missed))
    fi
    echo "$name: $caught caught, $missed missed"
}

# Runs a command that builds without optimization.
plain() { CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_TEST_OPT_LEVEL=0 "$@"; }

# Runs cargo-mutants. A test with an endless loop ends after some seconds of CPU time, so that other work on
# the machine changes no verdict, or when it fills its memory.
mutants() {
    local seconds=$1 name=$2
    shift 2
    (cd "$tree" && export "CARGO_TARGET_${host}_RUNNER=prlimit --cpu=$seconds --as=$((8 << 30))" && cargo mutants --in-place --baseline skip --timeout 1800 --cargo-arg=--lib \
        --exclude-re "$pictures" --output "$results/$name" "$@") >>"$results/$name/log" || true
}

core() {
    mutate core crates/core/src/plan.rs crates/core/src/certificate/{mod,bytes}.rs \
        crates/core/src/limits.rs crates/core/src/heuristic/audit.rs
}

kit() { mutate kit crates/kit/src/certificate.rs; }

# Mutates the rules of a puzzle: its search problem, its reference, and the files given. The crate has only
# this puzzle meanwhile (and the puzzle whose parts it uses), for a faster build.
rules() {
    local puzzle=$1 folder=crates/puzzles/src/$1 keep=$1
    shift
    case $puzzle in chi | pancakes) keep="$puzzle|tiles" ;; esac
    sed -Ei "/^pub mod ($keep|registry);/!{/^pub mod/d}" "$tree/crates/puzzles/src/lib.rs"
    # These tests are about several puzzles.
    sed -zi 's/#\[cfg(test)\]\nmod last_move;\n//' "$tree/crates/puzzles/src/lib.rs"
    mutate "$puzzle" "$folder/mod.rs" "$folder/reference.rs" "${@/#/$folder/}"
    git -C "$tree" checkout --quiet .
}

bricks() { rules bricks arrangement.rs board.rs goal.rs puzzle.rs; }
chi() { rules chi rules.rs estimate.rs; }
counters() { rules counters board.rs estimate.rs; }
graph() { rules graph; }
grid() { rules grid moves.rs; }
hanoi() { rules hanoi rows.rs; }
number_maze() { rules number_maze jumps.rs; }
pacman() { rules pacman bounds.rs; }
pancakes() { rules pancakes; }
pegs() { rules pegs board.rs goal.rs sweep.rs watch.rs watched.rs; }
river() { rules river loads.rs; }
sokoban() { rules sokoban level.rs matching.rs; }
tiles() { rules tiles board.rs conflict.rs goal.rs parity.rs ranks.rs rows.rs word.rs; }

parts=("$@")
if [ $# = 0 ]; then
    parts=(core kit bricks chi counters graph grid hanoi number_maze pacman pancakes pegs river sokoban tiles)
fi
rm -rf "$tree"
git worktree prune
git worktree add --quiet --detach "$tree"
for part in "${parts[@]}"; do "$part"; done
git worktree remove --force "$tree"
