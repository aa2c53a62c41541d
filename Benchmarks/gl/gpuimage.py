"""Compares Segue's filters and blends with GPUImage's own shaders, run by llvmpipe; started by scripts/gpuimage."""

from __future__ import annotations

import argparse
import json
import re
import struct
import sys
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import gpuimage_filters as filters
from gpuimage_drawing import Drawing, floats
from gpuimage_filters import Pass, Work
from gpuimage_source import PLAIN_VERTEX, Source
from mesa import THREADS, Mesa
from report import ENOUGH, HEAD, NEAR, TIMED_SIZE, Row, apart, premultiplied, summary
from segue import Segue, add_options

# Matches shaders of color filters, which read only the pixel at their own position.
OWN_PIXEL = re.compile(r"[^\0]*texture2D\(\s*inputImageTexture,\s*textureCoordinate\s*\)(?![^\0]*texture2D)")


@dataclass(frozen=True)
class Entry:
    """A filter or blend of Segue's catalog whose source is a class of GPUImage."""

    item: dict
    option: str
    # The class of GPUImage.
    source: str
    # The name in the catalog; if the filter stands for several classes, followed by the class for all but the first.
    title: str

    @property
    def name(self) -> str:
        return self.item["name"]

    @property
    def picture(self) -> str | None:
        """The name of the parameter that is a picture; None without one."""
        defaults = ("the first picture", "none")
        return next((one["name"] for one in self.item["parameters"] if one["default"] in defaults), None)

    def values(self, case: dict[str, str]) -> filters.Values:
        """Returns all parameters as numbers."""
        texts = {one["name"]: one["default"] for one in self.item["parameters"]} | case
        return {name: numbers(text) for name, text in texts.items() if numbers(text) is not None}

    def cases(self) -> Iterator[dict[str, str]]:
        """Yields the cases to compare: the defaults, the example, and other values of each parameter."""
        fixed = filters.FIXED.get(self.source, {})
        yield dict(fixed)
        example = {
            name: filters.TRIED.get((self.source, name), [value])[-1]
            for name, value in assignments(self.item.get("example", "")).items()} | fixed
        if example != fixed:
            yield example
        for parameter in self.item["parameters"]:
            name = parameter["name"]
            if name in fixed or name == self.picture:
                continue
            tried = filters.TRIED.get((self.source, name), filters.TRIED.get(name)) or others(parameter)
            yield from (example | {name: value} for value in tried)

    def words(self, case: dict[str, str], beside: Path) -> tuple[str, str]:
        """Returns the option that applies the filter in a command; a parameter that is a picture gets `beside`."""
        pairs = case | ({self.picture: str(beside)} if self.picture else {})
        text = ",".join(f"{name}={value}" for name, value in pairs.items())
        return self.option, f"{self.name}:{text}" if text else self.name

    def files(self, pair: Sequence[Picture]) -> tuple[Path, ...]:
        """Returns the pictures of a command that applies the filter."""
        return tuple(one.file for one in pair[:2 if self.option == "--blend" else 1])


def numbers(text: object) -> tuple[float, ...] | None:
    """Returns a parameter's value as numbers; None for words and pictures."""
    if isinstance(text, (bool, int, float)):
        return (float(text),)
    if text in ("true", "false"):
        return (float(text == "true"),)
    try:
        return tuple(float(one) for one in text.split(","))
    except ValueError:
        return None


def assignments(text: str) -> dict[str, str]:
    """Parses the form name=value,value,name=value of examples."""
    return dict(re.findall(r"(\w+)=((?:[^=,]+,?(?!\w+=))+)(?:,|$)", text))


SHARES = (0.6, 0.8, 0.9, 0.85)
RESTS = (0.1, 0.2, 0.15, 0.25)


def others(parameter: dict) -> list[str]:
    """Returns values above and below a parameter's default, as far as its range allows."""
    default = parameter["default"]
    if default in ("true", "false"):
        return ["false" if default == "true" else "true"]
    if isinstance(default, (int, float)):
        shares = [(0.3, parameter["maximum"]), (0.3, parameter["minimum"])]
        return [f"{default + share * (end - default):.6g}" for share, end in shares if end != default]
    old = numbers(default) or ()
    # More than the four numbers of a color are points of a curve; curves have separate cases.
    new = [value * share if value else rest for value, share, rest in zip(old, SHARES, RESTS)] if len(old) <= 4 else []
    return [",".join(f"{value:.6g}" for value in new)] if new else []


