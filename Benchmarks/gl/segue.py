"""Runs the `segue` command."""

from __future__ import annotations

import argparse
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Segue:
    """The command, and the pictures that it renders at one size."""

    command: Path
    pictures: tuple[Path, ...]
    size: tuple[int, int]

    def run(self, *words: object) -> bytes:
        """Runs the command; raises RuntimeError with its error output if it fails."""
        done = subprocess.run(
            [str(word) for word in (self.command, *words)], capture_output=True, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.decode(errors="replace").strip())
        return done.stdout

    def render(self, *words: object) -> bytes:
        """Runs `segue render` on the pictures, without easing."""
        size = f"{self.size[0]}x{self.size[1]}"
        return self.run("render", *self.pictures, "--ease", "linear", "--size", size, "-q", *words)

    def frames(self, count: int, *effect: object) -> np.ndarray:
        """Renders frames of a transition at equal steps from 0 to 1, as RGBA with straight alpha."""
        data = self.render(*effect, "--frames", count, "-f", "rgba", "-o", "-")
        return np.frombuffer(data, np.uint8).reshape(count, self.size[1], self.size[0], 4)

    def seconds(self, count: int, threads: int, *effect: object) -> float:
        """Returns the seconds a frame of a transition or of filters, over all frames except the first and the last."""
        summary = json.loads(self.render(
            *effect, "--frames", count + 2, "--range", f"1-{count}", "-f", "null", "--json", "--threads", threads))
        return summary["seconds"] / count

    def pixels(self, file: Path) -> np.ndarray:
        """Returns the RGBA pixels of a picture in its own size."""
        words = ("apply", file, "--filter", "pixellate:fraction=0", "-o", "-", "-f")
        # The first chunk of a PNG has the size.
        width, height = np.frombuffer(self.run(*words, "png")[16:24], ">u4")
        return np.frombuffer(self.run(*words, "rgba"), np.uint8).reshape(height, width, 4)

    def scaled(self, file: Path, target: Path) -> np.ndarray:
        """Writes a picture at the frame's size, so that neither side scales it; returns its RGBA pixels."""
        words = ("apply", file, "--filter", "pixellate:fraction=0", "--size", f"{self.size[0]}x{self.size[1]}")
        self.run(*words, "-o", target)
        return np.frombuffer(self.run(*words, "-f", "rgba", "-o", "-"), np.uint8).reshape(
            self.size[1], self.size[0], 4)


def size(text: str) -> tuple[int, int]:
    """Parses a size, such as 640x360."""
    width, _, height = text.partition("x")
    return int(width), int(height)


def add_options(
    parser: argparse.ArgumentParser, pictures: tuple[str, str], names: tuple[str, str], extent: str,
) -> None:
    """Adds the options for the command, two pictures in images/, and the size of frames."""
    parser.add_argument("--segue", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument(
        "--pictures", type=Path, nargs=2, metavar=names, help="(default: those in images/)",
        default=[ROOT / "images" / name for name in pictures])
    parser.add_argument(
        "--size", type=size, default=size(extent), metavar="WxH", help=f"of compared frames (default: {extent})")
