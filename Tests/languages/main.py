#!/usr/bin/env python3
import mmap
import multiprocessing
import os
import socket
import subprocess
import tempfile
import threading

server = socket.create_server(("127.0.0.1", 0))


def serve():
    client, _ = server.accept()
    client.sendall(b"tcp")
    client.close()


thread = threading.Thread(target=serve)
thread.start()
heard = socket.create_connection(server.getsockname()).recv(9)
thread.join()
said = subprocess.run(["echo", "sub"], capture_output=True, check=True).stdout
with tempfile.TemporaryFile() as file:
    file.write(b"tmp")
    file.seek(0)
    kept = file.read()
shared = mmap.mmap(-1, 1 << 20)
if os.fork() == 0:
    shared[:3] = b"map"
    os._exit(0)
os.wait()
mapped = [1, 2]
if os.getppid() == 1:  # in a sandbox; its semaphores need /dev/shm
    with multiprocessing.Pool(2) as pool:
        mapped = pool.map(abs, [-1, 2])
print("true" if (shared[:3], mapped) == (b"map", [1, 2]) and (heard, said, kept) == (b"tcp", b"sub\n", b"tmp") else "false")
