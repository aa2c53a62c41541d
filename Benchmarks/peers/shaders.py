"""Measures the catalog's shaders at progress 0.5, and the start of the command."""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import segue
from harness import SIZE, Work

SOURCES = Path(__file__).resolve().parents[2] / "Sources/SegueTransitions/Transitions"
MIDDLE = 0.5
SIZES = {"4K": (3840, 2160), "8K": (7680, 4320)}
# The number of starts in each round.
STARTS = 10


@dataclass(frozen=True)
class Row:
    """The results of a shader: milliseconds a frame on one thread, and ratios."""

    name: str
    milliseconds: float
    copies: float
    # The speedup on all cores.
    scaling: float
    # The time of a pixel in larger frames, relative to the time at 1080p.
    larger: dict[str, float]
    # The time with AVX2, relative to the time with AVX-512; None on machines without AVX-512.
    avx2: float | None


def names() -> list[str]:
    """Returns the names of the catalog's shaders."""
    return sorted(file.stem for file in SOURCES.glob("*/*.glsl"))


def rows(work: Work, rounds: int) -> list[Row]:
    """Measures all shaders, one after another."""
    has_levels = segue.has_avx512(work)
    return [row(work, name, rounds, has_levels=has_levels) for name in names()]


def row(work: Work, name: str, rounds: int, *, has_levels: bool) -> Row:
    """Measures one shader."""
    samples = []
    for _ in range(rounds):
        at = {threads: segue.bench(work, [MIDDLE], [threads], [name])[0] for threads in work.thread_counts}
        here = at[1]["milliseconds"]
        larger = {}
        for label, size in SIZES.items():
            there = segue.bench(work, [MIDDLE], transitions=[name], sizes=[size])[0]["milliseconds"]
            larger[label] = there / here * (SIZE[0] * SIZE[1]) / (size[0] * size[1])
        older = segue.bench(work, [MIDDLE], transitions=[name], simd="avx2")[0]["milliseconds"] if has_levels else None
        samples.append(Row(
            name, here, here / at[1]["copy"], here / at[work.cores]["milliseconds"], larger, older and older / here))

    def median(value: Callable[[Row], float]) -> float:
        return statistics.median(map(value, samples))

    return Row(
        name, median(lambda row: row.milliseconds), median(lambda row: row.copies), median(lambda row: row.scaling),
        {label: median(lambda row: row.larger[label]) for label in SIZES},
        median(lambda row: row.avx2) if has_levels else None)


def start(work: Work, rounds: int) -> tuple[float, float]:
    """Returns the milliseconds of `segue --help` from start to end, and of a program that does nothing."""

    def taken(words: list[object]) -> float:
        begin = time.perf_counter()
        subprocess.run(list(map(str, words)), stdout=subprocess.DEVNULL, check=True)
        return 1000 * (time.perf_counter() - begin)

    samples = [(taken([work.segue, "--help"]), taken(["true"])) for _ in range(STARTS * rounds)]
    return tuple(statistics.median(sample[side] for sample in samples) for side in range(2))
