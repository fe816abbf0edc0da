#!/usr/bin/env python3
"""Checks a certificate of optimality or unsolvability, independently of Heureka.

Usage: check_certificate.py FILE…

docs/trust.md specifies the format. The rules and heuristics are written from the statements of the puzzles.
Exit codes, of several files the highest: 0 accepted, 30 rejected, 31 unreadable, 40 not supported. If only the
heuristic is not supported, write the certificate with `heureka certify -s ucs`, which needs none.
"""
import re
import sys
from collections import namedtuple

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

# A key is a number. decode(key) returns its state, or None if it has none; moves(state) yields
# (word, cost, state); heuristics are functions of a state by name.
Puzzle = namedtuple("Puzzle", "key_bytes start is_goal decode moves heuristics")

class Stop(Exception):
    """Ends the check with an exit code and a message."""

def require(condition, code, message):
    if not condition:
        raise Stop(code, message)

def numbers(text):
    return [int(word) for word in re.split(r"[\s,/]+", text) if word]

def swapped(state, a, b):
    state = list(state)
    state[a], state[b] = state[b], state[a]
    return tuple(state)

def board(text, params, rows_of_one_line):
    """Returns the rows, the columns, the cells, the size of a key and the decoder of a board of tiles."""
    lines = [numbers(line) for line in text.split("\n") if line.strip()]
    start = tuple(sum(lines, []))
    n = len(start)
    rows = len(lines) if len(lines) > 1 else rows_of_one_line.get(n, round(n**0.5))
    rows = int(params.get("rows", n // int(params["cols"]) if "cols" in params else rows))
    require(sorted(start) == list(range(n)) and rows > 1 and n % rows == 0, 31, "invalid board")
    key_bytes, bits = next(size for size in ((8, 4), (16, 5), (36, 8)) if n <= 8 * size[0] // size[1])
    def decode(key):
        cells = [key >> bits * cell & (1 << bits) - 1 for cell in range(n)]
        rest = key >> bits * n
        if n == 16:  # The key omits the last cell, which holds the number that is missing.
            rest, cells[15] = cells[15], next(tile for tile in range(16) if tile not in cells[:15])
        filled = (1 << 8 * (36 - n)) - 1 if bits == 8 else 0
        return tuple(cells) if rest == filled and sorted(cells) == list(range(n)) else None
    return rows, n // rows, start, key_bytes, decode

def tiles(text, params):
    rows, cols, start, key_bytes, decode = board(text, params, {})
    name, tiles = params.get("goal", "blank-last"), tuple(sorted(start))
    goal = {"blank-last": tiles[1:] + (0,), "blank-first": tiles}.get(name) or tuple(numbers(name))
    require(tuple(sorted(goal)) == tiles, 31, "invalid goal")
    def moves(state):
        row, col = divmod(blank := state.index(0), cols)
        for word, (down, right) in STEPS.items():  # The tile moves, so it comes from the other side.
            if 0 <= row - down < rows and 0 <= col - right < cols:
                yield word, 1, swapped(state, blank, blank - down * cols - right)
    def manhattan(state):
        homes = [(cell, goal.index(tile)) for cell, tile in enumerate(state) if tile]
        return sum(abs(cell // cols - home // cols) + abs(cell % cols - home % cols) for cell, home in homes)
    return Puzzle(key_bytes, start, goal.__eq__, decode, moves, {"manhattan": manhattan})

def chi(text, params):
    rows, cols, start, key_bytes, decode = board(text, params, {} if params else {8: 2})
    cells = range(rows * cols)
    by_columns = [cell % cols * rows + cell // cols + 1 for cell in cells[:-1]]
    goals = [tuple(goal) + (0,) for goal in (range(1, rows * cols), by_columns)]
    def moves(state):
        row, col = divmod(blank := state.index(0), cols)
        corner = row in (0, rows - 1) and col in (0, cols - 1)
        for cell in cells:
            by = (abs(cell // cols - row), abs(cell % cols - col))
            wraps = corner and (by == (0, cols - 1) or by == (rows - 1, 0) and rows > 2)
            diagonal = corner and by in ((1, 1), (rows - 1, cols - 1))
            cost = 1 if sum(by) == 1 else 2 if wraps else 3 if diagonal else 0
            if cost:
                yield str(state[cell]), cost, swapped(state, blank, cell)
    return Puzzle(key_bytes, start, goals.__contains__, decode, moves, {})

def counters(text, _):
    start = tuple(numbers(text))
    n = len(start)
    require(n and sorted(start) == list(range(1, n + 1)) and round(n**0.5)**2 == n, 31, "invalid board")
    require(n <= 256, 30, "too large for certificates")
    key_bytes, bits, places = next(size for size in ((8, 4, 16), (16, 5, 25), (256, 8, 256)) if n <= size[2])
    def decode(key):
        cells = [(key >> bits * cell) % (1 << bits) for cell in range(places)][::1 if bits == 8 else -1]
        valid = sorted(cells[:n]) == list(range(n)) and not any(cells[n:]) and not key >> bits * places
        return tuple(cell + 1 for cell in cells[:n]) if valid else None
    def moves(state):
        for b, second in enumerate(state):
            for a, first in enumerate(state[:b]):
                yield "%d-%d" % (min(first, second), max(first, second)), 1, swapped(state, a, b)
    def cycles(state):
        seen, count = set(), 0
        for counter in state:
            count += counter not in seen
            while counter not in seen:
                seen.add(counter)
                counter = state[counter - 1]
        return n - count
    return Puzzle(key_bytes, start, tuple(sorted(start)).__eq__, decode, moves, {"cycles": cycles})

def hanoi(text, _):
    names = "123456789abcdefg"
    rods, disks, *places = text.split()
    rods, disks, bits = int(rods), int(disks), (int(rods) - 1).bit_length()
    places += [names[0] * disks, names[rods - 1] * disks][len(places):]
    # A state has the rod of every disk, the smallest first.
    start, goal = (tuple(names.index(rod) for rod in place[::-1]) for place in places)
    require(all(len(place) == disks and max(place) < rods for place in (start, goal)), 31, "invalid rods")
    def decode(key):
        state = tuple(key >> bits * disk & (1 << bits) - 1 for disk in range(disks))
        return state if max(state) < rods and key >> bits * disks == 0 else None
    def moves(state):
        for disk, rod in enumerate(state):
            for to in range(rods):
                if to != rod and rod not in state[:disk] and to not in state[:disk]:
                    yield names[rod] + ">" + names[to], 1, state[:disk] + (to,) + state[disk + 1:]
    misplaced = {"misplaced": lambda state: sum(a != b for a, b in zip(state, goal))}
    return Puzzle(8, start, goal.__eq__, decode, moves, misplaced)

def river(text, params):
    # A state has the missionaries and cannibals on the starting bank, and whether the boat is there.
    all_m, all_c, capacity, *goal = numbers(text)
    goal, published = tuple(goal or (0, 0, 0)), params.get("rules") == "published"
    require(params.get("rules", "correct") in ("correct", "published"), 31, "unknown rules")
    def is_safe(m, c):
        return (m == 0 or m >= c) and (m == all_m or all_m - m >= all_c - c)
    def accepts(m, c, boat):
        near, far = m >= c, all_m - m >= all_c - c
        if not published or boat:
            return is_safe(m, c)
        return near if m == 3 else far if m == 0 else near and far  # The fault of the published program.
    def decode(key):
        m, c, boat = key >> 32, key >> 1 & (1 << 31) - 1, key & 1
        return (m, c, boat) if m <= all_m and c <= all_c else None
    def moves(state):
        m, c, boat = state
        at_boat_m, at_boat_c, sign = (m, c, -1) if boat else (all_m - m, all_c - c, 1)
        for a in range(min(capacity, at_boat_m) + 1):
            for b in range(min(capacity - a, at_boat_c) + 1):
                after = (m + sign * a, c + sign * b, 1 - boat)
                if a + b and accepts(*after) and (published or is_safe(m, c)):
                    yield (f"{a}m" if a else "") + (f"{b}c" if b else ""), 1, after
    is_goal = (lambda state: state == goal and (published or is_safe(*state[:2])))
    return Puzzle(8, (all_m, all_c, 1), is_goal, decode, moves, {})

def grid(text, _):
    text, eight = re.subn(r"\Amoves 8\n", "", text)
    lines = re.sub(r"\A(\d+)x(\d+)\Z", lambda size: "\n".join(["." * int(size[2])] * int(size[1])), text).split("\n")
    at = {(row, col): sign for row, line in enumerate(lines) for col, sign in enumerate(line) if sign != "#"}
    require(len({*map(len, lines)}) == 1 and "".join(at.values()).replace(".", "") in {"", *"SG*", "SG", "GS"}, 31, "invalid map")
    start = next((cell for cell, sign in at.items() if sign in "S*"), (len(lines) - 1, 0))
    goal = next((cell for cell, sign in at.items() if sign in "G*"), (0, len(lines[0]) - 1))
    diagonals = {"up-left": (-1, -1), "up-right": (-1, 1), "down-left": (1, -1), "down-right": (1, 1)}
    def moves(cell):
        for word, (down, right) in {**STEPS, **diagonals}.items() if eight else STEPS.items():
            if all((cell[0] + a, cell[1] + b) in at for a, b in ((down, 0), (0, right), (down, right))):
                yield word, (1, 19601 if down and right else 13860)[eight], (cell[0] + down, cell[1] + right)
    far = (lambda cell: [abs(a - b) for a, b in zip(cell, goal)])
    h = {"octile": lambda c: 5741 * min(far(c)) + 13860 * max(far(c))} if eight else {"manhattan": lambda c: sum(far(c))}
    return Puzzle(4, start, goal.__eq__, {row * 65536 + col: (row, col) for row, col in at}.get, moves, h)

def graph(text, params):
    arcs, nodes, goals, start = {}, set(), [], None
    for words in map(str.split, text.strip().split("\n")):
        is_arc, is_plain = words[1:2] in (["->"], ["--"]), not set("#,;") & set(" ".join(words))
        require(is_plain and (is_arc or words[0] in ("h", "start", "goal")), 31, "invalid statement of a graph")
        if is_arc:
            nodes.update((words[0], words[2]))
            for a, b in ((0, 2), (2, 0))[:1 + (words[1] == "--")]:
                arcs.setdefault(words[a], []).append((words[b], int(words[3]), words[b]))
        elif words[0] == "h":
            nodes.add(words[1])
        else:
            start, goals = (words[1], goals) if words[0] == "start" else (start, goals + words[1:])
    start, goals = params.get("start", start), [params["goal"]] if "goal" in params else goals
    nodes = sorted(nodes.union([start], goals))
    decode = (lambda key: nodes[key] if key < len(nodes) else None)
    return Puzzle(4, start, goals.__contains__, decode, lambda node: arcs.get(node, []), {})

def pegs(text, params):
    rows = {"1": "23 15 07 07 07 15 23", "2": "33 33 33 09 09 09 33 33 33", "3": "23 23 23 08 08 08 23 23",
            "4": "23 23 07 07 07 23 23", "5": "41 33 25 17 09 17 25 33 41", "6": "05 04 03 02 01"}
    which, *words = re.split(r"[\s,/]+", text.strip())
    is_variant = {"square", "triangle", "any"} & {which, *words} or params.get("metric") == "sweeps"
    require(not is_variant, 40, "pegs: only the six boards with a given goal and metric=jumps are supported")
    # Of every row, the first column and the number of cells. A state is the set of the cells with pegs.
    cells = [(row, int(cell[0]) + i) for row, cell in enumerate(rows[which].split()) for i in range(int(cell[1]))]
    signs = [sign == "1" for sign in words if sign in "01"]
    start, goal = (frozenset(c for c, peg in zip(cells, signs[i:]) if peg) for i in (0, len(cells)))
    if len(words) == 4:
        hole, last = ((int(row), int(col)) for row, col in (words[:2], words[2:]))
        start, goal = frozenset(cells) - {hole}, frozenset([last])
    steps = list(STEPS.values()) + ([(-1, 1), (1, -1)] if which == "6" else [])
    decode = (lambda key: None if key >> len(cells) else frozenset(c for i, c in enumerate(cells) if key >> i & 1))
    def moves(state):
        for row, col in state:
            for down, right in steps:
                over, to = (row + down, col + right), (row + 2 * down, col + 2 * right)
                if over in state and to in cells and to not in state:
                    yield "%d,%d>%d,%d" % (row, col, *to), 1, state - {(row, col), over} | {to}
    return Puzzle(8, start, goal.__eq__, decode, moves, {"pegs": lambda state: max(0, len(state) - len(goal))})

def number_maze(text, _):
    rows = [numbers(line) for line in text.strip().split("\n")]
    require(set(map(len, rows)) == {len(rows[0])} and rows[-1][-1] == 0, 31, "invalid maze")
    goal = (len(rows) - 1, len(rows[0]) - 1)
    def moves(cell):
        for word, (down, right) in STEPS.items() if cell != goal else ():
            by = rows[cell[0]][cell[1]]
            row, col = cell[0] + by * down, cell[1] + by * right
            if 0 <= row <= goal[0] and 0 <= col <= goal[1]:
                yield word[0].upper(), 1, (row, col)
    decode = (lambda key: divmod(key, len(rows[0])) if key < len(rows) * len(rows[0]) else None)
    return Puzzle(4, (0, 0), goal.__eq__, decode, moves, {})

def decoded(records, puzzle):
    """Returns the bound, None for unsolvable, and the cost of every state with a record."""
    word = (lambda at, size=4: int.from_bytes(records[at:at + size], "little"))
    require(records[:8] == b"HEUREKA\0" and len(records) >= 40 and word(8) == 1, 30, "not records")
    require(word(12) == puzzle.key_bytes, 30, "keys of another size")
    checksum = 0xCBF29CE484222325
    for byte in records[:-8]:
        checksum = (checksum ^ byte) * 0x100000001B3 % (1 << 64)
    require(checksum == word(len(records) - 8, 8), 30, "wrong checksum")
    require(word(16) == 1 or word(16, 8) == 0, 30, "invalid bound")
    closed, at, end = {}, 32, len(records) - 8
    while at < end:
        cost, run, at = word(at), word(at + 4), at + 8
        require(run > 0 and at + run * puzzle.key_bytes <= end, 30, "malformed records")
        for at in range(at, at + run * puzzle.key_bytes, puzzle.key_bytes):
            state = puzzle.decode(word(at, puzzle.key_bytes))
            require(state is not None and state not in closed, 30, "a key of no state, or a duplicate")
            closed[state] = cost
        at += puzzle.key_bytes
    require(len(closed) == word(24, 8), 30, "wrong number of records")
    return (word(20) if word(16) else None), closed

def check(data):
    text, marker, records = data.partition(b"\nrecords\n")
    first, *lines = text.decode().split("\n")
    require(marker and first == "heureka certificate 1" and "".join(lines).isprintable(), 31, "invalid header")
    header = {name: [] for name in ("puzzle", "heuristic", "claim", "param", "instance", "plan")}
    for name, _, value in (line.partition(" ") for line in lines):
        header[name].append(value)
    (name,), (heuristic,), (claim,) = (header[name] for name in ("puzzle", "heuristic", "claim"))
    rules = (tiles, chi, counters, hanoi, river, grid, graph, pegs, number_maze)
    rules = {rule.__name__.replace("_", "-"): rule for rule in rules}
    require(name in rules, 40, f"puzzle '{name}' is not supported")
    text = re.sub(" / |/", "\n", "\n".join(header["instance"]))  # A slash ends a row.
    puzzle = rules[name](text, dict(pair.split("=", 1) for pair in header["param"]))
    h = {"none": lambda _: 0, "zero": lambda _: 0, **puzzle.heuristics}.get(heuristic)
    require(h, 40, f"heuristic '{heuristic}' is not supported")
    claimed = None if claim == "unsolvable" else int(claim.split("cost ")[1])
    require(0 <= (claimed or 0) < 2**32 - 1, 31, "the claimed cost is out of range")
    plan, state, cost = " ".join(header["plan"]).split(), puzzle.start, 0
    require(claimed is not None or not plan, 30, "a plan, but claimed unsolvable")
    for step, word in enumerate(plan, 1):
        options = [move[1:] for move in puzzle.moves(state) if move[0] == word]
        require(options, 30, f"move {step} of the plan, {word}, is illegal")
        cost, state = min((cost + added, after) for added, after in options)
    require(claimed is None or cost == claimed and puzzle.is_goal(state), 30, "the plan proves another cost")
    bound, closed = decoded(records, puzzle)
    require(bound == claimed, 30, "the records prove another bound than the claim")
    proves = (lambda g, state: bound is not None and g + h(state) >= bound)
    require(closed.get(puzzle.start, 0) == 0, 30, "the start has a cost")
    require(puzzle.start in closed or proves(0, puzzle.start), 30, "the start is missing")
    for state, g in closed.items():
        if bound is not None and g >= bound:
            continue
        require(not puzzle.is_goal(state), 30, f"a goal at cost {g}")
        for _, cost, after in puzzle.moves(state):
            in_order = closed[after] <= g + cost if after in closed else proves(g + cost, after)
            require(in_order, 30, f"a move from cost {g} to {after} breaks the bound")
    about = " ".join([name, repr(" / ".join(header["instance"])), *header["param"]])
    return f"{claim}{'' if claimed is None else ' is optimal'} for {about}: {len(closed)} states"

def verdict(path):
    """Returns the exit code for a file, and the reason."""
    try:
        with open(path, "rb") as certificate:
            return 0, check(certificate.read())
    except Stop as stop:
        return stop.args
    except (OSError, ValueError, LookupError, TypeError, ArithmeticError, StopIteration) as error:
        return 31, f"invalid file, header or instance: {error!r}"

if __name__ == "__main__":
    verdicts = [verdict(path) for path in sys.argv[1:]] or sys.exit(__doc__)
    for code, reason in verdicts:
        print({0: "accepted", 30: "rejected", 31: "unreadable", 40: "not supported"}[code] + ":", reason)
    sys.exit(max(code for code, _ in verdicts))
