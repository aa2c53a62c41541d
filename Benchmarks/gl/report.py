"""Compares frames of Segue and llvmpipe, times both, and formats the results."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from mesa import THREADS

TIMED_SIZE = (1920, 1080)
# The largest difference of a channel, on a scale of 255, that counts as equal.
NEAR = 2
# The minimum share of equal pixels at which two pictures count as equal.
ENOUGH = 0.99
ROUNDS = 3
# The seconds that one side renders in one round.
SECONDS = 0.3


@dataclass
class Row:
    """The results for one shader."""

    name: str
    mean: float | None = None
    percentile: float | None = None
    worst: int | None = None
    near: float | None = None
    ours: float | None = None
    theirs: float | None = None
    # The share of equal pixels if llvmpipe keeps floats between the passes of a filter.
    with_floats: float | None = None
    is_on_purpose: bool = False
    # The share of pixels that stay equal in llvmpipe if positions, or arguments of `fract`, change in their last bits.
    stability: float | None = None
    error: str = ""

    @property
    def ratio(self) -> float | None:
        """The time of llvmpipe divided by the time of Segue."""
        return self.theirs / self.ours if self.ours and self.theirs else None

    def compare(self, pairs: Iterable[tuple[np.ndarray, np.ndarray]]) -> None:
        """Fills in the differences of pairs of frames of the same size: Segue's frame and the other side's frame."""
        differences = np.concatenate([apart(ours, theirs).ravel() for ours, theirs in pairs])
        self.mean = float(differences.mean())
        self.percentile = float(np.percentile(differences, 99))
        self.worst = int(differences.max())
        self.near = float((differences <= NEAR).mean())

    def measure(self, ours: Callable[[int], float], theirs: Callable[[int], None]) -> None:
        """Fills in milliseconds a frame: medians over rounds, in which both sides render alternately.

        `ours` renders a number of frames and returns the seconds a frame; `theirs` renders a number of frames. Each side
        renders enough frames for SECONDS. Segue is a new process each time, and its first frame on each thread includes
        preparations, which the other side has made before. So these frames are also rendered separately, and their time is
        subtracted.
        """

        def seconds(count: int) -> float:
            start = time.perf_counter()
            theirs(count)
            return (time.perf_counter() - start) / count

        def our_seconds(count: int) -> float:
            return ((count + THREADS) * ours(count + THREADS) - THREADS * ours(THREADS)) / count

        def frames(seconds: float, least: int, most: int) -> int:
            return max(least, min(most, round(SECONDS / max(seconds, SECONDS / most))))

        seconds(1)
        count = frames(seconds(2), 2, 60)
        # Renders the same number of frames on each thread.
        our_count = THREADS * frames(THREADS * our_seconds(2 * THREADS), 2, 1500)
        rounds = [(our_seconds(our_count), seconds(count)) for _ in range(ROUNDS)]
        self.ours, self.theirs = (1000 * statistics.median(side) for side in zip(*rounds, strict=True))

    def __str__(self) -> str:
        def cell(value: float | None, width: int, form: str) -> str:
            return ("-" if value is None else format(value, form)).rjust(width)

        near = None if self.near is None else 100 * self.near
        return (
            f"{self.name:48}{cell(self.mean, 8, '.3f')}{cell(self.percentile, 6, '.0f')}{cell(self.worst, 6, 'd')}"
            f"{cell(near, 9, '.3f')}{cell(self.ours, 9, '.2f')}{cell(self.theirs, 9, '.2f')}"
            f"{cell(self.ratio, 7, '.2f')}")


HEAD = f"{'name':48}{'mean':>8}{'p99':>6}{'worst':>6}{f'% in {NEAR}':>9}{'ms':>9}{'GL ms':>9}{'ratio':>7}"


def apart(ours: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """Returns for each pixel the largest difference of a channel, on a scale of 255."""
    return np.abs(ours.astype(np.int16) - theirs).max(axis=-1)


def premultiplied(frame: np.ndarray) -> np.ndarray:
    """Premultiplies straight pixels, as Segue stores them."""
    wide = frame.astype(np.uint16)
    wide[..., :3] = (wide[..., :3] * wide[..., 3:] + 127) // 255
    return wide.astype(np.uint8)


def summary(rows: list[Row]) -> str:
    """Returns the summary of all rows."""
    compared = [row for row in rows if row.near is not None]
    lines = [
        f"{len(compared)} of {len(rows)} compile on both sides",
        f"{sum(row.near >= ENOUGH for row in compared)} have 99 % and more of their pixels within {NEAR}/255",
    ]
    others = [row for row in compared if row.near < ENOUGH]
    if count := sum((row.with_floats or 0) >= ENOUGH for row in others):
        lines.append(f"{count} more have so with floats between their passes, instead of 8 bits")
    if count := sum(row.stability is not None and row.stability < ENOUGH for row in others):
        lines.append(
            f"{count} of the others are as far from themselves where llvmpipe moves positions, or what `fract` is given, "
            "by their last bits")
    if count := sum(row.is_on_purpose for row in others):
        lines.append(f"{count} differ on purpose")
    ratios = {row.name: row.ratio for row in rows if row.ratio}
    if ratios:
        slowest = sorted(ratios, key=ratios.__getitem__)[:8]
        lines += [
            f"{statistics.geometric_mean(ratios.values()):.2f} × as fast as llvmpipe in the geometric mean, "
            f"{sum(ratio > 1 for ratio in ratios.values())} of {len(ratios)} faster",
            "slowest: " + ", ".join(f"{name} {ratios[name]:.2f} ×" for name in slowest),
        ]
    return "\n".join(lines)
