"""The draws have the bytes of those of the command, and what is told of them is the same."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ALL, LAYOUTS, SHORT, command, only_in_all, options, read_csv, write_jsonl

import theodolite as th

# By layout: the table, arguments of `fit`, and the same as options of the command.
CASES: dict[str, tuple[str, str, dict[str, Any], list[str]]] = {
    "one outcome": ("ocr/ocr.ml", "ocr/words.csv", {"outcome": "tesseract"}, ["--outcome", "read=tesseract"]),
    "rows that a filter chooses": (
        "object-permanence/object-permanence.ml",
        "object-permanence/battery.csv",
        {"outcome": "agent12", "rows": "split=train"},
        ["--outcome", "success=agent12", "--rows", "split=train"],
    ),
    "several outcomes": (
        "tutorial/5-two-outcomes.ml",
        "tutorial/battery.csv",
        {},
        [],
    ),
    "pairs of levels, groups of levels and reports": ("testlets/testlets.ml", "testlets/answers.csv", {}, []),
    "levels in an order": ("training/training.ml", "training/training.csv", {}, []),
    "counts of trials, and centrings that chains learn": ("counts/counts.ml", "counts/readings.csv", {}, []),
    "named values": ("nominal-response/nominal-response.ml", "nominal-response/options.csv", {}, []),
    "classes": ("skills/skills.ml", "skills/answers.csv", {}, []),
    "particles": (
        "tutorial/1-object-permanence.ml",
        "tutorial/battery.csv",
        {"method": "smc"},
        ["--method", "smc"],
    ),
}


FAST = ["pairs of levels, groups of levels and reports"]


def both(
    tmp_path: Path, layout: Path, table: Path, data: Any, arguments: dict[str, Any], given: list[str]
) -> tuple[th.Fit, Path, Path]:
    """The fit in Python, the folder in which it is stored, and that of the command."""
    settings = {name: each for name, each in SHORT.items() if arguments.get("method") != "smc" or name != "warmup"}
    ran = command("fit", layout, table, *given, *options(settings), "--out", tmp_path / "theirs")
    assert ran.returncode in (0, 3, 5), ran.stderr
    [theirs] = (tmp_path / "theirs").iterdir()
    fit = th.Model(layout).fit(data, **arguments, **settings)
    return fit, fit.save(tmp_path / "ours"), theirs


def summary(folder: Path) -> dict[str, Any]:
    """The summary of a stored fit without what depends on the clock, and on how the table was given."""
    found: dict[str, Any] = json.loads((folder / "summary.json").read_text("utf-8"))
    for name in ("compileSeconds", "samplingSeconds"):
        del found["sampler"][name]
    del found["sha256"], found["made"]["data"]["path"]
    return found


@pytest.mark.parametrize("case", CASES if ALL else FAST)
def test_draws_and_summary_are_those_of_the_command(case: str, tmp_path: Path) -> None:
    layout, table, arguments, given = CASES[case]
    data = read_csv(LAYOUTS / table)
    _, ours, theirs = both(tmp_path, LAYOUTS / layout, LAYOUTS / table, data, arguments, given)
    files = sorted(path.relative_to(theirs) for path in theirs.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(ours) for path in ours.rglob("*") if path.is_file())
    for file in files:
        if file.name != "summary.json":
            assert (ours / file).read_bytes() == (theirs / file).read_bytes(), file
    assert summary(ours) == summary(theirs)


LENGTHS = """layout Lengths
category task in family
category family
category model ordered by size
demand size[model] in [0, 10]
param base[family] ~ normal(0, 1)
param length[task] ~ normal(base[family], 1)
param slack[judge] ~ half_normal(1)
param taste[task, judge] ~ normal(0, 0.1)
capability skill[model] ~ normal(0.1 * size[model], 1)
observe success ~ bernoulli(logistic(skill[model] - length[task]))
table ratings {
  category task, judge
  demand hasty : flag missing = 0
  observe said ~ normal(length[task] + base[family] + taste[task, judge] + mean(hasty), slack[judge])
}
table prices {
  category model
  observe cheap ~ bernoulli(logistic(skill[model]))
}
"""


def test_rows_of_several_tables(tmp_path: Path) -> None:
    rows = range(24)
    data: dict[str, list[Any]] = {
        "task": [f"t{row % 11}" for row in rows],
        "family": [f"f{row % 11 // 4}" for row in rows],
        "model": [["m", "k", "z"][row % 3] for row in rows],
        "size": [[3, 1, 2][row % 3] for row in rows],
        "success": [row * 5 % 7 > 2 for row in rows],
    }
    ratings: dict[str, list[Any]] = {
        "task": [f"t{row * 5 % 10}" for row in range(15)],
        "rater": ["v" if row % 4 else "u" for row in range(15)],
        "hasty": [None if row % 5 == 0 else row % 2 for row in range(15)],
        "said": [None if row == 7 else row / 5 - 1 for row in range(15)],
    }
    prices = {"model": ["k", "m", "m"], "cheap": ["no", "yes", "yes"]}
    write_jsonl(tmp_path / "rows.jsonl", data)
    write_jsonl(tmp_path / "ratings.jsonl", ratings)
    write_jsonl(tmp_path / "prices.jsonl", prices)
    layout = tmp_path / "lengths.ml"
    layout.write_text(LENGTHS)
    given = ["--table", f"ratings={tmp_path / 'ratings.jsonl'}", "--table", f"prices={tmp_path / 'prices.jsonl'}"]
    given += ["--bind", "judge=rater", "--success", "yes,true"]
    arguments = {
        "tables": {"prices": prices, "ratings": ratings},
        "bind": {"judge": "rater"},
        "success": ["yes", "true"],
    }
    fit, ours, theirs = both(tmp_path, layout, tmp_path / "rows.jsonl", data, arguments, given)
    assert (ours / "draws.csv").read_bytes() == (theirs / "draws.csv").read_bytes()
    summaries = [summary(folder) for folder in (ours, theirs)]
    assert [list(each["made"]["data"].pop("tables")) for each in summaries] == [
        ["ratings=a dict of arrays", "prices=a dict of arrays"],
        [f"{name}={tmp_path / name}.jsonl" for name in ("ratings", "prices")],
    ]
    assert summaries[0] == summaries[1]
    assert fit.levels["task.judge"] == tuple(sorted(fit.levels["task.judge"]))
    predicted = fit.predict(data)
    assert len(predicted["success mean"]) == 24
    opened = th.open(ours)
    np.testing.assert_array_equal(opened.predict(data)["success mean"], predicted["success mean"])
    evaluated = th.Model(layout).evaluate(data, folds=2, baselines=False, **arguments, **SHORT)
    assert set(evaluated["subjects"]["success"]["scores"]) == {"success"}
    fit.report(tmp_path / "report.html")


JOINED = """layout Joined
category task in family
category family, model
demand length[task] in [0, 99] missing = 5
demand size[model] in [0, 10]
param base[family] ~ normal(0, 1)
param hard[task] ~ normal(base[family] + length[task] / 50, 1)
capability skill[model] ~ normal(0.1 * size[model], 1)
observe success ~ bernoulli(logistic(skill[model] - hard[task]))
"""


@pytest.mark.parametrize("kind", ["joined", "stacked"])
def test_facts_are_joined_and_columns_are_stacked(kind: str, tmp_path: Path) -> None:
    names = ["big", "small", "other"]
    cells = [[row * (5 + place) % 7 > 2 for row in range(20)] for place in range(3)]
    data: dict[str, list[Any]] = {"task": [f"t{row % 6}" for row in range(20)]}
    data["split"] = ["test" if row % 9 == 0 else "train" for row in range(20)]
    if kind == "joined":
        data = {name: column * 3 for name, column in data.items()}
        data["model"] = [name for name in names for _ in range(20)]
        data["success"] = [cell for column in cells for cell in column]
    else:
        data.update(zip(names, cells))
    tasks: dict[str, list[Any]] = {"task": [f"t{row}" for row in range(7)], "len": [None, 10, 20.5, 3, 4, 5, 6]}
    tasks["family"] = ["x", "y", "x", "y", "x", "x", "y"]
    models: dict[str, list[Any]] = {"model": [*names, "unused"], "size": [9, 1, 4, None]}
    for name, table in (("rows", data), ("tasks", tasks), ("models", models)):
        write_jsonl(tmp_path / f"{name}.jsonl", table)
    layout = tmp_path / "joined.ml"
    layout.write_text(JOINED)
    given = ["--join", tmp_path / "models.jsonl", "--join", tmp_path / "tasks.jsonl"]
    given += ["--bind", "length=len", "--rows", "split=train"]
    arguments: dict[str, Any] = {
        "join": [models, tasks],
        "bind": {"length": "len"},
        "rows": "split=train",
    }
    if kind == "stacked":
        given += ["--outcome", "success=big,small,other", "--stack", "model"]
        arguments.update(outcome=names, stack="model")
    fit, ours, theirs = both(tmp_path, layout, tmp_path / "rows.jsonl", data, arguments, list(map(str, given)))
    assert (ours / "draws.csv").read_bytes() == (theirs / "draws.csv").read_bytes()
    summaries = [summary(folder) for folder in (ours, theirs)]
    # The companion stores the rows as a table that has all columns.
    for each in summaries:
        for name in ("joins", "stack", "outcomes", "bindings"):
            each["made"]["data"].pop(name, None)
    assert summaries[0] == summaries[1]
    assert fit.levels["model"] == (tuple(names) if kind == "stacked" else tuple(sorted(names)))
    report = fit.report(tmp_path / "report.html")
    assert "no longer" not in report.read_text("utf-8")
    assert fit.predictive_check()["outcomes"]["success"]
    evaluated = th.Model(layout).evaluate(data, folds=2, baselines=False, **arguments, **SHORT)
    assert len(evaluated["subjects"]) == 1


WEIGHED = """layout Weighed

