"""Compares Segue's frames of shaders for ISF, Shadertoy and sketches with llvmpipe's; started by scripts/shader-hosts.

The other side is a host of its own: it reads the headers, makes the uniforms, draws the passes.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import moderngl
import numpy as np

from mesa import THREADS, Mesa, assign
from report import HEAD, TIMED_SIZE, Row, premultiplied, size, summary
from segue import Segue

ROOT = Path(__file__).resolve().parents[2]
TENTHS = (1, 5, 8)
TYPES = {"float": "float", "bool": "bool", "event": "bool", "long": "int", "point2D": "vec2", "color": "vec4"}
IMAGES = ("image", "audio", "audioFFT")
# What sketches call the size, the time and the mouse.
SIZES = ("u_resolution", "resolution", "uResolution", "iResolution")
TIMES = ("u_time", "time", "uTime", "iTime", "iGlobalTime")
FUNCTIONS = """
#define IMG_NORM_PIXEL(image, place) texture(image, place)
#define IMG_PIXEL(image, pixel) texture(image, (pixel) / vec2(textureSize(image, 0)))
#define IMG_THIS_PIXEL(image) texture(image, isf_FragNormCoord)
#define IMG_THIS_NORM_PIXEL(image) texture(image, isf_FragNormCoord)
#define IMG_NORM_THIS_PIXEL(image) texture(image, isf_FragNormCoord)
#define IMG_SIZE(image) vec2(textureSize(image, 0))
#define vv_FragNormCoord isf_FragNormCoord
"""
# Sines in doubles: shaders that make noise multiply their last bits by 43758, and llvmpipe's are right to 5 digits.
SINES = """
float host_sine(double x, bool is_cosine) {
  double turns = round(x * 0.31830988618379067154lf - (is_cosine ? 0.5lf : 0.0lf)) + (is_cosine ? 0.5lf : 0.0lf);
  double r = (x - turns * 3.1415926535897931160lf) - turns * 1.2246467991473532072e-16lf, s = r * r;
  double sum = 1.0lf;
  for (int k = 10; k > 0; k--) sum = 1.0lf - sum * s / double(2 * k * (2 * k + 1));
  bool is_odd = mod(is_cosine ? turns + 0.5lf : turns, 2.0lf) != 0.0lf;
  return float(is_odd ? -r * sum : r * sum);
}
float host_sin(float x) { return host_sine(double(x), false); }
float host_cos(float x) { return host_sine(double(x), true); }
vec2 host_sin(vec2 v) { return vec2(host_sin(v.x), host_sin(v.y)); }
vec3 host_sin(vec3 v) { return vec3(host_sin(v.xy), host_sin(v.z)); }
vec4 host_sin(vec4 v) { return vec4(host_sin(v.xyz), host_sin(v.w)); }
vec2 host_cos(vec2 v) { return vec2(host_cos(v.x), host_cos(v.y)); }
vec3 host_cos(vec3 v) { return vec3(host_cos(v.xy), host_cos(v.z)); }
vec4 host_cos(vec4 v) { return vec4(host_cos(v.xyz), host_cos(v.w)); }
#define sin host_sin
#define cos host_cos
"""
EXACT = "#define isf_FragNormCoord (gl_FragCoord.xy / RENDERSIZE)"
VERTEX = """#version 330
in vec2 host_corner;
out vec2 isf_FragNormCoord;
{uniforms}
{functions}
void isf_vertShaderInit() {{ isf_FragNormCoord = 0.5 * host_corner + 0.5; gl_Position = vec4(host_corner, 0.0, 1.0); }}
void vv_vertShaderInit() {{ isf_vertShaderInit(); }}
#line 1
{source}
"""
FRAGMENT = """#version 330
#extension GL_ARB_gpu_shader_fp64 : enable
in vec2 isf_FragNormCoord;
out vec4 host_color;
{uniforms}
{functions}
#define gl_FragColor host_color
{sines}
#line 1
{source}
"""


@dataclass
class Pass:
    """What is drawn into a texture, or into the frame."""

    target: str = ""
    width: str = ""
    height: str = ""
    has_floats: bool = False
    is_kept: bool = False


@dataclass
class Shader:
    """A file as its host reads it."""

    vertex: str
    fragment: str
    pictures: tuple[str, ...] = ()
    others: list[str] = field(default_factory=list)
    values: dict[str, tuple[float, ...]] = field(default_factory=dict)
    passes: list[Pass] = field(default_factory=lambda: [Pass()])
    is_transition: bool = False
    imported: dict[str, Path] = field(default_factory=dict)


def numbers(value: object) -> tuple[float, ...]:
    """A default as numbers."""
    if isinstance(value, list):
        return tuple(float(part) for part in value)
    return (float(value),) if value is not None else ()


def isf(file: Path, source: str, header: str) -> Shader:
    """A shader of ISF."""
    said = json.loads(header, strict=False)
    uniforms, pictures, values = [], [], {}
    for entry in said.get("INPUTS", []):
        name, kind = entry["NAME"], entry["TYPE"]
        if kind in IMAGES:
            uniforms.append(f"uniform sampler2D {name};")
            uniforms += [
                f"#define _{name}_imgRect vec4(0.0, 0.0, 1.0, 1.0)", f"#define _{name}_flip false",
                f"#define _{name}_imgSize vec2(textureSize({name}, 0))"]
            if kind == "image":
                pictures.append(name)
            continue
        uniforms.append(f"uniform {TYPES[kind]} {name};")
        given = numbers(entry.get("DEFAULT"))
        usual = {"point2D": (0.0, 0.0), "color": (0.0, 0.0, 0.0, 1.0)}.get(kind, (0.0,))
        if kind == "float" and not given:
            low, high = numbers(entry.get("MIN")), numbers(entry.get("MAX"))
            usual = ((low[0] + high[0]) / 2,) if low and high else low or (0.0,)
        values[name] = given + usual[len(given):]
    kept = said.get("PERSISTENT_BUFFERS", [])
    passes = [
        Pass(entry.get("TARGET", ""), str(entry.get("WIDTH", "")), str(entry.get("HEIGHT", "")),
             bool(entry.get("FLOAT")), bool(entry.get("PERSISTENT")) or entry.get("TARGET") in kept)
        for entry in said.get("PASSES", [])] or [Pass()]
    targets = sorted({drawn.target for drawn in passes if drawn.target})
    uniforms += [f"uniform sampler2D {name};" for name in targets]
    files = said.get("IMPORTED", {})
    if isinstance(files, list):
        files = {entry["NAME"]: entry for entry in files}
    imported = {name: file.parent / entry["PATH"] for name, entry in files.items()}
    uniforms += [f"uniform sampler2D {name};" for name in imported]
    uniforms += ["uniform vec2 RENDERSIZE;", "uniform float TIME, TIMEDELTA;", "uniform int PASSINDEX, FRAMEINDEX;",
                 "uniform vec4 DATE;"]
    is_transition = {"startImage", "endImage"} <= set(pictures)
    beside = file.with_suffix(".vs")
    vertex = beside.read_text(errors="replace") if beside.exists() else "void main() { isf_vertShaderInit(); }"
    # Positions of the same floats, since shaders that hash a position make other noise of another last bit.
    functions = FUNCTIONS if beside.exists() else FUNCTIONS + EXACT
    first = ("startImage", "endImage") if is_transition else tuple(
        ["inputImage"] if "inputImage" in pictures else pictures[:1])
    text = "\n".join(uniforms)
    return Shader(
        VERTEX.format(uniforms=text, functions=FUNCTIONS, source=vertex),
        FRAGMENT.format(uniforms=text, functions=functions, sines=SINES, source=source), first,
        [name for name in pictures if name not in first], values, passes, is_transition, imported)


def shadertoy(source: str) -> Shader:
    """The text of a tab."""
    uniforms = (
        "uniform vec3 iResolution; uniform float iTime, iGlobalTime, iTimeDelta; uniform int iFrame;"
        "uniform vec4 iMouse, iDate; uniform sampler2D iChannel0, iChannel1, iChannel2, iChannel3;")
    main = "void main() { vec4 c = vec4(0, 0, 0, 1); mainImage(c, gl_FragCoord.xy); host_color = vec4(c.rgb, 1); }"
    vertex = VERTEX.format(uniforms="", functions="", source="void main() { isf_vertShaderInit(); }")
    return Shader(
        vertex, FRAGMENT.format(uniforms=uniforms, functions="", sines=SINES, source=source + "\n" + main), ("iChannel0",),
        [f"iChannel{index}" for index in range(1, 4)])


def sketch(source: str) -> Shader:
    """A fragment shader for a viewer."""
    vertex = VERTEX.format(uniforms="", functions="", source="void main() { isf_vertShaderInit(); }")
    source = re.sub(r"^\s*#version.*$", "", source, flags=re.MULTILINE)
    samplers = re.findall(r"^\s*uniform\s+sampler2D\s+(\w+)", source, re.MULTILINE)
    # Positions have any name.
    source = re.sub(r"^\s*(?:varying|in)\s+(?:\w+p\s+)?vec2\s+(\w+)\s*;", r"#define \1 isf_FragNormCoord", source, flags=re.MULTILINE)
    return Shader(vertex, FRAGMENT.format(uniforms="", functions="", sines=SINES, source=source), tuple(samplers[:1]), samplers[1:])


def read(file: Path) -> Shader | None:
    """A file as its host reads it; None for what is no shader."""
    source = file.read_text(errors="replace").lstrip("\ufeff")
    if match := re.match(r"\s*/\*\s*(\{.*?\})\s*\*/", source, re.DOTALL):
        # Lines stay where they are.
        return isf(file, "\n" * match[0].count("\n") + source[match.end():], match[1])
    if "mainImage" in source:
        return shadertoy(source)
    return sketch(source) if re.search(r"\bvoid\s+main\b", source) else None


class Player(Mesa):
    """A context with two pictures that draws a shader's passes."""

    def __init__(self, pictures: list[np.ndarray]) -> None:
        """Takes pictures of RGBA bytes, the top row first."""
        super().__init__()
        self.size = (pictures[0].shape[1], pictures[0].shape[0])
        # Floats, since llvmpipe filters bytes in steps of 1/255.
        self.pictures = [self.texture(picture[::-1].astype("f4") / 255) for picture in pictures]
        self.silence = self.texture(np.zeros((1, 1, 4), np.uint8))
        self.corners = self.context.buffer(np.array([-1, -1, 1, -1, -1, 1, 1, 1], "f4"))

    def side(self, text: str, own: int, shader: Shader) -> int:
        """The side of a pass, by its expression."""
        if not text:
            return own
        names = {"WIDTH": self.size[0], "HEIGHT": self.size[1], "floor": np.floor, "ceil": np.ceil, "max": max,
                 "min": min, "pow": pow} | {name: value[0] for name, value in shader.values.items()}
        return max(1, int(eval(text.replace("$", ""), {"__builtins__": {}}, names)))

    def empty(self, shader: Shader, index: int) -> moderngl.Texture:
        """What a pass draws into."""
        drawn = shader.passes[index]
        extent = self.size if index == len(shader.passes) - 1 else (
            self.side(drawn.width, self.size[0], shader), self.side(drawn.height, self.size[1], shader))
        texture = self.context.texture(extent, 4, dtype="f4" if drawn.has_floats else "f1")
        texture.repeat_x = texture.repeat_y = False
        self.context.framebuffer([texture]).clear()
        return texture

    def frames(
        self, shader: Shader, program: moderngl.Program, imported: dict[str, moderngl.Texture], count: int,
        interval: float,
    ) -> Iterator[np.ndarray]:
        """Frames one after another, RGBA, the top row first: of those before it each has what passes keep."""
        triangle = self.context.vertex_array(program, self.corners, "host_corner")
        kept = {drawn.target: self.empty(shader, index) for index, drawn in enumerate(shader.passes) if drawn.is_kept}
        for number in range(count):
            targets = dict(kept)
            for index, drawn in enumerate(shader.passes):
                texture = self.empty(shader, index)
                self.context.framebuffer([texture]).use()
                self.fill(shader, program, targets | imported, texture.size, index, number, interval)
                triangle.render(moderngl.TRIANGLE_STRIP)
                if drawn.target:
                    targets[drawn.target] = texture
            kept = {name: targets[name] for name in kept}
            values = np.frombuffer(texture.read(), "f4" if texture.dtype == "f4" else np.uint8)
            if texture.dtype == "f4":
                values = np.rint(255 * np.clip(np.nan_to_num(values), 0, 1)).astype(np.uint8)
            yield values.reshape(self.size[1], self.size[0], 4)[::-1]

    def fill(
        self, shader: Shader, program: moderngl.Program, targets: dict[str, moderngl.Texture],
        extent: tuple[int, int], index: int, number: int, interval: float,
    ) -> None:
        """Sets every uniform."""
        seconds = progress = number * interval
        named = dict(zip(shader.pictures, self.pictures)) | {name: self.pictures[0] for name in shader.others}
        named |= {drawn.target: self.silence for drawn in shader.passes if drawn.target} | targets
        unit = 0
        for name in program:
            member = program[name]
            if isinstance(member, moderngl.Uniform) and member.gl_type == 0x8B5E:
                named.get(name, self.silence).use(unit)
                member.value = unit
                unit += 1
        values = dict(shader.values) | {
            "RENDERSIZE": extent, "TIME": (seconds,), "TIMEDELTA": (interval,), "PASSINDEX": (index,),
            "FRAMEINDEX": (number,), "DATE": (2000, 0, 1, seconds), "progress": (progress,),
            "iTimeDelta": (interval,), "iFrame": (number,), "iDate": (2000, 0, 1, seconds)}
        values |= {name: (seconds,) for name in TIMES}
        for name in SIZES:
            if name in program:
                values[name] = (*extent, 1)[:program[name].dimension]
        for name, value in values.items():
            assign(program, name, value)


