"""What a fit offers: a summary, ArviZ, predictions, figures, reports, folders; and what it refuses."""

from __future__ import annotations

import csv
import json
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import LAYOUTS, READING, SHORT, command, only_in_all, options

import theodolite as th

OCR = LAYOUTS / "ocr" / "ocr.ml"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> th.Model:
    path = tmp_path_factory.mktemp("layout") / "reading.ml"
    path.write_text(READING)
    return th.Model(path)


@pytest.fixture(scope="module")
def fit(model: th.Model, words: dict[str, list[Any]]) -> th.Fit:
    return model.fit(words, outcome="tesseract", **SHORT)


def test_a_fit_prints_its_profile(fit: th.Fit) -> None:
    lines = repr(fit).splitlines()
    assert lines[0].startswith("tesseract: 3000 rows, 1950 successes (65.0 %), sampled in ")
    assert lines[2].split() == ["unit", "mean", "sd", "95", "%", "HDI", "ESS", "bulk", "ESS", "tail", "R-hat"]
    assert [line.split()[0] for line in lines[3:6]] == ["acuity", "blurTolerance", "slip"]
    page = fit._repr_html_()
    assert "<svg" in page and "blurTolerance" in page and "<script" not in page
    assert "None of 15 predictive checks fails: by the columns that it reads, the layout describes these rows." in page


def test_a_notebook_says_which_rows_a_layout_does_not_describe(words: dict[str, list[Any]], tmp_path: Path) -> None:
    path = tmp_path / "blunt.ml"
    path.write_text(READING.replace("steepness = 6", "steepness = 0.3"))
    fit = th.Model(path).fit(words, outcome="tesseract", seed=1)
    page = fit._repr_html_()
    assert "The layout does not describe `read`: 6 of 15 predictive checks fail." in page
    assert "None of 15" not in page
    opened = th.open(fit.save(tmp_path / "fit"))
    assert "The layout does not describe `read`" in repr(opened) and "The layout" in opened._repr_html_()


def test_draws_and_the_sampler_have_names_and_shapes(fit: th.Fit) -> None:
    assert {name: draws.shape for name, draws in fit.draws.items()} == {
        name: (2, 100) for name in ("acuity", "blurTolerance", "slip")
    }
    assert set(fit.sample_stats) == {
        *("lp", "acceptance_rate", "step_size", "tree_depth", "n_steps", "diverging", "energy"),
    }
    summary = fit.summary()
    assert summary["mean"][2] == pytest.approx(fit.draws["slip"].mean(), rel=1e-12)
    assert summary["parameter"] == ["acuity", "blurTolerance", "slip"]
    assert fit.status == fit.info["status"]


def test_arviz_takes_the_draws(fit: th.Fit) -> None:
    pytest.importorskip("arviz")
    data = fit.to_arviz()
    np.testing.assert_array_equal(data["posterior"]["slip"].values, fit.draws["slip"])
    assert data["observed_data"]["read"].values.sum() == 1950


def test_predictions_are_those_of_the_command(fit: th.Fit, words: dict[str, list[Any]], tmp_path: Path) -> None:
    rows = {name: words[name][:5] for name in ("height_px", "blur_px")}
    found = fit.predict(rows, interval=0.5, derived=["sees"])
    path = tmp_path / "rows.csv"
    path.write_text("\n".join(["height_px,blur_px", *(f"{a},{b}" for a, b in zip(*rows.values()))]) + "\n")
    folder = fit.save(tmp_path / "fit")
    ran = command("predict", folder, path, "--interval", "0.5", "--derived", "sees")
    [*theirs] = csv.DictReader(ran.stdout.splitlines())
    for name in ("read mean", "read sd", "read lower", "read upper", "sees mean"):
        assert found[name].tolist() == [float(row[name]) for row in theirs]


@only_in_all
def test_new_levels_and_missing_levels_are_predicted(tmp_path: Path) -> None:
    layout = "layout L\n\ncategory person\n\nparam a[person] ~ normal(0, 1)\n\nobserve y ~ bernoulli_logit(a[person])\n"
    data = {"person": ["Ada", "Bo", "Ada", "Cy"] * 10, "y": [1, 0, 1, 1] * 10}
    fit = th.Model(layout).fit(data, **SHORT)
    assert fit.draws["a"].shape == (2, 100, 3)
    assert [parameter.name for parameter in fit.parameters] == ["a[Ada]", "a[Bo]", "a[Cy]"]
    known = fit.predict({"person": ["Bo"]})
    assert known["y mean"][0] < 0.5
    with_new = fit.predict({"person": ["Bo", "Zoe"]}, seed=3)
    assert with_new["y mean"][0] == known["y mean"][0]
    assert with_new["y sd"][1] > with_new["y sd"][0]


