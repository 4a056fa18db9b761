"""A profile for people: each parameter's numbers rounded to the digits that they support, as text and as HTML."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from typing import Any

from .words import number_text

HEADS = ("unit", "mean", "sd", "95 % HDI", "ESS bulk", "ESS tail", "R-hat")


def profile_row(unit: str, summary: Mapping[str, Any]) -> tuple[str, ...]:
    """The cells under ``HEADS``. A number that the draws do not define is ``-``."""
    sd, mcse, interval = summary["sd"], summary["mcse"], summary["hdi95"]
    decimals = None if sd is None else meaningful_decimals(sd, mcse)
    return (
        unit,
        format_estimate(summary["mean"], decimals),
        format_estimate(sd, decimals),
        "-" if interval is None else " to ".join(format_estimate(end, decimals) for end in interval),
        format_estimate(summary["essBulk"], 0),
        format_estimate(summary["essTail"], 0),
        format_estimate(summary["rhat"], 3),
    )


def meaningful_decimals(sd: float, mcse: float | None) -> int | None:
    """The decimals at which an estimate's last digit is about as large as its Monte Carlo error; None if unknown.

    At most so many that the standard deviation has three digits.
    """
    if not math.isfinite(sd) or sd <= 0:
        return None
    error = 2 * mcse if mcse is not None and math.isfinite(mcse) else 0
    last_digit = math.floor(math.log10(max(error, sd / 100)))
    return max(0, -min(last_digit, math.floor(math.log10(sd))))


def format_estimate(value: float | None, decimals: int | None) -> str:
    """A number with this number of decimals; in scientific notation if that would be too long."""
    if value is None or not math.isfinite(value):
        return "-"
    if decimals is None:
        return number_text(float(f"{value:.4g}"))
    if decimals > 9 and 0.1 <= abs(value) < 1e6:
        return number_text(float(f"{value:.9f}"))
    if decimals > 9 or abs(value) >= 1e12:
        return f"{value:.2e}"
    text = f"{value:.{decimals}f}"
    return text.replace("-", "") if float(text) == 0 else text


SHOWN_LEVELS = 12
"""Of a latent with more levels, the first and the last are shown."""


def shown_places(count: int) -> tuple[range, range]:
    """The places that are shown at the beginning and at the end."""
    if count <= SHOWN_LEVELS:
        return range(count), range(0)
    half = SHOWN_LEVELS // 2
    return range(half), range(count - half, count)


def text_table(rows: Sequence[Sequence[str]]) -> str:
    """Rows aligned by blanks: the first two columns to the left, the others to the right."""
    widths = [max(len(row[place]) for row in rows if len(row) > place) for place in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if at < 2 else cell.rjust(width) for at, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


_STYLE = {
    "fatal": "border-left:4px solid #c0392b",
    "caution": "border-left:4px solid #d68910",
    "note": "border-left:4px solid #7f8c8d",
}


def html_profile(
    title: str, status: str, notes: Sequence[tuple[str, str, str]], rows: Sequence[Sequence[str]], figure: str | None
) -> str:
    """A profile as HTML without scripts: a title, notes of (weight, message, remedy), the figure, and the table."""

    def cell(tag: str, at: int, text: str) -> str:
        align = "left" if at < 2 else "right"
        return f'<{tag} style="text-align:{align};padding:2px 8px">{html.escape(text)}</{tag}>'

    head, *body = rows
    parts = [f'<div class="theodolite-fit"><p><strong>{html.escape(title)}</strong> ({html.escape(status)})</p>']
    for weight, message, remedy in notes:
        style = f"{_STYLE.get(weight, _STYLE['note'])};padding:2px 8px;margin:4px 0"
        parts.append(f'<p style="{style}">{html.escape(message)} <em>{html.escape(remedy)}</em></p>')
    if figure is not None:
        parts.append(figure)
    heads = "".join(cell("th", at, text) for at, text in enumerate(head))
    lines = "".join(f"<tr>{''.join(cell('td', at, text) for at, text in enumerate(row))}</tr>" for row in body)
    parts.append(f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table></div>")
    return "".join(parts)
