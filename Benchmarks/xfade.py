"""Compares the frames and the times of ffmpeg's xfade and of Segue."""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

# A frame size whose height is a prime number, and the number of steps of the progress.
SIZE = (250, 167)
STEPS = 10
ENOUGH = 0.999
# Names with another meaning in Segue.
OTHERWISE = {"radial": "xfade-radial"}
# Reasons for differences.
REASONS = {"fadegrays": "ffmpeg 5.1 does not clear the sum that its gray is made of"}
TIMED_SIZE = (1920, 1080)
THREADS = 2
ROUNDS = 3


def run(*words: object) -> bytes:
    """Returns the output of a command; raises RuntimeError with its error output if it fails."""
    done = subprocess.run([str(word) for word in words], capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode(errors="replace").strip())
    return done.stdout


def names() -> list[str]:
    """Returns the names of the installed ffmpeg's transitions."""
    text = run("ffmpeg", "-hide_banner", "-h", "filter=xfade").decode()
    return re.findall(r"^ +([a-z]+) +\d+ +\.", text, re.MULTILINE)


def graph(name: str, frames: int, rate: int) -> str:
    """Returns the filter graph of a whole transition over pictures that are decoded once."""
    loops = "".join(
        f"[{index}]format=gbrp,loop=-1:1:0,fps={rate},trim=end_frame={frames + 1}[{one}];"
        for index, one in enumerate("ab"))
    return f"{loops}[a][b]xfade=transition={name}:duration={frames / rate}:offset=0"


def theirs(name: str, files: list[Path]) -> np.ndarray:
    """Returns ffmpeg's frames between the ends."""
    data = run(
        "ffmpeg", "-nostdin", "-v", "error", "-i", files[0], "-i", files[1], "-filter_complex",
        graph(name, STEPS, STEPS) + ",format=rgb24", "-f", "rawvideo", "-")
    return np.frombuffer(data, np.uint8).reshape(-1, SIZE[1], SIZE[0], 3)[1:STEPS]


def ours(segue: Path, name: str, files: list[Path]) -> np.ndarray:
    """Returns Segue's frames between the ends."""
    data = run(
        segue, "render", *files, "-t", OTHERWISE.get(name, name), "--ease", "linear", "--frames", STEPS + 1, "--range",
        f"1-{STEPS - 1}", "-f", "rgb24", "-o", "-", "-q")
    return np.frombuffer(data, np.uint8).reshape(-1, SIZE[1], SIZE[0], 3)


def their_seconds(name: str, files: list[Path]) -> float:
    """Returns ffmpeg's seconds a frame, from the time of a long run minus the time of a short run."""

    def taken(frames: int) -> float:
        start = time.perf_counter()
        run("ffmpeg", "-nostdin", "-v", "error", "-filter_threads", THREADS, "-filter_complex_threads", THREADS, "-i",
            files[0], "-i", files[1], "-filter_complex", graph(name, frames, 60), "-f", "null", "-")
        return time.perf_counter() - start

    # A start varies by tens of milliseconds.
    short, long = 6, 96
    return (taken(long) - taken(short)) / (long - short)


def our_seconds(segue: Path, name: str, files: list[Path]) -> float:
    """Returns Segue's seconds a frame, over the frames between the ends."""
    frames = 120
    summary = json.loads(run(
        segue, "render", *files, "-t", OTHERWISE.get(name, name), "--ease", "linear", "--frames", frames + 2, "--range",
        f"1-{frames}", "-f", "null", "--threads", THREADS, "--json", "-q"))
    return summary["seconds"] / frames


def times(segue: Path, name: str, files: list[Path], rounds: int = ROUNDS) -> tuple[float, float, float]:
    """Returns milliseconds a frame of Segue and of ffmpeg, and the median of their ratios."""
    taken = [(our_seconds(segue, name, files), their_seconds(name, files)) for _ in range(rounds)]
    mine, other = (1000 * statistics.median(side) for side in zip(*taken))
    return mine, other, statistics.median(b / a for a, b in taken)


def scaled(segue: Path, pictures: list[Path], size: tuple[int, int], folder: Path) -> list[Path]:
    """Writes the pictures at the frame size, so that neither side scales them."""
    files = [folder / f"{index}-{size[0]}.png" for index in range(2)]
    for picture, file in zip(pictures, files):
        run(segue, "apply", picture, "--filter", "pixellate:fraction=0", "--size", f"{size[0]}x{size[1]}", "-o", file)
    return files


def main() -> int:
    root = Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(prog="scripts/xfade", description=__doc__)
    parser.add_argument("--segue", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("names", nargs="*", help="transitions, as ffmpeg calls them; default: all")
    parser.add_argument("--pictures", nargs=2, type=Path, metavar=("FROM", "TO"),
                        default=[root / "images/from.png", root / "images/to.png"])
    parser.add_argument("--no-times", action="store_true", help="compare frames only")
    options = parser.parse_args()
    known = names()
    for name in set(options.names) - set(known):
        print(f"{name}: the ffmpeg here does not have it")
    compared = [name for name in options.names or known if name in known]
    different, ratios = [], {}
    print(f"{'name':14}{'% within 1':>12}{'worst':>7}{'ms':>9}{'ffmpeg ms':>11}{'ratio':>8}")
    with tempfile.TemporaryDirectory(prefix="segue-xfade-") as folder:
        small = scaled(options.segue, options.pictures, SIZE, Path(folder))
        large = scaled(options.segue, options.pictures, TIMED_SIZE, Path(folder))
        for name in compared:
            apart = np.abs(ours(options.segue, name, small).astype(np.int16) - theirs(name, small)).max(axis=-1)
            share = float((apart <= 1).mean())
            line = f"{name:14}{100 * share:12.3f}{apart.max():7d}"
            if share < ENOUGH:
                different.append(name)
            if not options.no_times:
                mine, other, ratios[name] = times(options.segue, name, large)
                line += f"{mine:9.2f}{other:11.2f}{ratios[name]:8.1f}"
            print(line, flush=True)
    print(f"{len(compared) - len(different)} of {len(compared)} are the same")
    for name in different:
        print(f"{name} is not" + (f": {REASONS[name]}" if name in REASONS else ""))
    if ratios:
        slowest = sorted(ratios, key=ratios.__getitem__)[:6]
        print(f"{statistics.geometric_mean(ratios.values()):.1f} times as fast in the geometric mean; slowest: "
              + ", ".join(f"{name} {ratios[name]:.1f}" for name in slowest))
    return 1 if set(different) - set(REASONS) else 0


if __name__ == "__main__":
    raise SystemExit(main())
