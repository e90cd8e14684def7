"""Connects a player to the referee, which calls it and waits for an answer to every call.

Without arguments, calls come from stdin and answers go to stdout: the player is a program in an input of xref or xgames
(docs/bots.md). With PORT NAME [HOST] it joins an xserver there, in the dialect `call` (docs/protocol.md).
"""
import codecs
import json
import os
import socket
import sys


def messages(read):
    """The values that arrive, wherever one ends and the next begins."""
    text, decode = "", codecs.getincrementaldecoder("utf-8")().decode
    for piece in iter(read, b""):
        text = (text + decode(piece)).lstrip()
        while text:
            try:
                value, end = json.JSONDecoder().raw_decode(text)
            except ValueError:
                break  # not all of it is here yet
            text = text[end:].lstrip()
            yield value


def connect(program, port, name, host="127.0.0.1"):
    if not port.isdigit() or int(port) > 65535:
        sys.exit(f"{program}: a port is a number from 0 to 65535, not {port!r}")
    try:
        connection = socket.create_connection((host, int(port)))
    except OSError as problem:
        sys.exit(f"{program}: cannot reach a server on {host}, port {port}: {problem.strerror}; xserver {port} starts one")
    connection.sendall(json.dumps(name).encode())
    return connection


def play(answer):
    """Answers all calls: answer(name, arguments) has the answer to one."""
    program, arguments = os.path.basename(sys.argv[0]), sys.argv[1:]
    if len(arguments) not in (0, 2, 3) or (not arguments and sys.stdin.isatty()):
        sys.exit(f"usage: {program} PORT NAME [HOST]; or as a player in an input of xref or xgames")
    if arguments:
        connection = connect(program, *arguments)
        read, write = lambda: connection.recv(65536), connection.sendall
    else:
        read, write = lambda: os.read(0, 65536), lambda answer: os.write(1, answer)
    try:
        for message in messages(read):
            if isinstance(message, str):
                sys.exit(message)  # "refused: ..."
            write(json.dumps(answer(*message)).encode() + b"\n")
    except ConnectionError:
        sys.exit(f"{program}: the server has closed the connection")
