"""Answers by text and by the number of the question, with an empty line before, and says goodbye."""

import json
import sys

for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "ask":
        answer = {"id": said["id"], "text": said["legal"][-1]["text"].upper()}
        sys.stdout.write("\n" + json.dumps(answer) + "\n")
        sys.stdout.flush()
