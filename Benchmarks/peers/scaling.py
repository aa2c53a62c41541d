"""Measures Segue by the number of frames, threads and pixels, and against the limits of the machine."""

from __future__ import annotations

import json
import shutil
import statistics
import sys
from dataclasses import dataclass

import segue
from harness import TRANSITIONS, WAY, WHOLE_PIXELS, Work, command

SIZES = ((640, 360), (1280, 720), (1920, 1080), (2560, 1440), (3840, 2160), (7680, 4320))
# Every sixth frame of the transition, from the third: the mean of these frames is close to the mean of all frames.
SOME = WAY[2::6]
# A small process starts the command: peak memory includes the memory of the parent process until the program is loaded,
# and this Python process with all its libraries is larger than Segue.
WITNESS = """
import json, os, sys, time
start = time.perf_counter()
process = os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(process, 0)
print(json.dumps([time.perf_counter() - start, usage.ru_maxrss]))
sys.exit(status != 0)
"""


@dataclass(frozen=True)
class Run:
    """The results of a whole `segue render` to PNG."""

    frames: int
    seconds: float
    megabytes: float


def runs(work: Work) -> list[Run]:
    """Measures renders of pixellate-dissolve with rising numbers of frames, on two threads."""
    return [run(work, frames) for frames in (61, 1000, 3000, 6000)]


def run(work: Work, frames: int) -> Run:
    """Renders a number of frames into a folder, counts them, and removes the folder."""
    print(f"{frames} frames to PNG", file=sys.stderr)
    folder = work.folder / "long"
    render = [
        work.segue, "render", *work.pictures, "--threads", 2, "--frames", frames, "-q", "-o",
        folder / "%05d.png"]
    try:
        seconds, kibibytes = json.loads(command([sys.executable, "-I", "-S", "-c", WITNESS, *render]))
        written = len(list(folder.iterdir()))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if written != frames:
        raise RuntimeError(f"segue wrote {written} of {frames} frames")
    return Run(frames, seconds, kibibytes * 1024 / 1e6)


def limits(work: Work) -> list[dict]:
    """Returns rows of `segue bench` near both ends and in the middle; 1/60 is the first frame after the start."""
    print("against fill and copy", file=sys.stderr)
    rows = segue.bench(work, (0.004, 1 / 60, 0.25, 0.5, 0.75, 0.996), quick=work.quick)
    for transition, progress in WHOLE_PIXELS.items():
        rows += segue.bench(work, [progress], transitions=[transition], quick=work.quick)
    return rows


def by_size(work: Work) -> dict[str, list[float]]:
    """Measures milliseconds a frame on one thread for each of SIZES: transitions, and a fill."""
    print("frame sizes", file=sys.stderr)
    rows = segue.bench(work, SOME, sizes=SIZES)
    found = {name: [mean(rows, transition=name, width=width) for width, _ in SIZES] for name in TRANSITIONS}
    fills = {row["width"]: row["fill"] for row in rows}
    return found | {"fill of a frame": [fills[width] for width, _ in SIZES]}


def by_threads(work: Work) -> dict[str, list[float]]:
    """Measures milliseconds a frame on 1 thread, 2 and so on: one frame in bands, and whole exports to PNG."""
    print("threads", file=sys.stderr)
    threads = range(1, work.cores + 1)
    rows = segue.bench(work, SOME, threads)
    found = {
        f"{name}, one frame in bands": [mean(rows, transition=name, threads=n) for n in threads]
        for name in TRANSITIONS}
    for name in TRANSITIONS:
        found[f"{name} to PNG"] = [
            1000 / 61 * statistics.median(export(work, name, n)["seconds"] for _ in range(3))
            for n in threads]
    return found


def mean(rows: list[dict], **wanted: object) -> float:
    """Returns the mean milliseconds of the rows with these values."""
    return statistics.fmean(
        row["milliseconds"] for row in rows if all(row[key] == value for key, value in wanted.items()))


def export(work: Work, transition: str, threads: int, *options: object) -> dict:
    """Returns the summary of an export to PNG, whose seconds exclude the start and decoding."""
    folder = work.folder / "export"
    try:
        return json.loads(command([
            work.segue, "render", *work.pictures, "-t", transition, "--threads", threads, "--json",
            *options, "-o", folder / "%04d.png"]))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def compression(work: Work) -> list[tuple[str, str, float, float]]:
    """Measures frames in the middle of each transition with fast and small PNG compression: ms and MB a frame."""
    print("PNG compression", file=sys.stderr)
    found = []
    for transition in TRANSITIONS:
        for kind in ("fast", "small"):
            options = ("--frames", 61, "--range", "25-35", "--png-compression", kind)
            summaries = [export(work, transition, 1, *options) for _ in range(1 if work.quick else 3)]
            seconds = statistics.median(summary["seconds"] for summary in summaries)
            found.append((transition, kind, 1000 * seconds / 11, summaries[0]["bytes"] / 11 / 1e6))
    return found
