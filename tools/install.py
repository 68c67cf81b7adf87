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


def install(extras: str, *, pure: bool) -> bool:
    """Run pip; whether it worked."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--constraint", "constraints.txt", f".[{extras}]"]
    env = os.environ | ({"RAVELBOX_PURE": "1"} if pure else {})
    quiet = None if pure else subprocess.PIPE  # what a failed compilation prints helps nobody here
    return subprocess.run(command, env=env, check=False, stderr=quiet).returncode == 0


def main() -> int:
    """Install, compiled or else interpreted."""
    extras = sys.argv[1]
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        print(f"No C compiler ({compiler}) found: the engine will run interpreted, and slower.")
    elif install(extras, pure=False):
        return 0
    else:
        print("The engine could not be compiled: trying to install it interpreted.")
    return 0 if install(extras, pure=True) else 1


if __name__ == "__main__":
    sys.exit(main())
