"""Reads shaders as their hosts do, and translates them to GLSL for Mesa, with the values of their uniforms."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gpuimage_source import Source

Values = dict[str, tuple[float, ...]]

TYPES = {"float": "float", "bool": "bool", "event": "bool", "long": "int", "point2D": "vec2", "color": "vec4"}
IMAGES = ("image", "audio", "audioFFT")
FUNCTIONS = """
#define IMG_NORM_PIXEL(image, place) texture(image, place)
#define IMG_PIXEL(image, pixel) texture(image, (pixel) / vec2(textureSize(image, 0)))
#define IMG_THIS_PIXEL(image) texture(image, isf_FragNormCoord)
#define IMG_THIS_NORM_PIXEL(image) texture(image, isf_FragNormCoord)
#define IMG_NORM_THIS_PIXEL(image) texture(image, isf_FragNormCoord)
#define IMG_SIZE(image) vec2(textureSize(image, 0))
#define vv_FragNormCoord isf_FragNormCoord
"""
# Sines in double precision: shaders with noise multiply sines by 43758, and llvmpipe's sines have only 5 correct digits.
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
# Samples at positions rounded to 1/256 of a texel, as in graphics hardware and in Segue; calls without a level read level 0.
STEPS = """
vec4 host_texture(sampler2D image, vec2 place) {
  vec2 size = vec2(textureSize(image, 0));
  return textureLod(image, (round((place * size - 0.5) * 256.0) / 256.0 + 0.5) / size, 0.0);
}
vec4 host_texture(sampler2D image, vec2 place, float bias) { return host_texture(image, place); }
#define texture2D host_texture
"""
# Positions with the same bits as in Segue: shaders that hash a position make different noise if the last bit differs.
EXACT = "#define host_place (gl_FragCoord.xy / RENDERSIZE)"
VERTEX = """#version 330
in vec2 host_corner;
out vec2 host_place;
{uniforms}
#define isf_FragNormCoord host_place
{functions}
void isf_vertShaderInit() {{ host_place = 0.5 * host_corner + 0.5; gl_Position = vec4(host_corner, 0.0, 1.0); }}
void vv_vertShaderInit() {{ isf_vertShaderInit(); }}
#line 1
{source}
"""
FRAGMENT = """#version 330
#extension GL_ARB_gpu_shader_fp64 : enable
in vec2 host_place;
out vec4 host_color;
uniform vec2 RENDERSIZE;
{exact}
{steps}
#define isf_FragNormCoord host_place
{uniforms}
{functions}
#define gl_FragColor host_color
{sines}
#line 1
{source}
"""
PLAIN_VERTEX = "void main() { isf_vertShaderInit(); }"
# Words of older GLSL that GLSL 3.30 does not need.
PRECISION = re.compile(r"\bprecision\s+\w+\s+\w+\s*;|\b(?:low|medium|high)p\b")
VERSION = re.compile(r"^\s*#version.*$", re.MULTILINE)
SAMPLER = re.compile(r"\buniform\s+sampler2D\s+(\w+)")
INPUT = re.compile(r"^\s*(?:varying|in)\s+vec2\s+(\w+)\s*;", re.MULTILINE)
OUTPUT = re.compile(r"^\s*out\s+vec4\s+(\w+)\s*;", re.MULTILINE)
VARYING = re.compile(r"\bvarying\s+\w+\s+(\w+)")
TEMPLATE = re.compile(r"\$\{|__(?!LINE|FILE|VERSION)[A-Z_]+__")
UNIFORM = re.compile(r"\buniform\s+(\w+)\s+(\w+)\s*(?:\[\s*(\w+)\s*\])?\s*;")
CONSTANT = re.compile(r"#define\s+(\w+)\s+(\d+)|const\s+int\s+(\w+)\s*=\s*(\d+)")
# Matches the last argument of a call that has a level.
LEVELS = re.compile(r"\btexture(?:2D)?Lod(?:EXT)?\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*,\s*([^(),]*?)\s*\)")
COUNTS = {"float": 1, "int": 1, "bool": 1, "vec2": 2, "vec3": 3, "vec4": 4, "mat3": 9, "mat4": 16}
MATRICES = {
    "mat3": (0.9, 0.1, -0.1, 0.05, 1.1, 0.0, 0.02, -0.03, 1.0),
    "mat4": (0.9, 0.1, 0.0, 0.0, -0.1, 1.1, 0.05, 0.0, 0.0, 0.1, 0.8, 0.0, 0.0, 0.0, 0.0, 1.0)}


@dataclass
class Pass:
    """A pass, which draws into a texture or into the frame."""

    target: str = ""
    width: str = ""
    height: str = ""
    has_floats: bool = False
    is_kept: bool = False


@dataclass
class Shader:
    """A shader in the form that its host gives it."""

    file: Path
    source: str
    title: str = ""
    vertex: str = PLAIN_VERTEX
    uniforms: str = ""
    functions: str = ""
    # The samplers of the frame's pictures in order, and further samplers, which get the first picture.
    pictures: tuple[str, ...] = ()
    others: list[str] = field(default_factory=list)
    values: Values = field(default_factory=dict)
    # Uniforms that the shader's class would set; both sides get them.
    given: Values = field(default_factory=dict)
    passes: list[Pass] = field(default_factory=lambda: [Pass()])
    imported: dict[str, Path] = field(default_factory=dict)
    is_transition: bool = False
    # Whether y counts from the top.
    is_down: bool = False
    has_own_positions: bool = False
    # Whether the shader reads only at centers of pixels, so that samples are not interpolated.
    is_nearest: bool = False
    # The shader that is drawn before, at the same size.
    before: Shader | None = None

    def texts(self, *, is_exact: bool) -> tuple[str, str]:
        """Returns the vertex and the fragment shader."""
        # In glfx.js, a picture is named `texture`.
        named = "" if re.search(r"uniform\s+sampler2D\s+texture\b", self.source) else "#define texture host_texture"
        steps = f"{STEPS}{named}" if is_exact else ""
        exact = EXACT if is_exact and not self.has_own_positions else ""
        return (
            VERTEX.format(uniforms=self.uniforms, functions=self.functions, source=self.vertex),
            FRAGMENT.format(
                exact=exact, steps=steps, uniforms=self.uniforms.replace("uniform vec2 RENDERSIZE;", ""),
                functions=self.functions, sines=SINES if is_exact else "", source=self.source))

    @property
    def has_levels(self) -> bool:
        """Whether the shader reads mipmap levels other than the first."""
        if re.search(r"\btexture(2D)?Grad(EXT)?\b", self.source):
            return True
        return any(not re.fullmatch(r"0*\.?0*", level) for level in LEVELS.findall(self.source))

    def words(self, picture: Path) -> tuple[str, ...]:
        """Returns the options that render the shader; samplers that the host does not set get `picture`."""
        others = [name for name in self.others if re.search(rf"\b{name}\b", self.source)]
        text = ",".join(
            [f"{name}={','.join(map(written, value))}" for name, value in self.given.items()]
            + [f"{name}={picture}" for name in others])
        if self.is_transition:
            return "--shader", str(self.file), *(word for name in others for word in ("-p", f"{name}={picture}"))
        option = "--blend" if len(self.pictures) == 2 else "--filter"
        own = (option, f"{self.file}:{text}" if text else str(self.file))
        return self.before.words(picture) + own if self.before else own


def shaders(folder: Path, work: Path, size: tuple[int, int]) -> Iterator[Shader]:
    """Yields all shaders of a folder; shaders embedded in other languages are written to files.

    Templates, which a class completes, are skipped.
    """
    if (folder / "framework" / "Source").is_dir():
        yield from of_gpuimage(Source(folder), work, size)
        return
    scripts = sorted((folder / "src" / "filters").glob("**/*.js"))
    if scripts:
        yield from of_glfx(scripts, work, size)
        return
    for file in sorted(file for ending in ("fs", "frag", "glsl") for file in folder.rglob(f"*.{ending}")):
        source = file.read_text(errors="replace").lstrip("\ufeff")
        if match := re.match(r"\s*/\*\s*(\{.*?\})\s*\*/", source, re.DOTALL):
            # Keeps line numbers.
            yield isf(file, "\n" * match[0].count("\n") + source[match.end():], match[1])
        elif "mainImage" in source:
            yield shadertoy(file, source)
        elif re.search(r"\bvoid\s+main\b", source) and not TEMPLATE.search(source):
            yield sketch(file, source, size)


def numbers(value: object) -> tuple[float, ...]:
    """Converts a default to numbers."""
    if isinstance(value, list):
        return tuple(float(part) for part in value)
    return (float(value),) if value is not None else ()


def isf(file: Path, source: str, header: str) -> Shader:
    """Makes a shader from an ISF file."""
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
        if name == "progress":
            continue
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
    first = ("startImage", "endImage") if is_transition else tuple(
        ["inputImage"] if "inputImage" in pictures else pictures[:1])
    return Shader(
        file, source, file.stem, beside.read_text(errors="replace") if beside.exists() else PLAIN_VERTEX,
        "\n".join(uniforms), FUNCTIONS, first, [name for name in pictures if name not in first], values, {}, passes,
        imported, is_transition, has_own_positions=beside.exists())


KINDS = "float|u?int|bool|[iu]?vec[234]|mat[234]"
PLAIN_VARIABLES = re.compile(rf"(^\s*|[;{{(]\s*)({KINDS})\s+(\w+(?:\s*,\s*\w+)*)\s*;", re.MULTILINE)


def initialized(source: str) -> str:
    """Initializes all variables with 0, as browsers do."""

    def zeros(found: re.Match[str]) -> str:
        names = (f"{name.strip()} = {found[2]}(0)" for name in found[3].split(","))
        return f"{found[1]}{found[2]} {', '.join(names)};"

    source = re.sub(rf"\bout[ \t]+({KINDS})\b", r"inout \1", source)
    # Does not change members of structures.
    parts = re.split(r"(\bstruct\b[^{;]*\{[^}]*\})", source)
    return "".join(part if index % 2 else PLAIN_VARIABLES.sub(zeros, part) for index, part in enumerate(parts))


def shadertoy(file: Path, source: str) -> Shader:
    """Makes a shader from a tab of Shadertoy."""
    uniforms = (
        "uniform vec3 iResolution; uniform float iTime, iGlobalTime, iTimeDelta; uniform int iFrame;"
        "uniform vec4 iMouse, iDate; uniform vec3 iChannelResolution[4]; uniform float iChannelTime[4], iFrameRate;"
        "const float iSampleRate = 44100.0; uniform sampler2D iChannel0, iChannel1, iChannel2, iChannel3;")
    main = "void main() { vec4 c = vec4(0); mainImage(c, gl_FragCoord.xy); host_color = vec4(c.rgb, 1); }"
    return Shader(
        file, f"{initialized(source)}\n{main}", file.stem, uniforms=uniforms, pictures=("iChannel0",),
        others=[f"iChannel{index}" for index in range(1, 4)])


def sketch(file: Path, source: str, size: tuple[int, int]) -> Shader:
    """Makes a shader from a fragment shader for a viewer or for PixiJS."""
    is_pixi = "vTextureCoord" in source
    title = file.parent.name if is_pixi else file.stem
    source = PRECISION.sub("", VERSION.sub("", source))
    samplers = SAMPLER.findall(source)
    given = chosen(source, size, PIXI, PIXI_NAMES) if is_pixi else {}
    # The position and the color may have any name.
    source = INPUT.sub(r"#define \1 host_place", source)
    source = OUTPUT.sub(r"#define \1 host_color", source)
    return Shader(
        file, source, title, pictures=tuple(samplers[:1]), others=samplers[1:], given=given, is_down=is_pixi)


# MARK: Numbers that the filter's class would set

# Uniforms that hosts set from the size of the frame.
PIXI_NAMES = ("uInputSize", "uInputClamp", "uInputPixel", "uOutputFrame", "uOutputTexture", "uDimensions", "uTime", "uTexelSize")
GPUIMAGE_NAMES = (
    "texelWidth", "texelHeight", "texelWidthOffset", "texelHeightOffset", "imageWidthFactor", "imageHeightFactor",
    "aspectRatio", "imageSize", "texSize")
# Values by patterns of names, which precede the defaults; a function gets the size.
PIXI = {
    r"uStops": (0, 1, 0, 0, 0.4, 0.8, 0, 0, 1, 1, 0, 0), r"uOptions": (0, 30, 0.8, 0), r"uNoise": (0.3, 1), r"uSeed": (0.7,),
    r"uKernelSize": (5,), r"uTolerance|uEpsilon": (0.2,), r"uRadius": (40,), r"uCenter": (0.5, 0.5), r"uStrength": (0.1, 0.2),
    r"uBlur": (20, 60), r"uSize": (8, 6), r"uCounts": (3, 0), r"uLine.*|uWave": (5, 0.5, 2, 1), r"uOffset[XYZ]": (1,),
    r"uOffset": (0.01, 0.02), r"uRed|uGreen|uBlue": (4, -3), r"uVelocity": (12, 8), r"uStart": (20, 20), r"uEnd": (200, 100),
    r"uDelta": (0.7, 0.7), r"uThickness": (0.01, 0.01), r"uTwist": (40, 2), r"uSlice.*": (4,), r"uMatrix": MATRICES["mat3"],
}
GPUIMAGE = {
    r"fractionalWidthOfPixel": (0.04,), r"crossHatchSpacing": (0.03,), r"lineWidth": (0.003,), r"radius": (0.35,),
    r"size|inputTileSize|displayTileSize": (0.1, 0.12), r"pixelSize": (0.05, 0.05), r"center|\w+Center|\w+Point": (0.5, 0.45),
    r"numTiles": (16,), r"quantizationLevels|colorLevels": (6,), r"edgeStrength": (1.2,), r"upperThreshold": (0.6,), r"threshold|\w*Threshold": (0.3,),
    r"exposure": (0.4,), r"vignetteStart": (0.3,), r"vignetteEnd": (0.75,), r"gamma": (1.4,), r"upperSkinToneColor|colorOn": (1,), r"directionalTexelStep": (0.002, 0.003),
    r"hueAdjust": (0.7,), r"highlights|scale": (0.8,), r"refractiveIndex": (0.71,), r"sampleStep": (1,),
}
GLFX = {
    r"center": lambda w, h: (0.45 * w, 0.55 * h), r"radius|blurRadius|gradientRadius": (60,), r"start": (20, 60),
    r"end": (280, 120), r"size|scale": (6,), r"exponent": (30,), r"delta\d?": (0.02, 0.01), r"hue": (0.3,), r"power": (2,),
    r"useTextureSpace": (0,), r"brightness": (0.1,),
}


def chosen(source: str, size: tuple[int, int], table: dict[str, object], hosts: tuple[str, ...]) -> Values:
    """Returns numbers for uniforms that hosts do not set."""
    constants = {a or c: int(b or d) for a, b, c, d in CONSTANT.findall(source)}
    values: Values = {}
    for kind, name, length in UNIFORM.findall(re.sub(r"//[^\n]*", "", source)):
        if kind not in COUNTS or name in hosts:
            continue
        count = COUNTS[kind] * (int(constants.get(length, length)) if length else 1)
        found = next((value for pattern, value in table.items() if re.fullmatch(pattern, name)), MATRICES.get(kind))
        if callable(found):
            found = found(*size)
        if found is None:
            found = (0.5,) if count == 1 else tuple(0.3 + 0.5 * math.sin(1.3 * index) ** 2 for index in range(count))
        repeated = (found * count)[:count]
        values[name] = tuple(float(int(value)) for value in repeated) if kind == "int" else (
            tuple(bool(value >= 0.5) for value in repeated) if kind == "bool" else repeated)
    return values


def written(value: float | bool) -> str:
    """Formats a number for the command line."""
    return str(value).lower() if isinstance(value, bool) else f"{value:.9g}"


# MARK: Shaders embedded in other languages

def file_of(work: Path, name: str, fragment: str, vertex: str | None) -> Path:
    """Writes a shader to a file, and its vertex shader to a file with another ending."""
    file = work / f"{name}.fsh"
    file.write_text(fragment)
    if vertex:
        file.with_suffix(".vsh").write_text(vertex)
    return file


def of_gpuimage(source: Source, work: Path, size: tuple[int, int]) -> Iterator[Shader]:
    """Yields the fragment shaders of GPUImage's classes, each with its class's vertex shader, and classes of two passes."""
    vertices = {name: text for name, text in source.constants.items() if "gl_Position" in text}
    named: dict[str, str] = {}
    for one in source.parents:
        try:
            named |= {fragment: vertex for vertex, fragment in source.named(one)}
        except RuntimeError:
            # The class has no shader of its own.
            continue
    for name, fragment in sorted(source.constants.items()):
        if "gl_FragColor" not in fragment:
            continue
        # The vertex shader need not write inputs that are declared but not read.
        wanted = {one for one in VARYING.findall(PRECISION.sub("", fragment)) if len(re.findall(rf"\b{one}\b", fragment)) > 1}

        def spare(vertex: str) -> float:
            """Returns the number of positions that a vertex shader writes without need; infinity if one is missing."""
            written = set(VARYING.findall(PRECISION.sub("", vertices.get(vertex, ""))))
            return len(written - wanted) if wanted <= written else math.inf

        vertex = named.get(name, "")
        if spare(vertex) == math.inf:
            vertex = min(vertices, key=spare)
        if spare(vertex) == math.inf:
            vertex = ""
        title = name.removeprefix("kGPUImage").removesuffix("FragmentShaderString")
        text = vertices.get(vertex, "")
        yield by_pair(file_of(work, title, fragment, text), title, fragment, text, size, GPUIMAGE)
    for one in sorted(source.parents):
        try:
            passes = source.shaders(one)
        except RuntimeError:
            continue
        if len(passes) == 2:
            title, last = f"{one.removeprefix('GPUImage')}, two passes", None
            for index, pair in enumerate(passes):
                vertex, fragment = (source.constants[name] for name in pair)
                file = file_of(work, f"{one}-{index}", fragment, vertex)
                shader = by_pair(file, title, fragment, vertex, size, GPUIMAGE)
                shader.before, last = last, shader
            yield last


def by_pair(
    file: Path, title: str, fragment: str, vertex: str, size: tuple[int, int], table: dict[str, object],
) -> Shader:
    """Makes a shader from a fragment shader and the vertex shader that writes its positions."""
    given = chosen(PRECISION.sub("", vertex + fragment), size, table, GPUIMAGE_NAMES)
    samplers = SAMPLER.findall(fragment)
    positions = VARYING.findall(PRECISION.sub("", fragment))
    count = 2 if "inputImageTexture2" in samplers else 1
    uniforms = {name for _, name, _ in UNIFORM.findall(PRECISION.sub("", vertex))}
    is_nearest = uniforms <= set(GPUIMAGE_NAMES) and not re.search(r"\d\.0*[1-9]", vertex) and all(
        read in positions for read in re.findall(r"texture2D\(\s*\w+,\s*([^;]*?)\)\s*[.;*]", fragment))
    fragment = re.sub(r"\bvarying\b", "in", PRECISION.sub("", fragment))
    vertex = re.sub(r"\bvarying\b", "out", PRECISION.sub("", vertex))
    # Replaces attributes by the corners of the frame and of its pictures.
    vertex = re.sub(r"\battribute\s+vec4\s+position\s*;", "#define position vec4(host_corner, 0, 1)", vertex)
    vertex = re.sub(
        r"\battribute\s+vec([24])\s+(\w+)\s*;", lambda found: f"\n#define {found[2]} vec4(0.5 * host_corner + 0.5, 0, 1)"
        f"{'.xy' if found[1] == '2' else ''}\n", vertex)
    return Shader(
        file, fragment, title, vertex or PLAIN_VERTEX, pictures=tuple(samplers[:count]), others=samplers[count:], given=given,
        is_down=True, has_own_positions=True, is_nearest=is_nearest)


def of_glfx(scripts: list[Path], work: Path, size: tuple[int, int]) -> Iterator[Shader]:
    """Yields the shaders of glfx.js, concatenated as its functions do."""
    literal = r"'(?:[^'\\]|\\.)*'"
    text = {file: re.sub(r"\\\n", "\n", file.read_text()) for file in scripts}
    common = next(source for file, source in text.items() if file.stem == "common")
    noise = re.search(rf"randomShaderFunc\s*=\s*({literal})", common, re.DOTALL)
    frame = re.search(rf"new Shader\(null, uniforms \+ ({literal}) \+ warp \+ ({literal})\)", common, re.DOTALL)
    for file, source in text.items():
        found = []
        known = {"randomShaderFunc": noise[1][1:-1]}

        def joined(expression: str) -> str:
            """Evaluates a concatenation of strings."""
            return "".join(
                part[1:-1] if part.startswith("'") else known[part]
                for part in re.findall(rf"{literal}|\w+", expression, re.DOTALL))

        parts = rf"(?:{literal}|\w+)"
        for name, expression in re.findall(rf"var (\w+) = ({literal}(?:\s*\+\s*{parts})*)", source, re.DOTALL):
            known[name] = joined(expression)
        if file.stem != "common":
            found += [joined(sum) for sum in re.findall(
                rf"new Shader\(null,\s*({parts}(?:\s*\+\s*{parts})*)", source, re.DOTALL)]
        for uniforms, warp in re.findall(rf"warpShader\(\s*({literal}),\s*({literal})", source, re.DOTALL):
            found.append(uniforms[1:-1] + frame[1][1:-1] + warp[1:-1] + frame[2][1:-1])
        for index, fragment in enumerate(found):
            title = f"{file.stem}-{index}" if len(found) > 1 else file.stem
            path = file_of(work, title, fragment, None)
            shader = sketch(path, fragment.replace("varying vec2 texCoord;", "\nvarying vec2 texCoord;\n"), size)
            shader.title, shader.is_down = title, True
            shader.given = chosen(fragment, size, GLFX, GPUIMAGE_NAMES)
            yield shader
