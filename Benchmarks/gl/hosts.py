"""Compares Segue's frames of other hosts' shaders with llvmpipe's; started by scripts/shader-hosts.

The other side is a separate implementation of these hosts: it reads headers, sets uniforms and draws passes.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import moderngl
import numpy as np

from host_files import COUNTS, Shader, Values, shaders
from mesa import THREADS, Mesa, assign
from report import ENOUGH, HEAD, NEAR, Row, apart, premultiplied, summary
from segue import Segue, add_options

TENTHS = (1, 5, 8)
# Frames are timed at a quarter of 1080p, since some shaders take seconds.
TIMED_SIZE = (960, 540)
# Names that sketches use for the size and the time.
SIZES = ("u_resolution", "resolution", "uResolution", "iResolution", "uOutputTexture")
TIMES = ("u_time", "time", "uTime", "iTime", "iGlobalTime")
SAMPLER = 0x8B5E


class Player(Mesa):
    """A context with two pictures that draws a shader's passes.

    For comparisons (`is_exact`), pictures are floats, since llvmpipe filters bytes in steps of 1/255, and positions and
    sines are the same floats as in Segue. Otherwise, everything is as in the hosts.
    """

    def __init__(self, pictures: list[np.ndarray], *, is_exact: bool) -> None:
        """Uploads pictures of RGBA bytes, whose top row is first."""
        super().__init__()
        self.is_exact = is_exact
        self.size = (pictures[0].shape[1], pictures[0].shape[0])
        self.rows = pictures
        self.silence = self.texture(np.zeros((1, 1, 4), np.uint8))
        self.corners = self.context.buffer(np.array([-1, -1, 1, -1, -1, 1, 1, 1], "f4"))
        self.pictures = {is_down: [self.picture(rows, is_down) for rows in pictures] for is_down in (False, True)}

    def picture(self, rows: np.ndarray, is_down: bool) -> moderngl.Texture:
        """Makes the texture of a picture; the texture's first row is the bottom row, or the top row if y counts downwards."""
        rows = rows if is_down else rows[::-1]
        return self.texture(np.ascontiguousarray(rows.astype("f4") / 255 if self.is_exact else rows))

    def side(self, text: str, own: int, shader: Shader) -> int:
        """Evaluates the expression for a side of a pass."""
        if not text:
            return own
        names = {"WIDTH": self.size[0], "HEIGHT": self.size[1], "floor": np.floor, "ceil": np.ceil, "max": max,
                 "min": min, "pow": pow} | {name: value[0] for name, value in shader.values.items()}
        return max(1, int(eval(text.replace("$", ""), {"__builtins__": {}}, names)))

    def empty(self, shader: Shader, index: int) -> moderngl.Framebuffer:
        """Makes the target of a pass."""
        drawn = shader.passes[index]
        extent = self.size if index == len(shader.passes) - 1 else (
            self.side(drawn.width, self.size[0], shader), self.side(drawn.height, self.size[1], shader))
        texture = self.context.texture(extent, 4, dtype="f4" if drawn.has_floats else "f1")
        texture.repeat_x = texture.repeat_y = False
        buffer = self.context.framebuffer([texture])
        buffer.clear()
        return buffer

    def frames(self, shader: Shader, imported: dict[str, np.ndarray], interval: float) -> Iterator[moderngl.Texture]:
        """Yields consecutive frames without end; passes that are kept can read the previous frame."""
        texts = shader.texts(is_exact=self.is_exact)
        if self.is_exact:
            texts = tuple(with_constants(text, self.constants(shader)) for text in texts)
        program = self.compile(*texts)
        triangles = self.context.vertex_array(program, self.corners, "host_corner")
        before = self.frames(shader.before, imported, interval) if shader.before else None
        files = {name: self.picture(rows, shader.is_down) for name, rows in imported.items()}
        # Two sets of targets, used alternately: for the current frame and for the previous frame.
        buffers = [[self.empty(shader, index) for index in range(len(shader.passes))] for _ in range(2)]
        number = 0
        while True:
            now, last = buffers[number % 2], buffers[(number + 1) % 2]
            first = next(before) if before else None
            targets = {
                drawn.target: one.color_attachments[0] for drawn, one in zip(shader.passes, last) if drawn.is_kept}
            for index, drawn in enumerate(shader.passes):
                now[index].use()
                self.fill(shader, program, first, targets | files, now[index].size, index, number, interval)
                triangles.render(moderngl.TRIANGLE_STRIP)
                if drawn.target:
                    targets[drawn.target] = now[index].color_attachments[0]
            yield now[-1].color_attachments[0]
            number += 1

    def pixels(self, texture: moderngl.Texture, is_down: bool) -> np.ndarray:
        """Returns the RGBA pixels of a frame, the top row first."""
        values = np.frombuffer(texture.read(), "f4" if texture.dtype == "f4" else np.uint8)
        if texture.dtype == "f4":
            values = np.rint(255 * np.clip(np.nan_to_num(values), 0, 1)).astype(np.uint8)
        rows = values.reshape(self.size[1], self.size[0], 4)
        return rows if is_down else rows[::-1]

    def sizes(self, extent: tuple[int, int]) -> Values:
        """Returns the uniforms that hosts set from the size of the target."""
        (width, height), (across, down) = extent, (1 / extent[0], 1 / extent[1])
        return {name: (*extent, 1) for name in SIZES} | {
            "RENDERSIZE": extent, "iChannelResolution": 4 * (*self.size, 1),
            # PixiJS.
            "uInputSize": (*extent, across, down), "uInputPixel": (*extent, across, down), "uOutputFrame": (0, 0, *extent),
            "uInputClamp": (across / 2, down / 2, 1 - across / 2, 1 - down / 2), "uDimensions": extent,
            "uTexelSize": (across, down),
            # GPUImage and glfx.js.
            "texelWidth": (across,), "texelHeight": (down,), "texelWidthOffset": (across,), "texelHeightOffset": (down,),
            "imageWidthFactor": (across,), "imageHeightFactor": (down,), "aspectRatio": (height / width,),
            "imageSize": extent, "texSize": extent}

    def constants(self, shader: Shader) -> Values:
        """Returns the uniforms that are equal in all frames. Segue compiles them as constants, and folds products of two into one number."""
        sizes = self.sizes(self.size) if len(shader.passes) == 1 else {}
        return sizes | shader.values | shader.given

    def fill(
        self, shader: Shader, program: moderngl.Program, first: moderngl.Texture | None,
        targets: dict[str, moderngl.Texture], extent: tuple[int, int], index: int, number: int,
        interval: float,
    ) -> None:
        """Sets every uniform; the first picture may be the result of the previous shader."""
        seconds = progress = number * interval
        pictures = [first or self.pictures[shader.is_down][0], *self.pictures[shader.is_down][1:]]
        for picture in pictures:
            picture.filter = (self.NEAREST, self.NEAREST) if shader.is_nearest else (self.LINEAR, self.LINEAR)
            if shader.has_levels:
                picture.build_mipmaps()
        named = dict(zip(shader.pictures, pictures)) | {name: pictures[0] for name in shader.others}
        named |= {drawn.target: self.silence for drawn in shader.passes if drawn.target} | targets
        unit = 0
        for name in program:
            member = program[name]
            if isinstance(member, moderngl.Uniform) and member.gl_type == SAMPLER:
                named.get(name, self.silence).use(unit)
                member.value = unit
                unit += 1
        values = self.sizes(extent) | dict(shader.values) | {
            "TIME": (seconds,), "TIMEDELTA": (interval,), "PASSINDEX": (index,),
            "FRAMEINDEX": (number,), "DATE": (2000, 0, 1, seconds), "progress": (progress,),
            "iTimeDelta": (interval,), "iFrame": (number,), "iDate": (2000, 0, 1, seconds),
            "iFrameRate": (1 / interval,), "iChannelTime": 4 * (seconds,)}
        values |= {name: (seconds,) for name in TIMES}
        for name, value in (values | shader.given).items():
            fit(program, name, value)