def colors(dimensions: tuple[int, int], *, is_opaque: bool) -> np.ndarray:
    """Makes a test picture: hues change to the right, and downwards from white to the pure color to black; at the bottom are a gray ramp and edges."""
    width, height = dimensions
    x, y = np.meshgrid(np.arange(width) / (width - 1), np.arange(height) / (height - 1))
    hue = np.clip(np.abs((6 * x[..., None] + np.array([0, 4, 2])) % 6 - 3) - 1, 0, 1)
    shade = np.clip(2.5 * y, 0, 1)[..., None]
    rgb = (1 - shade + shade * hue) * np.clip(2 - 2.5 * y, 0, 1)[..., None]
    is_gray = y[..., None] > 0.8
    checks = (np.floor(16 * x) + np.floor(9 * y * 4)) % 2
    rgb = np.where(is_gray, np.where(y[..., None] > 0.9, checks[..., None], x[..., None]), rgb)
    alpha = np.ones_like(x) if is_opaque else np.clip(1.2 - np.hypot(x - 0.5, y - 0.4) * 1.7, 0, 1)
    return np.round(255 * np.concatenate([rgb, alpha[..., None]], axis=-1)).astype(np.uint8)


def png(picture: np.ndarray) -> bytes:
    """Encodes a picture as PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    height, width = picture.shape[:2]
    rows = np.hstack([np.zeros((height, 1), np.uint8), picture.reshape(height, -1)])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 6, 0, 0, 0)) + chunk(
        b"IDAT", zlib.compress(rows.tobytes(), 1)) + chunk(b"IEND", b"")


@dataclass(frozen=True)
class Picture:
    """A picture of the frame's size, as a file and as pixels."""

    file: Path
    pixels: np.ndarray

    @property
    def straight(self) -> np.ndarray:
        """The straight colors, computed from the premultiplied 8-bit pixels of a bitmap."""
        if self.pixels[..., 3].min() == 255:
            return self.pixels
        held = floats(self.premultiplied)
        alpha = held[..., 3:]
        return np.concatenate([held[..., :3] / np.maximum(alpha, 1e-9), alpha], axis=-1)

    @property
    def premultiplied(self) -> np.ndarray:
        return premultiplied(self.pixels)


