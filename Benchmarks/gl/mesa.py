"""Mesa's llvmpipe (OpenGL on the CPU) without a display, and a host of transition shaders on it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

THREADS = 2
# Mesa reads these variables once, when the first context is made.
os.environ |= {
    "LP_NUM_THREADS": str(THREADS), "GALLIUM_DRIVER": "llvmpipe", "LIBGL_ALWAYS_SOFTWARE": "1",
    # Initializes variables with 0, as WebGL does.
    "glsl_zero_init": "true"}

import moderngl
import numpy as np

VERTEX = """#version 330
in vec2 corner;
out vec2 host_varying;
void main() { host_varying = 0.5 * corner + 0.5; gl_Position = vec4(corner, 0.0, 1.0); }
"""
# Uses desktop GLSL: ten transitions of gl-transitions initialize globals by uniforms, which Mesa rejects in GLSL ES.
# `#line` gives errors the line numbers of the shader's file.
FRAGMENT = """#version 330
in vec2 host_varying;
out vec4 host_frame;
uniform sampler2D host_from, host_to, host_positions;
uniform vec2 host_texel;
uniform float progress, ratio;
vec4 getFromColor(vec2 uv) {{ return texture2D(host_from, uv); }}
vec4 getToColor(vec2 uv) {{ return texture2D(host_to, uv); }}
#line 1
{source}
void main() {{ host_frame = transition({position}); }}
"""
VARYING = "host_varying"
FROM_TEXTURE = "texture2D(host_positions, gl_FragCoord.xy * host_texel).xy"

DECLARATION = re.compile(
    r"^\s*uniform\s+(?:(?:high|medium|low)p\s+)?(\w+)\s+(\w+)\s*(?:/\*\s*=\s*(?P<a>[^*]*)\*/)?\s*;"
    r"(?:\s*//\s*=\s*(?P<b>\w*\([^)]*\)|[^\s;]+))?", re.MULTILINE)
COUNTS = {"2": 2, "3": 3, "4": 4}


def parameters(source: str) -> dict[str, tuple[float, ...] | None]:
    """Returns the defaults in comments, by uniform; None for a picture."""
    found: dict[str, tuple[float, ...] | None] = {}
    for match in DECLARATION.finditer(source):
        kind, name = match[1], match[2]
        text = re.sub(r"\w+\(|\)", " ", match["a"] or match["b"] or "0").replace("true", "1").replace("false", "0")
        values = tuple(float(word) for word in text.replace(",", " ").split())
        count = COUNTS.get(kind[-1], 1)
        found[name] = None if kind == "sampler2D" else values * (count if len(values) == 1 else 1)
    return found


class Mesa:
    """A context of llvmpipe."""

    LINEAR, NEAREST = moderngl.LINEAR, moderngl.NEAREST

    def __init__(self) -> None:
        self.context = moderngl.create_standalone_context(backend="egl")
        # Releases objects that are no longer referenced.
        self.context.gc_mode = "auto"
        self.driver = f"{self.context.info['GL_RENDERER']}, {self.context.info['GL_VERSION']}"
        if "llvmpipe" not in self.driver:
            raise RuntimeError(f"this is no llvmpipe: {self.driver}")

    def texture(self, pixels: np.ndarray, filtering: int = moderngl.LINEAR) -> moderngl.Texture:
        """Makes a texture of bytes or of floats, clamped at its edges."""
        kind = "f4" if pixels.dtype == np.float32 else "f1"
        height, width, components = pixels.shape
        texture = self.context.texture((width, height), components, pixels.tobytes(), dtype=kind)
        texture.filter = (filtering, filtering)
        texture.repeat_x = texture.repeat_y = False
        return texture

    def compile(self, vertex: str, fragment: str) -> moderngl.Program:
        """Compiles and links a program; raises RuntimeError with the compiler's message."""
        try:
            return self.context.program(vertex, fragment)
        except moderngl.Error as error:
            raise RuntimeError(f"llvmpipe: {error}") from error


def assign(program: moderngl.Program, name: str, value: tuple[float, ...]) -> None:
    """Sets a uniform, unless the compiler has removed it as unused."""
    if name not in program:
        return
    member = program[name]
    # The current value determines the type, such as int or bool.
    now = member.value if isinstance(member.value, tuple) else (member.value,)
    typed = tuple(type(old)(new) for old, new in zip(now, value, strict=True))
    member.value = typed if len(typed) > 1 else typed[0]


class Host(Mesa):
    """A context with two pictures and a frame of their size.

    By default, as in hosts of transitions, pictures are bytes, and the position is a varying. For comparisons
    (`is_exact`), pictures are floats, since llvmpipe filters bytes in steps of 1/255. Positions are then read from a
    texture with the same floats as in Segue, since shaders that hash a position make different noise if its last bit
    differs.
    """

    def __init__(self, pictures: Iterable[np.ndarray], *, is_exact: bool) -> None:
        """Uploads pictures of RGBA bytes, whose top row is first."""
        super().__init__()
        self.position = FROM_TEXTURE if is_exact else VARYING
        self.textures = []
        for picture in pictures:
            # The first row of a texture is the bottom one.
            self.size = (picture.shape[1], picture.shape[0])
            pixels = picture[::-1].astype("f4") / 255 if is_exact else picture[::-1]
            self.add(pixels, moderngl.LINEAR)
        across, down = ((np.arange(length) + 0.5) / length for length in self.size)
        self.add(np.stack(np.meshgrid(across, down), axis=-1).astype("f4"), moderngl.NEAREST)
        self.target = self.context.simple_framebuffer(self.size, 4)
        self.target.use()
        # A triangle that covers the frame.
        self.corners = self.context.buffer(np.array([-1, -1, 3, -1, -1, 3], "f4"))

    def add(self, pixels: np.ndarray, filtering: int) -> None:
        """Makes a texture and binds it to the next unit."""
        texture = self.texture(pixels, filtering)
        texture.use(len(self.textures))
        self.textures.append(texture)

    def program(self, source: str) -> Program:
        """Compiles a transition; raises RuntimeError with the compiler's message."""
        text = FRAGMENT.format(source=source, position=self.position)
        return Program(self, self.compile(VERTEX, text), parameters(source))


class Program:
    """A compiled transition."""

    def __init__(
        self, host: Host, program: moderngl.Program, values: dict[str, tuple[float, ...] | None],
    ) -> None:
        self.host, self.program = host, program
        width, height = host.size
        assign(program, "host_texel", (1 / width, 1 / height))
        assign(program, "ratio", (width / height,))
        for unit, name in enumerate(("host_from", "host_to", "host_positions")):
            assign(program, name, (unit,))
        for name, value in values.items():
            # A sampler that is not set reads the first picture.
            assign(program, name, value or (0,))
        self.triangle = host.context.vertex_array(program, host.corners, "corner")

    def render(self, progress: float) -> None:
        """Draws one frame, and waits until it is finished."""
        assign(self.program, "progress", (progress,))
        self.triangle.render()
        self.host.context.finish()

    def pixels(self, progress: float) -> np.ndarray:
        """Draws one frame, and returns its RGBA pixels, the top row first."""
        self.host.target.clear()
        self.render(progress)
        data = self.host.target.read(components=4)
        return np.frombuffer(data, np.uint8).reshape(self.host.size[1], self.host.size[0], 4)[::-1]
