"""A real Chromium for the browser tests: the machine's, Debian's package, or Playwright's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """The path of a Chromium on this machine, if there is one."""
    named = os.environ.get("RAVELBOX_CHROMIUM")
    if named:
        return named
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # slow, and rarely needed

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def install() -> None:
    """Install one: as root on Debian its package, elsewhere Playwright's own build."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
    if find() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def main() -> None:
    """Make sure of one, or say clearly that there is none."""
    if find() is None:
        print("Installing Chromium for the browser tests …")
        install()
    found = find()
    if found is None:
        sys.exit(
            "The browser tests need a Chromium, and none could be installed. Install one (on "
            "Debian: apt-get install chromium) or name it in RAVELBOX_CHROMIUM."
        )
    print(f"Chromium: {found}")


if __name__ == "__main__":
    main()
