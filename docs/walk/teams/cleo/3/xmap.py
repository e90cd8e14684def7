#!/usr/bin/env python3
"""Says whether two cities are connected: reads two names and a map."""
import json
import sys

text, values = sys.stdin.read(), []
while text.strip():
    value, end = json.JSONDecoder().raw_decode(text.lstrip())
    values.append(value)
    text = text.lstrip()[end:]
start, goal, board = values
neighbors = {}
for a, targets in board["connections"].items():
    for b in targets:
        neighbors.setdefault(a, set()).add(b)
        neighbors.setdefault(b, set()).add(a)
seen, left = {start}, [start]
if left:
    for city in neighbors.get(left.pop(), set()) - seen:
        seen.add(city)
        left.append(city)
print(json.dumps(goal in seen))