@only_in_all
def test_choices_and_several_classes_are_predicted() -> None:
    layout = """layout L
category person
demand hard
class knows[person] ~ bernoulli(0.5)
class awake[person] ~ bernoulli(0.8)
param lure ~ normal(0, 1)
observe answer in {right, lured, blank} ~ categorical_logit(3 * (knows[person] and awake[person]) - hard, lure, 0)
"""
    rows = range(120)
    data = {
        "person": [f"p{row % 6}" for row in rows],
        "effort": [row % 2 for row in rows],
        "answer": ["right" if row % 6 < 3 and row % 5 > 0 else ["lured", "blank"][row % 2] for row in rows],
    }
    fit = th.Model(layout).fit(data, bind={"hard": "effort"}, **SHORT)
    found = fit.predict({"person": ["p0", "p5", "zoe"], "hard": [0, 0, 0]})
    parts = ("mean", "sd", "lower", "upper")
    assert list(found) == [f"answer = {value} {part}" for value in ("right", "lured", "blank") for part in parts]
    right, lured, blank = (found[f"answer = {value} mean"] for value in ("right", "lured", "blank"))
    assert np.allclose(right + lured + blank, 1)
    assert right[0] > 0.6 > 0.45 > right[1] and right[0] > right[2] > right[1]


def test_a_report_a_figure_and_a_check_are_made(fit: th.Fit, tmp_path: Path) -> None:
    page = fit.report(tmp_path / "report.html", title="Readers").read_text("utf-8")
    assert "<title>Readers" in page and "blurTolerance" in page
    figure = fit.plot.forest(only="slip")
    assert figure.svg.startswith("<svg") and "slip" in figure.svg
    figure.save(tmp_path / "forest.png")
    assert (tmp_path / "forest.png").read_bytes()[:4] == b"\x89PNG"
    # A kind that needs the fitted rows, and one without a method of its own.
    fit.plot.calibration().save(tmp_path / "new" / "calibration.png")
    assert (tmp_path / "new" / "calibration.png").read_bytes()[:4] == b"\x89PNG"
    assert "<svg" in fit.plot("success-by-demand").svg
    assert "<svg" in fit.plot.brier().svg
    assert set(fit.predictive_check()["outcomes"]) == {"read"}


def test_what_is_not_understood_is_said(fit: th.Fit, tmp_path: Path) -> None:
    with pytest.raises(AttributeError, match=r"no kind of figure called `florest`\. Did you mean `forest`\?"):
        fit.plot.florest()
    with pytest.raises(th.SettingError, match=r"no kind of figure called `rank`\. Did you mean `ranks`\?"):
        fit.plot("rank")
    with pytest.raises(th.SettingError, match=r"ends in \.svg or \.png"):
        fit.plot.forest().save(tmp_path / "forest.jpeg")
    with pytest.raises(th.SettingError, match="A value of type `Fit` is given where fits are wanted"):
        th.compare(fit)  # type: ignore[arg-type]
    with pytest.raises(th.SettingError, match=r"given as one text, `sweep layout\.ml`"):
        th.command("sweep layout.ml")


def test_a_stored_fit_is_opened(fit: th.Fit, tmp_path: Path) -> None:
    opened = th.open(fit.save(tmp_path / "tesseract"))
    for name, draws in fit.draws.items():
        np.testing.assert_array_equal(opened.draws[name], draws)
    np.testing.assert_array_equal(opened.sample_stats["energy"], fit.sample_stats["energy"])
    assert (opened.name, opened.status, opened.info["parameters"]) == (fit.name, fit.status, fit.info["parameters"])
    rows = {"height_px": [10.0], "blur_px": [1.0]}
    assert opened.predict(rows)["read mean"][0] == fit.predict(rows)["read mean"][0]
    draws = tmp_path / "tesseract" / "draws.csv"
    draws.write_text(draws.read_text().replace("7", "8"))
    with pytest.raises(th.DataError, match=r"draws\.csv is not as the fit wrote it"):
        th.open(tmp_path / "tesseract")


