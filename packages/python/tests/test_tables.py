"""Tables of every kind are read alike, and what is wrong with one is told in the words of the command."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ALL, LAYOUTS, READING, command, only_in_all, read_csv, write_jsonl

import theodolite as th
from theodolite.columns import open_table
from theodolite.filters import parse_filter, read_filters
from theodolite.levels import order_levels
from theodolite.module import Manifest
from theodolite.table import read_table

DATA: dict[str, list[Any]] = {
    "height_px": [10.0, 20.5, 40.0, 8.0],
    "blur_px": [0, 1, 2, 3],
    "read": [True, False, True, None],
    "split": ["train", "train", "test", "train"],
}


@pytest.fixture(scope="module")
def manifest() -> Manifest:
    return th.Model(READING).manifest


def kinds() -> list[str]:
    found = ["dict", "rows", "arrays"]
    for name in ("pandas", "polars", "pyarrow"):
        try:
            __import__(name)
        except ImportError:
            continue
        found.append(name)
    return found


def as_kind(kind: str, data: dict[str, list[Any]]) -> Any:
    if kind == "pandas":
        import pandas

        return pandas.DataFrame(data, index=[f"i{row}" for row in range(len(data["split"]))])
    if kind == "polars":
        import polars

        return polars.DataFrame(data)
    if kind == "pyarrow":
        import pyarrow

        return pyarrow.table(data)
    if kind == "rows":
        return [dict(zip(data, row)) for row in zip(*data.values())]
    if kind == "arrays":
        return {name: np.array(cells) for name, cells in data.items()}
    return data


@pytest.mark.parametrize("kind", kinds())
def test_every_kind_of_table_gives_the_same_columns(kind: str, manifest: Manifest) -> None:
    read = read_table(open_table(as_kind(kind, DATA)), manifest, filters=read_filters("split=train"))
    columns = read.columns_of(read.subjects[0])
    np.testing.assert_array_equal(columns["height_px"], [10, 20.5, 8])
    np.testing.assert_array_equal(columns["blur_px"], [0, 1, 3])
    np.testing.assert_array_equal(columns["read"], [1, 0, np.nan])
    assert read.numbers.tolist() == [0, 1, 3]


OF_RESULTS = [kind for kind in kinds() if kind not in ("rows", "arrays")]


@pytest.mark.parametrize("kind", OF_RESULTS if ALL else OF_RESULTS[:2])
def test_results_are_of_the_kind_that_is_given(kind: str) -> None:
    fit = th.Model(READING).fit(as_kind(kind, DATA), chains=2, warmup=50, draws=20, scouts=0)
    table = fit.predict(as_kind(kind, DATA), rows="split=test")
    assert type(table).__module__.split(".")[0] == ("builtins" if kind == "dict" else kind)
    assert len(table["read mean"]) == 1
    assert type(fit.summary()) is type(table)
    if kind == "pandas":
        assert list(table.index) == ["i2"]
        assert list(fit.summary().index) == ["acuity", "blurTolerance", "slip"]


def test_text_columns_of_new_pandas_and_of_categories_are_levels() -> None:
    pandas = pytest.importorskip("pandas")
    layout = (
        "layout L\n\ncategory person\n\ncapability a[person] ~ normal(0, 1)\n\nobserve y ~ bernoulli_logit(a[person])\n"
    )
    manifest = th.Model(layout).manifest
    names = ["b", "a", "b", "a10", "a9"]
    for column in (names, pandas.Categorical(names), pandas.array(names, dtype="string")):
        frame = pandas.DataFrame({"person": column, "y": pandas.array([1, 0, None, 1, 1], dtype="Int64")})
        read = read_table(open_table(frame), manifest)
        assert read.levels["person"] == ("a", "a9", "a10", "b")
        assert read.given["person"].tolist() == [3, 0, 3, 2, 1]
        np.testing.assert_array_equal(read.outcomes["y"], [1, 0, np.nan, 1, 1])


def test_named_values_are_read_as_their_places() -> None:
    layout = """layout L
