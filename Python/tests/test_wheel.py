"""The installed wheel has its licenses, and no wheel is built without the library."""

import importlib.metadata
import pathlib
import re
import runpy

import pytest

HOOK = pathlib.Path(__file__).parents[1] / "wheel_platform.py"


def test_licenses_are_in_the_wheel():
    package = importlib.metadata.distribution("segue")
    assert package.metadata["License-Expression"] == "MIT"
    texts = {file.name: file.read_text() for file in package.files if "licenses" in file.parts}
    assert "MIT License" in texts["LICENSE"] and "Unicode" in texts["copyright"]
    assert "Runtime Library Exception" in texts["swift.txt"] and "Apache License" in texts["swift.txt"]
    names = " ".join(texts)
    for library in ("jpeg", "png", "webp", "lcms2", "yaml", "isal", "zlib"):
        assert library in names, library
    # Each bundled library has the text of its package.
    for file in package.files:
        if file.parts[0] == "segue.libs":
            stem = re.match(r"lib([a-z]+)", file.name)[1]
            assert stem in names, file
    assert all(len(text) > 500 for text in texts.values())


def test_no_wheel_is_built_without_the_library(tmp_path):
    pytest.importorskip("hatchling")
    hook = runpy.run_path(str(HOOK))["Platform"]
    made = hook(str(tmp_path), {}, None, None, str(tmp_path), "wheel")
    with pytest.raises(FileNotFoundError, match="scripts/wheel FOLDER"):
        made.initialize("standard", {})
    (tmp_path / "segue/_lib").mkdir(parents=True)
    (tmp_path / "segue/_lib/libsegue.so.0").touch()
    made.initialize("standard", {})
