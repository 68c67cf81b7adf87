"""What an auditor of pages says: axe-core, run inside a page as it stands."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(sys.prefix) / "share" / "axe.min.js"  # `make test` fetches it, see tools/vendor.py
GRAVE = ("serious", "critical")
RUN = """
async ([within, only]) => {
  // What fades in is judged when it is there.
  for (const one of document.getAnimations()) if (one.effect.getComputedTiming().endTime < Infinity) one.finish();
  const { violations } = await axe.run(within || document, { resultTypes: ["violations"], ...(only && { runOnly: [only] }) });
  return violations.map(({ id, impact, help, nodes }) => ({
    id, impact, help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary.split("\\n").slice(1).join(" ")}`),
  }));
}
"""


@cache
def auditor() -> str:
    """The auditor's script."""
    assert AXE.exists(), f"no auditor: run `python tools/vendor.py {AXE}`"
    return AXE.read_text(encoding="utf-8")


def findings(page: Page, within: str = "", only: str = "") -> list[dict[str, Any]]:
    """What bars somebody from a page or a part of it, gravely; by all rules or by one."""
    if page.is_closed() or not page.url.startswith("http"):
        return []
    if not page.evaluate("'axe' in window"):
        page.evaluate(auditor() + ";0")
    found: list[dict[str, Any]] = page.evaluate(RUN, [within, only])
    return [one for one in found if one["impact"] in GRAVE]


def audit(page: Page, within: str = "", only: str = "") -> None:
    """Nothing on the page, as it stands, bars anybody from it."""
    said = [
        f"{one['id']} ({one['impact']}): {one['help']}\n    " + "\n    ".join(one["where"][:6])
        for one in findings(page, within, only)
    ]
    assert not said, f"{page.url} {within} bars somebody:\n  " + "\n  ".join(said)


def audit_both(page: Page, within: str = "") -> None:
    """By day, and by night as far as the two differ."""
    audit(page, within)
    page.emulate_media(color_scheme="dark")
    audit(page, within, only="color-contrast")
    page.emulate_media(color_scheme="light")
