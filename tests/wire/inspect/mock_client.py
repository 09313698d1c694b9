"""A mock that is served by ``mock_server.py``; run without site packages, so that it starts at once.

python -S -E mock_client.py SOCKET MODE
"""

import os
import socket
import sys

client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
client.connect(sys.argv[1])
socket.send_fds(client, [sys.argv[2].encode()], [0, 1, 2])
for number in range(3):
    os.close(number)
status = client.recv(1)
os._exit(status[0] if status else 1)
