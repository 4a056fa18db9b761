"""Compiled layouts, checked before any of their code runs (docs/reference/abi.md, "What a host must check")."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import wasmtime

from .errors import ModuleError
from .words import host_error, shared

Manifest = Mapping[str, Any]
"""The manifest of a module, as docs/reference/manifest.schema.json describes it."""

MAX_BYTES = 1 << 24
"""A larger module is refused."""

_BUILD = "Give a module that `theodolite build` made."


@dataclass(frozen=True)
class LoadedModule:
    """A compiled layout that has been checked."""

    binary: bytes
    manifest: Manifest
    machine_code: bytes
    """The module compiled for this machine by wasmtime."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Another machine compiles it for itself.
        return (_load_again, (self.binary,))


def engine() -> wasmtime.Engine:
    """An engine whose instances end as soon as its epoch is incremented, whatever they do."""
    config = wasmtime.Config()
    config.epoch_interruption = True
    # A process made by fork has none of the threads that wasmtime started for its parent, and would wait for them.
    config.parallel_compilation = False
    return wasmtime.Engine(config)


def load(binary: bytes) -> LoadedModule:
    """Checks a compiled layout and compiles it for this machine. No code of the module runs.

    Raises ModuleError if the bytes are no such module, or one of another version.
    """
    if len(binary) > MAX_BYTES:
        raise ModuleError.of(
            f"This module has {len(binary)} bytes, and may have {MAX_BYTES}.", "Give a module of a smaller layout."
        )
    manifest = read_manifest(binary)
    try:
        module = wasmtime.Module(engine(), binary)
    except wasmtime.WasmtimeError as error:
        raise host_error(ModuleError, "refusedByEngine", str(error).splitlines()[0]) from None
    _check_exports(module)
    return LoadedModule(binary, manifest, bytes(module.serialize()))


@lru_cache(maxsize=8)
def _load_again(binary: bytes) -> LoadedModule:
    """As load, but a process that gets the same module with each of its tasks compiles it once."""
    return load(binary)


def is_wasm(content: bytes) -> bool:
    """Whether bytes begin as a WebAssembly module does."""
    return content[:4] == b"\0asm"


def read_manifest(binary: bytes) -> Manifest:
    """The manifest of a whole module of this version. Raises ModuleError."""
    if not is_wasm(binary):
        raise ModuleError.of("This is not a WebAssembly module.", _BUILD)
    sections, has_start = _sections(binary)
    checksum = sections.get("theodolite.checksum")
    if checksum is not None:
        contents, begin, end = checksum
        if end != len(binary) or contents != struct.pack("<I", zlib.crc32(binary[:begin])):
            raise host_error(ModuleError, "changed")
    if "theodolite" not in sections:
        raise host_error(ModuleError, "noManifest")
    try:
        manifest = json.loads(sections["theodolite"][0].decode("utf-8"))
    except ValueError as error:
        raise host_error(ModuleError, "unreadable", error) from None
    abi = manifest.get("abi") if isinstance(manifest, dict) else None
    if abi != shared()["abi"]["version"]:
        raise host_error(ModuleError, "otherVersion", abi)
    if "target" in manifest:
        raise host_error(ModuleError, "command")
    if checksum is None:
        raise host_error(ModuleError, "withoutSum")
    if has_start:
        raise host_error(ModuleError, "starting")
    _check_form(manifest)
    return manifest  # type: ignore[no-any-return]


def _check_form(manifest: dict[str, Any]) -> None:
    """What the host reads must have its form; the schema says the rest."""
    lists = ("columns", "latents", "statistics", "levelStatistics")
    if not all(isinstance(manifest.get(name), list) for name in lists) or not all(
        isinstance(each, dict) and isinstance(each.get("name"), str)
        for name in ("columns", "latents")
        for each in manifest[name]
    ):
        raise host_error(ModuleError, "unreadable", "it has another form than docs/reference/manifest.schema.json says")


def _sections(binary: bytes) -> tuple[dict[str, tuple[bytes, int, int]], bool]:
    """The first custom section of each name, with its place, and whether the module starts by itself."""
    at = 8
    found: dict[str, tuple[bytes, int, int]] = {}
    has_start = False

    def broken() -> ModuleError:
        return ModuleError(  # The words of module/wasm-binary.ts.
            ModuleError.of(
                f"This WebAssembly module is cut off or damaged at its byte {at}.",
                "Copy it again from where it was built, or build the layout again.",
            ).problems
        )

    def u32() -> int:
        nonlocal at
        value = 0
        for shift in range(0, 35, 7):
            if at >= len(binary):
                raise broken()
            low = binary[at]
            at += 1
            value += (low & 127) << shift
            if low < 128:
                return value
        raise broken()

    if len(binary) < 8:
        raise broken()
    while at < len(binary):
        begin = at
        kind = binary[at]
        at += 1
        size = u32()
        end = at + size
        if end > len(binary):
            raise broken()
        has_start = has_start or kind == 8
        if kind == 0:
            length = u32()
            name = binary[at : at + length].decode("utf-8", "replace")
            if at + length > end:
                raise broken()
            found.setdefault(name, (binary[at + length : end], begin, end))
        at = end
    return found, has_start


_TYPES = {"i32": "i", "i64": "l", "f32": "f", "f64": "d", "v128": "v"}
_MAX_PAGES = 65535


def _check_exports(module: wasmtime.Module) -> None:
    if module.imports:
        first = module.imports[0]
        raise host_error(ModuleError, "importing", f"{first.module}.{first.name}")
    types = {each.name: each.type for each in module.exports}

    def of(values: list[wasmtime.ValType]) -> str:
        return "".join(_TYPES.get(str(value), "?") for value in values)

    for name, wanted in shared()["abi"]["functions"].items():
        if name not in types:
            raise host_error(ModuleError, "notExporting", name)
        kind = types[name]
        if not isinstance(kind, wasmtime.FuncType) or f"{of(list(kind.params))}:{of(list(kind.results))}" != wanted:
            raise host_error(ModuleError, "exporting", name)
    memory = types.get("memory")
    if memory is None:
        raise host_error(ModuleError, "notExporting", "memory")
    if not isinstance(memory, wasmtime.MemoryType):
        raise host_error(ModuleError, "exporting", "memory")
    if memory.limits.max is None or memory.limits.max > _MAX_PAGES:
        raise host_error(ModuleError, "unbounded")
