"""Fits a compiled layout to a CSV table, by docs/reference/abi.md alone: python host.py MODULE.wasm TABLE.csv"""
import argparse, csv, io, json, math, os, pathlib, re, statistics, struct, sys, unicodedata, zlib
from array import array
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
import wasmtime
ABI, CHUNK, PIECE = 7, 4096, 100  # Rows of data that are handed over at once, and transitions that are made at once.

def custom_sections(binary):
    """By name: the contents, and where the section begins and ends."""
    def leb128():
        byte = file.read(1)[0]
        return byte if byte < 128 else byte - 128 + 128 * leb128()
    file, found = io.BytesIO(binary), {}
    file.seek(8)
    while (begin := file.tell()) < len(binary):
        kind, size = file.read(1)[0], leb128()
        end = file.tell() + size
        if kind == 0: found.update({file.read(leb128()): (file.read(end - file.tell()), begin, end)})
        file.seek(end)
    return found

def read_module(engine, path):
    """The manifest and the compiled module, where it is one that this host may run."""
    binary = pathlib.Path(path).read_bytes()
    try: found = custom_sections(binary) if binary[:4] == b"\0asm" else {}
    except (IndexError, RecursionError): raise ValueError(f"{path} is cut off or damaged.")
    if b"theodolite" not in found: raise ValueError(f"{path} is not a compiled layout.")
    manifest = json.loads(found[b"theodolite"][0])
    if (abi := manifest.get("abi")) != ABI: raise ValueError(f"{path} is of ABI version {abi}, this host of {ABI}.")
    checksum, begin, end = found.get(b"theodolite.checksum", (b"", 0, 0))
    if end != len(binary) or checksum != struct.pack("<I", zlib.crc32(binary[:begin])):
        raise ValueError(f"{path} is not as it was built: its checksum does not match.")
    module = wasmtime.Module(engine, binary)
    if module.imports: raise ValueError(f"{path} imports {module.imports[0].name}; a compiled layout imports nothing.")
    return manifest, module

def read_table(path, manifest, headers):
    """The columns that the module takes, in its order, as f64s, and the names of each category's levels."""
    with open(path, newline="", encoding="utf-8-sig") as file: rows = list(csv.DictReader(file))
    columns, levels = {}, {}
    for column in manifest["columns"]:
        name, header = column["name"], headers.get(column["name"], column["name"])
        cells = [row.get(header) for row in rows]
        if not cells or None in cells: raise ValueError(f"{path} has no column {header}, or a row without it.")
        if column["role"] == "category":
            group = column.get("category", name)  # Of which there may be several columns.
            own = [each["name"] for each in manifest["columns"] if group in (each["name"], each.get("category"))]
            names = {row[headers.get(each, each)] for row in rows for each in own}
            values = dict(zip(cells, columns.get(column.get("orderedBy"), [])))  # That order the levels, if any do.
            levels[name] = levels[group] = in_order(names, column.get("levels"), values)
            values = map(levels[name].index, cells)
        else: values = (read_number(cell, column, f"{path}: row {row}") for row, cell in enumerate(cells, 1))
        columns[name] = array("d", values)
        if column["role"] == "outcome" and all(map(math.isnan, columns[name])): raise ValueError(f"{header} is empty.")
        if any(value > most for value, most in zip(columns[name], columns.get(column.get("trials"), []))):
            raise ValueError(f"{path}: {header} is more than {column['trials']} in some row.")
    for group, name in ((of.get("index", of["name"]), of.get("within", of["name"])) for of in manifest["columns"]):
        if group != name and len({*zip(columns[group], columns[name])}) > len({*columns[group]}):
            raise ValueError(f"{path}: a level of {group} has several values of {name}.")
    return list(columns.values()), levels

