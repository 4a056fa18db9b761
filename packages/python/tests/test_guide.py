"""The examples of docs/guides/python.md give what the page shows."""

from __future__ import annotations

import doctest
import re
import shutil
from pathlib import Path

import pytest
from conftest import LAYOUTS, ROOT


def test_the_guide_shows_what_its_examples_give(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    page = ROOT / "docs" / "guides" / "python.md"
    layout = re.search(r"^```\n(layout Reading\n.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert layout is not None
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reading.ml").write_text(layout[1])
    shutil.copy(LAYOUTS / "ocr" / "words.csv", tmp_path)
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert (failed, tried > 10) == (0, True)
