"""The 8-puzzle in Python, three times: as a class, as rules, and solved by a plain A*."""

from __future__ import annotations

import heapq
from itertools import count

import heureka

State = tuple[int, ...]

GOAL: State = (1, 2, 3, 4, 5, 6, 7, 8, 0)
HARDEST: State = (8, 6, 7, 2, 5, 4, 3, 0, 1)

# For each position of the blank, the tiles' moves: name and the position of the tile. As in the built-in
# puzzle, a move is named after where the tile goes, and the order of moves is the same.
MOVES = [
    [
        (name, blank + step)
        for name, step, is_legal in (
            ("up", 3, blank < 6),
            ("left", 1, blank % 3 < 2),
            ("right", -1, blank % 3 > 0),
            ("down", -3, blank >= 3),
        )
        if is_legal
    ]
    for blank in range(9)
]
# The Manhattan distance of each tile at each position; the blank does not count.
DISTANCES = [
    [0] + [abs(place // 3 - tile // 3) + abs(place % 3 - tile % 3) for tile in range(8)]
    for place in range(9)
]


class Eight:
    """The 8-puzzle as a problem."""

    claim = "consistent"

    def __init__(self, start: State) -> None:
        self.start = start

    def is_goal(self, state: State) -> bool:
        return state == GOAL

    def successors(self, state: State) -> list[tuple[str, int, State]]:
        blank = state.index(0)
        found = []
        for name, tile in MOVES[blank]:
            board = list(state)
            board[blank], board[tile] = board[tile], 0
            found.append((name, 1, tuple(board)))
        return found

    def h(self, state: State) -> int:
        return sum(DISTANCES[place][tile] for place, tile in enumerate(state))


def rules(start: State) -> heureka.Rules:
    """Returns the 8-puzzle as rules: the blank and the tile next to it change places."""
    moves: list[tuple[str, int, dict[int, int | str], dict[int, int | str]]] = [
        (name, 1, {blank: 0, tile: "t"}, {blank: "t", tile: 0})
        for blank in range(9)
        for name, tile in MOVES[blank]
    ]
    return heureka.Rules(start, GOAL, moves, h=DISTANCES, claim="consistent")


def plain_astar(problem: Eight) -> tuple[list[str], int]:
    """Solves the problem by A* with heapq, and returns the plan and the number of expanded states."""
    number = count()
    g = {problem.start: 0}
    parent: dict[State, tuple[str, State]] = {}
    closed: set[State] = set()
    frontier = [(problem.h(problem.start), 0, next(number), problem.start)]
    while frontier:
        _, _, _, state = heapq.heappop(frontier)
        if state in closed:
            continue
        if problem.is_goal(state):
            plan = []
            while state in parent:
                action, state = parent[state]
                plan.append(action)
            return plan[::-1], len(closed)
        closed.add(state)
        for action, cost, following in problem.successors(state):
            path_cost = g[state] + cost
            if following not in g or path_cost < g[following]:
                g[following] = path_cost
                parent[following] = (action, state)
                f = path_cost + problem.h(following)
                # Of equal f, the deepest first.
                heapq.heappush(frontier, (f, -path_cost, next(number), following))
    raise ValueError("no plan")
