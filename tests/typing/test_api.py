"""The public API works as its types say."""

from __future__ import annotations

import doctest

import ravelbox
from ravelbox import bots
from tests.typing import api


def test_the_api_as_a_user_would_write_it() -> None:
    """The example runs, and twice alike."""
    assert api.main() == api.main()


def test_examples_in_docstrings_are_true() -> None:
    """Doctests of the front doors."""
    for module in (ravelbox, bots):
        found = doctest.testmod(module)
        assert found.attempted > 0
        assert found.failed == 0
