"""Check the types of the pages' scripts: plain JavaScript, typed by its comments, read by TypeScript."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright._impl._driver import compute_driver_executable  # brings a Node.js of its own

ROOT = Path(__file__).parents[1]
SCRIPTS = ROOT / "src/ravelbox/web/static"
TSC = Path(sys.prefix) / "share" / "typescript" / "lib" / "tsc.js"  # `make test` fetches it


def main() -> int:
    """TypeScript's own verdict; nothing is built."""
    if not TSC.exists():
        sys.exit(f"{TSC} is missing: `make test` fetches it.")
    unread = [
        path.name
        for path in SCRIPTS.glob("*.js")
        if not path.read_text().startswith("// @ts-check")
    ]
    if unread:
        sys.exit(f"{', '.join(unread)}: begin with `// @ts-check`, or nobody checks the types.")
    node, _ = compute_driver_executable()
    return subprocess.run([node, TSC, "--project", ROOT / "jsconfig.json"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
