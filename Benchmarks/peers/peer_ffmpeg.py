"""ffmpeg's xfade filter."""

from __future__ import annotations

import re
import time
from functools import cache, partial

from harness import LOOKS, Measurement, Sample, Work, command, png_sample, rendering, to_png

NAME = "ffmpeg xfade"
DRIVEN = (
    "Rendering: both pictures decoded once and repeated inside the filter graph, planar RGB, "
    "frames to `-f null`; a short run's time is taken from a long one's, so that starting and "
    "decoding do not count. Threads: `-filter_threads` and `-filter_complex_threads`. To PNG: one "
    "process, 60 frames, its own defaults on all cores."
)
DIFFERS = (
    "`pixelize` is another effect: both pictures on one grid, 50 steps, blocks up to a twentieth "
    "of the height, one pixel read a block without interpolation.",
    "It handles three planes a frame where Segue handles four channels, and no transparency.",
    "Its rendering figure includes repeating the pictures and handing frames through the graph.",
)
XFADE = {"pixellate-dissolve": "pixelize", "cross-dissolve": "fade"}


def version(work: Work) -> str:
    """Version of the command."""
    return command(["ffmpeg", "-version"]).decode().split()[2]


def arguments(work: Work, transition: str, frames: int) -> list[object]:
    """The command up to its output: the whole way in so many frames."""
    loops = "".join(
        f"[{index}]format=gbrp,loop=-1:1:0,fps=60,trim=end_frame={frames}[{name}];"
        for index, name in enumerate("ab"))
    xfade = f"[a][b]xfade=transition={XFADE[transition]}:duration={frames / 60}:offset=0"
    a, b = work.pictures
    return ["ffmpeg", "-nostdin", "-v", "error", "-i", a, "-i", b, "-filter_complex", loops + xfade]


def threaded(words: list[object], threads: int) -> list[object]:
    """The command with so many threads for its filters."""
    return words[:1] + ["-filter_threads", threads, "-filter_complex_threads", threads] + words[1:]


@cache
def hashes(work: Work, transition: str, threads: int) -> tuple[str, ...]:
    """Hashes of 60 frames' planes, of which those looked at are returned."""
    words = threaded(arguments(work, transition, 60), threads) + ["-f", "framemd5", "-"]
    lines = command(words).decode().splitlines()
    found = [line.split(",")[-1].strip() for line in lines if not line.startswith("#")]
    if len(found) != 60:
        raise RuntimeError(f"ffmpeg made {len(found)} of 60 frames")
    return tuple(found[round(look * 59)] for look in LOOKS)


def seconds(work: Work, transition: str, threads: int, frames: int) -> float:
    """Time of a whole process that renders so many frames."""
    words = threaded(arguments(work, transition, frames), threads)
    start = time.perf_counter()
    output = command(words + ["-progress", "pipe:1", "-f", "null", "-"]).decode()
    taken = time.perf_counter() - start
    made = re.findall(r"^frame=(\d+)", output, re.MULTILINE)
    if made[-1:] != [str(frames)]:
        raise RuntimeError(f"ffmpeg made {made[-1:]} of {frames} frames")
    return taken


def render_sample(work: Work, transition: str, threads: int) -> Sample:
    """A long run less a short one."""
    short, long = (30, 120) if work.quick else (60, 600)
    taken = seconds(work, transition, threads, long) - seconds(work, transition, threads, short)
    return Sample(taken / (long - short), hashes(work, transition, threads))


def png(work: Work, transition: str) -> Sample:
    """60 frames to PNG."""
    return png_sample(work, 60, lambda folder: [
        *arguments(work, transition, 60), "-frames:v", 60, folder / "%04d.png"])


def measurements(work: Work) -> list[Measurement]:
    """All cases."""
    found = []
    for transition in XFADE:
        for threads in work.thread_counts:
            run = partial(render_sample, work, transition, threads)
            found.append(Measurement(NAME, rendering(transition), threads, run))
        found.append(Measurement(NAME, to_png(transition), work.cores, partial(png, work, transition)))
    return found
