"""Draws GPUImage's passes by llvmpipe."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from gpuimage_filters import Pass
from mesa import Mesa, assign

TEXTURES = ("inputImageTexture", "inputImageTexture2")
ATTRIBUTES = ("position", "inputTextureCoordinate", "inputTextureCoordinate2")
CLAMPED = "void main() { host_main(); host_frame = clamp(host_frame, 0.0, 1.0); }\n"


def modern(text: str, kind: str) -> str:
    """Translates a shader from GLSL ES 1.00 to GLSL 3.30, without precision qualifiers.

    The result is clamped to 0…1, also for targets of floats.
    """
    text = re.sub(r"\bprecision\s+\w+\s+\w+\s*;", "", text)
    text = re.sub(r"\b(low|medium|high)p\b", "", text)
    text = re.sub(r"\battribute\b", "in", text)
    text = re.sub(r"\bvarying\b", "out" if kind == "vertex" else "in", text)
    if kind == "fragment":
        text = re.sub(r"\bmain\b", "host_main", text.replace("gl_FragColor", "host_frame"))
        text = f"out vec4 host_frame;\n{text}\n{CLAMPED}"
    return f"#version 330\n{text}"


class Drawing:
    """Compiled passes with their targets.

    `between` is the type of the textures between passes: "bytes", as in GPUImage; "exact", bytes that are read as floats,
    since llvmpipe filters bytes in steps of 1/255; or "floats".
    """

    def __init__(self, mesa: Mesa, passes: Sequence[Pass], pictures: Sequence[np.ndarray], between: str) -> None:
        self.mesa, self.between = mesa, between
        height, width = pictures[0].shape[:2]
        self.textures = [mesa.texture(np.ascontiguousarray(picture)) for picture in pictures]
        self.steps, self.buffers = [], []
        for index, one in enumerate(passes):
            target = one.size or (width, height)
            program = mesa.compile(modern(one.vertex, "vertex"), modern(one.fragment, "fragment"))
            self.fill(program, one, target)
            is_last = index == len(passes) - 1
            kind = "f4" if between == "floats" and not is_last else "f1"
            texture = mesa.context.texture(target, 4, dtype=kind)
            texture.repeat_x = texture.repeat_y = False
            self.steps.append((one, mesa.context.framebuffer([texture]), self.corners(program, one), texture))

    def fill(self, program, one: Pass, target: tuple[int, int]) -> None:
        """Sets all uniforms; raises RuntimeError if one has no value."""
        width, height = target
        values = {
            "texelWidth": (1 / width,), "texelHeight": (1 / height,), "imageWidthFactor": (1 / width,),
            "imageHeightFactor": (1 / height,), "aspectRatio": (height / width,),
            **{name: (unit,) for unit, name in enumerate(TEXTURES)}} | one.values
        for name in program:
            if hasattr(program[name], "value") and name not in values:
                raise RuntimeError(f"nothing is known of the uniform {name}")
        for name, value in values.items():
            try:
                assign(program, name, value)
            except ValueError as error:
                raise RuntimeError(f"{value} is no value of the uniform {name}") from error

    def corners(self, program, one: Pass):
        """Makes the vertices of a rectangle, with texture coordinates."""
        left, top, right, bottom = one.quad
        x, y, across, down = one.part
        corners = [
            [px, py, 0, 1, x + across * u, y + down * v, 0, 1]
            for px, py, u, v in (
                (left, top, 0, 0), (right, top, 1, 0), (left, bottom, 0, 1), (right, bottom, 1, 1))]
        data = np.array(corners, "f4")
        names = [name for name in ATTRIBUTES if name in program]
        columns = [data[:, :4] if name == "position" else data[:, 4:] for name in names]
        self.buffers.append(self.mesa.context.buffer(np.hstack(columns).tobytes()))
        return self.mesa.context.vertex_array(program, [(self.buffers[-1], " ".join(["4f"] * len(names)), *names)])

    def render(self, count: int = 1) -> None:
        """Draws `count` frames, and waits until each is finished."""
        for _ in range(count):
            self.floats = {}
            frames = list(self.textures)
            for one, target, corners, texture in self.steps:
                target.use()
                target.clear()
                for unit, index in enumerate(one.inputs):
                    self.filtered(frames[index], one, target.size).use(unit)
                corners.render(self.mesa.context.TRIANGLE_STRIP)
                frames.append(texture)
            self.mesa.context.finish()

    def filtered(self, texture, one: Pass, target: tuple[int, int]):
        """Returns a texture in the form that a pass reads."""
        if self.between == "bytes":
            return texture
        if texture.dtype == "f1":
            if texture not in self.floats:
                width, height = texture.size
                self.floats[texture] = self.mesa.texture(
                    floats(np.frombuffer(texture.read(), np.uint8).reshape(height, width, 4)))
            texture = self.floats[texture]
        # Interpolated coordinates are inexact, so linear filtering would mix in a neighboring pixel.
        filtering = self.mesa.NEAREST if one.is_whole and texture.size == target else self.mesa.LINEAR
        texture.filter = (filtering, filtering)
        return texture

    def frame(self) -> np.ndarray:
        """Draws one frame, and returns its RGBA pixels."""
        self.render()
        return pixels(self.steps[-1][1])


def floats(picture: np.ndarray) -> np.ndarray:
    """Converts bytes to floats 0…1; returns floats unchanged."""
    return picture.astype("f4") / 255 if picture.dtype == np.uint8 else picture


def pixels(target) -> np.ndarray:
    """Reads the pixels of a target; the first row is the top row, since GPUImage has its origin at the top."""
    width, height = target.size
    return np.frombuffer(target.read(components=4), np.uint8).reshape(height, width, 4)
