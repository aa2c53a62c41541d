"""Times of frames at 1080p, in milliseconds a frame: python benchmark.py [COMMAND]

COMMAND is the program `segue`. Rows are measured in turn; the figures are medians of five rounds. Figures are processor times
of all cores, which depend less on other programs than elapsed times; rows with threads of Python have elapsed times."""

import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable

import numpy as np
import segue

COUNT = 31
rng = np.random.default_rng(7)


def photo(seed: int) -> np.ndarray:
    """A picture with the gradients and the noise of a photograph."""
    y, x = np.mgrid[0:1080, 0:1920]
    base = np.stack([x * 255 / 1920, y * 255 / 1080, (x + y) * seed % 255], axis=2)
    return np.clip(base + rng.normal(0, 6, base.shape), 0, 255).astype(np.uint8)


def processors() -> float:
    """Returns the processor time of this process and its ended children, in seconds."""
    uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in uses)


def seconds(body: Callable[[], object], clock: Callable[[], float] = processors) -> float:
    start = clock()
    body()
    return clock() - start


def frames(transition: str) -> None:
    for _ in segue.frames(a, b, transition, frames=COUNT):
        pass


def copies() -> None:
    for _ in range(COUNT):
        a.copy()


def command(transition: str) -> float:
    """Returns the seconds that the command takes for COUNT frames, without its start and the decoding of pictures."""
    def run(count: int) -> float:
        words = [sys.argv[1], "render", *files, "-t", transition, "--frames", str(count), "-f", "null", "-q"]
        return seconds(lambda: subprocess.run(words, check=True))

    return (run(4 * COUNT) - run(COUNT)) / 3


def opencv() -> None:
    import cv2

    for number in range(COUNT):
        cv2.addWeighted(a, 1 - number / (COUNT - 1), b, number / (COUNT - 1), 0)


def moviepy_crossfade() -> None:
    import moviepy
    from moviepy import vfx

    first, second = (moviepy.ImageClip(picture, duration=1) for picture in (a, b))
    both = moviepy.CompositeVideoClip([first, second.with_effects([vfx.CrossFadeIn(1)])])
    for number in range(4):
        both.get_frame((number + 0.5) / 4)


def threads(count: int) -> float:
    """Returns the elapsed time of frames on several threads of Python at once, each with one thread of the library."""
    segue.use_threads(1)
    workers = [threading.Thread(target=frames, args=("cube",)) for _ in range(count)]
    try:
        return seconds(lambda: ([one.start() for one in workers], [one.join() for one in workers]), time.perf_counter)
    finally:
        segue.use_threads(0)


a, b = photo(1), photo(3)
with tempfile.TemporaryDirectory() as folder:
    files = [f"{folder}/a.png", f"{folder}/b.png"]
    for picture, file in zip((a, b), files):
        with open(file, "wb") as opened:
            opened.write(segue.load(picture).encoded())
    rows: dict[str, Callable[[], float]] = {"copy of an array": lambda: seconds(copies)}
    for name in ("cross-dissolve", "cube", "pixellate-dissolve"):
        rows[f"segue.frames, {name}"] = lambda name=name: seconds(lambda: frames(name))
        if len(sys.argv) > 1:
            rows[f"segue render -f null, {name}"] = lambda name=name: command(name)
    rows["cv2.addWeighted"] = lambda: seconds(opencv)
    rows["MoviePy, CrossFadeIn"] = lambda: seconds(moviepy_crossfade) * COUNT / 4
    rows["cube, 1 thread of Python"] = lambda: threads(1)
    rows["cube, 2 threads of Python, twice the frames"] = lambda: threads(2)
    times: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(5):
        for name, row in rows.items():
            times[name].append(row() / COUNT * 1000)
for name, values in times.items():
    print(f"{name:45} {statistics.median(values):8.2f}   {min(values):.2f} to {max(values):.2f}")
