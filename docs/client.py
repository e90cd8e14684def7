#!/usr/bin/env python3
"""client.py PORT NAME [HOST]: a player of Trains for xserver, in the dialect `call` of docs/protocol.md.

On its turn it buys the first connection that it can, and else asks for cards. Begin here with a player of your own.
"""
import codecs
import json
import socket
import sys

MAP = {"width": 800, "height": 800,
       "cities": [["Boston", [700, 100]], ["Chicago", [400, 150]], ["Dallas", [350, 500]], ["Denver", [250, 300]],
                  ["Miami", [720, 700]], ["Seattle", [50, 80]], ["Tulsa", [380, 400]]],
       "connections": {"Boston": {"Chicago": {"red": 3, "blue": 4}, "Miami": {"white": 5}},
                       "Chicago": {"Denver": {"green": 4}, "Seattle": {"white": 5}, "Tulsa": {"blue": 3}},
                       "Dallas": {"Miami": {"blue": 3}, "Tulsa": {"red": 3}},
                       "Denver": {"Seattle": {"red": 4}, "Tulsa": {"white": 3}}}}


class Player:
    def start(self, _=True):
        return MAP  # if it comes from the oldest player, all games are played on it

    def setup(self, board, rails, cards):
        self.connections = sorted([a, b, length, color] for a, targets in board["connections"].items()
                                  for b, colors in targets.items() for color, length in colors.items())
        return "void"

    def pick(self, offered):
        return offered[2:]  # the three that it does not want

    def play(self, state):
        me = state["this"]
        taken = me["acquired"] + [one for other in state["acquired"] for one in other]
        for a, b, length, color in self.connections:
            if [a, b, color, length] not in taken and min(me["rails"], me["cards"].get(color, 0)) >= length:
                return [a, b, color, length]
        return "more cards"

    def more(self, _):
        return "void"

    losses = win = end = more


def messages(connection):
    """The values that arrive, wherever one ends and the next begins."""
    text, decode = "", codecs.getincrementaldecoder("utf-8")().decode
    for piece in iter(lambda: connection.recv(65536), b""):
        text = (text + decode(piece)).lstrip()
        while text:
            try:
                value, end = json.JSONDecoder().raw_decode(text)
            except ValueError:
                break  # not all of it is here yet
            text = text[end:].lstrip()
            yield value


port, name, host = (sys.argv[1:] + ["127.0.0.1"])[:3]
with socket.create_connection((host, int(port))) as connection:
    connection.sendall(json.dumps(name).encode())
    player = Player()
    for call in messages(connection):
        if isinstance(call, str):
            sys.exit(call)  # "refused: ..."
        connection.sendall(json.dumps(getattr(player, call[0])(*call[1])).encode())
