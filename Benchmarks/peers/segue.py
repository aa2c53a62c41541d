"""Segue, as a side of the comparison."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path

from harness import (CHAIN, FILTERS, LAYERS, LOOKS, POINT_FILTERS, SIZE, TRANSITIONS, WAY, Measurement, Sample, Work,
                     command, files_sample, filtering, fingerprint, frame_hash, frame_of, mp4_sample, rendering,
                     to_jpeg, to_mp4, to_png, to_y4m, y4m_sample)

NAME = "Segue"
EXPORTER = "Segue, `render -f null`"
DRIVEN = (
    "Rendering: `segue bench --json` renders the 59 frames between the first and the last frame of a transition of "
    "one second; the figure is the mean of their times. With several threads, each frame is divided into bands. `render -f null` exports the transition "
    "between the two photographs and discards the frames; each thread renders whole frames. Files and pipes: "
    "`segue render` writes 61 frames on all cores; `cat` reads the Y4M pipe."
)
DIFFERS = (
    "`segue bench` renders its own sample pictures; `render -f null` renders the photographs, as the other "
    "programs do. Like OpenCV and llvmpipe in this comparison, both commands write all frames to the same memory, "
    "which may stay in the caches.",
    "`segue bench` renders the frame of each progress several times in a row and counts only the later runs, so the "
    "few rows that `segue bench` reads are in the caches. `render -f null` advances the progress with every frame, as "
    "the other programs do.",
)


def version(work: Work) -> str:
    """Returns the version of the command."""
    return command([work.segue, "--version"]).decode().split("\n", 1)[0]


def has_avx512(work: Work) -> bool:
    """Returns whether the machine has AVX-512."""
    return "avx512" in command([work.segue, "--version"]).decode()


def bench(
    work: Work, progresses: Iterable[float], threads: Iterable[int] = (1,),
    transitions: Iterable[str] = TRANSITIONS, sizes: Iterable[tuple[int, int]] = (SIZE,), quick: bool = True,
    simd: str = "best",
) -> list[dict]:
    """Returns rows of `segue bench`, one for each combination."""
    progresses, threads, transitions, sizes = map(list, (progresses, threads, transitions, sizes))
    words: list[object] = [work.segue, "bench", "--json", "--simd", simd] + ["--quick"] * quick
    for option, values in (("--progress", progresses), ("--threads", threads), ("--transition", transitions)):
        words += [word for value in values for word in (option, value)]
    words += [word for width, height in sizes for word in ("--size", f"{width}x{height}")]
    rows = json.loads(command(words))["rendering"]
    if len(rows) != len(progresses) * len(threads) * len(transitions) * len(sizes):
        raise RuntimeError(f"segue bench gave {len(rows)} rows")
    return rows


@cache
def frame(work: Work, transition: str, progress: float) -> bytes:
    """Renders one frame, and returns its RGBA pixels."""
    pixels = command([
        work.segue, "frame", *work.pictures, "-t", transition, "--progress", progress, "-f", "rgba",
        "-o", "-"])
    if len(pixels) != SIZE[0] * SIZE[1] * 4:
        raise RuntimeError(f"segue frame gave {len(pixels)} bytes")
    return pixels


def hashes(work: Work, transition: str) -> tuple[str, ...]:
    """Returns hashes of the checked frames."""
    return tuple(fingerprint(frame(work, transition, look)) for look in LOOKS)


def render_sample(work: Work, transition: str, threads: int) -> Sample:
    """Measures the whole transition by `segue bench`."""
    rows = bench(work, WAY, [threads], [transition])
    return Sample(
        statistics.fmean(row["milliseconds"] for row in rows) / 1000, hashes(work, transition))


def layers_sample(work: Work, transition: str) -> Sample:
    """Measures one frame by `segue bench`."""
    progress = LAYERS[transition]
    rows = bench(work, [progress], transitions=[transition])
    # Hashes of the checked frames prove that frames differ, since the measured frame is always the same.
    return Sample(rows[0]["milliseconds"] / 1000, hashes(work, transition))


def export_sample(work: Work, transition: str, threads: int) -> Sample:
    """Measures the whole transition through the exporter, with ten times as many frames."""
    summary = json.loads(command([
        work.segue, "render", *work.pictures, "-t", transition, "-f", "null", "--frames", 601, "--threads",
        threads, "--json"]))
    if (summary["frames"], summary["width"], summary["height"]) != (601, *SIZE):
        raise RuntimeError(f"segue render says {summary}")
    return Sample(summary["seconds"] / 601, hashes(work, transition))


@cache
def filtered(work: Work, picture: Path, *filters: str) -> bytes:
    """Filters a picture, and returns its RGBA pixels."""
    words = [word for text in filters for word in ("--filter", text)]
    pixels = command([work.segue, "apply", picture, *words, "-f", "rgba", "-o", "-"])
    if len(pixels) != SIZE[0] * SIZE[1] * 4:
        raise RuntimeError(f"segue apply gave {len(pixels)} bytes")
    return pixels


def export_seconds(work: Work, frames: int, *filters: str) -> float:
    """Returns the seconds for a number of frames of one picture through the exporter, on one thread."""
    words = [word for text in filters for word in ("--filter", text)]
    summary = json.loads(command([
        work.segue, "render", work.pictures[0], *words, "-f", "null", "--frames", frames, "--threads", 1, "--json"]))
    if (summary["frames"], summary["width"], summary["height"]) != (frames, *SIZE):
        raise RuntimeError(f"segue render says {summary}")
    return summary["seconds"]


@cache
def frames_in_half_a_second(work: Work, *filters: str) -> int:
    """Returns a number of frames that takes about half a second, within bounds; equal in every round."""
    return max(30, min(600, round(0.5 * 31 / export_seconds(work, 31, *filters))))


def filter_sample(work: Work, *filters: str) -> Sample:
    """Filters a picture repeatedly: the time of a long run minus the time of a short run, which includes preparation."""
    short, count = 11, frames_in_half_a_second(work, *filters)
    start = export_seconds(work, short, *filters)
    seconds = (export_seconds(work, short + count, *filters) - start) / count
    # Hashes prove that a picture changes, and that two pictures give different results.
    looks = (fingerprint(filtered(work, picture, *filters)) for picture in work.pictures)
    return Sample(seconds, (frame_hash(work.pictures[0]), *looks))


def filter_measurements(work: Work) -> list[Measurement]:
    """Returns the cases of filters, on one thread; pointwise filters, alone and as a chain, are sides of one case."""
    return [
        Measurement(NAME, filtering(name), 1, partial(filter_sample, work, text)) for name, text in FILTERS.items()
    ] + [
        Measurement(side, filtering(CHAIN), 1, partial(filter_sample, work, *texts))
        for side, texts in [(text, (text,)) for text in POINT_FILTERS] + [(CHAIN, POINT_FILTERS)]]


def render(work: Work, transition: str, *output: object) -> list[object]:
    """Returns the command for 61 frames."""
    return [work.segue, "render", *work.pictures, "-t", transition, "-q", *output]


def png(work: Work, transition: str) -> Sample:
    """Writes 61 frames as PNG."""
    return files_sample(work, 61, lambda folder: render(work, transition, "-o", folder / "%04d.png"))


def jpeg(work: Work, transition: str) -> Sample:
    """Writes 61 frames as JPEG."""
    return files_sample(work, 61, lambda folder: render(work, transition, "-o", folder / "%04d.jpg"))


def y4m(work: Work, transition: str) -> Sample:
    """Writes 61 frames to a pipe."""
    return y4m_sample(render(work, transition, "-f", "y4m", "-o", "-"), 61)


def mp4(work: Work, transition: str) -> Sample:
    """Writes 61 frames as MP4."""
    return mp4_sample(work, 61, lambda file: render(work, transition, "-o", file))


def measurements(work: Work) -> list[Measurement]:
    """Returns all cases."""
    found = [
        Measurement(NAME, frame_of(transition), 1, partial(layers_sample, work, transition)) for transition in LAYERS]
    for transition in TRANSITIONS:
        for threads in work.thread_counts:
            for side, sample in ((NAME, render_sample), (EXPORTER, export_sample)):
                run = partial(sample, work, transition, threads)
                found.append(Measurement(side, rendering(transition), threads, run))
        for case, run in ((to_png, png), (to_y4m, y4m), (to_jpeg, jpeg), (to_mp4, mp4)):
            found.append(Measurement(NAME, case(transition), work.cores, partial(run, work, transition)))
    return found
