"""Compares Segue's frames of the public collection's shaders with llvmpipe's; started by scripts/gl-transitions."""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mesa import THREADS, Host, Program
from segue import Segue

ROOT = Path(__file__).resolve().parents[2]
TENTHS = (0, 2, 4, 5, 6, 8, 10)
TIMED_SIZE = (1920, 1080)
# A difference that nobody sees, of 255.
NEAR = 2
ROUNDS = 3
# Of one side in one round.
SECONDS = 0.3


@dataclass
class Row:
    """What is known of one shader."""

    name: str
    mean: float | None = None
    percentile: float | None = None
    near: float | None = None
    ours: float | None = None
    theirs: float | None = None
    error: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times as fast as llvmpipe Segue is."""
        return self.theirs / self.ours if self.ours and self.theirs else None

    def __str__(self) -> str:
        def cell(value: float | None, width: int, form: str) -> str:
            return ("-" if value is None else format(value, form)).rjust(width)

        near = None if self.near is None else 100 * self.near
        return (
            f"{self.name:28}{cell(self.mean, 8, '.3f')}{cell(self.percentile, 6, '.0f')}"
            f"{cell(near, 9, '.3f')}{cell(self.ours, 9, '.2f')}{cell(self.theirs, 9, '.2f')}"
            f"{cell(self.ratio, 7, '.2f')}")


HEAD = f"{'name':28}{'mean':>8}{'p99':>6}{f'% in {NEAR}':>9}{'ms':>9}{'GL ms':>9}{'ratio':>7}"


def premultiplied(frame: np.ndarray) -> np.ndarray:
    """Straight pixels as they are in memory; what was brighter than its alpha is not to be told any more."""
    wide = frame.astype(np.uint16)
    wide[..., :3] = (wide[..., :3] * wide[..., 3:] + 127) // 255
    return wide.astype(np.uint8)


def compare(row: Row, ours: np.ndarray, program: Program) -> None:
    """Fills in how far apart the frames are."""
    worst = []
    for tenth in TENTHS:
        theirs = program.pixels(tenth / 10)
        theirs = np.minimum(theirs, theirs[..., 3:])
        worst.append(np.abs(premultiplied(ours[tenth]).astype(int) - theirs).max(axis=-1))
    differences = np.stack(worst)
    row.mean = float(differences.mean())
    row.percentile = float(np.percentile(differences, 99))
    row.near = float((differences <= NEAR).mean())


def measure(row: Row, segue: Segue, shader: Path, program: Program) -> None:
    """Fills in milliseconds a frame, both sides in turn over the same progresses: medians of some rounds."""

    def seconds(progresses: list[float]) -> float:
        start = time.perf_counter()
        for progress in progresses:
            program.render(progress)
        return (time.perf_counter() - start) / len(progresses)

    def way(count: int) -> list[float]:
        return [(number + 1) / (count + 1) for number in range(count)]

    seconds(way(3))
    count = max(6, min(60, round(SECONDS / seconds(way(3)))))
    rounds = [(segue.seconds(shader, count, THREADS), seconds(way(count))) for _ in range(ROUNDS)]
    row.ours, row.theirs = (1000 * statistics.median(side) for side in zip(*rounds, strict=True))


def examine(shader: Path, sides: list[tuple[Segue, Host]]) -> Row:
    """One shader: compared on the first pair of sides, timed on the second where there is one."""
    row = Row(shader.stem)
    source = shader.read_text()
    try:
        segue, host = sides[0]
        frames = segue.frames(shader, 11)
        with host.context:
            program = host.program(source)
            compare(row, frames, program)
        for segue, host in sides[1:]:
            with host.context:
                measure(row, segue, shader, host.program(source))
    except RuntimeError as error:
        row.error = str(error)
    return row


def summary(rows: list[Row]) -> str:
    """What the table comes to."""
    compared = [row for row in rows if row.near is not None]
    lines = [
        f"{len(compared)} of {len(rows)} compile on both sides",
        f"{sum(row.near >= 0.99 for row in compared)} have 99 % and more of their pixels within {NEAR}/255",
    ]
    ratios = {row.name: row.ratio for row in rows if row.ratio}
    if ratios:
        slowest = sorted(ratios, key=ratios.__getitem__)[:8]
        lines += [
            f"{statistics.geometric_mean(ratios.values()):.2f} × as fast as llvmpipe in the geometric mean, "
            f"{sum(ratio > 1 for ratio in ratios.values())} of {len(ratios)} faster",
            "slowest: " + ", ".join(f"{name} {ratios[name]:.2f} ×" for name in slowest),
        ]
    return "\n".join(lines)


def size(text: str) -> tuple[int, int]:
    """WIDTHxHEIGHT."""
    width, _, height = text.partition("x")
    return int(width), int(height)


def main() -> None:
    """Prints a row as soon as it is known, then what all come to."""
    parser = argparse.ArgumentParser(prog="scripts/gl-transitions", description=(
        "Renders the shaders of a checkout of gl-transitions with Segue and with Mesa's llvmpipe, "
        "and prints how far apart their frames are and how long they take."))
    parser.add_argument("path", type=Path, help="the checkout, or a folder of .glsl files")
    parser.add_argument("names", nargs="*", help="shaders to look at (default: all)")
    parser.add_argument("--segue", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument(
        "--pictures", type=Path, nargs=2, metavar=("FROM", "TO"), help="(default: those in images/)",
        default=[ROOT / "images/from.png", ROOT / "images/to.png"])
    parser.add_argument(
        "--size", type=size, default=(960, 540), metavar="WxH", help="of compared frames (default: 960x540)")
    parser.add_argument("--no-times", action="store_true", help="compare only")
    options = parser.parse_intermixed_args()
    folder = options.path / "transitions" if (options.path / "transitions").is_dir() else options.path
    shaders = sorted(folder.glob("*.glsl"), key=lambda file: file.stem.lower())
    if unknown := set(options.names) - {shader.stem for shader in shaders}:
        parser.error(f"no such shader in {folder}: {', '.join(sorted(unknown))}")
    shaders = [shader for shader in shaders if not options.names or shader.stem in options.names]
    if not shaders:
        parser.error(f"no .glsl files in {folder}")
    with tempfile.TemporaryDirectory(prefix="segue-gl-") as name:
        sides = []
        for dimensions in [options.size] + [TIMED_SIZE] * (not options.no_times):
            files = tuple(Path(name) / f"{dimensions[0]}-{index}.png" for index in range(2))
            segue = Segue(options.segue, files, dimensions)
            pictures = [
                premultiplied(segue.scaled(file, made))
                for file, made in zip(options.pictures, files, strict=True)]
            try:
                sides.append((segue, Host(pictures, is_exact=not sides)))
            except Exception as error:
                print(f"gl-transitions: skipped, for Mesa's llvmpipe does not start: {error}", file=sys.stderr)
                return
        print(f"{sides[0][1].driver}; {THREADS} threads\n{HEAD}", flush=True)
        rows = []
        for shader in shaders:
            rows.append(examine(shader, sides))
            print(rows[-1], flush=True)
            if rows[-1].error:
                print(rows[-1].error, flush=True)
        print(f"\n{summary(rows)}")


if __name__ == "__main__":
    main()
