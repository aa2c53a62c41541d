"""A copy of the checkout in .build/mutants, in which edits are built and tested one at a time.

It is built incrementally and without the optimizations that look across files: an edit of one file takes seconds, where
release takes minutes. C is optimized as in release, or the tests of kernels would take minutes.
"""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / ".build/mutants"
COPY = WORK / "checkout"
BUILD = ["swift", "build", "--build-tests", "-Xswiftc", "-O", "-Xcc", "-O2"]
TEST = [".build/debug/seguePackageTests.xctest", "--testing-library", "swift-testing"]
FAILED = re.compile(r"[✘✗].*? [Tt]est (.+?) (?:recorded|failed)")
PASSED = re.compile(r"Test run with [1-9]")
SUITE = re.compile(r"^(?:final )?(?:struct|class|enum) (\w+)", re.M)


class Stopped(Exception):
    """The copy does not build, or its tests fail, without an edit."""


def bring_up_to_date():
    """Copies the files that git tracks or would track, and returns their checksum.

    Files that are equal keep their modification times, so that they are not built again."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True)
    names = {name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()}
    COPY.mkdir(parents=True, exist_ok=True)
    for folder, folders, files in os.walk(COPY):
        if Path(folder) == COPY and ".build" in folders:
            folders.remove(".build")
        for path in (Path(folder) / file for file in files):
            if str(path.relative_to(COPY)) not in names | {"Package.resolved"}:
                path.unlink()
    tree = hashlib.sha256()
    for name in sorted(names):
        source, target = ROOT / name, COPY / name
        data = source.read_bytes()
        if name.startswith(("Sources/", "Tests/", "Package")):
            tree.update(f"{name}\0{len(data)}\0".encode() + data)
        if not target.is_file() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            shutil.copymode(source, target)
    return tree.hexdigest()[:16]


def run(command, seconds=None, ends=None):
    """Runs a command; returns its exit code, output and duration. The code is None if the command exceeded `seconds`.

    If a line of the output matches `ends`, the command is killed, and its code is 1."""
    environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
    environment.setdefault("SEGUE_CORPORA", str(ROOT / "../shared/corpora"))
    begin = time.monotonic()
    process = subprocess.Popen(
        command, cwd=COPY, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True)
    is_late = threading.Event()

    def end():
        is_late.set()
        os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(seconds, end) if seconds else None
    if timer:
        timer.start()
    lines = []
    try:
        for line in process.stdout:
            lines.append(line.decode(errors="replace"))
            if ends and ends.search(lines[-1]):
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return 1, "".join(lines), time.monotonic() - begin
        process.wait()
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    finally:
        if timer:
            timer.cancel()
    return None if is_late.is_set() else process.returncode, "".join(lines), time.monotonic() - begin


def build():
    """Builds the copy; returns the first error, or None."""
    code, output, _ = run(BUILD)
    errors = [line for line in output.splitlines() if "error:" in line]
    return None if code == 0 else (errors or output.splitlines() or ["the build failed"])[0]


def test(stage, seconds):
    """Runs the tests of a stage; returns "passed", "late" or the first failed test, and their duration."""
    code, output, took = run(TEST + stage, seconds, FAILED)
    if code is None:
        return "late", took
    if code == 0:
        return "passed" if PASSED.search(output) else "no test", took
    failed = FAILED.search(output)
    return failed[1] if failed else "a crash" if code < 0 or "signal" in output else output.strip().splitlines()[-1], took


def targets():
    """Returns the targets in the description of the package."""
    described = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], cwd=COPY, check=True, capture_output=True)
    return json.loads(described.stdout)["targets"]


class Stages:
    """The tests that run for an edit of a file, in stages."""

    def __init__(self):
        self.imports = {t["name"]: set(t.get("target_dependencies") or []) for t in targets()}

    def below(self, target):
        found, rest = set(), [target]
        while rest:
            for name in self.imports.get(rest.pop(), set()) - found:
                found.add(name)
                rest.append(name)
        return found

    def nearest(self, module):
        """Returns the test targets of a module: its own; without one, those with the fewest dependencies that import the module."""
        if f"{module}Tests" in self.imports:
            return [f"{module}Tests"]
        near = sorted((len(self.below(t)), t) for t in self.imports if t.endswith("Tests") and module in self.below(t))
        return [target for count, target in near if count == near[0][0]] or [t for t in self.imports if t.endswith("Tests")]

    def near(self, file):
        """Returns the first stages: the suites that mention the file's stem, then all tests of its module."""
        own = self.nearest(file.split("/")[1])
        stem = re.compile(rf"\b{re.escape(Path(file).stem)}(?:Tests)?\b")
        sources = [path.read_text() for target in own for path in sorted((COPY / "Tests" / target).rglob("*.swift"))]
        suites = sorted({name for text in sources if "@Test" in text and stem.search(text) for name in SUITE.findall(text)})
        named = [["--filter", rf"^({'|'.join(own)})\.({'|'.join(suites)})(/|$)"]] if suites else []
        return named + [["--filter", rf"^({'|'.join(own)})\."]]

    def far(self, file):
        """Returns the last stage: all tests except those of the file's module."""
        return ["--skip", rf"^({'|'.join(self.nearest(file.split('/')[1]))})\."]


class Objects:
    """The machine code of modules: an edit that does not change it is equivalent, or is not compiled here."""

    def __init__(self):
        self.kept = {}

    def of(self, module):
        sums = {}
        for path in sorted((COPY / f".build/debug/{module}.build").rglob("*.o")):
            bare = WORK / "bare.o"
            subprocess.run(["objcopy", "--strip-debug", path, bare], check=True)
            sums[path] = hashlib.sha256(bare.read_bytes()).digest()
        return sums

    def keep(self, module):
        """Stores the machine code of a module before its first edit."""
        if module not in self.kept:
            self.kept[module] = self.of(module)

    def are_equal(self, module):
        return bool(self.kept[module]) and self.of(module) == self.kept[module]
