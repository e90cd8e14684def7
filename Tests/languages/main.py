#!/usr/bin/env python3
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
print("true" if (heard, said, kept) == (b"tcp", b"sub\n", b"tmp") else "false")
