"""The map of a game, as far as milestone 3 needs it."""

import json


def read_values(text):
    decoder, at, values = json.JSONDecoder(), 0, []
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        value, at = decoder.raw_decode(text, at)
        values.append(value)
    return values


def are_connected(start, end, game_map):
    neighbors = {}
    for city, others in game_map["connections"].items():
        for other in others:
            neighbors.setdefault(city, set()).add(other)
            neighbors.setdefault(other, set()).add(city)
    seen, waiting = {start}, [start]
    while waiting:
        for city in neighbors.get(waiting.pop(), set()) - seen:
            seen.add(city)
            waiting.append(city)
    return end in seen
