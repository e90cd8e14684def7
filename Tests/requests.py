#!/usr/bin/env python3
"""Usage: Tests/requests.py PORT COUNT [SEED]: sends spoiled requests to an HTTP server on this machine.

Each gets a status from 200 to 499, 505, a closed connection, or nothing while the server waits for the rest. Whatever was sent
before, the server answers /healthz at the end. Exits with 1 otherwise.
"""
import collections
import concurrent.futures
import random
import socket
import sys

PATHS = ["/", "/events", "/events?page=x", "/log", "/replay.html", "/healthz", "/play", "/play/join", "/play/move", "/play/events?token=x"]
WORDS = [b"\0", b"\r\n", b"\n", b" ", b"%00", b"../", b"/", b"?", b"HTTP/9.9", b"\xff" * 9, b"A" * 9000, b"Content-Length: -1\r\n",
         b"Content-Length: 99999999999999999999\r\n", b"Transfer-Encoding: chunked\r\n", b"Last-Event-ID: 18446744073709551616\r\n",
         b"Host: evil.example\r\n", b"Expect: 100-continue\r\n", b"Connection: Upgrade\r\nUpgrade: websocket\r\n", b"Range: bytes=0-\r\n"]


def request(chance):
    method = chance.choice(["GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get"])
    body = chance.choice(["", '{"name":"Ann"}', "[" * 200, '{"token":"x","answer":1}'])
    headers = ["Host: localhost", f"Content-Length: {len(body)}", "Content-Type: application/json", "Last-Event-ID: 3"]
    text = f"{method} {chance.choice(PATHS)} HTTP/1.{chance.randint(0, 1)}\r\n" + "\r\n".join(headers) + f"\r\n\r\n{body}"
    spoiled = bytearray(text.encode())
    for _ in range(chance.randint(0, 4)):
        at = chance.randrange(len(spoiled) + 1)
        way = chance.randrange(4)
        if way == 0:
            spoiled[at:at + 1] = bytes([chance.randrange(256)])
        elif way == 1:
            spoiled[at:at] = chance.choice(WORDS)
        elif way == 2:
            del spoiled[at:at + chance.randint(1, 20)]
        else:
            del spoiled[at:]
    return bytes(spoiled)


def answer(port, sent):
    """The beginning of the answer; nothing if the connection is closed; None if nothing comes for a while."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        try:
            connection.sendall(sent)
            connection.settimeout(0.05)
            got = connection.recv(64)
            return connection.recv(64) if got == b"HTTP/1.1 100 Continue\r\n\r\n" else got  # the answer comes after that
        except TimeoutError:
            return None
        except OSError:
            return b""


def status_of(got):
    if got is None:
        return "waited"
    return got.split(b" ")[1].decode() if got.startswith(b"HTTP/1.") else "nonsense" if got else "closed"


def main():
    port, count, seed = int(sys.argv[1]), int(sys.argv[2]), int((sys.argv + ["1"])[3])
    chance = random.Random(seed)
    requests = [request(chance) for _ in range(count)]
    seen = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        for sent, got in zip(requests, pool.map(lambda sent: answer(port, sent), requests)):
            status = status_of(got)
            seen[status] += 1
            if status not in ("waited", "closed", "505") and not "200" <= status <= "499":
                sys.exit(f"{sent!r} (seed {seed}): {got!r}")
    if not any((answer(port, b"GET /healthz HTTP/1.0\r\n\r\n") or b"").startswith(b"HTTP/1.1 200 OK") for _ in range(100)):
        sys.exit("the server is not well afterwards")
    print(", ".join(f"{status}: {number}" for status, number in sorted(seen.items())))


main()
