"""The levels of categories: their names and their order, by the rules of docs/reference/abi.md ("Categories")."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable

_NUMBER = re.compile(r"(0x[0-9a-f]+|0o[0-7]+|0b[01]+)|[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


def order_levels(names: Iterable[str]) -> list[str]:
    """By value if all names are finite numbers; otherwise, and for equal values, in natural order: step2, step10."""
    keys = {name: (_value(name), _natural(name), name.encode("utf-16-be", "surrogatepass")) for name in names}
    are_numbers = all(math.isfinite(value) for value, _, _ in keys.values())
    return sorted(keys, key=lambda name: (keys[name][0] if are_numbers else 0.0, keys[name][1], keys[name][2]))


def _value(name: str) -> float:
    found = _NUMBER.fullmatch(name)
    if found is None:
        return math.inf
    try:
        return float(int(name, 0) if found[1] else name)
    except OverflowError:
        return math.inf


def _natural(name: str) -> bytes:
    return re.sub("[0-9]+", _sortable, name).encode("utf-16-be", "surrogatepass")


def _sortable(run: re.Match[str]) -> str:
    """A whole number as text that sorts as the number does: how long its length is, its length, and its digits."""
    digits = run[0].lstrip("0")
    length = str(len(digits))
    return f"{len(length)}{length}{digits}"


def name_of_pair(first: str, second: str) -> str:
    """``Ada, algebra``. A level with a comma or a quotation mark is quoted."""
    return ", ".join(
        json.dumps(each, ensure_ascii=False) if re.search('[",]', each) else each for each in (first, second)
    )


def called_name(name: str, level: str | None = None) -> str:
    """What people call a value: ``theta[Ada]``, and of a dimension's value ``theta[Ada, verbal]``."""
    base, *inside = name.split(".")
    if level is not None:
        inside.insert(0, level)
    return f"{base}[{', '.join(inside)}]" if inside else name
