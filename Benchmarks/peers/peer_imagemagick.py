"""ImageMagick's convert."""

from __future__ import annotations

import math
import shutil
from functools import partial
from pathlib import Path

from harness import SIZE, TRANSITIONS, Measurement, Sample, Work, command, files_sample, to_png

NAME = "ImageMagick"
DRIVEN = (
    "One process reads both pictures once and writes five frames to PNG, with its default options on all cores. "
    "`-sample` shrinks a picture to one pixel for each block and enlarges it again; `-compose blend` dissolves."
)
DIFFERS = (
    "Only five frames, evenly spaced, are rendered, since ImageMagick is slow. So the time to start the process "
    "and to read the pictures is divided among five frames instead of 61.",
    "Blocks are stretched so that a whole number of them fills the frame. ImageMagick computes with 16 bits a "
    "channel.",
)
FRAMES = 5
# Another program may be named `convert`; Debian's package also installs this name.
CONVERT = shutil.which("convert-im6.q16") or "convert"


def version(work: Work) -> str:
    """Returns the version of the command."""
    words = command([CONVERT, "-version"]).decode().split()
    if words[1] != "ImageMagick":
        raise RuntimeError("convert is not ImageMagick's")
    return words[2]


def frame(transition: str, progress: float, file: Path) -> list[object]:
    """Returns the operations that make one frame from the two pictures and write it."""
    words: list[object] = ["(", "-clone", "0,1"]
    if transition == "pixellate-dissolve":
        for index, fraction in enumerate((0.1 * progress, 0.1 * (1 - progress))):
            across, down = (math.ceil(length / (fraction * SIZE[0])) for length in SIZE)
            blocks = ["-sample", f"{across}x{down}!", "-sample", f"{SIZE[0]}x{SIZE[1]}!"]
            words += ["(", "-clone", index, *blocks, ")"]
        words += ["-delete", "0,1"]
    blend = ["-define", f"compose:args={100 * progress}", "-compose", "blend", "-composite"]
    return words + blend + ["-write", file, "+delete", ")"]


def arguments(work: Work, transition: str, folder: Path) -> list[object]:
    """Returns the command."""
    words: list[object] = [CONVERT, *work.pictures]
    for number in range(1, FRAMES + 1):
        words += frame(transition, number / (FRAMES + 1), folder / f"{number}.png")
    return words + ["null:"]


def png(work: Work, transition: str) -> Sample:
    """Writes a few frames as PNG."""
    return files_sample(work, FRAMES, partial(arguments, work, transition))


def measurements(work: Work) -> list[Measurement]:
    """Returns the cases: only whole processes."""
    return [
        Measurement(NAME, to_png(transition), work.cores, partial(png, work, transition))
        for transition in TRANSITIONS]
