"""The targets of Segue, relative to its peers."""

from __future__ import annotations

from dataclasses import dataclass

import segue
from harness import Result, filtering, frame_of, rendering, spread, to_jpeg, to_mp4, to_png, to_y4m


@dataclass(frozen=True)
class Target:
    """A minimum speed relative to a peer, each on its number of threads; None means all cores."""

    case: str
    threads: int | None
    peer: str
    peer_threads: int | None
    at_least: float


DISSOLVING, CROSSING = "pixellate-dissolve", "cross-dissolve"
TARGETS = (
    Target(rendering(DISSOLVING), 1, "ffmpeg xfade", None, 40),
    Target(rendering(DISSOLVING), 1, "OpenCV", 1, 10),
    Target(rendering(DISSOLVING), 1, "Mesa llvmpipe", 1, 50),
    Target(rendering(CROSSING), None, "ffmpeg xfade", None, 6),
    # Two rotated layers take at most 1.5 times as long as one rotated picture, two translated layers at most as long as one
    # translated picture.
    Target(frame_of("rotate"), 1, "OpenCV", 1, 0.67),
    Target(frame_of("slide-down"), 1, "OpenCV", 1, 1),
    Target(to_png(DISSOLVING), None, "ffmpeg xfade", None, 10),
    Target(to_png(CROSSING), None, "ffmpeg xfade", None, 8),
    Target(to_y4m(DISSOLVING), None, "ffmpeg xfade", None, 7),
    Target(to_y4m(CROSSING), None, "ffmpeg xfade", None, 4),
    Target(to_jpeg(DISSOLVING), None, "ffmpeg xfade", None, 5),
    Target(to_jpeg(CROSSING), None, "ffmpeg xfade", None, 5),
    # Takes at most 15 % more time than the encoder alone.
    Target(to_mp4(DISSOLVING), None, "ffmpeg from a Y4M file", None, 0.87),
    Target(to_mp4(CROSSING), None, "ffmpeg from a Y4M file", None, 0.87),
)
FILTER_TARGETS = tuple(
    Target(filtering(name), 1, "OpenCV", 1, at_least) for name, at_least in (
        ("Gaussian, σ 2", 2), ("Gaussian, σ 10", 6), ("Gaussian, σ 40", 30), ("mean of 9×9", 1), ("median of 3×3", 1),
        ("3×3 convolution", 2), ("dilation by 4", 1), ("tone curve", 2), ("color matrix", 4), ("Canny's edges", 1)))
# The maximum time of a chain of five pointwise filters, relative to the slowest of these filters.
CHAIN_AT_MOST = 2


def find(results: list[Result], case: str, side: str, threads: int) -> Result:
    """Returns the result of a side of a case."""
    return next(r for r in results if (r.case, r.side, r.threads) == (case, side, threads))


@dataclass(frozen=True)
class Verdict:
    """A target with the results: the ratio of medians, and the spread of all ratios of samples."""

    target: Target
    ours: Result
    peer: Result

    @property
    def ratio(self) -> float:
        return self.peer.median / self.ours.median

    @property
    def spread(self) -> tuple[float, float]:
        return spread(self.peer.times(self.ours))

    @property
    def is_met(self) -> bool:
        return self.ratio >= self.target.at_least


def verdicts(results: list[Result], cores: int, targets: tuple[Target, ...] = TARGETS) -> list[Verdict]:
    """Returns the verdicts on targets, in order."""
    return [
        Verdict(
            target, find(results, target.case, segue.NAME, target.threads or cores),
            find(results, target.case, target.peer, target.peer_threads or cores))
        for target in targets]
