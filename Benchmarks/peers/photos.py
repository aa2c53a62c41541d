"""Measures whole commands on photographs: their time and their peak memory."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from harness import Work

# 24 million pixels, a usual size of cameras.
LARGE = (6000, 4000)
FRAME = "1280x720"
# The profile installed by Debian's icc-profiles-free.
PROFILE = Path("/usr/share/color/icc/compatibleWithAdobeRGB1998.icc")


@dataclass(frozen=True)
class Row:
    """The results of two commands: medians of their seconds and megabytes, and of the ratios within each round."""

    name: str
    seconds: tuple[float, float]
    megabytes: tuple[float, float]
    ratio: float


def taken(words: Sequence[object]) -> tuple[float, float]:
    """Returns the seconds and the peak memory in megabytes of a command, which must succeed."""
    start = time.perf_counter()
    # A small process starts the command: the peak memory of a direct child would include the memory of this process.
    done = subprocess.run(
        ["/usr/bin/time", "-q", "-f", "%M", *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL, check=False)
    seconds = time.perf_counter() - start
    said = done.stderr.decode().split()
    if done.returncode != 0:
        raise RuntimeError(f"{words[0]} ended with {done.returncode}: {' '.join(said)}")
    return seconds, int(said[-1]) / 1000


def row(name: str, first: Sequence[object], second: Sequence[object], rounds: int) -> Row:
    """Runs both commands alternately."""
    samples = [(taken(first), taken(second)) for _ in range(rounds)]

    def medians(index: int) -> tuple[float, float]:
        return tuple(statistics.median(sample[side][index] for sample in samples) for side in range(2))

    ratio = statistics.median(mine[0] / other[0] for mine, other in samples)
    return Row(name, medians(0), medians(1), ratio)


def made(work: Work) -> dict[str, Path]:
    """Makes a large JPEG with camera noise, also in Adobe RGB, and a PNG in Adobe RGB."""
    noise = np.random.default_rng(1)
    with Image.open(work.pictures[0]) as picture:
        enlarged = np.asarray(picture.convert("RGB").resize(LARGE, Image.Resampling.LANCZOS), np.float32)
    sharp = Image.fromarray(np.clip(enlarged + noise.normal(0, 4, enlarged.shape), 0, 255).astype(np.uint8))
    files = {"jpeg": work.folder / "large.jpg"}
    sharp.save(files["jpeg"], quality=90)
    if PROFILE.exists():
        profile = PROFILE.read_bytes()
        files |= {"adobe jpeg": work.folder / "adobe.jpg", "adobe png": work.folder / "adobe.png"}
        sharp.save(files["adobe jpeg"], quality=90, icc_profile=profile)
        with Image.open(work.pictures[0]) as picture:
            picture.convert("RGB").save(files["adobe png"], icc_profile=profile)
    return files


def thumbnails(work: Work, files: dict[str, Path], rounds: int) -> list[Row]:
    """Measures fitting a large JPEG to a small frame, compared with libvips."""
    if not shutil.which("vipsthumbnail"):
        return []
    return [
        row(f"to {suffix.upper()}", [
            work.segue, "apply", files["jpeg"], "--filter", "brightness", "--size", FRAME, "--fit", "contain",
            "--overwrite", "-o", work.folder / f"ours.{suffix}"],
            ["vipsthumbnail", files["jpeg"], "--size", FRAME, "-o", work.folder / f"theirs.{suffix}"], rounds)
        for suffix in ("png", "jpg")
    ]


def colors(work: Work, files: dict[str, Path], rounds: int) -> list[Row]:
    """Measures decoding with and without conversion of the color profile."""

    def words(file: Path, size: str, color: str) -> list[object]:
        return [work.segue, "apply", file, "--filter", "brightness", *(["--size", size] if size else []), "--color", color,
                "--overwrite", "-o", work.folder / ("color.png" if size else "color.jpg")]

    cases = [
        ("PNG of 2 million pixels", "adobe png", ""),
        ("JPEG of 24 million pixels, for 720p", "adobe jpeg", FRAME),
        ("JPEG of 24 million pixels, all of it", "adobe jpeg", ""),
    ]
    return [
        row(name, words(files[key], size, "convert"), words(files[key], size, "ignore"), rounds)
        for name, key, size in cases if key in files
    ]


def light(work: Work, rounds: int) -> list[Row]:
    """Measures a dissolve in linear light, compared with stored values."""

    def words(format: str, output: object, light: str) -> list[object]:
        return [work.segue, "render", *work.pictures, "-t", "cross-dissolve", "--frames", "31", "--light", light, "-f",
                format, *(["--overwrite", "-o", output] if output else []), "-q"]

    outputs = {"null": None, "y4m": work.folder / "l.y4m", "jpeg": work.folder / "l%02d.jpg",
               "png": work.folder / "l%02d.png"}
    return [row(name, words(name, output, "linear"), words(name, output, "gamma"), rounds)
            for name, output in outputs.items()]
