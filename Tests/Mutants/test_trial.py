"""Tests the results of scripts/mutants, with a fake checkout that builds and tests nothing."""

import contextlib
import importlib.machinery
import importlib.util
import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import checkout

ROOT = Path(__file__).resolve().parents[2]
loader = importlib.machinery.SourceFileLoader("mutants", str(ROOT / "scripts/mutants"))
mutants = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutants", loader))
sys.dont_write_bytecode = True
loader.exec_module(mutants)

SOURCE = "func f(a: Int) -> Bool {\n  a < 1\n}\n"


class FakeStages:
    def near(self, file):
        return [["--filter", "near"]]

    def far(self, file):
        return ["--skip", "near"]


class TrialTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name in ["Sources/A", "scripts", "copy/Sources/A"]:
            (self.folder / name).mkdir(parents=True)
        (self.folder / "Sources/A/a.swift").write_text(SOURCE)
        self.copy = self.folder / "copy/Sources/A/a.swift"
        self.copy.write_text(SOURCE)
        self.list = self.folder / "scripts/mutants.list"
        self.list.write_text("# None.\n")
        # The results by the text of the edited line: of the build, of the near tests, and of all other tests.
        self.builds, self.near, self.far, self.same = {}, {}, {}, set()
        patches = [
            mock.patch.multiple(mutants, ROOT=self.folder, LIST=self.list, RESULTS=self.folder / "results.json"),
            mock.patch.multiple(
                checkout, COPY=self.folder / "copy", bring_up_to_date=lambda: "tree", Stages=FakeStages, Objects=lambda: self,
                build=lambda: self.builds.get(self.line()), test=self.said),
        ]
        for patch in patches:
            self.enterContext(patch)
        self.kept = {"A": True}

    def line(self):
        return self.copy.read_text().split("\n")[1].strip()

    def said(self, stage, seconds):
        return (self.near if stage[:1] == ["--filter"] else self.far).get(self.line(), "passed"), 1

    def keep(self, module):
        pass

    def are_equal(self, module):
        return self.line() in self.same

    def run_script(self, *words):
        out = io.StringIO()
        with mock.patch.object(sys, "argv", ["mutants", *words]), contextlib.redirect_stdout(out):
            with contextlib.redirect_stderr(out), self.assertRaises(SystemExit) as ended:
                mutants.main()
        self.assertEqual(self.copy.read_text(), SOURCE, "the edit is undone")
        return ended.exception.code, out.getvalue()

    def test_every_edit_comes_to_one_state(self):
        self.builds["a >= 1"] = "error: no"
        self.near["a < 2"] = "someTest()"
        self.same.add("a < 0")
        code, said = self.run_script("a")
        self.assertEqual(code, 1)
        self.assertIn("Survivors:\nSources/A/a.swift:2: operator\n  - a < 1\n  + a <= 1\n", said)
        self.assertTrue(said.endswith(
            "1 of 2 noticed, 50.0 %; 0 undecided; 1 do not compile; 1 give the same machine code\n"), said)

    def test_other_tests_are_asked_last(self):
        self.far = {"a <= 1": "otherTest()", "a >= 1": "late", "a < 2": "otherTest()", "a < 0": "otherTest()"}
        code, said = self.run_script("a")
        self.assertEqual(code, 0)
        self.assertIn("3 of 3 noticed, 100.0 %; 1 undecided", said)
        self.assertIn("Undecided:\nSources/A/a.swift:2: operator\n  - a < 1\n  + a >= 1\n", said)

    def test_near_leaves_them_undecided(self):
        code, said = self.run_script("a", "--near")
        self.assertIn("0 of 0 noticed; 4 undecided", said)

    def test_what_failed_before_an_edit_is_an_error(self):
        self.near["a < 1"] = "someTest()"
        self.assertEqual(self.run_script("a")[0], "mutants: without an edit, someTest() fails")

    def test_dropped_edits_do_not_count(self):
        self.builds = {"a >= 1": "error", "a <= 1": "error", "a < 2": "error"}
        self.near["a < 0"] = "someTest()"
        self.assertIn("1 of 1 noticed", self.run_script("--count", "1")[1])

    def test_understood_survivors_are_left_out_and_must_apply(self):
        self.list.write_text("Sources/A/a.swift\n- a < 1\n+ a <= 1\n= A reason.\n")
        self.assertEqual(self.run_script("--check")[0], 0)
        self.assertNotIn("+ a <= 1", self.run_script("a", "--near")[1])
        for entry in ["Sources/A/a.swift\n- a < 1\n+ a == 1\n= A reason.\n", "Sources/A/b.swift\n- a < 1\n+ a <= 1\n= A reason.\n",
                      "Sources/A/a.swift\n- a < 1\n+ a <= 1\n= \n", "#\n" * 200]:
            self.list.write_text(entry)
            self.assertEqual(self.run_script("--check")[0], 1, entry)


if __name__ == "__main__":
    unittest.main()