@only_in_all
def test_a_fit_can_be_pickled(fit: th.Fit) -> None:
    again = pickle.loads(pickle.dumps(fit))
    np.testing.assert_array_equal(again.draws["slip"], fit.draws["slip"])
    assert repr(again) == repr(fit)
    assert again.folder() != fit.folder()


def test_a_process_compiles_a_pickled_module_once(tmp_path: Path) -> None:
    built = command("build", OCR, "-o", tmp_path / "ocr.wasm")
    assert built.returncode == 0, built.stderr
    pickled = pickle.dumps(th.Model(tmp_path / "ocr.wasm"))
    assert len(pickled) < 1.2 * (tmp_path / "ocr.wasm").stat().st_size
    # As a worker that gets it with each of its tasks.
    first, second = pickle.loads(pickled), pickle.loads(pickled)
    assert first._built is second._built


@only_in_all
def test_several_columns_make_several_fits_which_are_compared(model: th.Model, words: dict[str, list[Any]]) -> None:
    fits = model.fit(words, outcome=["tesseract", "gocr"], **SHORT)
    assert list(fits) == ["tesseract", "gocr"]
    assert fits["gocr"].name == "gocr"
    assert list(model.fit(words, outcome="*ocr*", **{**SHORT, "draws": 20, "scouts": 0})) == ["gocr", "ocrad"]
    full = th.Model(OCR).fit(words, outcome="tesseract", **SHORT)
    compared = th.compare({"reading": fits["tesseract"], "full": full})
    assert [each["fit"] for each in compared["fits"]] == ["full", "reading"]


@only_in_all
def test_statistics_of_the_command_are_plain_data(model: th.Model, words: dict[str, list[Any]]) -> None:
    estimated = model.estimate(words, outcome="tesseract")
    assert estimated["subjects"]["tesseract"]["parameters"]["slip"]["estimate"] == pytest.approx(0.27, abs=0.02)
    scores = model.evaluate(words, outcome="tesseract", split=0.8, **{**SHORT, "draws": 50})
    assert "subjects" in scores
    assert th.command(["--version"]).output.strip() == th.__version__


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"chains": 0}, "The setting `chains` is 0."),
        ({"draws": "many"}, "The setting `draws` is many."),
        ({"seed": -1}, "The setting `seed` is -1."),
        ({"target_accept": 1}, "The setting `target_accept` is 1."),
        ({"method": "hmc"}, "The setting `method` is 'hmc'."),
        ({"workers": 0}, "The setting `workers` is 0."),
        ({"weight": "a", "count": "b"}, "`weight` and `count` do not go together."),
        ({"rows": "split"}, '`rows="split"` does not say which rows to use.'),
        ({"bind": {"blur": "x"}}, "The layout has no column called `blur` to bind."),
    ],
)
def test_arguments_are_checked(model: th.Model, words: dict[str, list[Any]], arguments: Any, message: str) -> None:
    with pytest.raises(th.SettingError) as error:
        model.fit(words, **arguments)
    assert error.value.message == message
    assert isinstance(error.value, ValueError)


def test_a_mistake_in_a_layout_is_shown_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "wrong.ml"
    path.write_text(READING.replace("demand blur_px", "demnd blur_px"))
    with pytest.raises(th.LayoutError) as error:
        th.Model(path)
    ran = command("check", path)
    assert str(error.value) == ran.stderr.strip()
    assert error.value.where == f"{path}:6:1"
    assert error.value.diagnostics[0].underlined == "demnd"
    with pytest.raises(th.DataError, match=r"Did you mean `wrong\.ml`\?"):
        th.Model(tmp_path / "wrng.ml")


@only_in_all
def test_a_module_that_is_not_whole_is_refused(tmp_path: Path) -> None:
    built = command("build", OCR, "-o", tmp_path / "ocr.wasm")
    assert built.returncode == 0
    whole = (tmp_path / "ocr.wasm").read_bytes()
    changed = bytearray(whole)
    changed[500] ^= 1
    for content, message in [
        (bytes(changed), "its checksum does not match"),
        (whole[:3000], "is cut off or damaged"),
        (b"\0asm\1\0\0\0", "is not a compiled layout"),
    ]:
        with pytest.raises(th.ModuleError, match=message):
            th.Model(content)


