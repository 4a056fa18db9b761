"""Reads damaged files with pyarrow: python pyarrow-damage.py FOLDER... Prints as JSON, for each folder by the name of each file, what it says of those that it refuses.

Each is read in a process of its own, since a damaged file may end it.
"""

import json
import os
import pathlib
import resource
import sys

import pyarrow as pa
import pyarrow.parquet as parquet


def read(path: pathlib.Path) -> None:
    if ".parquet" in path.name:
        table = parquet.ParquetFile(path, page_checksum_verification=True).read(use_threads=False)
    elif ".arrows" in path.name:
        table = pa.ipc.open_stream(pa.py_buffer(path.read_bytes())).read_all()
    else:
        table = pa.ipc.open_file(pa.py_buffer(path.read_bytes())).read_all()
    table.validate(full=True)


def problem(path: pathlib.Path) -> str | None:
    """What pyarrow says of a file; null where it reads it."""
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(receive)
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        try:
            read(path)
            message = ""
        except BaseException as error:
            message = f"{type(error).__name__}: {error}"
        os.write(send, (message or "read").encode("utf-8", "replace")[:4000])
        os._exit(0)
    os.close(send)
    with os.fdopen(receive, "rb") as pipe:
        message = pipe.read().decode("utf-8", "replace")
    os.waitpid(child, 0)
    return None if message == "read" else message or "it ended the process"


refused = []
for folder in sys.argv[1:]:
    found = {path.name: problem(path) for path in sorted(pathlib.Path(folder).iterdir())}
    refused.append({name: message for name, message in found.items() if message is not None})
print(json.dumps(refused))
