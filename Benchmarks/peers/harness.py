"""The interface of a peer, and alternating measurements of all sides of a case."""

from __future__ import annotations

import hashlib
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from PIL import Image

TRANSITIONS = ("pixellate-dissolve", "cross-dissolve")
# One second at 60 frames a second has 61 frames; the first and the last frame are the pictures.
WAY = tuple(index / 60 for index in range(1, 60))
# The progress of the frames that are checked: each must give a different frame.
LOOKS = (0.25, 0.5, 0.75)
SIZE = (1920, 1080)
# Transitions of layers, each with the measured progress: two rotated pictures, and two pictures at fractions of a pixel.
LAYERS = {"rotate": 0.5, "slide-down": 0.50013}
# The progress at which the layer is at whole pixels, so that nothing is blended.
WHOLE_PIXELS = {"cover-vertical": 0.5}
# Filters, each with the text that Segue's command takes.
FILTERS = {
    "Gaussian, σ 2": "gaussian-blur:sigma=2",
    "Gaussian, σ 10": "gaussian-blur:sigma=10",
    "Gaussian, σ 40": "gaussian-blur:sigma=40",
    "mean of 9×9": "box-blur:radius=4",
    "median of 3×3": "median",
    "3×3 convolution": "3x3-convolution:top=0.1,0.2,-0.1,middle=0.3,0.4,0.1,bottom=-0.2,0.1,0.1",
    "dilation by 4": "rgb-dilation:radius=4",
    "tone curve": "tone-curve:rgb=0,0.1,0.5,0.6,1,0.9",
    "color matrix": "color-matrix:" + ",".join((
        "red=0.3588,0.7044,0.1368,0", "green=0.2990,0.5870,0.1140,0", "blue=0.2392,0.4696,0.0912,0")),
    "Canny's edges": "canny-edge-detection",
}
# Pointwise filters, measured alone and as a chain.
POINT_FILTERS = (
    "brightness:brightness=0.1", "contrast:contrast=1.2", "saturation:saturation=1.3", "sepia:intensity=0.5",
    "vibrance:vibrance=0.4",
)
CHAIN = "all five"


@dataclass(frozen=True)
class Work:
    """The input of all measurements."""

    segue: Path
    pictures: tuple[Path, Path]
    folder: Path
    quick: bool
    cores: int

    @property
    def thread_counts(self) -> list[int]:
        """One thread, and one for each core."""
        return sorted({1, self.cores})


@dataclass(frozen=True)
class Sample:
    """The time of one run, and hashes of its frames, which prove that they were rendered."""

    seconds: float
    hashes: tuple[str, ...]
    bytes: float = 0


@dataclass(frozen=True)
class Measurement:
    """One side of a case; `run` measures one sample, in seconds a frame."""

    side: str
    case: str
    threads: int
    run: Callable[[], Sample]


@dataclass
class Result:
    """All samples of one measurement."""

    side: str
    case: str
    threads: int
    samples: list[Sample] = field(default_factory=list)

    @property
    def milliseconds(self) -> list[float]:
        return [1000 * sample.seconds for sample in self.samples]

    @property
    def median(self) -> float:
        return statistics.median(self.milliseconds)

    def times(self, other: Result) -> list[float]:
        """Returns the ratios of this side's times to the other's, for all pairs of samples."""
        return [a / b for a in self.milliseconds for b in other.milliseconds]


def rendering(transition: str) -> str:
    """Returns the name of the case that renders frames and discards them."""
    return f"{transition} rendering"


def frame_of(transition: str) -> str:
    """Returns the name of the case that renders one frame of layers."""
    return f"{transition}, one frame"


def filtering(name: str) -> str:
    """Returns the name of the case that filters one picture."""
    return f"{name}, a picture"


def to_png(transition: str) -> str:
    """Returns the name of the case of a whole process that writes PNG files."""
    return f"{transition} to PNG"


def to_y4m(transition: str) -> str:
    """Returns the name of the case of a whole process that writes Y4M, 4:2:0, to a pipe with a reader."""
    return f"{transition} to Y4M"


def to_jpeg(transition: str) -> str:
    """Returns the name of the case of a whole process that writes JPEG files."""
    return f"{transition} to JPEG"


def to_mp4(transition: str) -> str:
    """Returns the name of the case of a whole process that makes a video."""
    return f"{transition} to MP4"


def spread(values: list[float]) -> tuple[float, float]:
    """Returns the 10th and the 90th percentile."""
    tenths = statistics.quantiles(values, n=10, method="inclusive")
    return tenths[0], tenths[-1]


def fingerprint(data: bytes) -> str:
    """Returns a short hash of a frame's pixels."""
    return hashlib.sha256(data).hexdigest()[:16]


