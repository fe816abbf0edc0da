#!/usr/bin/env bash
# Takes the README's picture of the playground with Chromium: tools/picture.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-target/release/heureka}
coproc server { exec "$program" serve --port 0 2>/dev/null; }
trap 'kill "$server_PID"' EXIT
read -r address <&"${server[0]}"
chromium --headless --no-sandbox --hide-scrollbars --window-size=1280,900 --virtual-time-budget=20000 \
    --screenshot=docs/playground.png "$address?view=watch&puzzle=graph&strategy=astar&step=11" 2>/dev/null