def pairs(shader: Shader, file: Path, segue: Segue, player: Player) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Frames of both sides."""
    effect = ("--shader", file) if shader.is_transition else ("--filter", file)
    # A filter is given the first picture alone.
    ours = segue if shader.is_transition else replace(segue, pictures=segue.pictures[:1])
    frames = ours.frames(11, *effect)
    program = player.compile(shader.vertex, shader.fragment)
    imported = {name: player.texture(segue.pixels(file)[::-1]) for name, file in shader.imported.items()}
    for tenth, theirs in enumerate(player.frames(shader, program, imported, max(TENTHS) + 1, 0.1)):
        if tenth in TENTHS:
            yield premultiplied(frames[tenth]), np.minimum(theirs, theirs[..., 3:])


def examine(file: Path, segue: Segue, player: Player) -> Row | None:
    """One shader; None for what is none."""
    row = Row(file.stem)
    try:
        shader = read(file)
        if shader is None:
            return None
        with player.context:
            row.compare(pairs(shader, file, segue, player))
    except (RuntimeError, ValueError, NameError, KeyError) as error:
        row.error = str(error)
    return row


def main() -> None:
    """Prints a row as soon as it is known, then what all come to."""
    parser = argparse.ArgumentParser(prog="scripts/shader-hosts", description=(
        "Renders shaders for ISF, Shadertoy and sketches with Segue and with Mesa's llvmpipe under a host of its own, "
        "and prints how far apart their frames are."))
    parser.add_argument("path", type=Path, help="a folder of .fs, .frag and .glsl files, looked through to its end")
    parser.add_argument("names", nargs="*", help="shaders to look at (default: all)")
    parser.add_argument("--segue", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument(
        "--pictures", type=Path, nargs=2, metavar=("FROM", "TO"), help="(default: those in images/)",
        default=[ROOT / "images/from.png", ROOT / "images/to.png"])
    parser.add_argument(
        "--size", type=size, default=(480, 270), metavar="WxH", help="of compared frames (default: 480x270)")
    options = parser.parse_intermixed_args()
    files = sorted(
        file for ending in ("fs", "frag", "glsl") for file in options.path.rglob(f"*.{ending}")
        if not options.names or file.stem in options.names)
    if not files:
        parser.error(f"no such shaders in {options.path}")
    with tempfile.TemporaryDirectory(prefix="segue-gl-") as name:
        made = tuple(Path(name) / f"{index}.png" for index in range(2))
        segue = Segue(options.segue, made, options.size)
        pictures = [
            premultiplied(segue.scaled(file, target)) for file, target in zip(options.pictures, made, strict=True)]
        try:
            player = Player(pictures)
        except Exception as error:
            print(f"shader-hosts: skipped, for Mesa's llvmpipe does not start: {error}", file=sys.stderr)
            return
        print(f"{player.driver}; {THREADS} threads\n{HEAD}", flush=True)
        rows = []
        for file in files:
            row = examine(file, segue, player)
            if row is None:
                continue
            rows.append(row)
            print(row, flush=True)
            if row.error:
                print(row.error.splitlines()[0][:300], flush=True)
        print(f"\n{summary(rows)}")


if __name__ == "__main__":
    main()
