"""OpenCV, called from Python."""

from __future__ import annotations

import math
import time
from functools import cache, partial

import cv2
import numpy as np

from harness import (FILTERS, LAYERS, LOOKS, SIZE, TRANSITIONS, WAY, Measurement, Sample, Work, command, filtering,
                     fingerprint, frame_of, rendering)
import segue

NAME = "OpenCV"
DRIVEN = (
    "Pixellate: `cv2.resize` with `INTER_NEAREST` shrinks both pictures to one pixel for each block and enlarges "
    "them again; dissolve: `cv2.addWeighted`. Pictures have four channels, memory is preallocated, and "
    "`cv2.setNumThreads` sets the threads; the 59 frames between the first and the last frame are measured. One frame of layers: "
    "`cv2.warpAffine` with `INTER_LINEAR` transforms one picture. The picture is rotated by 10° for the "
    "comparison with `rotate`, which rotates two pictures; it is translated by 0.3 pixels for the comparison with "
    "`slide-down`, which has two layers at fractional positions."
)
DIFFERS = (
    "Blocks are stretched so that a whole number of them fills the frame. Each block has the color of the "
    "pixel nearest to the block's corner, without interpolation.",
)


class Renderer:
    """Both pictures, and the memory for each frame."""

    def __init__(self, work: Work) -> None:
        self.pictures = [
            cv2.cvtColor(cv2.imread(str(file), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGBA)
            for file in work.pictures]
        self.pixellated = [np.empty_like(picture) for picture in self.pictures]
        self.frame = np.empty_like(self.pictures[0])
        self.gray, self.edges = (np.empty(self.frame.shape[:2], np.uint8) for _ in range(2))

    def pixellate(self, index: int, fraction: float) -> np.ndarray:
        """Pixellates a picture; returns the picture itself if blocks are not larger than a pixel."""
        side = fraction * SIZE[0]
        if side <= 1:
            return self.pictures[index]
        blocks = [math.ceil(length / side) for length in SIZE]
        small = cv2.resize(self.pictures[index], blocks, interpolation=cv2.INTER_NEAREST)
        return cv2.resize(small, SIZE, self.pixellated[index], interpolation=cv2.INTER_NEAREST)

    def render(self, transition: str, progress: float) -> np.ndarray:
        """Renders one frame."""
        a, b = self.pictures
        if transition == "pixellate-dissolve":
            a, b = self.pixellate(0, 0.1 * progress), self.pixellate(1, 0.1 * (1 - progress))
        return cv2.addWeighted(a, 1 - progress, b, progress, 0, self.frame)


@cache
def renderer(work: Work) -> Renderer:
    """Makes the renderer, and checks that its dissolve equals Segue's."""
    made = Renderer(work)
    for look in LOOKS:
        expected = np.frombuffer(segue.frame(work, "cross-dissolve", look), np.uint8)
        frame = made.render("cross-dissolve", look)
        if cv2.absdiff(frame, expected.reshape(frame.shape)).max() > 1:
            raise RuntimeError("OpenCV's cross-dissolve is not Segue's")
    return made


def version(work: Work) -> str:
    """Returns the version of the library."""
    return cv2.__version__


def sample(work: Work, transition: str, threads: int) -> Sample:
    """Measures the whole transition."""
    made = renderer(work)
    cv2.setNumThreads(threads)
    start = time.perf_counter()
    for progress in WAY:
        made.render(transition, progress)
    seconds = (time.perf_counter() - start) / len(WAY)
    hashes = [fingerprint(made.render(transition, look).tobytes()) for look in LOOKS]
    return Sample(seconds, tuple(hashes))


def warp_sample(work: Work, transition: str) -> Sample:
    """Measures one affine transform of one picture: the median of seven runs."""
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


EDGE = cv2.BORDER_REPLICATE
SQUARE = np.ones((9, 9), np.uint8)
KERNEL = np.float32([[0.1, 0.2, -0.1], [0.3, 0.4, 0.1], [-0.2, 0.1, 0.1]])
MATRIX = np.float32([
    [0.3588, 0.7044, 0.1368, 0], [0.2990, 0.5870, 0.1140, 0], [0.2392, 0.4696, 0.0912, 0], [0, 0, 0, 1]])
CANNY = "Canny's edges"


@cache
def curve(work: Work) -> np.ndarray:
    """Returns Segue's tone curve as a table of 256 levels; OpenCV is fastest with one table for all channels."""
    file = work.folder / "levels.png"
    levels = np.arange(256, dtype=np.uint8)
    cv2.imwrite(str(file), np.stack([levels] * 3, axis=-1)[None])
    text = FILTERS["tone curve"]
    pixels = command([work.segue, "apply", file, "--filter", text, "-f", "rgba", "-o", "-"])
    return np.frombuffer(pixels, np.uint8).reshape(256, 4)[:, 0].copy()


def filtered(work: Work, name: str, index: int = 0) -> np.ndarray:
    """Applies a filter of FILTERS to a picture, into the memory of a frame."""
    made = renderer(work)
    picture, frame = made.pictures[index], made.frame
    match name:
        case "Gaussian, σ 2" | "Gaussian, σ 10" | "Gaussian, σ 40":
            return cv2.GaussianBlur(picture, (0, 0), float(name.split()[-1]), frame, borderType=EDGE)
        case "mean of 9×9":
            return cv2.blur(picture, (9, 9), frame, borderType=EDGE)
        case "median of 3×3":
            return cv2.medianBlur(picture, 3, frame)
        case "3×3 convolution":
            return cv2.filter2D(picture, -1, KERNEL, frame, borderType=EDGE)
        case "dilation by 4":
            return cv2.dilate(picture, SQUARE, frame)
        case "tone curve":
            return cv2.LUT(picture, curve(work), frame)
        case "color matrix":
            return cv2.transform(picture, MATRIX, frame)
        case _ if name == CANNY:
            gray = cv2.cvtColor(picture, cv2.COLOR_RGBA2GRAY, made.gray)
            return cv2.Canny(gray, 50, 150, made.edges)
    raise RuntimeError(f"OpenCV has no {name}")


@cache
def filter_hashes(work: Work, name: str) -> tuple[str, ...]:
    """Returns hashes of a picture and of both filtered pictures, and checks that these equal Segue's."""
    found = [fingerprint(renderer(work).pictures[0].tobytes())]
    for index, picture in enumerate(work.pictures):
        frame = filtered(work, name, index)
        found.append(fingerprint(frame.tobytes()))
        if name == CANNY:
            continue
        expected = np.frombuffer(segue.filtered(work, picture, FILTERS[name]), np.uint8).reshape(frame.shape)
        if (apart := cv2.absdiff(frame, expected)[..., :3].max()) > 1:
            raise RuntimeError(f"OpenCV's {name} is not Segue's, by up to {apart}")
    return tuple(found)


def filter_sample(work: Work, name: str) -> Sample:
    """Filters a picture repeatedly, for a quarter of a second and at least three times."""
    hashes = filter_hashes(work, name)
    cv2.setNumThreads(1)
    start, count = time.perf_counter(), 0
    while count < 3 or time.perf_counter() - start < 0.25:
        filtered(work, name)
        count += 1
    return Sample((time.perf_counter() - start) / count, hashes)


def filter_measurements(work: Work) -> list[Measurement]:
    """Returns the cases of filters, on one thread."""
    return [Measurement(NAME, filtering(name), 1, partial(filter_sample, work, name)) for name in FILTERS]


def measurements(work: Work) -> list[Measurement]:
    """Returns the cases: only rendering."""
    return [
        Measurement(NAME, frame_of(transition), 1, partial(warp_sample, work, transition)) for transition in LAYERS
    ] + [
        Measurement(NAME, rendering(transition), threads, partial(sample, work, transition, threads))
        for transition in TRANSITIONS for threads in work.thread_counts]
