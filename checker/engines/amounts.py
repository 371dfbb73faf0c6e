"""Amounts as a user writes them: whole numbers, times and sizes.

Apart from the command line because the engines declare their options with these (`checker.engines.engine`).
"""

from __future__ import annotations

import argparse
import math
import re

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def positive(text: str) -> int:
    """A whole number from 1 on.

    Raises:
        argparse.ArgumentTypeError: it is not one.
    """
    return _whole(text, 1)


def natural(text: str) -> int:
    """A whole number from 0 on.

    Raises:
        argparse.ArgumentTypeError: it is not one.
    """
    return _whole(text, 0)


def _whole(text: str, least: int) -> int:
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from {least} on")
    return int(text)


def seconds(text: str) -> float:
    """A time in seconds, above 0.

    Raises:
        argparse.ArgumentTypeError: it is not one.
    """
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not a time in seconds, such as 10 or 0.5")
    return value


def size(text: str) -> int:
    """Bytes, from a text such as 8G or 512M.

    Raises:
        argparse.ArgumentTypeError: it is not a size.
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if not match or float(match[1]) <= 0:
        raise argparse.ArgumentTypeError(f"{text} is not a size: write a number and K, M, G or T, as in 8G")
    return int(float(match[1]) * _UNITS[match[2].upper()])