def in_order(names, listed=None, of_demand={}):
    """Names as the layout orders them; else by value where all are numbers; else, and for equals, in natural order."""
    if len({*of_demand.values()}) < len(of_demand): raise ValueError("Two levels have one value that orders them.")
    if listed or of_demand: return sorted(names, key=listed.index if listed else of_demand.get)
    number = re.compile(r"(0x[0-9a-f]+|0o[0-7]+|0b[01]+)|[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
    def value(name):
        found = number.fullmatch(name)
        try: return math.inf if found is None else float(int(name, 0) if found[1] else name)
        except OverflowError: return math.inf
    def sortable(run):  # A whole number as text: how long its length is, its length, and its digits.
        return f"{len(str(len(digits := run[0].lstrip('0'))))}{len(digits)}{digits}"
    def natural(name): return [text.encode("utf-16-be") for text in (re.sub("[0-9]+", sortable, name), name)]
    values = {name: value(name) for name in names}
    are_numbers = all(map(math.isfinite, values.values()))
    return sorted(names, key=lambda name: (values[name] if are_numbers else 0, natural(name)))

def read_number(cell, column, place):
    """The number in a cell, the layout's where there is none, or NaN for an outcome that is missing."""
    blank, domain = cell.strip().lower() in ("", "na", "nan", "null"), column["domain"]
    if blank and (column["role"] == "outcome" or "missing" in column): return column.get("missing", math.nan)
    try: value = float(cell)
    except ValueError: raise ValueError(f"{place} has {cell!r} for {column['name']}, not a number.")
    low, high = domain.get("lo", -math.inf), domain.get("hi", math.inf)
    inside = low < value < high if domain.get("open") else low <= value <= high
    fits = {"real": True, "count": value >= 0 and value % 1 == 0}.get(column["kind"], value in (0, 1))
    if math.isfinite(value) and inside and fits and value in domain.get("values", [value]): return value
    raise ValueError(f"{place} has {cell} for {column['name']}, not a {column['kind']} of {json.dumps(domain)}.")

def run_chain(engine, module, columns, values, number, options):
    """One row of 7 + values numbers for each draw of a chain, in an instance of its own."""
    store = wasmtime.Store(engine)
    exports = wasmtime.Instance(store, module, []).exports(store)
    memory = exports["memory"]  # Reads and writes only where there is memory; addresses are unsigned.
    def call(name, *arguments): return exports[name](store, *arguments)
    def expect(wanted, name, *arguments):
        found = call(name, *arguments)
        if found != wanted: raise ValueError(f"{name}{arguments} is {found}, not {wanted}: see docs/reference/abi.md.")
    expect(ABI, "abi_version")
    rows, chunk = len(columns[0]), min(CHUNK, len(columns[0]))
    expect(0, "begin_data", chunk)
    expect(0, "column", len(columns))  # The module has no column behind the manifest's last.
    for begin in range(0, rows, chunk):
        for index, column in enumerate(columns):
            memory.write(store, column[begin:begin + chunk].tobytes(), call("column", index) & 0xffffffff)
        expect(0, "add_rows", min(chunk, rows - begin))
    for wanted, name in ((0, "bind"), (values, "values")): expect(wanted, name)
    expect(0, "chain_start", *struct.unpack("<ii", struct.pack("<Q", options.seed)), number, options.warmup, 0.8, 10)
    total, width, drawn = options.warmup + options.draws, 7 + values, []
    room = call("allocate", PIECE * width * 8) & 0xffffffff
    if room == 0: raise ValueError("There is no more memory for draws.")
    for begin in range(0, total, PIECE):
        made = call("chain_run", min(PIECE, total - begin), room)
        drawn += struct.iter_unpack(f"<{width}d", memory.read(store, room, room + made * width * 8))
    return drawn[options.warmup:]

def decimal(value):
    """A number as JavaScript writes it: the same shortest digits as Python's, with an exponent elsewhere."""
    if not math.isfinite(value): return repr(value)
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    text, point = "".join(map(str, digits)), len(digits) + exponent
    if 0 < point <= 21: text = text[:point].ljust(point, "0") + "." * (point < len(text)) + text[point:]
    elif -6 < point <= 0: text = "0." + "0" * -point + text
    else: text = text[0] + "." * (len(text) > 1) + text[1:] + f"e{point - 1:+d}"
    return "-" * sign + text

def draws_csv(layout, parameters, chains, options):  # All chains as one file of CmdStan's form, line by line.
    numbers = ", ".join(str(number + 1) for number in range(len(chains)))
    several = f"chains {numbers} one after another, {options.draws} draws each|" if len(chains) > 1 else ""
    for line in (f"sampled by theodolite|{several}model = {layout}|method = sample|  sample|    num_samples = "
                 f"{options.draws * len(chains)}|    num_warmup = {options.warmup}|    save_warmup = 0|    thin = 1|"
                 f"    adapt|      engaged = {int(options.warmup > 0)}|      delta = 0.8|    algorithm = hmc|      hmc|"
                 "        engine = nuts|          nuts|            max_depth = 10|id = 1|random|"
                 f"  seed = {options.seed}").split("|"): yield f"# {line}\n"
    unseen = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # What has no picture, such as the end of a line, is an escape.
    shown = lambda name: "".join(f"\\u{{{ord(c):x}}}" if unicodedata.category(c) in unseen else c for c in name)
    yield from (f"# {column} = {shown(name)}\n" for name, column in parameters if name != column)
    yield "lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__"
    yield "".join(f",{column}" for _, column in parameters) + "\n"
    for number, rows in enumerate(chains, 1):
        if number > 1: yield f"# Chain {number}\n"
        yield from (",".join(map(decimal, row)) + "\n" for row in rows)

def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("module", "table"): parser.add_argument(name)
    for name, value in {"chains": 4, "warmup": 1000, "draws": 1000, "seed": 1, "out": "draws.csv"}.items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    parser.add_argument("--header", action="append", default=[], help="NAME=HEADER: what the table calls a column")
    options, engine = parser.parse_args(), wasmtime.Engine()
    manifest, module = read_module(engine, options.module)
    columns, levels = read_table(options.table, manifest, dict(pair.split("=", 1) for pair in options.header))
    parameters = [(f"{name}[{level}]", f"{name}.{number}") if category else (name, name)
                  for name, category in ((latent["name"], latent.get("index")) for latent in manifest["latents"])
                  for number, level in enumerate(levels.get(category, [None]), 1)]  # Names for people, and in files.
    run = lambda number: run_chain(engine, module, columns, len(parameters), number, options)
    with ThreadPoolExecutor(os.cpu_count()) as threads: chains = list(threads.map(run, range(1, options.chains + 1)))
    pathlib.Path(options.out).write_bytes("".join(draws_csv(manifest["layout"], parameters, chains, options)).encode())
    draws = {name: [[row[7 + k] for row in rows] for rows in chains] for k, (name, _) in enumerate(parameters)}
    try: import arviz, numpy
    except ImportError:
        for name, each in ((name, sum(each, [])) for name, each in draws.items()):
            print(f"{name:24} {statistics.fmean(each):12.5g} ± {statistics.stdev(each):.3g}")
    else: print(arviz.summary(arviz.from_dict({name: numpy.array(each) for name, each in draws.items()})))

if __name__ == "__main__":
    try: main()
    except (ValueError, LookupError, OSError, wasmtime.WasmtimeError, wasmtime.Trap) as why: sys.exit(f"error: {why}")
