"""OpenCV, driven from Python."""

from __future__ import annotations

import math
import time
from functools import cache, partial

import cv2
import numpy as np

from harness import (LAYERS, LOOKS, SIZE, TRANSITIONS, WAY, Measurement, Sample, Work, fingerprint, frame_of,
                     rendering)
import segue

NAME = "OpenCV"
DRIVEN = (
    "Pixellate: both pictures shrunk to one pixel a block and enlarged again, `cv2.resize` with "
    "`INTER_NEAREST`; dissolve: `cv2.addWeighted`. Four channels, memory allocated beforehand, "
    "`cv2.setNumThreads`; the 59 frames between the two ends. One frame of layers: `cv2.warpAffine`, "
    "`INTER_LINEAR`, of one picture: turned by 10° for two turned layers, moved by 0.3 pixels for two that settle."
)
DIFFERS = (
    "Blocks are stretched so that a whole number of them fills the frame, and a block's color is "
    "one pixel, the nearest to its corner, without interpolation.",
)


class Renderer:
    """Both pictures and the memory that every frame is made in."""

    def __init__(self, work: Work) -> None:
        self.pictures = [
            cv2.cvtColor(cv2.imread(str(file), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGBA)
            for file in work.pictures]
        self.pixellated = [np.empty_like(picture) for picture in self.pictures]
        self.frame = np.empty_like(self.pictures[0])

    def pixellate(self, index: int, fraction: float) -> np.ndarray:
        """One picture in blocks; itself where they are no larger than a pixel."""
        side = fraction * SIZE[0]
        if side <= 1:
            return self.pictures[index]
        blocks = [math.ceil(length / side) for length in SIZE]
        small = cv2.resize(self.pictures[index], blocks, interpolation=cv2.INTER_NEAREST)
        return cv2.resize(small, SIZE, self.pixellated[index], interpolation=cv2.INTER_NEAREST)

    def render(self, transition: str, progress: float) -> np.ndarray:
        """One frame."""
        a, b = self.pictures
        if transition == "pixellate-dissolve":
            a, b = self.pixellate(0, 0.1 * progress), self.pixellate(1, 0.1 * (1 - progress))
        return cv2.addWeighted(a, 1 - progress, b, progress, 0, self.frame)


@cache
def renderer(work: Work) -> Renderer:
    """The renderer, which has shown that it dissolves as Segue does."""
    made = Renderer(work)
    for look in LOOKS:
        expected = np.frombuffer(segue.frame(work, "cross-dissolve", look), np.uint8)
        frame = made.render("cross-dissolve", look)
        if cv2.absdiff(frame, expected.reshape(frame.shape)).max() > 1:
            raise RuntimeError("OpenCV's cross-dissolve is not Segue's")
    return made


def version(work: Work) -> str:
    """Version of the library."""
    return cv2.__version__


def sample(work: Work, transition: str, threads: int) -> Sample:
    """The whole way."""
    made = renderer(work)
    cv2.setNumThreads(threads)
    start = time.perf_counter()
    for progress in WAY:
        made.render(transition, progress)
    seconds = (time.perf_counter() - start) / len(WAY)
    hashes = [fingerprint(made.render(transition, look).tobytes()) for look in LOOKS]
    return Sample(seconds, tuple(hashes))


def warp_sample(work: Work, transition: str) -> Sample:
    """One picture through one affine transform, as often as shows its time."""
    made = renderer(work)
    cv2.setNumThreads(1)
    hashes = []
    for turn, move in ((10, 0.3), (20, 0.6), (30, 0.9)):
        matrix = (
            cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn, 1) if transition == "rotate"
            else np.float64([[1, 0, 0], [0, 1, move]]))
        times = []
        for _ in range(7):
            start = time.perf_counter()
            cv2.warpAffine(made.pictures[0], matrix, SIZE, made.frame, cv2.INTER_LINEAR)
            times.append(time.perf_counter() - start)
        hashes.append(fingerprint(made.frame.tobytes()))
        if len(hashes) == 1:
            seconds = sorted(times)[3]
    return Sample(seconds, tuple(hashes))


def measurements(work: Work) -> list[Measurement]:
    """Rendering only."""
    return [
        Measurement(NAME, frame_of(transition), 1, partial(warp_sample, work, transition)) for transition in LAYERS
    ] + [
        Measurement(NAME, rendering(transition), threads, partial(sample, work, transition, threads))
        for transition in TRANSITIONS for threads in work.thread_counts]
