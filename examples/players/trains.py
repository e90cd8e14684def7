#!/usr/bin/env python3
"""trains.py [PORT NAME [HOST]]: a player of Trains. It plays like the house player Hold-10."""
import table

# What it suggests if a tournament asks for a map: seven cities in a row.
MAP = {"width": 800, "height": 800, "cities": [[city, [100 * i + 50, 400]] for i, city in enumerate("ABCDEFG")],
       "connections": {a: {b: {"red": 3, "blue": 4}} for a, b in zip("ABCDEF", "BCDEFG")}}
connections = []


def setup(board):
    """A game begins: put the connections in the order in which they are tried."""
    connections[:] = sorted((min(a, b), max(a, b), length, color) for a, targets in board["connections"].items()
                            for b, colors in targets.items() for color, length in colors.items())


def turn(me, others):
    """With more than ten cards, buy the first connection that is free and affordable."""
    taken = me["acquired"] + [one for other in others for one in other]
    for a, b, length, color in connections if sum(me["cards"].values()) > 10 else []:
        if length <= min(me["rails"], me["cards"].get(color, 0)) and [a, b, color, length] not in taken:
            return [a, b, color, length]
    return "more cards"


def answer(call, arguments):
    if call == "start":
        return MAP
    if call == "setup":
        setup(arguments[0])
    if call == "pick":  # five destinations: say which three are not wanted
        return sorted(arguments[0])[2:]
    if call == "play":
        return turn(arguments[0]["this"], arguments[0]["acquired"])
    return "void"


table.play(answer)
