"""Takes the first thing that is possible: the shortest good company."""

import json
import sys

for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "ask":
        sys.stdout.write(json.dumps({"code": said["legal"][0]["code"]}) + "\n")
        sys.stdout.flush()