def with_constants(text: str, values: Values) -> str:
    """Replaces uniforms of a shader by constants."""

    def constant(match: re.Match[str]) -> str:
        kind, name = match[1], match[2]
        if name not in values:
            return match[0]
        parts = [str(int(one)) if kind in ("int", "bool") else repr(float(one)) for one in values[name]]
        return f"const {kind} {name} = {kind}({', '.join(parts[:COUNTS[kind]])});"

    return re.sub(rf"\buniform\s+({'|'.join(COUNTS)})\s+(\w+)\s*;", constant, text)


def fit(program: moderngl.Program, name: str, value: tuple[float, ...]) -> None:
    """Sets a uniform, which may be an array."""
    if name not in program:
        return
    member = program[name]
    if isinstance(member, moderngl.Uniform) and (member.array_length > 1 or len(value) > member.dimension):
        # The compiler keeps only as many elements as are read.
        value = value[:member.array_length * member.dimension]
        if member.array_length == 1:
            assign(program, name, value)
        elif member.dimension > 1:
            member.value = [value[at:at + member.dimension] for at in range(0, len(value), member.dimension)]
        else:
            member.value = list(value)
        return
    assign(program, name, value)


class Sides:
    """Segue and a player, with the same pictures."""

    def __init__(self, options: argparse.Namespace, work: Path, size: tuple[int, int], *, is_exact: bool) -> None:
        files = tuple(work / f"{'exact' if is_exact else 'timed'}-{index}.png" for index in range(2))
        self.segue = Segue(options.segue, files, size)
        self.player = Player(
            [premultiplied(self.segue.scaled(file, made))
             for file, made in zip(options.pictures, files, strict=True)], is_exact=is_exact)

    def ours(self, shader: Shader) -> Segue:
        """Returns Segue with as many pictures as the shader reads; a filter gets only the first one."""
        return self.segue if len(shader.pictures) == 2 else replace(self.segue, pictures=self.segue.pictures[:1])

    def imported(self, shader: Shader) -> dict[str, np.ndarray]:
        """Returns the pictures that belong to the shader."""
        return {name: self.segue.pixels(file) for name, file in shader.imported.items()}

    def pairs(self, shader: Shader) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yields pairs of frames, ours and theirs."""
        frames = self.ours(shader).frames(11, *shader.words(self.segue.pictures[0]))
        for tenth, texture in enumerate(self.player.frames(shader, self.imported(shader), 0.1)):
            if tenth in TENTHS:
                theirs = self.player.pixels(texture, shader.is_down)
                yield premultiplied(frames[tenth]), np.minimum(theirs, theirs[..., 3:])
            if tenth == max(TENTHS):
                return

    def measure(self, row: Row, shader: Shader) -> None:
        """Fills in milliseconds a frame; both sides render the same frames."""
        frames = self.player.frames(shader, self.imported(shader), 1 / 60)

        def render(count: int) -> None:
            for _ in range(count):
                next(frames)
                self.player.context.finish()

        ours = self.ours(shader)
        row.measure(lambda count: ours.seconds(count, THREADS, *shader.words(self.segue.pictures[0])), render)


# Factors that change a number by its last one or two bits, up and down.
NUDGES = (1 + 2**-23, 1 - 2**-23)


def stability(sides: Sides, shader: Shader) -> float:
    """Returns the share of pixels that stay equal in llvmpipe if positions, or arguments of `fract`, change in their last bits."""

    def frames(source: str) -> np.ndarray:
        drawn = sides.player.frames(replace(shader, source=source), sides.imported(shader), 0.1)
        textures = (texture for tenth, texture in zip(range(max(TENTHS) + 1), drawn) if tenth in TENTHS)
        return np.stack([sides.player.pixels(texture, shader.is_down) for texture in textures])

    still = frames(shader.source)
    moved = [shader.source.replace("gl_FragCoord", f"({nudge!r} * gl_FragCoord)") for nudge in NUDGES]
    moved += [f"#define fract(x) fract({nudge!r} * (x))\n#line 1\n{shader.source}" for nudge in NUDGES]
    return min(float((apart(frames(source), still) <= NEAR).mean()) for source in moved)


def examine(shader: Shader, exact: Sides, timed: Sides | None) -> Row:
    """Compares one shader, and times it unless `timed` is None."""
    row = Row(shader.title)
    try:
        with exact.player.context:
            row.compare(exact.pairs(shader))
            if row.near < ENOUGH:
                row.stability = stability(exact, shader)
        if timed:
            with timed.player.context:
                timed.measure(row, shader)
    except (RuntimeError, ValueError, NameError, KeyError) as error:
        row.error = str(error)
    return row


def main() -> None:
    """Prints each row as soon as it is measured, then a summary."""
    parser = argparse.ArgumentParser(prog="scripts/shader-hosts", description=(
        "Renders other hosts' shaders with Segue and with Mesa's llvmpipe under a host of its own, and prints how far "
        "apart their frames are and how long they take."))
    parser.add_argument("path", type=Path, help=(
        "a folder of .fs, .frag and .glsl files, looked through to its end, or a checkout of GPUImage or glfx.js"))
    parser.add_argument("names", nargs="*", help="shaders to look at (default: all)")
    add_options(parser, ("from.png", "to.png"), ("FROM", "TO"), "480x270")
    parser.add_argument("--no-times", action="store_true", help="compare only")
    options = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory(prefix="segue-gl-") as name:
        work = Path(name)
        found = [
            one for one in shaders(options.path, work, options.size)
            if not options.names or one.title in options.names]
        if not found:
            parser.error(f"no such shaders in {options.path}")
        try:
            exact = Sides(options, work, options.size, is_exact=True)
            timed = None if options.no_times else Sides(options, work, TIMED_SIZE, is_exact=False)
        except Exception as error:
            print(f"shader-hosts: skipped, for Mesa's llvmpipe does not start: {error}", file=sys.stderr)
            return
        print(f"{exact.player.driver}; {THREADS} threads\n{HEAD}", flush=True)
        rows = []
        for shader in found:
            rows.append(examine(shader, exact, timed))
            print(rows[-1], flush=True)
            if rows[-1].error:
                print(*[line[:300] for line in rows[-1].error.splitlines() if line.strip()][:4], sep="\n", flush=True)
        print(f"\n{summary(rows)}")


if __name__ == "__main__":
    main()