class Comparison:
    """The test pictures and both renderers."""

    def __init__(
        self, source: Source, mesa: Mesa, command: Path, folder: Path, photos: Sequence[Path],
        dimensions: tuple[int, int],
    ) -> None:
        """Writes the pictures into a new folder."""
        folder = Path(tempfile.mkdtemp(dir=folder))
        self.source, self.mesa, self.size = source, mesa, dimensions
        self.segue = Segue(command, (), dimensions)
        files = list(photos)
        for name in ("colors", "clear"):
            files.append(folder / f"{name}-made.png")
            files[-1].write_bytes(png(colors(dimensions, is_opaque=name == "colors")))
        targets = [folder / f"{name}.png" for name in ("first", "second", "colors", "clear")]
        first, second, wheel, clear = (
            Picture(target, self.segue.scaled(file, target)) for file, target in zip(files, targets, strict=True))
        # Pairs of the first picture and a second one, for blends and tables: opaque pairs, and a pair with transparency.
        self.pairs = [(first, second), (wheel, first)]
        self.clear = (clear, second)

    def passes(self, entry: Entry, case: dict[str, str], pictures: Sequence[np.ndarray]) -> list[Pass]:
        """Returns the passes that GPUImage draws."""
        work = Work(self.source, entry.source, entry.values(case), self.size, pictures)
        return filters.PASSES.get(entry.source, filters.own)(work)

    def ours(self, entry: Entry, case: dict[str, str], pair: Sequence[Picture]) -> np.ndarray:
        """Returns Segue's frame with straight alpha."""
        words = (*entry.files(pair), *entry.words(case, pair[1].file))
        data = np.frombuffer(self.segue.run("apply", *words, "-f", "rgba", "-o", "-"), np.uint8)
        if entry.source != "GPUImageCropFilter":
            return data.reshape(self.size[1], self.size[0], 4)
        values = entry.values(case)
        return data.reshape(round(self.size[1] * values["height"][0]), -1, 4)

    def theirs(self, entry: Entry, case: dict[str, str], pictures: Sequence[np.ndarray], between: str) -> np.ndarray:
        """Returns GPUImage's frame, as its shader writes it."""
        frame = Drawing(self.mesa, self.passes(entry, case, pictures), pictures, between).frame()
        if entry.source in filters.AVERAGES:
            mean = np.round(frame.reshape(-1, 4).mean(axis=0)).astype(np.uint8)
            return np.broadcast_to(mean, (self.size[1], self.size[0], 4))
        return frame

    def pictures(self, entry: Entry, pair: Sequence[Picture], is_straight: bool) -> list[np.ndarray]:
        """Returns the pictures for GPUImage: one, or two for a blend or a table."""
        order = pair if entry.option == "--blend" or entry.picture else pair[:1]
        order = order[::-1] if entry.source in filters.TABLE_FIRST else order
        return [one.straight if is_straight else one.premultiplied for one in order]

    def compared(self, entry: Entry, between: str) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
        """Yields each case with our frame and theirs, both premultiplied."""
        cases = list(entry.cases())
        for index, case in enumerate(cases):
            # Renders the first two cases with all pairs, other cases with alternating pairs.
            for pair in self.pairs if index < 2 else [self.pairs[index % 2]]:
                theirs = self.theirs(entry, case, self.pictures(entry, pair, True), between)
                yield label(case, pair), premultiplied(self.ours(entry, case, pair)), premultiplied(theirs)
        is_straight = self.is_straight(entry)
        if is_straight is None:
            return
        for case in cases[:2]:
            theirs = self.theirs(entry, case, self.pictures(entry, self.clear, is_straight), between)
            yield label(case, self.clear), premultiplied(self.ours(entry, case, self.clear)), (
                premultiplied(theirs) if is_straight else np.minimum(theirs, theirs[..., 3:]))

    def is_straight(self, entry: Entry) -> bool | None:
        """Returns whether the formula uses straight colors; False for premultiplied ones, None if it ignores alpha."""
        name = entry.source
        if name in filters.PREMULTIPLIED:
            return False
        if name in filters.STRAIGHT:
            return True
        if entry.option == "--blend" or name in filters.OWN_ALPHA or entry.picture or name in filters.AVERAGES:
            return None
        made = self.passes(entry, next(entry.cases()), self.pictures(entry, self.clear, True))
        is_color = OWN_PIXEL.match(made[0].fragment) and made[0].vertex == self.source.constants[PLAIN_VERTEX]
        return True if len(made) == 1 and is_color else None


def share(ours: np.ndarray, theirs: np.ndarray) -> float:
    """Returns the share of pixels that count as equal."""
    return float((apart(ours, theirs) <= NEAR).mean())


def label(case: dict[str, str], pair: Sequence[Picture]) -> str:
    """Describes a case by its values and the first picture."""
    values = ",".join(f"{name}={value}" for name, value in case.items())
    return f"{values or 'defaults'} on {pair[0].file.stem.split('-')[0]}"


def compare(row: Row, entry: Entry, exact: Comparison, is_verbose: bool) -> Iterator[str]:
    """Fills in the differences of frames; yields notes on them."""
    if reason := filters.WITHOUT.get(entry.source):
        raise ValueError(reason)
    if correction := filters.CORRECTIONS.get(entry.source):
        yield f"GPUImage mended: {correction[0]}"
    frames = list(exact.compared(entry, "exact"))
    row.compare((ours, theirs) for _, ours, theirs in frames)
    shares = [(share(ours, theirs), name) for name, ours, theirs in frames]
    if is_verbose:
        yield from (f"{100 * near:9.3f} % {name}" for near, name in shares)
    # A row shows the result of the filter's worst case.
    row.near, name = min(shares)
    if row.near >= ENOUGH:
        return
    yield f"least in: {name}"
    made = exact.passes(entry, next(entry.cases()), exact.pictures(entry, exact.pairs[0], True))
    if len(made) > 1:
        row.with_floats, name = min(
            (share(ours, theirs), name) for name, ours, theirs in exact.compared(entry, "floats"))
        yield f"with floats between its passes: {100 * row.with_floats:.3f} %, least in: {name}"
    if (row.with_floats or 0) < ENOUGH and (reason := filters.REASONS.get(entry.source)):
        row.is_on_purpose = True
        yield f"on purpose: {reason}"


