"""Mesa's llvmpipe (OpenGL on the CPU): the transition as a fragment shader.

As a program, it takes one sample: the first context of a process fixes llvmpipe's number of threads.
"""

from __future__ import annotations

import json
import os
import sys
import time
from functools import cache, partial
from pathlib import Path

from harness import (LOOKS, SIZE, TRANSITIONS, WAY, Measurement, Sample, Work, command, fingerprint,
                     rendering)
import segue

NAME = "Mesa llvmpipe"
DRIVEN = (
    "A fragment shader with Segue's formulas reads two textures and renders each frame in one pass into an RGBA8 "
    "framebuffer. Each frame ends with `glFinish`, and nothing is read back. `LP_NUM_THREADS` sets the threads. "
    "The 59 frames between the first and the last frame are measured, after five unmeasured frames during which the shader is "
    "compiled."
)
DIFFERS = (
    "llvmpipe computes in single precision, so a pixel on the edge of a block can fall into the next block. Some "
    "frames are read back after the measurement and compared with Segue's.",
)
VERTEX = "#version 330\nin vec2 corner; void main() { gl_Position = vec4(corner, 0.0, 1.0); }"
HEAD = "#version 330\nuniform sampler2D from, to; uniform float progress; out vec4 frame;\n"
FRAGMENT = {
    "pixellate-dissolve": HEAD + """
        vec4 pixellate(sampler2D image, float fraction) {
          vec2 size = vec2(textureSize(image, 0));
          float side = max(fraction, 1.0 / size.x) * size.x;
          return texture(image, (floor(gl_FragCoord.xy / side) + 0.5) * side / size);
        }
        void main() {
          frame = mix(pixellate(from, 0.1 * progress), pixellate(to, 0.1 * (1.0 - progress)), progress);
        }""",
    "cross-dissolve": HEAD + """
        void main() {
          ivec2 at = ivec2(gl_FragCoord.xy);
          frame = mix(texelFetch(from, at, 0), texelFetch(to, at, 0), progress);
        }""",
}


class Renderer:
    """A context, a program and its textures."""

    def __init__(self, transition: str, pictures: list[str]) -> None:
        import moderngl
        import numpy as np
        from PIL import Image

        self.context = moderngl.create_standalone_context(backend="egl")
        self.program = self.context.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT[transition])
        for unit, (name, file) in enumerate(zip(("from", "to"), pictures, strict=True)):
            with Image.open(file) as image:
                texture = self.context.texture(SIZE, 4, image.convert("RGBA").tobytes())
            texture.repeat_x = texture.repeat_y = False
            texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
            texture.use(unit)
            self.program[name] = unit
        self.target = self.context.simple_framebuffer(SIZE, 4)
        self.target.use()
        # A triangle that covers the frame.
        corners = np.array([-1, -1, 3, -1, -1, 3], "f4")
        self.triangle = self.context.vertex_array(self.program, self.context.buffer(corners), "corner")

    def render(self, progress: float) -> None:
        """Draws one frame, and waits until it is finished."""
        self.program["progress"] = progress
        self.triangle.render()
        self.context.finish()

    def pixels(self, progress: float) -> bytes:
        """Draws one frame, and returns its RGBA pixels; the first row of textures is the top row, so nothing is flipped."""
        self.render(progress)
        return self.target.read(components=4)


def one_sample(transition: str, pictures: list[str], expected: str) -> dict:
    """Times the whole transition; compares the checked frames with Segue's, in the files named by `expected`."""
    import numpy as np

    renderer = Renderer(transition, pictures)
    for progress in WAY[:5]:
        renderer.render(progress)
    start = time.perf_counter()
    for progress in WAY:
        renderer.render(progress)
    seconds = (time.perf_counter() - start) / len(WAY)
    frames = [renderer.pixels(look) for look in LOOKS]
    off = max(
        np.mean(np.abs(np.frombuffer(frame, "u1").astype(int) - np.fromfile(expected % look, "u1")) > 2)
        for look, frame in zip(LOOKS, frames, strict=True))
    return {
        "seconds": seconds, "hashes": [fingerprint(frame) for frame in frames], "off": float(off),
        "driver": renderer.context.info["GL_RENDERER"], "version": renderer.context.info["GL_VERSION"]}


@cache
def expected(work: Work, transition: str) -> Path:
    """Writes Segue's frames to files, with which the llvmpipe process compares its frames."""
    pattern = work.folder / f"{transition}-%s.rgba"
    for look in LOOKS:
        Path(str(pattern) % look).write_bytes(segue.frame(work, transition, look))
    return pattern


def run(work: Work, transition: str, threads: int) -> dict:
    """Returns the results of a separate process."""
    environment = os.environ | {
        "LP_NUM_THREADS": str(threads), "GALLIUM_DRIVER": "llvmpipe", "LIBGL_ALWAYS_SOFTWARE": "1"}
    words = [sys.executable, __file__, transition, *work.pictures, expected(work, transition)]
    found = json.loads(command(words, environment))
    if "llvmpipe" not in found["driver"]:
        raise RuntimeError(f"this is no llvmpipe: {found['driver']}")
    # Allows differences only in pixels at the edge of a block, where single precision may round differently.
    if found["off"] > 0.005:
        raise RuntimeError(f"llvmpipe's {transition} is not Segue's: {found['off']:.1%} of it differs")
    return found


def version(work: Work) -> str:
    """Returns the version of Mesa and its driver."""
    found = run(work, "cross-dissolve", 1)
    return f"{found['version'].split('Mesa ')[-1]}, {found['driver']}"


def sample(work: Work, transition: str, threads: int) -> Sample:
    """Measures the whole transition."""
    found = run(work, transition, threads)
    return Sample(found["seconds"], tuple(found["hashes"]))


def measurements(work: Work) -> list[Measurement]:
    """Returns the cases: only rendering."""
    return [
        Measurement(NAME, rendering(transition), threads, partial(sample, work, transition, threads))
        for transition in TRANSITIONS for threads in work.thread_counts]


if __name__ == "__main__":
    print(json.dumps(one_sample(sys.argv[1], sys.argv[2:4], sys.argv[4])))
