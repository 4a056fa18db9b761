"""Runs a command module under Wasmtime with this process's own streams: MODULE [ARGUMENT...]."""

import sys

from wasmtime import Engine, ExitTrap, Linker, Module, Store, WasiConfig

engine = Engine()
linker = Linker(engine)
linker.define_wasi()
store = Store(engine)
wasi = WasiConfig()
wasi.argv = sys.argv[1:]
wasi.inherit_stdin()
wasi.inherit_stdout()
wasi.inherit_stderr()
wasi.preopen_dir(".", ".")
store.set_wasi(wasi)
instance = linker.instantiate(store, Module.from_file(engine, sys.argv[1]))
try:
    instance.exports(store)["_start"](store)
except ExitTrap as ended:
    sys.exit(ended.code)
