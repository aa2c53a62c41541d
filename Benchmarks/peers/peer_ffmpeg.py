"""ffmpeg's xfade filter."""

from __future__ import annotations

import re
import time
from functools import cache, partial

from harness import (LOOKS, Measurement, Sample, Work, command, files_sample, mp4_sample, rendering, to_jpeg,
                     to_mp4, to_png, to_y4m, y4m_sample)

NAME = "ffmpeg xfade"
ENCODER = "ffmpeg from a Y4M file"
DRIVEN = (
    "Rendering: both pictures are decoded once and repeated inside the filter graph as planar RGB; frames go to "
    "`-f null`. The time of a short run is subtracted from the time of a long run, which excludes start and decoding. "
    "`-filter_threads` and `-filter_complex_threads` set the threads. Files and pipes: one process writes 60 "
    "frames with its default options on all cores. MP4: ffmpeg, without xfade, encodes a Y4M file of Segue's "
    "frames with the options that Segue passes to ffmpeg."
)
DIFFERS = (
    "`pixelize` is a different effect: it has one grid for both pictures, 50 steps, blocks of at most a twentieth "
    "of the height, and a color of one pixel for each block, without interpolation.",
    "ffmpeg processes three planes without transparency; Segue processes four channels.",
    "ffmpeg's JPEG frames have quality 2 of ffmpeg's scale (`-q:v 2`), the nearest quality below Segue's 90. In the "
    "middle of a dissolve of the photographs, ffmpeg's quality is 44.1 dB and Segue's is 44.9 dB.",
    "ffmpeg's figures of rendering include the repetition of its input pictures, and its filter graph.",
)
XFADE = {"pixellate-dissolve": "pixelize", "cross-dissolve": "fade"}


def version(work: Work) -> str:
    """Returns the version of the command."""
    return command(["ffmpeg", "-version"]).decode().split()[2]


def arguments(work: Work, transition: str, frames: int) -> list[object]:
    """Returns the command without its output: the whole transition, in a number of frames."""
    loops = "".join(
        f"[{index}]format=gbrp,loop=-1:1:0,fps=60,trim=end_frame={frames}[{name}];"
        for index, name in enumerate("ab"))
    xfade = f"[a][b]xfade=transition={XFADE[transition]}:duration={frames / 60}:offset=0"
    a, b = work.pictures
    return ["ffmpeg", "-nostdin", "-v", "error", "-i", a, "-i", b, "-filter_complex", loops + xfade]


def threaded(words: list[object], threads: int) -> list[object]:
    """Returns the command with a number of threads for its filters."""
    return words[:1] + ["-filter_threads", threads, "-filter_complex_threads", threads] + words[1:]


@cache
def hashes(work: Work, transition: str, threads: int) -> tuple[str, ...]:
    """Hashes the planes of 60 frames, and returns the hashes of the checked frames."""
    words = threaded(arguments(work, transition, 60), threads) + ["-f", "framemd5", "-"]
    lines = command(words).decode().splitlines()
    found = [line.split(",")[-1].strip() for line in lines if not line.startswith("#")]
    if len(found) != 60:
        raise RuntimeError(f"ffmpeg made {len(found)} of 60 frames")
    return tuple(found[round(look * 59)] for look in LOOKS)


def seconds(work: Work, transition: str, threads: int, frames: int) -> float:
    """Returns the time of a whole process that renders a number of frames."""
    words = threaded(arguments(work, transition, frames), threads)
    start = time.perf_counter()
    output = command(words + ["-progress", "pipe:1", "-f", "null", "-"]).decode()
    taken = time.perf_counter() - start
    made = re.findall(r"^frame=(\d+)", output, re.MULTILINE)
    if made[-1:] != [str(frames)]:
        raise RuntimeError(f"ffmpeg made {made[-1:]} of {frames} frames")
    return taken


def render_sample(work: Work, transition: str, threads: int) -> Sample:
    """Returns the time of a long run minus the time of a short run."""
    short, long = (30, 120) if work.quick else (60, 600)
    taken = seconds(work, transition, threads, long) - seconds(work, transition, threads, short)
    return Sample(taken / (long - short), hashes(work, transition, threads))


def png(work: Work, transition: str) -> Sample:
    """Writes 60 frames as PNG."""
    return files_sample(work, 60, lambda folder: [
        *arguments(work, transition, 60), "-frames:v", 60, folder / "%04d.png"])


def jpeg(work: Work, transition: str) -> Sample:
    """Writes 60 frames as JPEG."""
    return files_sample(work, 60, lambda folder: [
        *arguments(work, transition, 60), "-frames:v", 60, "-pix_fmt", "yuvj420p", "-q:v", 2, folder / "%04d.jpg"])


def y4m(work: Work, transition: str) -> Sample:
    """Writes 60 frames to a pipe."""
    words = [
        *arguments(work, transition, 60), "-frames:v", 60, "-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe", "-"]
    return y4m_sample(words, 60)


def mp4(work: Work, transition: str) -> Sample:
    """Encodes 61 frames from a Y4M file as MP4."""
    frames = work.folder / f"{transition}.y4m"
    if not frames.exists():
        command([work.segue, "render", *work.pictures, "-t", transition, "-q", "-o", frames])
    return mp4_sample(work, 61, lambda file: [
        "ffmpeg", "-nostdin", "-v", "error", "-i", frames, "-c:v", "libx264", "-crf", 18, "-pix_fmt", "yuv420p",
        "-movflags", "+faststart", "-f", "mp4", file])


def measurements(work: Work) -> list[Measurement]:
    """Returns all cases."""
    found = []
    for transition in XFADE:
        for threads in work.thread_counts:
            run = partial(render_sample, work, transition, threads)
            found.append(Measurement(NAME, rendering(transition), threads, run))
        for side, case, run in (
                (NAME, to_png, png), (NAME, to_y4m, y4m), (NAME, to_jpeg, jpeg), (ENCODER, to_mp4, mp4)):
            found.append(Measurement(side, case(transition), work.cores, partial(run, work, transition)))
    return found
