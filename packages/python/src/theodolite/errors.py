"""What the package raises: each error says what is wrong, where, and what to do, in the words of the command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar


@dataclass(frozen=True)
class Problem:
    """One sentence that says what is wrong, and one that says what to do."""

    message: str
    remedy: str
    where: str | None = None
    """The place: ``reading.ml:3:12`` in a layout, ``row 3, column `height` `` in a table; None if it has none."""


@dataclass(frozen=True)
class Diagnostic:
    """A mistake in a layout, or a warning about one."""

    severity: str
    """``error`` or ``warning``."""
    code: str
    """A stable name of this kind of mistake, such as ``unknown-name``."""
    message: str
    remedy: str
    line: int
    """From 1, as is ``column``."""
    column: int
    underlined: str
    """The text of the layout that it is about."""


_Error = TypeVar("_Error", bound="TheodoliteError")


class TheodoliteError(Exception):
    """Something that the user can change. The base of all errors that the package raises on purpose.

    ``str(error)`` has every problem with its remedy, as the command prints them.
    """

    problems: tuple[Problem, ...]
    """The first few problems, in order."""
    unlisted: int
    """The number of problems that are not among them."""

    def __init__(self, problems: Sequence[Problem], unlisted: int = 0, text: str | None = None) -> None:
        self.problems = tuple(problems)
        self.unlisted = unlisted
        self._text = text
        super().__init__(self.problems, unlisted, text)

    @classmethod
    def of(cls: type[_Error], message: str, remedy: str, where: str | None = None) -> _Error:
        """The error of one problem."""
        return cls([Problem(message, remedy, where)])

    def about(self: _Error, subject: str) -> _Error:
        """The same error, with the subject of the fit before each message, as the command says it."""
        told = [Problem(f"{subject}: {each.message}", each.remedy, each.where) for each in self.problems]
        return type(self)(told, self.unlisted, self._text)

    @property
    def message(self) -> str:
        """What is wrong: the first problem."""
        return self.problems[0].message if self.problems else ""

    @property
    def remedy(self) -> str:
        """What to do about the first problem."""
        return self.problems[0].remedy if self.problems else ""

    @property
    def where(self) -> str | None:
        """The place of the first problem; None if it has none."""
        return self.problems[0].where if self.problems else None

    def __str__(self) -> str:
        if self._text is not None:
            return self._text
        lines = [f"{problem.message}\n  = help: {problem.remedy}" for problem in self.problems]
        if self.unlisted > 0:
            lines.append(f"and {self.unlisted} more problem{'' if self.unlisted == 1 else 's'}")
        return "\n".join(lines)


class LayoutError(TheodoliteError):
    """Mistakes in a layout. ``str(error)`` shows each with the source underlined."""

    diagnostics: tuple[Diagnostic, ...] = ()


class ModuleError(TheodoliteError):
    """The bytes are no module of this compiler, or one of another version."""


class DataError(TheodoliteError):
    """A table does not fit the layout."""


class SettingError(TheodoliteError, ValueError):
    """An argument is out of range, or does not go with another."""


class SamplingError(TheodoliteError):
    """No chain found a start, a chain broke off, or memory ran out."""


class MissingProgram(TheodoliteError):
    """Something is needed that is not installed: Node, or another package for Python."""


class CommandError(TheodoliteError):
    """The command ``theodolite`` ended with an error. ``status`` is its exit status."""

    status: int = 1


class LayoutWarning(UserWarning):
    """The compiler warns about a layout."""


class FitWarning(UserWarning):
    """A fit did not converge, so that its numbers must not be used, or has a hint that calls for action."""


@dataclass
class ProblemList:
    """The first five problems with a table, and the number of the others."""

    reported: list[tuple[int, Problem]] = field(default_factory=list)

    def add(self, row: int, problem: Problem) -> None:
        """Adds a problem in a row, from 0."""
        self.reported.append((row, problem))

    def check(self, more: int = 0) -> None:
        """Raises ``DataError`` if there are problems. ``more`` of them were counted and not added."""
        if not self.reported:
            return
        ordered = [problem for _, problem in sorted(self.reported, key=lambda each: each[0])]
        raise DataError(ordered[:5], len(ordered) - 5 + more if len(ordered) > 5 else more)
