"""The script `segue` of the wheel is the command."""

import os
import pathlib
import signal
import subprocess
import sys
import sysconfig
import time

import numpy as np
import segue

SCRIPT = pathlib.Path(sysconfig.get_path("scripts"), "segue")


def run(*words, **options):
    return subprocess.run([SCRIPT, *words], capture_output=True, text=True, **options)


def test_the_version_is_that_of_the_package():
    assert run("--version").stdout.strip().splitlines()[0] == segue.__version__


def test_frames_are_those_of_the_package(from_png, to_png, tmp_path):
    made = run("frame", from_png, to_png, "-t", "cube:eye=2", "--progress", "0.4", "-o", tmp_path / "a frame.png")
    assert made.returncode == 0, made.stderr
    expected = segue.render(from_png, to_png, "cube:eye=2", progress=0.4)
    assert np.array_equal(segue.load(tmp_path / "a frame.png"), expected)


def test_errors_have_the_status_of_the_command(tmp_path):
    made = run("frame", "none.png", "none.png", "--progress", "0.4", "-o", "out.png", cwd=tmp_path)
    assert made.returncode == 66 and "none.png" in made.stderr and "Traceback" not in made.stderr


def test_the_program_takes_the_place_of_python(from_png, to_png, tmp_path):
    """Signals reach the command itself."""
    words = ["render", from_png, to_png, "-t", "cube", "--frames", "100000", "-f", "null"]
    with subprocess.Popen([SCRIPT, *words], stderr=subprocess.DEVNULL) as process:
        program = pathlib.Path(f"/proc/{process.pid}/exe")
        for _ in range(200):
            if program.resolve().name == "segue":
                break
            time.sleep(0.05)
        assert program.resolve() == pathlib.Path(segue.__file__).parent / "_bin/segue"
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (130, -signal.SIGINT)


def test_the_script_imports_no_package(tmp_path):
    """The start of the command does not wait for numpy."""
    code = "import sys, os; os.execv = lambda *all: sys.exit('numpy' in sys.modules); import _segue_command; _segue_command.main()"
    assert subprocess.run([sys.executable, "-c", code], cwd=tmp_path).returncode == 0
    assert os.access(pathlib.Path(segue.__file__).parent / "_bin/segue", os.X_OK)
