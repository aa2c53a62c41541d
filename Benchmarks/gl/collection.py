"""Compares Segue's frames of the public collection's shaders with llvmpipe's; started by scripts/gl-transitions."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np

from mesa import THREADS, Host, Program, parameters
from report import HEAD, NEAR, TIMED_SIZE, Row, apart, premultiplied, summary
from segue import Segue, add_options

TENTHS = (0, 2, 4, 5, 6, 8, 10)


def words(segue: Segue, shader: Path, is_by_name: bool) -> list[str]:
    """Returns the options that render a shader, or the catalog's transition of its name; its samplers get the first picture."""
    names = [name for name, value in parameters(shader.read_text()).items() if value is None]
    effect = ["-t", f"gl_{shader.stem}"] if is_by_name else ["--shader", str(shader)]
    return [*effect, *(word for name in names for word in ("-p", f"{name}={segue.pictures[0]}"))]


def compare(row: Row, ours: np.ndarray, program: Program, is_by_name: bool) -> str:
    """Fills in the differences of the frames; returns the share of wrong pixels in the original's first and last frame.

    The first and last frames of the catalog's transitions are the pictures, so with is_by_name, only the frames between them are compared.
    """

    def theirs(tenth: int) -> np.ndarray:
        frame = program.pixels(tenth / 10)
        return np.minimum(frame, frame[..., 3:])

    tenths = TENTHS[1:-1] if is_by_name else TENTHS
    row.compare((premultiplied(ours[tenth]), theirs(tenth)) for tenth in tenths)
    if not is_by_name:
        return ""
    wrong = [100 * float((apart(premultiplied(ours[tenth]), theirs(tenth)) > NEAR).mean()) for tenth in (0, 10)]
    return "" if max(wrong) == 0 else f"{row.name} {wrong[0]:.2f} % and {wrong[1]:.2f} %"


def measure(row: Row, segue: Segue, effect: list[str], program: Program) -> None:
    """Fills in milliseconds a frame; both sides render the same progresses."""

    def render(count: int) -> None:
        for number in range(count):
            program.render((number + 1) / (count + 1))

    row.measure(lambda count: segue.seconds(count, THREADS, *effect), render)


def examine(shader: Path, sides: list[tuple[Segue, Host]], is_by_name: bool) -> tuple[Row, str]:
    """Compares a shader on the first pair of sides, and times it on the second pair, if any; also returns a note on wrong first and last frames."""
    row = Row(shader.stem)
    ends = ""
    source = shader.read_text()
    try:
        segue, host = sides[0]
        frames = segue.frames(11, *words(segue, shader, is_by_name))
        with host.context:
            program = host.program(source)
            ends = compare(row, frames, program, is_by_name)
        for segue, host in sides[1:]:
            with host.context:
                measure(row, segue, words(segue, shader, is_by_name), host.program(source))
    except RuntimeError as error:
        row.error = str(error)
    return row, ends


def main() -> None:
    """Prints each row as soon as it is measured, then a summary."""
    parser = argparse.ArgumentParser(prog="scripts/gl-transitions", description=(
        "Renders the shaders of a checkout of gl-transitions with Segue and with Mesa's llvmpipe, "
        "and prints how far apart their frames are and how long they take."))
    parser.add_argument("path", type=Path, help="the checkout, or a folder of .glsl files")
    parser.add_argument("names", nargs="*", help="shaders to look at (default: all)")
    add_options(parser, ("from.png", "to.png"), ("FROM", "TO"), "960x540")
    parser.add_argument("--no-times", action="store_true", help="compare only")
    parser.add_argument("--by-name", action="store_true", help="render the catalog's transitions of the shaders' names")
    options = parser.parse_intermixed_args()
    folder = options.path / "transitions" if (options.path / "transitions").is_dir() else options.path
    shaders = sorted(folder.glob("*.glsl"), key=lambda file: file.stem.lower())
    if unknown := set(options.names) - {shader.stem for shader in shaders}:
        parser.error(f"no such shader in {folder}: {', '.join(sorted(unknown))}")
    shaders = [shader for shader in shaders if not options.names or shader.stem in options.names]
    if not shaders:
        parser.error(f"no .glsl files in {folder}")
    with tempfile.TemporaryDirectory(prefix="segue-gl-") as name:
        sides = []
        for side, dimensions in enumerate([options.size] + [TIMED_SIZE] * (not options.no_times)):
            files = tuple(Path(name) / f"{side}-{index}.png" for index in range(2))
            segue = Segue(options.segue, files, dimensions)
            pictures = [
                premultiplied(segue.scaled(file, made))
                for file, made in zip(options.pictures, files, strict=True)]
            try:
                sides.append((segue, Host(pictures, is_exact=not sides)))
            except Exception as error:
                print(f"gl-transitions: skipped, for Mesa's llvmpipe does not start: {error}", file=sys.stderr)
                return
        print(f"{sides[0][1].driver}; {THREADS} threads\n{HEAD}", flush=True)
        rows, wrong_ends = [], []
        for shader in shaders:
            row, ends = examine(shader, sides, options.by_name)
            rows.append(row)
            wrong_ends += [ends] if ends else []
            print(rows[-1], flush=True)
            if rows[-1].error:
                print(rows[-1].error, flush=True)
        print(f"\n{summary(rows)}")
        if wrong_ends:
            print(f"first and last frames of the original that are not the pictures: {'; '.join(wrong_ends)}")


if __name__ == "__main__":
    main()
