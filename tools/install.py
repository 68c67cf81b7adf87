"""Install this folder with some extras into the environment that runs it, compiled if possible.

The engine is compiled where a C compiler works; where none does, that is said in one line and the
same sources run interpreted.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

LOG = str(Path(tempfile.gettempdir()) / "ravelbox-build.log")


def fresh() -> None:
    """Forget earlier builds, so that what was deleted from the sources is not installed again."""
    shutil.rmtree("build", ignore_errors=True)


def install(extras: str, *, pure: bool) -> bool:
    """Run pip; whether it worked."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--constraint", "constraints.txt", f".[{extras}]"]
    env = os.environ | ({"RAVELBOX_PURE": "1"} if pure else {})
    fresh()
    if pure:  # what was said of the compilation stays to be read
        return subprocess.run(command, env=env, check=False).returncode == 0
    with Path(LOG).open("w", encoding="utf-8") as log:  # of a failed compilation only a few care
        return subprocess.run(command, env=env, check=False, stderr=log).returncode == 0


def main() -> int:
    """Install, compiled or else interpreted."""
    extras = sys.argv[1]
    print("Setting up; the first time takes a minute or two.", flush=True)
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        print(
            f"No C compiler ({compiler}) found: the engine will run interpreted, and slower. "
            "After installing one, run `make clean` first."
        )
    elif install(extras, pure=False):
        return 0
    else:
        print(f"Installing it compiled did not work ({LOG} says why): trying it interpreted.")
    return 0 if install(extras, pure=True) else 1


if __name__ == "__main__":
    sys.exit(main())
