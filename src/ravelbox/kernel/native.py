"""The machine integer for the hottest loops: `i64` when compiled, a plain `int` otherwise.

Values must stay within 64 bits by themselves: only the compiled form would wrap around.
"""

try:
    from mypy_extensions import i64
except ImportError:  # no mypyc at hand, so nothing is compiled either
    i64 = int  # type: ignore[misc]  # the fallback is the whole point

__all__ = ["i64"]