def command(arguments: Iterable[object], environment: dict[str, str] | None = None) -> bytes:
    """Runs a command and returns its output; raises an error with its messages if it fails."""
    words = [str(word) for word in arguments]
    done = subprocess.run(words, capture_output=True, stdin=subprocess.DEVNULL, env=environment)
    if done.returncode != 0:
        message = done.stderr.decode(errors="replace").strip()
        raise RuntimeError(f"{Path(words[0]).name} failed ({done.returncode}): {message}")
    return done.stdout


def files_sample(work: Work, count: int, arguments: Callable[[Path], list[object]]) -> Sample:
    """Times a command that writes `count` images into a new folder, and checks the images."""
    folder = work.folder / "frames"
    folder.mkdir()
    try:
        words = arguments(folder)
        start = time.perf_counter()
        command(words)
        seconds = (time.perf_counter() - start) / count
        files = sorted(folder.iterdir())
        if len(files) != count:
            raise RuntimeError(f"{Path(str(words[0])).name} wrote {len(files)} of {count} frames")
        hashes = [frame_hash(files[round(look * (count - 1))]) for look in LOOKS]
        return Sample(seconds, tuple(hashes), sum(f.stat().st_size for f in files) / count)
    finally:
        shutil.rmtree(folder)


def y4m_sample(words: Iterable[object], count: int) -> Sample:
    """Times a command that writes `count` frames as Y4M to standard output, which `cat` reads."""
    words = tuple(words)
    hashes = y4m_hashes(words, count)
    start = time.perf_counter()
    with subprocess.Popen(list(map(str, words)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as maker:
        with subprocess.Popen(["cat"], stdin=maker.stdout, stdout=subprocess.DEVNULL) as reader:
            maker.stdout.close()
            if maker.wait() != 0 or reader.wait() != 0:
                raise RuntimeError(f"{maker.args[0]} failed ({maker.returncode})")
    return Sample((time.perf_counter() - start) / count, hashes)


@cache
def y4m_hashes(words: tuple[object, ...], count: int) -> tuple[str, ...]:
    """Returns hashes of the checked frames of a command that writes `count` frames as Y4M."""
    header, frames = command(words).split(b"\n", 1)
    size = len(b"FRAME\n") + SIZE[0] * SIZE[1] * 3 // 2
    if f"W{SIZE[0]} H{SIZE[1]} ".encode() not in header or len(frames) != count * size:
        raise RuntimeError(f"{len(frames) / size} frames of {header}")
    starts = [round(look * (count - 1)) * size for look in LOOKS]
    return tuple(fingerprint(frames[start:start + size]) for start in starts)


def mp4_sample(work: Work, count: int, arguments: Callable[[Path], list[object]]) -> Sample:
    """Times a command that makes a video of `count` frames, and decodes the video."""
    file = work.folder / "video.mp4"
    try:
        words = arguments(file)
        start = time.perf_counter()
        command(words)
        seconds = (time.perf_counter() - start) / count
        listed = command(["ffmpeg", "-v", "error", "-i", file, "-f", "framemd5", "-"]).decode().splitlines()
        frames = [line.split(",")[-1].strip() for line in listed if not line.startswith("#")]
        if len(frames) != count:
            raise RuntimeError(f"{Path(str(words[0])).name} made {len(frames)} of {count} frames")
        return Sample(
            seconds, tuple(frames[round(look * (count - 1))] for look in LOOKS), file.stat().st_size / count)
    finally:
        file.unlink(missing_ok=True)


def frame_hash(file: Path) -> str:
    """Returns a hash of a file's pixels; the file must have a whole frame."""
    with Image.open(file) as image:
        if image.size != SIZE:
            raise RuntimeError(f"{file.name} is {image.size}, not {SIZE}")
        return fingerprint(image.convert("RGBA").tobytes())


def measure(measurements: list[Measurement], rounds: int) -> list[Result]:
    """Measures all sides of a case in each round, so that slow phases of the machine affect all sides."""
    results = []
    for case in dict.fromkeys(item.case for item in measurements):
        sides = [item for item in measurements if item.case == case]
        found = [Result(item.side, case, item.threads) for item in sides]
        for number in range(rounds):
            print(f"{case}: round {number + 1} of {rounds}", file=sys.stderr)
            for item, result in zip(sides, found, strict=True):
                result.samples.append(proved(item, result.samples))
        results += found
    return results


def proved(item: Measurement, earlier: list[Sample]) -> Sample:
    """Measures a sample; raises an error unless its frames differ from each other and equal those of earlier samples."""
    sample = item.run()
    who = f"{item.side}, {item.case}, {item.threads} threads"
    if sample.seconds <= 0:
        raise RuntimeError(f"{who}: took {sample.seconds} s a frame")
    if len(sample.hashes) < len(LOOKS) or len(set(sample.hashes)) < len(sample.hashes):
        raise RuntimeError(f"{who}: the frames are not all different: {sample.hashes}")
    if earlier and earlier[0].hashes != sample.hashes:
        raise RuntimeError(f"{who}: other frames than in the first round")
    return sample