demand length in [0, 10] missing = 3
category reader

capability skill[reader] ~ normal(0, 2)

observe read ~ bernoulli_logit(skill[reader] - length / 4)
"""


@only_in_all
@pytest.mark.parametrize("kind", ["count", "weight"])
def test_rows_count_as_a_column_says(kind: str, tmp_path: Path) -> None:
    rows = range(60)
    data: dict[str, list[Any]] = {
        "length": [None if row % 13 == 0 else row % 7 for row in rows],
        "person": [f"r{row % 4}" if row % 3 else "r10" for row in rows],
        "ok": [["pass", "fail", "C", None][row % 4] for row in rows],
        "n": [row % 3 + (0.5 if kind == "weight" else 0) for row in rows],
    }
    lines = [",".join("" if cell is None else str(cell) for cell in row) for row in zip(*data.values())]
    (tmp_path / "table.csv").write_text("\n".join([",".join(data), *lines]) + "\n")
    (tmp_path / "weighed.ml").write_text(WEIGHED)
    given = ["--bind", "reader=person", f"--{kind}", "n", "--outcome", "read=ok"]
    arguments = {"bind": {"reader": "person"}, kind: "n", "outcome": "ok"}
    _, ours, theirs = both(tmp_path, tmp_path / "weighed.ml", tmp_path / "table.csv", data, arguments, given)
    assert (ours / "draws.csv").read_bytes() == (theirs / "draws.csv").read_bytes()
    assert summary(ours) == summary(theirs)


@only_in_all
def test_many_equal_rows_are_counted_first(tmp_path: Path, words: dict[str, list[Any]]) -> None:
    layout = "layout Slip\n\nrobustness slip : probability ~ beta(1, 9)\n\nobserve read ~ bernoulli(1 - slip)\n"
    (tmp_path / "slip.ml").write_text(layout)
    read = (words["gocr"] * 4)[:11_000]
    (tmp_path / "table.csv").write_text("read\n" + "\n".join(f"{cell:.0f}" for cell in read) + "\n")
    _, ours, theirs = both(tmp_path, tmp_path / "slip.ml", tmp_path / "table.csv", {"read": read}, {}, [])
    assert (ours / "draws.csv").read_bytes() == (theirs / "draws.csv").read_bytes()


@only_in_all
def test_a_chain_whose_adaptation_failed_is_warmed_up_again(tmp_path: Path) -> None:
    # A funnel, in which some of many short warm-ups fail.
    (tmp_path / "funnel.ml").write_text(
        "layout Funnel\n\nparam width ~ normal(0, 3)\nparam inner ~ normal(0, 30)\n\n"
        "observe seen ~ normal(inner * exp(width), 1)\n"
    )
    (tmp_path / "table.csv").write_text("seen\n0.1\n")
    settings = {"chains": 12, "warmup": 10, "draws": 50, "seed": 1}
    ran = command(
        *("fit", tmp_path / "funnel.ml", tmp_path / "table.csv", *options(settings), "--out", tmp_path / "theirs")
    )
    assert ran.returncode in (0, 3, 5), ran.stderr
    fit = th.Model(tmp_path / "funnel.ml").fit({"seen": [0.1]}, **settings)
    theirs = tmp_path / "theirs" / "seen"
    again = summary(theirs)["sampler"].get("adaptedAgain", [])
    assert again, "the case no longer has a chain that is warmed up again"
    assert fit.info["sampler"]["adaptedAgain"] == again
    assert (fit.save(tmp_path / "ours") / "draws.csv").read_bytes() == (theirs / "draws.csv").read_bytes()


def test_a_module_needs_no_node(tmp_path: Path, words: dict[str, list[Any]], without_node: Callable[[], None]) -> None:
    layout = LAYOUTS / "ocr" / "ocr.ml"
    built = command("build", layout, "-o", tmp_path / "ocr.wasm")
    assert built.returncode == 0, built.stderr
    model = pickle.loads(pickle.dumps(th.Model(tmp_path / "ocr.wasm")))
    judged = model.fit(words, "tesseract", **SHORT)
    without_node()
    fit = th.Model(tmp_path / "ocr.wasm").fit(words, "tesseract", **SHORT)
    assert (fit.status, judged.status) == ("unjudged", "usable")
    assert "Not judged: that needs Node" in repr(fit)
    for name, draws in judged.draws.items():
        np.testing.assert_array_equal(fit.draws[name], draws)
    for name, theirs in judged.info["parameters"].items():
        ours = fit.info["parameters"][name]
        assert ours.keys() == theirs.keys()
        for statistic, value in theirs.items():
            np.testing.assert_allclose(ours[statistic], value, rtol=1e-9, err_msg=f"{statistic} of {name}")
    assert fit.info["sampler"]["bfmi"] == pytest.approx(judged.info["sampler"]["bfmi"])
    with pytest.raises(th.MissingProgram, match="theodolite\\[compiler\\]"):
        fit.predict(words)
    with pytest.raises(th.MissingProgram):
        th.Model(layout)


@only_in_all
def test_draws_do_not_depend_on_the_number_of_threads(words: dict[str, list[Any]]) -> None:
    model = th.Model(LAYOUTS / "ocr" / "ocr.ml")
    fits = [model.fit(words, "gocr", workers=workers, **SHORT) for workers in (1, 3)]
    np.testing.assert_array_equal(fits[0].draws["slip"], fits[1].draws["slip"])
