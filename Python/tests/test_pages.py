"""The examples of the pages run as they are written."""

import pathlib
import re
import shutil

import pytest
from conftest import IMAGES

ROOT = pathlib.Path(__file__).parents[2]


@pytest.mark.parametrize("page", ["docs/python.md", "Python/README.md"])
def test_examples_run(page, tmp_path, monkeypatch, capsys):
    for name in ("from.png", "to.png"):
        shutil.copy(IMAGES / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S) or [
        "".join(line[4:] or "\n" for line in re.findall(r"^(?:    .*\n|\n)", text, re.M))
    ]
    names: dict = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    assert (tmp_path / "movie.webp").exists() and not (tmp_path / "stopped.webp").exists()
    assert "(720, 1280, 3)" in capsys.readouterr().out
