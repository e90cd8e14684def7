#!/usr/bin/env python3
import json
import sys

sys.path.insert(0, "..")  # the current folder is 3/
from Trains.Common.rails import are_connected, read_values

print(json.dumps(are_connected(*read_values(sys.stdin.read()))))