param low, high ~ normal(0, 1) ordered
observe grade in {0, 0.5, "n/a"} ~ ordered_logistic(0, low, high)
"""
    manifest = th.Model(layout).manifest
    for cells in ([0, 0.5, None, "n/a"], ["0", ".5", "", "n/a"], [0.0, 0.5, np.nan, "n/a"]):
        read = read_table(open_table({"grade": cells}), manifest)
        np.testing.assert_array_equal(read.outcomes["grade"], [1, 2, np.nan, 3])
    with pytest.raises(th.DataError) as refused:
        read_table(open_table({"grade": [0, 1, 0.5]}), manifest)
    assert str(refused.value).splitlines() == [
        'The table, row 2, column `grade`: found "1", which is none of the values that the layout lists.',
        "  = help: It lists 0, 0.5, n/a: correct the cell, or list the value in its place.",
    ]


def test_whole_numbers_and_numbers_name_the_same_level() -> None:
    layout = "layout L\n\ncategory item\n\nparam a[item] ~ normal(0, 1)\n\nobserve y ~ bernoulli_logit(a[item])\n"
    manifest = th.Model(layout).manifest
    for cells in ([10, 9, 1], [10.0, 9.0, 1.0], np.array([10, 9, 1])):
        assert read_table(open_table({"item": cells, "y": [1, 0, 1]}), manifest).levels["item"] == ("1", "9", "10")


def test_levels_are_ordered_as_the_command_orders_them() -> None:
    assert order_levels(["10", "9", "1e1"]) == ["9", "1e1", "10"]
    assert order_levels(["step10", "step2", "1", "01"]) == ["01", "1", "step2", "step10"]
    assert order_levels(["0x10", "9"]) == ["9", "0x10"]


def test_filters_are_read_as_those_of_the_command() -> None:
    texts = ["split=train", "minutes<=60", "a != b", '"x=y"=1', 'task in (a, "b, c")', "day>=2024-06-01", "a==b"]
    assert [str(parse_filter(text)) for text in texts] == [
        *("split=train", "minutes<=60", "a!=b", '"x=y"=1', 'task in (a, "b, c")', "day>=2024-06-01", "a=b"),
    ]
    assert [parse_filter(text) for text in ("split", "=3", "a=", "a<b", "a in ()", "a in (b,)")] == [None] * 6


FLAWED: dict[str, dict[str, Any]] = {
    "a number outside the domain": {"height_px": [0.5, 20, 1e9, 8]},
    "texts for numbers": {"height_px": ["10", "far", "1,234", "1,5"], "blur_px": ["yes", "true", 1, 1]},
    "missing demands": {"blur_px": [None, 1, "", 3]},
    "nested values": {"blur_px": [[1], {"a": 1}, 2, 3]},
    "a whole number that no double holds": {"height_px": [2**60 + 1, 1, 1, 1]},
    "an outcome that is neither a success nor a failure": {"read": ["maybe", 2, 1, 0]},
    "an outcome that is missing everywhere": {"read": [None, None, None, None]},
    "a column that is absent": {"blur_px": None, "blur": [1, 2, 3, 4]},
    "an outcome that is absent": {"read": None},
}
ARGUMENTS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a filter that no row passes": ({"rows": "split=dev"}, ["--rows", "split=dev"]),
    "a filter of an absent column": ({"rows": "splt=dev"}, ["--rows", "splt=dev"]),
    "an absent column of the outcome": ({"outcome": "red"}, ["--outcome", "read=red"]),
    "an absent outcome": ({"outcome": {"rea": "read"}}, ["--outcome", "rea=read"]),
    "a bound column that is absent": ({"bind": {"blur_px": "blurr"}}, ["--bind", "blur_px=blurr"]),
    "words for success that nothing is": (
        {"success": "C", "outcome": "split"},
        ["--success", "C", "--outcome", "read=split"],
    ),
}


def test_what_is_wrong_is_told_in_the_words_of_the_command(tmp_path: Path) -> None:
    (tmp_path / "reading.ml").write_text(READING)
    cases: dict[str, tuple[dict[str, list[Any]], dict[str, Any], list[str]]] = {}
    for name, change in FLAWED.items():
        table = {column: cells for column, cells in {**DATA, **change}.items() if cells is not None}
        cases[name] = (table, {}, [])
    for name, (arguments, given) in ARGUMENTS.items():
        cases[name] = (DATA, arguments, given)

    def theirs(case: tuple[int, str]) -> str:
        number, name = case
        table, _, given = cases[name]
        path = tmp_path / f"{number}.jsonl"
        write_jsonl(path, table)
        ran = command("check", "reading.ml", path.name, *given, cwd=tmp_path)
        assert ran.returncode in (1, 2), (name, ran.stdout, ran.stderr)
        # The words for a table in memory, and for arguments of Python.
        told = ran.stderr.replace("error: ", "").replace(path.name, "the table").replace(", line ", ", row ")
        told = told.replace("key", "column").replace("--success", "`success`")
        told = "\n".join(f"T{line[1:]}" if line.startswith("the table") else line for line in told.splitlines())
        for option in ("--outcome read=COLUMN", "`outcome` read=COLUMN"):
            told = told.replace(option, '`outcome="read=COLUMN"`')
        return told.strip()

    if not ALL:
        cases = {name: cases[name] for name in list(cases)[::3]}
    model = th.Model(tmp_path / "reading.ml")
    with ThreadPoolExecutor(2) as pool:
        told = dict(zip(cases, pool.map(theirs, enumerate(cases))))
    for name, (table, arguments, _) in cases.items():
        with pytest.raises(th.TheodoliteError) as error:
            model.fit(table, **arguments)
        assert str(error.value).strip() == told[name], name


def test_an_error_says_where(manifest: Manifest) -> None:
    with pytest.raises(th.DataError) as error:
        read_table(open_table({**DATA, "blur_px": [0, 1, -1, 3]}), manifest)
    assert error.value.where == "row 3, column `blur_px`"
    assert error.value.message == "The table, row 3, column `blur_px`: found -1, which is not a number in [0, 20] px."
    assert error.value.remedy == "Correct the value, or widen what the layout declares for `blur_px`."


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("words.csv", "The path `words.csv` is given where a table is wanted."),
        (3, "A value of type `int` is no table."),
        ({"a": 3}, "The column `a` is no array."),
        ({"a": [1], "b": [1, 2]}, "The column `b` has 2 rows where `a` has 1."),
        ({"a": np.zeros((2, 2))}, "The column `a` has 2 dimensions."),
    ],
)
def test_what_is_no_table_is_refused(data: Any, message: str) -> None:
    with pytest.raises(th.DataError) as error:
        open_table(data)
    assert error.value.message == message


@only_in_all
def test_a_table_of_the_worked_layouts_has_the_digests_of_the_command(tmp_path: Path) -> None:
    """Facts of levels, pairs of levels and listed levels, in one table."""
    table = LAYOUTS / "testlets" / "answers.csv"
    layout = LAYOUTS / "testlets" / "testlets.ml"
    ran = command("fit", layout, table, *["--chains", "1", "--warmup", "5", "--draws", "5", "--scouts", "0", "--json"])
    theirs = json.loads(ran.stdout)["subjects"]["right"]
    fit = th.Model(layout).fit(read_csv(table), chains=1, warmup=5, draws=5, scouts=0)
    assert fit.info["digests"] == theirs["digests"]
    assert fit.info["fitted"] == theirs["fitted"]


RATED = """layout Rated
category task
demand size[task] in [0, 10]
param length[task] ~ normal(size[task], 1)
observe success ~ bernoulli(logistic(length[task]))
table ratings {
  category task
  demand hasty : flag
  observe rating ~ normal(length[task] + hasty, 1)
}
"""


@pytest.mark.parametrize(
    ("tables", "message", "remedy"),
    [
        (
            None,
            "The layout has a table `ratings`, and its rows are not given.",
            'Give them: tables={"ratings": ratings}.',
        ),
        (
            {"rating": {}},
            "The layout has no table called `rating`. Did you mean `ratings`?",
            "It has the table ratings.",
        ),
        (
            {"ratings": {"task": ["a"], "rating": [1.0]}},
            "ratings: The table has no column called `hasty`, a demand of the layout.",
            "Its columns are task, rating.",
        ),
        (
            {"ratings": {"task": ["a", "b"], "hasty": [0, 2], "rating": [1.0, 2.0]}},
            "ratings: The table, row 2, column `hasty`: found 2, which is not 0 or 1.",
            "Correct the value, or declare the demand that reads `hasty` as another kind.",
        ),
        (
            {"ratings": {"task": ["a", "c"], "hasty": [0, 1], "rating": [1.0, 2.0]}},
            "The level `c` of `task` is in the table `ratings` alone, and nothing says its `size`.",
            "Give rows of the main table with this level, or leave out its rows in the table `ratings`.",
        ),
    ],
)
def test_what_is_wrong_with_rows_of_another_table_is_told(tables: Any, message: str, remedy: str) -> None:
    main = {"task": ["a", "b"], "size": [1, 2], "success": [1, 0]}
    with pytest.raises((th.DataError, th.SettingError)) as refused:
        th.Model(RATED).fit(main, tables=tables, chains=1, warmup=1, draws=1)
    assert (refused.value.message, refused.value.remedy) == (message, remedy)


def test_a_model_shows_the_columns_of_each_table() -> None:
    model = th.Model(RATED)
    assert repr(model).splitlines() == [
        "layout Rated",
        "  demand: size",
        "  category: task",
        "  outcome: success",
        "  table ratings: task, hasty, rating",
        "  latents: length",
    ]
    with pytest.raises(th.SettingError, match=r"Its columns are size, hasty, task, success, rating\."):
        model.fit(ATTEMPTS, bind={"table": "x"})


FACTS = """layout Facts
category task in family
category family
demand length[task] in [0, 99]
param base[family] ~ normal(0, 1)
observe success ~ bernoulli(logistic(base[family] - length[task] / 50))
"""
ATTEMPTS: dict[str, list[Any]] = {"task": ["a", "b", "a", "b"], "success": [1, 0, 1, 1]}


@pytest.mark.parametrize(
    "join",
    [
        {"task": ["a", "b"], "length": [-1, 3], "family": ["x", None]},
        {"task": ["a", "B"], "length": [1, 3], "family": ["x", "y"]},
        {"task": ["a", "a"], "length": [1, 3], "family": ["x", "y"]},
        {"task": ["a", "b"], "size": [1, 3]},
        {"tusk": ["a", "b"], "length": [1, 3]},
        [{"task": ["a", "b"], "length": [1, 3]}, {"task": ["a", "b"], "success": [1, 3], "family": ["x", "y"]}],
        [{"task": "a", "length": 1, "family": "x"}],
    ],
)
def test_what_is_wrong_with_a_joined_table_is_told_as_by_the_command(join: Any, tmp_path: Path) -> None:
    tables = join if isinstance(join, list) and not isinstance(join[0]["task"], str) else [join]
    called = [f"the joined table{'' if len(tables) == 1 else f' {place}'}" for place in range(1, len(tables) + 1)]
    (tmp_path / "facts.ml").write_text(FACTS)
    write_jsonl(tmp_path / "rows.jsonl", ATTEMPTS)
    given: list[object] = []
    for table, name in zip(tables, called):
        path = tmp_path / f"{name}.jsonl"
        if isinstance(table, list):
            table = {name: [row[name] for row in table] for name in table[0]}
        write_jsonl(path, table)
        given += ["--join", path]
    ran = command("check", tmp_path / "facts.ml", tmp_path / "rows.jsonl", *given)
    told = ran.stderr.replace(f"{tmp_path}/", "").replace(".jsonl", "").replace("rows, ", "the table, ")
    told = told.replace("rows has", "the table has").replace("rows of rows", "rows of the table")
    told = told.replace("that rows", "that the table").replace("error: ", "").replace(": rows has", ": the table has")
    for unit, ours in (("line", "row"), ("keys", "columns"), ("key", "column")):
        told = told.replace(f"{unit} ", f"{ours} ")
    with pytest.raises(th.DataError) as refused:
        th.Model(FACTS).fit(ATTEMPTS, join=join, chains=1, warmup=1, draws=1)
    assert str(refused.value).lower() == told.strip().lower()


def test_a_category_to_stack_by_is_one_of_the_layout() -> None:
    with pytest.raises(th.SettingError) as refused:
        th.Model(FACTS).fit(ATTEMPTS, stack="famly", outcome="success")
    assert refused.value.message == "The layout has no category called `famly`. Did you mean `family`?"
    assert refused.value.remedy == "Its categories are task, family."