def measure(row: Row, entry: Entry, timed: Comparison) -> None:
    """Fills in milliseconds a frame, with the parameters of the example."""
    case = list(entry.cases())[:2][-1]
    pair = timed.pairs[0]
    pictures = timed.pictures(entry, pair, True)
    drawing = Drawing(timed.mesa, timed.passes(entry, case, pictures), pictures, "bytes")
    segue = Segue(timed.segue.command, entry.files(pair), timed.size)
    words = entry.words(case, pair[1].file)
    row.measure(lambda count: segue.seconds(count, THREADS, *words), drawing.render)


def examine(entry: Entry, exact: Comparison, timed: Comparison | None, is_verbose: bool) -> Row:
    """Compares one filter, and times it unless `timed` is None."""
    row = Row(entry.title)
    notes = []
    try:
        notes += compare(row, entry, exact, is_verbose)
        if timed:
            measure(row, entry, timed)
    except (RuntimeError, ValueError) as error:
        notes.append(str(error))
    row.error = "\n".join(f"    {note}" for note in notes)
    return row


def catalog(segue: Segue) -> list[Entry]:
    """Returns all filters, then all blends, whose source is a class of GPUImage."""
    blends = json.loads(segue.run("list", "blends", "--json"))
    names = {item["name"] for item in blends}
    items = [item for item in json.loads(segue.run("list", "filters", "--json")) if item["name"] not in names]
    entries = []
    for option, section in (("--filter", items), ("--blend", blends)):
        for item in section:
            # The source names one or several classes; after a semicolon follow parameters with other names in GPUImage.
            classes = item.get("source", "").split(";")[0].split(", ")
            entries += [
                Entry(item, option, name, f"{item['name']}, {name}" if index else item["name"])
                for index, name in enumerate(classes) if re.fullmatch(r"GPUImage\w+", name)]
    return entries


def main() -> None:
    """Prints each row as soon as it is measured, then a summary."""
    parser = argparse.ArgumentParser(prog="scripts/gpuimage", description=(
        "Renders GPUImage's own shaders with Mesa's llvmpipe and Segue's filters of the same names, and prints how "
        "far apart their frames are and how long they take."))
    parser.add_argument("folder", type=Path, help="a checkout of https://github.com/BradLarson/GPUImage")
    parser.add_argument("names", nargs="*", help="filters and blends to look at (default: all)")
    add_options(parser, ("to.png", "from.png"), ("FIRST", "SECOND"), "960x540")
    parser.add_argument("--no-times", action="store_true", help="compare only")
    parser.add_argument("--cases", action="store_true", help="print every case")
    options = parser.parse_intermixed_args()
    try:
        source = Source(options.folder)
        for _, constant, edits in filters.CORRECTIONS.values():
            source.correct(constant, edits)
    except RuntimeError as error:
        parser.error(str(error))
    entries = catalog(Segue(options.segue, (), options.size))
    if unknown := set(options.names) - {entry.name for entry in entries}:
        parser.error(f"GPUImage has no such filter: {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="segue-gl-") as name:
        try:
            mesa = Mesa()
        except Exception as error:
            print(f"gpuimage: skipped, for Mesa's llvmpipe does not start: {error}", file=sys.stderr)
            return
        exact, timed = (
            Comparison(source, mesa, options.segue, Path(name), options.pictures, dimensions)
            for dimensions in (options.size, TIMED_SIZE))
        print(f"{mesa.driver}; {THREADS} threads\n{HEAD}", flush=True)
        rows = []
        for entry in entries:
            if not options.names or entry.name in options.names:
                rows.append(examine(entry, exact, None if options.no_times else timed, options.cases))
                print("\n".join(filter(None, (str(rows[-1]), rows[-1].error))), flush=True)
        print(f"\n{summary(rows)}")


if __name__ == "__main__":
    main()
