"""Measures clips: joins compared with ffmpeg's xfade, decoding, copied packets and memory; all child processes are included."""

from __future__ import annotations

import ctypes
import os
import resource
import statistics
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from harness import Work

# Transitions: Segue's name and xfade's name.
NAMES = {"fade": "fade", "hblur": "hblur", "circle-open": "circleopen", "pixelize": "pixelize"}
SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True)
class Row:
    """The results of two sides: medians of their processor time and wall time in seconds, and of the ratios within each round."""

    name: str
    processor: tuple[float, float]
    wall: tuple[float, float]
    # The time of the other side divided by ours.
    processor_ratio: float
    wall_ratio: float


def taken(commands: Sequence[Sequence[object]]) -> tuple[float, float]:
    """Returns the processor time of commands with all their children, and the wall time, both in seconds."""
    # Adopts children that outlive their parent, so that their time is included.
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    for words in commands:
        done = subprocess.run(list(map(str, words)), stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{words[0]} ended with {done.returncode}: {done.stderr.decode()[-300:]}")
    seconds = time.perf_counter() - start
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            break
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, seconds


def row(name: str, ours: Sequence[Sequence[object]], theirs: Sequence[Sequence[object]], rounds: int) -> Row:
    """Runs both sides alternately."""
    samples = [(taken(ours), taken(theirs)) for _ in range(rounds)]

    def medians(index: int) -> tuple[float, float]:
        return tuple(statistics.median(sample[side][index] for sample in samples) for side in range(2))

    ratios = [statistics.median(other[index] / mine[index] for mine, other in samples) for index in range(2)]
    return Row(name, medians(0), medians(1), *ratios)


def clip(folder: Path, name: str, source: str, options: str) -> Path:
    """Makes a clip from one of ffmpeg's synthetic sources."""
    file = folder / name
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", source, *options.split(), str(file)], check=True)
    return file


def xfade(files: Sequence[Path], name: str, seconds: float, offset: float, output: str) -> list[object]:
    """Returns the command that joins clips by ffmpeg."""
    graph = f"[0:v][1:v]xfade=transition={name}:duration={seconds}:offset={offset},format=yuv420p[v]"
    return ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", files[0], "-i", files[1], "-filter_complex", graph, "-map",
            "[v]", *output.split()]


def join(work: Work, files: Sequence[Path], name: str, seconds: float, output: str) -> list[object]:
    """Returns the command that joins clips by Segue."""
    return [work.segue, "join", *files, "-t", name, "--duration", seconds, "-q", *output.split()]


def joins(work: Work, rounds: int) -> list[Row]:
    """Measures the join of two clips of 5 s with a transition of 3 s, to null and with an encoder."""
    files = [clip(work.folder, f"hd{n}.mp4", f"{source}=s=1920x1080:r=25:d=5,format=yuv420p",
                  "-c:v libx264 -preset veryfast -crf 20") for n, source in enumerate(("testsrc2", "testsrc"))]
    rows = [
        row(f"`{theirs}` to null", [join(work, files, ours, 3, "-f null -o x")],
            [xfade(files, theirs, 3, 2, "-f null -")], rounds)
        for ours, theirs in NAMES.items()
    ]
    return rows + [
        row(f"`fade`, x264 {preset}",
            [join(work, files, "fade", 3, f"--copy never --encoder-option preset={preset} --encoder-option crf=20 "
                  f"--overwrite -o {work.folder}/ours.mp4")],
            [xfade(files, "fade", 3, 2, f"-c:v libx264 -preset {preset} -crf 20 {work.folder}/theirs.mp4")], rounds)
        for preset in ("veryfast", "medium")
    ]


def decoding(work: Work, rounds: int) -> list[Row]:
    """Measures decoding all frames of a clip to /dev/null, compared with ffmpeg."""
    hd = work.folder / "hd0.mp4"
    options = "-c:v libx264 -preset veryfast -crf 20"
    long = clip(work.folder, "hd.mp4", "testsrc2=s=1920x1080:r=25:d=20,format=yuv420p", options)
    noisy = clip(work.folder, "noisy.mp4", "testsrc2=s=1920x1080:r=25:d=10,noise=alls=20:allf=t,format=yuv420p", options)
    uhd = clip(work.folder, "uhd.mp4", "testsrc2=s=3840x2160:r=25:d=3,format=yuv420p10le",
               "-c:v libx265 -preset veryfast -x265-params log-level=none")

    def alone(file: Path, *filters: str) -> list[object]:
        return ["ffmpeg", "-nostdin", "-v", "error", "-i", file, *filters, "-f", "null", "-"]

    def ours(file: Path) -> list[object]:
        return [work.segue, "join", file, "-f", "y4m", "-o", "/dev/null", "-q"]

    return [
        row("H.264, 1080p, 5 s", [ours(hd)], [alone(hd)], rounds),
        row("H.264, 1080p, 20 s", [ours(long)], [alone(long)], rounds),
        row("H.264, 1080p, noisy, 10 s", [ours(noisy)], [alone(noisy)], rounds),
        row("HEVC of 10 bits, 2160p, 3 s", [ours(uhd)], [alone(uhd)], rounds),
        row("HEVC of 10 bits, converted to 8 bits by ffmpeg", [ours(uhd)], [alone(uhd, "-vf", "format=yuv420p")], rounds),
    ]


def copies(work: Work, rounds: int) -> list[Row]:
    """Joins two clips of 60 s: copied packets, compared with xfade and with encoding only the changed groups."""
    files = [clip(work.folder, f"long{n}.mp4", f"{source}=s=1280x720:r=30:d=60,format=yuv420p",
                  "-c:v libx264 -preset medium -g 60 -keyint_min 60 -sc_threshold 0")
             for n, source in enumerate(("testsrc2", "testsrc"))]
    ours = [join(work, files, "fade", 1, f"--overwrite -o {work.folder}/copied.mp4")]
    few = max(1, rounds // 3)

    def encode(file: Path, start: int, name: str) -> list[object]:
        return ["ffmpeg", "-nostdin", "-v", "error", "-y", "-ss", start, "-i", file, "-frames:v", 60, "-c:v", "libx264",
                "-preset", "medium", work.folder / name]

    return [
        row("xfade, x264 medium", ours,
            [xfade(files, "fade", 1, 59, f"-c:v libx264 -preset medium {work.folder}/xfade.mp4")], few),
        row("only the changed groups of pictures, x264 medium", ours,
            [encode(files[0], 58, "first.mp4"), encode(files[1], 0, "second.mp4")], rounds),
    ]


def memory(work: Work) -> tuple[int, float]:
    """Returns the number of clips of 10 s in a join, and the maximum memory of all its processes in megabytes."""
    file = clip(work.folder, "short.mp4", "testsrc2=s=640x360:r=25:d=10,format=yuv420p",
                "-c:v libx264 -preset veryfast -g 50")
    count = 20 if work.quick else 100
    process = subprocess.Popen(
        list(map(str, join(work, [file] * count, "fade", 1, f"--copy never --overwrite -o {work.folder}/many.mp4"))))
    most = 0
    while process.poll() is None:
        most = max(most, sum(proportional(pid) for pid in family(process.pid)))
        time.sleep(0.2)
    if process.returncode != 0:
        raise RuntimeError(f"the join of {count} clips ended with {process.returncode}")
    return count, most / 1000


def family(parent: int) -> list[int]:
    """Returns a process and all its children."""
    found = [parent]
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1]) == parent:
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def proportional(pid: int) -> int:
    """Returns the memory of a process in kilobytes, with its share of memory that other processes also use (PSS)."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
