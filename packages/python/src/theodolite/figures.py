"""Figures of fits, drawn by the command as SVG or PNG (docs/guides/figures.md)."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import SettingError
from .node import run_command
from .words import did_you_mean

if TYPE_CHECKING:
    from .fit import Fit


class Figure:
    """A figure as SVG. A notebook shows it."""

    svg: str
    """The text of the SVG file."""

    def __init__(self, svg: str, arguments: Sequence[str] = (), fit: Fit | None = None) -> None:
        self.svg = svg
        self._arguments = tuple(arguments)
        self._fit = fit

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        title = re.search(r"<title[^>]*>([^<]*)", self.svg)
        return f"<Figure: {title[1].strip()}>" if title else "<Figure>"

    def save(self, path: str | Path) -> None:
        """Writes the figure to a file whose name ends in .svg or .png."""
        path = Path(path)
        kind = path.suffix.lower()
        if kind == ".png" and self._fit is not None:
            draw(self._fit, [*self._arguments, "--output", str(path.absolute())])
        elif kind == ".svg":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.svg, "utf-8")
        else:
            raise SettingError.of(f"The file {path} is no figure.", "Give a name that ends in .svg or .png.")


KINDS = (
    "forest",
    "density",
    "radial",
    "ranks",
    "traces",
    "energy",
    "pairs",
    "correlations",
    "band",
    "surface",
)
KINDS_OF_DATA = ("success-by-demand", "success-grid", "calibration", "brier")
"""The kinds that need the fitted rows."""


class Plots:
    """The figures of a fit: ``fit.plot.forest()``. Each method takes the options of the command as arguments."""

    def __init__(self, fit: Fit) -> None:
        self._fit = fit

    def __call__(self, kind: str, **options: Any) -> Figure:
        """The figure of that kind, such as ``forest``; docs/guides/figures.md shows them.

        ``only="acuity,slip"``, ``width=640`` and ``theme="dark"`` are options of the command ``plot``.
        """
        name = kind.replace("_", "-")
        if name not in (*KINDS, *KINDS_OF_DATA):
            raise SettingError.of(
                f"There is no kind of figure called `{kind}`.{did_you_mean(name, (*KINDS, *KINDS_OF_DATA))}",
                f"The kinds are {', '.join((*KINDS, *KINDS_OF_DATA))}.",
            )
        arguments = ["plot", name, *options_of(options)]
        return Figure(draw(self._fit, arguments), arguments, self._fit)

    def __getattr__(self, name: str) -> Any:
        """A kind without a method of its own, such as ``correlations``."""
        kinds = (*KINDS, *KINDS_OF_DATA)
        if name.replace("_", "-") in kinds:
            return lambda **options: self(name, **options)
        raise AttributeError(f"There is no kind of figure called `{name}`.{did_you_mean(name, kinds)}")

    def forest(self, **options: Any) -> Figure:
        """Means with 50 and 95 % intervals, each on its own scale."""
        return self("forest", **options)

    def density(self, **options: Any) -> Figure:
        """The densities of the posterior and the prior of each parameter."""
        return self("density", **options)

    def radial(self, **options: Any) -> Figure:
        """The abilities whose values end on both sides, around a centre, with their intervals."""
        return self("radial", **options)

    def ranks(self, **options: Any) -> Figure:
        """Whether the chains agree: how often each has the low, middle and high ranks of all draws."""
        return self("ranks", **options)

    def traces(self, **options: Any) -> Figure:
        """The draws of each chain in order."""
        return self("traces", **options)

    def energy(self, **options: Any) -> Figure:
        """The spread of the energies of each chain, compared with their changes per transition."""
        return self("energy", **options)

    def pairs(self, **options: Any) -> Figure:
        """The draws of each pair of parameters, with diverging trajectories marked."""
        return self("pairs", **options)

    def success_by_demand(self, **options: Any) -> Figure:
        """Success against each demand: observed rates with intervals, and what the fit expects."""
        return self("success-by-demand", **options)

    def calibration(self, **options: Any) -> Figure:
        """Success rates against predicted probabilities."""
        return self("calibration", **options)


def draw(fit: Fit, arguments: Sequence[str]) -> str:
    """What the command prints that draws a figure of a fit, with the fitted rows if the kind needs them."""
    with tempfile.TemporaryDirectory(prefix="theodolite-") as folder:
        data: list[str] = []
        if arguments[1] in KINDS_OF_DATA:
            path = Path(folder) / "rows.jsonl"
            fit.write_rows(path)
            data = ["--data", str(path)]
        return run_command([*arguments, str(fit.folder()), *data]).output


def options_of(given: dict[str, Any]) -> list[str]:
    """Arguments of Python as options of the command: ``max_tree_depth=12`` is ``--max-tree-depth 12``.

    >>> options_of({"only": ["acuity", "slip"], "hdi": True, "width": None, "bind": {"a": "b"}})
    ['--only', 'acuity,slip', '--hdi', '--bind', 'a=b']
    """
    options: list[str] = []
    for name, value in given.items():
        option = f"--{name.replace('_', '-')}"
        if value is None or value is False:
            continue
        if value is True:
            options.append(option)
        elif isinstance(value, dict):
            for key, each in value.items():
                text = each if isinstance(each, str) or not isinstance(each, Sequence) else ",".join(map(str, each))
                options += [option, f"{key}={text}"]
        elif isinstance(value, Sequence) and not isinstance(value, str):
            # Each filter of rows, and each joined table, is an option of its own.
            is_repeated = name in ("rows", "join")
            options += [part for each in value for part in (option, str(each))] if is_repeated else []
            options += [] if is_repeated else [option, ",".join(map(str, value))]
        else:
            options += [option, str(value)]
    return options