def test_data_that_no_profile_can_give_are_explained_as_by_the_command(tmp_path: Path) -> None:
    layout = (
        "layout L\n\ncapability a ~ normal(0, 1)\nparam s ~ half_normal(1)\n\nobserve y ~ lognormal(log(a - 50), s)\n"
    )
    (tmp_path / "l.ml").write_text(layout)
    (tmp_path / "t.csv").write_text("y\n3\n2\n")
    ran = command("fit", "l.ml", "t.csv", "--chains", "1", "--warmup", "0", "--draws", "4", cwd=tmp_path)
    with pytest.raises(th.SamplingError) as error:
        th.Model(tmp_path / "l.ml").fit({"y": [3, 2]}, chains=1, warmup=0, draws=4)
    assert f"error: {error.value}\n" == ran.stderr[ran.stderr.index("error: ") :]


def _fit_seed(given: tuple[th.Model, dict[str, list[Any]], int]) -> th.Fit:
    model, words, seed = given
    fit: th.Fit = model.fit(words, "gocr", **{**SHORT, "seed": seed, "workers": 1})
    return fit


@only_in_all
@pytest.mark.parametrize("method", [each for each in ("fork", "spawn") if each in get_all_start_methods()])
def test_fits_in_other_processes_are_the_same(method: str, model: th.Model, words: dict[str, list[Any]]) -> None:
    rows = {name: words[name][:300] for name in ("height_px", "blur_px", "gocr")}
    tasks = [(model, rows, seed) for seed in (1, 2)]
    here = [_fit_seed(task) for task in tasks]
    with ProcessPoolExecutor(2, mp_context=get_context(method)) as pool:
        there = [pool.submit(_fit_seed, task).result(timeout=60) for task in tasks]
    for ours, theirs in zip(here, there):
        np.testing.assert_array_equal(ours.draws["slip"], theirs.draws["slip"])
        assert (ours.status, ours.info["findings"]) == (theirs.status, theirs.info["findings"])


def test_progress_is_told(model: th.Model, words: dict[str, list[Any]]) -> None:
    told: list[tuple[int, int]] = []
    model.fit(words, "tesseract", progress=lambda done, total: told.append((done, total)), **SHORT)
    assert told and told[-1][1] == 500 and all(done <= total for done, total in told)


LONG = """
import sys, theodolite as th
model = th.Model({module!r})
rows = 20000
data = {{"x": [row % 997 / 100 for row in range(rows)], "y": [row % 2 for row in range(rows)]}}
print("sampling", flush=True)
try:
    model.fit(data, draws=1000000, progress=lambda done, total: done and print("draws", flush=True))
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.exit(7)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_control_c_ends_sampling_at_once(tmp_path: Path) -> None:
    (tmp_path / "slope.ml").write_text(
        "layout Slope\n\ndemand x in [0, 10]\n\ncapability a ~ normal(0, 1)\nparam b ~ normal(0, 1)\n\n"
        "observe y ~ bernoulli_logit(a + b * x)\n"
    )
    built = command("build", tmp_path / "slope.ml", "-o", tmp_path / "slope.wasm")
    assert built.returncode == 0, built.stderr
    program = LONG.format(module=str(tmp_path / "slope.wasm"))
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, encoding="utf-8")
    assert process.stdout is not None
    while process.stdout.readline() != "draws\n":
        assert process.poll() is None
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=20)
    assert time.monotonic() - began < 3
    assert process.returncode == 7 and output.endswith("interrupted\n")


@only_in_all
def test_the_summary_is_the_commands_json(fit: th.Fit, tmp_path: Path, model: th.Model) -> None:
    (tmp_path / "reading.ml").write_text(READING)
    words_csv = LAYOUTS / "ocr" / "words.csv"
    ran = command("fit", tmp_path / "reading.ml", words_csv, "--outcome", "read=tesseract", *options(SHORT), "--json")
    theirs = json.loads(ran.stdout)["subjects"]["tesseract"]
    for name in ("parameters", "modes", "findings", "hints", "checks", "status", "digests"):
        assert fit.info[name] == theirs[name]
