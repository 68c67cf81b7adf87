"""The machine integer for the hottest loops: `i64` to the compiler, a plain `int` otherwise.

Values must stay within 64 bits by themselves: only the compiled form would wrap around.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64
else:
    i64 = int

__all__ = ["i64"]
