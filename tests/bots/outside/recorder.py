"""Takes the first thing that is possible, and writes every byte that it hears to a file."""

import json
import sys
from pathlib import Path

with Path(sys.argv[1]).open("ab", buffering=0) as heard:
    for line in sys.stdin.buffer:
        heard.write(line)
        said = json.loads(line)
        if said["type"] == "ask":
            sys.stdout.write(json.dumps({"code": said["legal"][0]["code"]}) + "\n")
            sys.stdout.flush()
