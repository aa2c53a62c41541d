"""Describes GPUImage's classes for comparison with Segue's filters: the passes that they draw, and their uniforms.

A class that is missing here has the shaders that its file names, and uniforms with the names of Segue's parameters.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from gpuimage_source import GRAY, NEARBY_VERTEX, PAIR_VERTEX, PLAIN_VERTEX, Source

Values = dict[str, tuple[float, ...]]


@dataclass
class Pass:
    """One shader drawn over a frame."""

    vertex: str
    fragment: str
    values: Values
    # The indices of the pictures that the pass reads: first the inputs, then the results of passes; -1 is the last picture.
    inputs: tuple[int, ...] = (-1,)
    size: tuple[int, int] | None = None
    # The left edge, top edge, width and height of the part that the pass reads, in 0…1.
    part: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    # The positions of the frame's corners: left, top, right and bottom.
    quad: tuple[float, float, float, float] = (-1.0, -1.0, 1.0, 1.0)

    @property
    def is_whole(self) -> bool:
        """Whether the pass reads only at centers of pixels: its own pixel, or also neighbors."""
        if self.part != Pass.part or self.quad != Pass.quad:
            return False
        reads = re.findall(r"texture2D\(\s*\w+,\s*([^;]*?)\)\s*[.;*]", self.fragment)
        return "topLeftTextureCoordinate" in self.vertex or all(
            re.fullmatch(r"textureCoordinate2?", read) for read in reads)


@dataclass(frozen=True)
class Work:
    """The input for making passes: the class, its parameters by Segue's names as numbers, and the pictures."""

    source: Source
    name: str
    values: Values
    size: tuple[int, int]
    pictures: Sequence[np.ndarray]

    def __getitem__(self, name: str) -> float:
        return self.values[name][0]

    def shader(self, fragment: str, *inputs: int, vertex: str = PLAIN_VERTEX, **values: float) -> Pass:
        """Makes a pass from the name of its fragment shader."""
        constants = self.source.constants
        uniforms = self.values | {name: (value,) for name, value in values.items()}
        return Pass(constants[vertex], constants[fragment], uniforms, inputs or (-1,))

    def both_ways(self, vertex: str, fragment: str, spacing: float = 1.0) -> list[Pass]:
        """Makes the two passes of a filter that reads along columns, then along rows; shaders are text."""
        width, height = self.size
        steps = ((0.0, spacing / height), (spacing / width, 0.0))
        return [
            Pass(vertex, fragment, self.values | {"texelWidthOffset": (x,), "texelHeightOffset": (y,)})
            for x, y in steps]

    def gaussian(self, sigma: float, *, channel: str = "") -> list[Pass]:
        """Makes the passes of a Gaussian, whose shaders GPUImage generates for each whole sigma."""
        sigma = round(sigma)
        reach = math.floor(math.sqrt(-2 * sigma**2 * math.log(math.sqrt(2 * math.pi * sigma**2) / 256)))
        reach += reach % 2
        weights = [math.exp(-(i**2) / (2 * sigma**2)) for i in range(reach + 1)]
        total = weights[0] + 2 * sum(weights[1:])
        pairs = [
            ((first + second) / total, (first * (2 * i + 1) + second * (2 * i + 2)) / (first + second))
            for i, (first, second) in enumerate(zip(weights[1::2], weights[2::2]))]
        return self.both_ways(*sampling(weights[0] / total, pairs, channel))

    def box(self, radius: float) -> list[Pass]:
        """Makes the passes of a box blur, whose radius is even."""
        weight = 1 / (2 * radius + 1)
        return self.both_ways(*sampling(weight, [(2 * weight, 2 * i + 1.5) for i in range(int(radius) // 2)], ""))

    def morphology(self, name: str) -> list[Pass]:
        """Makes the passes of a dilation or an erosion."""
        count = ("One", "Two", "Three", "Four")[int(self["radius"]) - 1]
        constants = self.source.constants
        vertex = constants[f"kGPUImageDilationRadius{count}VertexShaderString"]
        return self.both_ways(vertex, constants[f"kGPUImage{name}Radius{count}FragmentShaderString"])


def sampling(middle: float, pairs: list[tuple[float, float]], channel: str) -> tuple[str, str]:
    """Makes shaders that sum samples, given as pairs of weight and distance; the first seven positions are varyings."""
    held = pairs[:7]
    names = [f"coordinate{i}" for i in range(2 * len(held))]
    places = "".join(
        f"{name} = inputTextureCoordinate.xy + stride * {(-1) ** i * held[i // 2][1]:.9f};\n"
        for i, name in enumerate(names))
    varyings = "".join(f"varying vec2 {name};\n" for name in ["middle", *names])
    uniforms = "uniform float texelWidthOffset;\nuniform float texelHeightOffset;\n"
    stride = "vec2 stride = vec2(texelWidthOffset, texelHeightOffset);\n"
    vertex = (
        f"attribute vec4 position;\nattribute vec4 inputTextureCoordinate;\n{uniforms}{varyings}"
        f"void main() {{\ngl_Position = position;\nmiddle = inputTextureCoordinate.xy;\n{stride}{places}}}\n")
    reads = [("middle", middle)] + [(name, held[i // 2][0]) for i, name in enumerate(names)] + [
        (f"middle {sign} stride * {away:.9f}", weight) for weight, away in pairs[7:] for sign in "+-"]
    sums = "".join(f"sum += texture2D(inputImageTexture, {place}) * {weight:.9f};\n" for place, weight in reads)
    result = f"vec4(sum.{channel * 3}, 1.0)" if channel else "sum"
    fragment = (
        f"uniform sampler2D inputImageTexture;\n{uniforms}{varyings}"
        f"void main() {{\nvec4 sum = vec4(0.0);\n{stride}{sums}gl_FragColor = {result};\n}}\n")
    return vertex, fragment


def own(work: Work, **values: float | tuple[float, ...]) -> list[Pass]:
    """Makes the passes that the file of the class names."""
    uniforms = work.values | {
        name: value if isinstance(value, tuple) else (value,) for name, value in values.items()}
    shaders = work.source.shaders(work.name)
    made = []
    for index, (vertex, fragment) in enumerate(shaders):
        inputs = (0, 1) if vertex == PAIR_VERTEX or len(work.pictures) > 1 else (-1,)
        constants = work.source.constants
        made.append(Pass(constants[vertex], constants[fragment], uniforms, inputs if index == 0 else (-1,)))
    return made


def stage(work: Work, name: str, **values: float) -> list[Pass]:
    """Makes the passes of another class, on the current pictures."""
    uniforms = work.values | {key: (value,) for key, value in values.items()}
    return own(Work(work.source, name, uniforms, work.size, work.pictures[:1]))


def gray(work: Work) -> Pass:
    """Makes the pass that computes luminance."""
    return work.shader(GRAY)


def hue_matrix(degrees: float) -> np.ndarray:
    """Rotates colors, given as rows, around gray, in a sheared space that keeps the luminance."""

    def turn(x: int, y: int, cosine: float, sine: float) -> np.ndarray:
        matrix = np.eye(3)
        matrix[x, x] = matrix[y, y] = cosine
        matrix[x, y], matrix[y, x] = sine, -sine
        return matrix

    half, third = math.sqrt(0.5), math.sqrt(1 / 3)
    upright = turn(1, 2, half, half) @ turn(2, 0, math.sqrt(2 / 3), -third)
    x, y, z = np.array([0.3, 0.59, 0.11]) @ upright
    shear = np.eye(3)
    shear[0, 2], shear[1, 2] = x / z, y / z
    angle = math.radians(degrees)
    sheared = upright @ shear
    return sheared @ turn(0, 1, math.cos(angle), math.sin(angle)) @ np.linalg.inv(sheared)


def hsb(work: Work) -> list[Pass]:
    saturation = work["saturation"]
    paler = (1 - saturation) * np.array([[0.3], [0.59], [0.11]]) + saturation * np.eye(3)
    matrix = np.eye(4)
    matrix[:3, :3] = hue_matrix(work["hue"]) @ paler * work["brightness"]
    return own(work, colorMatrix=tuple(matrix.T.flatten()), intensity=1.0)


SEPIA = (0.3588, 0.7044, 0.1368, 0, 0.2990, 0.5870, 0.1140, 0, 0.2392, 0.4696, 0.0912, 0, 0, 0, 0, 1)


def white_balance(work: Work) -> list[Pass]:
    away = work["temperature"] - 5000
    return own(work, temperature=away * (0.0004 if away < 0 else 0.00006), tint=work["tint"] / 100)


def emboss(work: Work) -> list[Pass]:
    k = work["intensity"]
    return own(work, convolutionMatrix=(-2 * k, -k, 0, -k, 1, k, 0, k, 2 * k))


def motion_blur(work: Work) -> list[Pass]:
    width, height = work.size
    angle = math.radians(work["blurAngle"])
    reach = work["blurSize"] / width
    return own(work, directionalTexelStep=(reach * math.cos(angle) * height / width, reach * math.sin(angle)))


def bilateral(work: Work) -> list[Pass]:
    constants = work.source.constants
    return work.both_ways(
        constants["kGPUImageBilateralBlurVertexShaderString"],
        constants["kGPUImageBilateralFilterFragmentShaderString"], 4.0)


def selective_blur(work: Work) -> list[Pass]:
    # The aspect ratio is height / width, as in all other classes. This class gives its shader width / height, so
    # that its circle is an ellipse unless the application sets aspectRatio.
    width, height = work.size
    blend = work.shader(
        "kGPUImageGaussianSelectiveBlurFragmentShaderString", 0, -1, vertex=PAIR_VERTEX,
        excludeCircleRadius=work["radius"], excludeBlurSize=work["edge"], aspectRatio=height / width)
    blend.values["excludeCirclePoint"] = (work["x"], work["y"])
    return [*work.gaussian(work["sigma"]), blend]


def blur_position(work: Work) -> list[Pass]:
    width, height = work.size
    made = work.both_ways(*(
        work.source.constants[f"kGPUImageGaussianBlurPosition{kind}ShaderString"] for kind in ("Vertex", "Fragment")
    ), work["blurSize"])
    for one in made:
        one.values = one.values | {"aspectRatio": (height / width,), "blurCenter": (work["x"], work["y"])}
    return made


def tilt_shift(work: Work) -> list[Pass]:
    return [*work.gaussian(work["sigma"]), work.shader(
        "kGPUImageTiltShiftFragmentShaderString", 0, -1, vertex=PAIR_VERTEX, topFocusLevel=work["top"],
        bottomFocusLevel=work["bottom"], focusFallOffRate=work["falloff"])]


def unsharp_mask(work: Work) -> list[Pass]:
    return [*work.gaussian(work["sigma"]), work.shader(
        "kGPUImageUnsharpMaskFragmentShaderString", 0, -1, vertex=PAIR_VERTEX)]


def ios_blur(work: Work) -> list[Pass]:
    small = Work(work.source, work.name, work.values, tuple(side // 4 for side in work.size), work.pictures)
    paler = work.shader("kGPUImageSaturationFragmentShaderString")
    blurred = small.gaussian(work["sigma"] / 4)
    for one in (paler, *blurred):
        one.size = small.size
    return [paler, *blurred, work.shader("kGPUImageLuminanceRangeFragmentShaderString")]


def canny(work: Work) -> list[Pass]:
    return [
        gray(work), *work.gaussian(work["sigma"], channel="r"),
        *stage(work, "GPUImageDirectionalSobelEdgeDetectionFilter"),
        *stage(work, "GPUImageDirectionalNonMaximumSuppressionFilter"),
        *stage(work, "GPUImageWeakPixelInclusionFilter")]


def corners(work: Work) -> list[Pass]:
    return [
        *stage(work, "GPUImageXYDerivativeFilter", edgeStrength=1.0), *work.gaussian(work["sigma"]),
        work.shader(work.source.shaders(work.name)[0][1]), suppression(work)]


def suppression(work: Work) -> Pass:
    return work.shader("kGPUImageThresholdedNonMaximumSuppressionFragmentShaderString", vertex=NEARBY_VERTEX)


def adaptive_threshold(work: Work) -> list[Pass]:
    return [gray(work), *work.box(work["radius"]), work.shader(
        "kGPUImageAdaptiveThresholdFragmentShaderString", -1, 1, vertex=PAIR_VERTEX)]


def average(first: str, others: str) -> Callable[[Work], list[Pass]]:
    """Makes passes that each reduce 4 × 4 pixels to one, as long as the sides allow; the rest is averaged afterwards."""

    def passes(work: Work) -> list[Pass]:
        made = []
        for index in range(min(math.floor(math.log(side, 4)) for side in work.size)):
            width, height = (side // 4 ** (index + 1) for side in work.size)
            one = work.shader(
                others if index else first, vertex="kGPUImageColorAveragingVertexShaderString",
                texelWidth=0.25 / width, texelHeight=0.25 / height)
            one.size = (width, height)
            made.append(one)
        return made

    return passes


def average_threshold(work: Work) -> list[Pass]:
    # Computes the mean luminance of all pixels, which GPUImage reads back from the GPU.
    mean = float((work.pictures[0][..., :3] @ np.array([0.2125, 0.7154, 0.0721])).mean()) / 255
    return [work.shader("kGPUImageLuminanceThresholdFragmentShaderString", threshold=mean * work["multiplier"])]


def crop(work: Work) -> list[Pass]:
    [one] = [Pass(
        work.source.constants[PLAIN_VERTEX], work.source.constants["kGPUImagePassthroughFragmentShaderString"], {})]
    part = tuple(work[name] for name in ("x", "y", "width", "height"))
    one.part, one.size = part, (round(work.size[0] * part[2]), round(work.size[1] * part[3]))
    return [one]


def transform(work: Work) -> list[Pass]:
    width, height = work.size
    angle, shape = math.radians(work["rotation"]), height / width
    (across, down), (right, below) = work.values["scale"], work.values["translation"]
    is_corner = bool(work["anchorTopLeft"])
    # The width of the frame is 2 units, or 1 from a corner.
    unit = 1 if is_corner else 2
    matrix = np.array([
        [across * math.cos(angle), across * math.sin(angle), 0, 0],
        [-down * math.sin(angle), down * math.cos(angle), 0, 0],
        [0, 0, 1, 0], [unit * right, unit * below, 0, 1]])
    scale, shift = (2, -1) if is_corner else (1, 0)
    projection = np.array([[scale, 0, 0, shift], [0, scale / shape, 0, shift], [0, 0, -1, 0], [0, 0, 0, 1]])
    [one] = own(work, transformMatrix=tuple(matrix.flatten()), orthographicMatrix=tuple(projection.flatten()))
    one.quad = (0.0, 0.0, 1.0, shape) if is_corner else (-1.0, -shape, 1.0, shape)
    return [one]


def toon(work: Work) -> list[Pass]:
    return [*work.gaussian(work["sigma"]), *stage(work, "GPUImageToonFilter")]


def renamed(**names: str) -> Callable[[Work], list[Pass]]:
    """Makes the passes of the class, with uniforms that have other names than parameters: uniform = parameter."""
    return lambda work: own(work, **{uniform: work.values[name] for uniform, name in names.items()})


BLOCKS = renamed(fractionalWidthOfPixel="fraction")
KEY = renamed(thresholdSensitivity="threshold", colorToReplace="color")
MIX = renamed(mixturePercent="mix")

PASSES: dict[str, Callable[[Work], list[Pass]]] = {
    "GPUImage3x3ConvolutionFilter": lambda work: own(
        work, convolutionMatrix=sum((work.values[name] for name in ("top", "middle", "bottom")), ())),
    "GPUImageAdaptiveThresholdFilter": adaptive_threshold,
    "GPUImageAverageColor": average(*["kGPUImageColorAveragingFragmentShaderString"] * 2),
    "GPUImageAverageLuminanceThresholdFilter": average_threshold,
    "GPUImageBilateralFilter": bilateral,
    "GPUImageBoxBlurFilter": lambda work: work.box(work["radius"]),
    "GPUImageCannyEdgeDetectionFilter": canny,
    "GPUImageChromaKeyBlendFilter": KEY,
    "GPUImageChromaKeyFilter": KEY,
    "GPUImageClosingFilter": lambda work: work.morphology("Dilation") + work.morphology("Erosion"),
    "GPUImageColorMatrixFilter": lambda work: own(
        work, colorMatrix=sum((work.values[name] for name in ("red", "green", "blue", "alpha")), ())),
    "GPUImageCropFilter": crop,
    "GPUImageDilationFilter": lambda work: work.morphology("Dilation"),
    "GPUImageDissolveBlendFilter": MIX,
    "GPUImageEmbossFilter": emboss,
    "GPUImageErosionFilter": lambda work: work.morphology("Erosion"),
    "GPUImageGaussianBlurFilter": lambda work: work.gaussian(work["sigma"]),
    "GPUImageGaussianSelectiveBlurFilter": selective_blur,
    "GPUImageHalftoneFilter": BLOCKS,
    "GPUImageHarrisCornerDetectionFilter": corners,
    "GPUImageHazeFilter": renamed(hazeDistance="distance"),
    "GPUImageHighlightShadowTintFilter": lambda work: own(work, **{
        name: (*work.values[name], 1.0) for name in ("shadowTintColor", "highlightTintColor")}),
    "GPUImageGaussianBlurPositionFilter": blur_position,
    "GPUImageHSBFilter": hsb,
    "GPUImageHueFilter": lambda work: own(work, hueAdjust=math.radians(math.fmod(work["hue"], 360))),
    **{f"GPUImageKuwahara{name}Filter": lambda work: own(work, src_size=tuple(1 / side for side in work.size))
       for name in ("", "Radius3")},
    "GPUImageLaplacianFilter": lambda work: own(work, convolutionMatrix=(0.5, 1, 0.5, 1, -6, 1, 0.5, 1, 0.5)),
    "GPUImageLevelsFilter": renamed(levelMinimum="minimum", levelMiddle="middle", levelMaximum="maximum"),
    "GPUImageLuminosity": average(
        "kGPUImageInitialLuminosityFragmentShaderString", "kGPUImageLuminosityFragmentShaderString"),
    "GPUImageMonochromeFilter": renamed(filterColor="color"),
    "GPUImageMotionBlurFilter": motion_blur,
    "GPUImageNobleCornerDetectionFilter": corners,
    "GPUImageOpeningFilter": lambda work: work.morphology("Erosion") + work.morphology("Dilation"),
    "GPUImagePixellateFilter": BLOCKS,
    "GPUImagePixellatePositionFilter": renamed(
        fractionalWidthOfPixel="fraction", pixelateCenter="center", pixelateRadius="radius"),
    "GPUImagePolkaDotFilter": BLOCKS,
    "GPUImageRGBClosingFilter": lambda work: work.morphology("RGBDilation") + work.morphology("RGBErosion"),
    "GPUImageRGBDilationFilter": lambda work: work.morphology("RGBDilation"),
    "GPUImageRGBErosionFilter": lambda work: work.morphology("RGBErosion"),
    "GPUImageRGBFilter": renamed(redAdjustment="red", greenAdjustment="green", blueAdjustment="blue"),
    "GPUImageRGBOpeningFilter": lambda work: work.morphology("RGBErosion") + work.morphology("RGBDilation"),
    "GPUImageSepiaFilter": lambda work: own(work, colorMatrix=SEPIA),
    "GPUImageShiTomasiFeatureDetectionFilter": corners,
    "GPUImageSingleComponentGaussianBlurFilter": lambda work: work.gaussian(work["sigma"], channel="r"),
    "GPUImageSkinToneFilter": renamed(upperSkinToneColor="orange"),
    "GPUImageSmoothToonFilter": toon,
    "GPUImageSolidColorGenerator": lambda work: own(work, color=(*work.values["color"], 1.0)),
    "GPUImageThresholdedNonMaximumSuppressionFilter": lambda work: [suppression(work)],
    "GPUImageTiltShiftFilter": tilt_shift,
    "GPUImageTransformFilter": transform,
    "GPUImageUnsharpMaskFilter": unsharp_mask,
    "GPUImageWhiteBalanceFilter": white_balance,
    "GPUImageiOSBlurFilter": ios_blur,
}

# Corrections of GPUImage's shaders before the comparison: the reason, the constant, and replacements.
SATURATED = [
    (r"(c\.r = mid\(c\.g, c\.r, c\.b, s\);\s*c\.b = s;\s*)c\.r = 0\.0;", r"\1c.g = 0.0;"),
    (r"c = vec3\(0\.0\);", "c = c.g > c.r ? vec3(0.0, s, s) : vec3(0.0);")]
CORRECTIONS = {
    **{f"GPUImage{name}BlendFilter": (
        "it clears red in place of green where blue is above red and red above green, and all where green is blue and "
        "above red", f"kGPUImage{name}BlendFragmentShaderString", SATURATED) for name in ("Hue", "Saturation")},
    "GPUImageColorDodgeBlendFilter": (
        "it divides by a hundredth at least, so that the two last levels of the second picture do less",
        "kGPUImageColorDodgeBlendFragmentShaderString", [(r"0\.0, 0\.99\)", "0.0, 0.999999)")]),
    "GPUImageColorLocalBinaryPatternFilter": (
        "it writes green's bits into blue and blue's into green",
        "kGPUImageColorLocalBinaryPatternFragmentShaderString",
        [("redByteTally, blueByteTally, greenByteTally", "redByteTally, greenByteTally, blueByteTally")]),
    "GPUImageDirectionalSobelEdgeDetectionFilter": (
        "it normalizes nothing where nothing rises, which may give anything",
        "kGPUImageDirectionalSobelEdgeDetectionFragmentShaderString",
        [(r"normalize\(gradientDirection\)",
          "(gradientMagnitude > 0.0001 ? gradientDirection / gradientMagnitude : vec2(0.0))")]),
    "GPUImageDirectionalNonMaximumSuppressionFilter": (
        "it tells equal samples apart by the last bit of their filtering",
        "kGPUImageDirectionalNonmaximumSuppressionFragmentShaderString",
        [(r"step\((\w+), currentGradientAndDirection\.r\)",
          r"step(\1 - 0.5 / 255.0, currentGradientAndDirection.r)")]),
    **{f"GPUImageKuwahara{name}Filter": (
        "its step is a pixel of a picture of 768x1024, whatever the size",
        f"kGPUImageKuwahara{name}FragmentShaderString",
        [(r"const vec2 src_size = vec2 \([^;]*;", "uniform vec2 src_size;")]) for name in ("", "Radius3")},
    "GPUImageMosaicFilter": (
        "for black it reads beyond the last tile", "kGPUImageMosaicFragmentShaderString",
        [(r"(float lumStep = [^;]*);", r"\1; lumStep = min(lumStep, numTiles - 1.0);")]),
}
# Classes that cannot be compared by a fragment shader, with the reason.
WITHOUT = {
    "GPUImageHistogramFilter": "it counts by drawing points; its fragment shader only gives them a color",
    "GPUImageMotionDetector": "it compares with the frames before, and a frame here is drawn alone",
}
# Intended differences that remain in the comparison, with the reason.
REASONS = {
    **{f"GPUImage{name}Filter": "its weights end where they fall under 1/256, at 2.3 sigma; here the Gaussian is whole"
       for name in ("GaussianBlur", "SingleComponentGaussianBlur", "SmoothToon", "TiltShift", "UnsharpMask")},
    "GPUImageGaussianSelectiveBlurFilter": (
        "its circle is an ellipse, so here it is given the ratio of other classes; and its weights end at 2.3 sigma"),
    "GPUImageGaussianBlurPositionFilter": (
        "its first pass gets no radius and blurs nothing; given the same one, its second reads sharp pixels from outside"),
    "GPUImageiOSBlurFilter": (
        "it blurs a picture of a quarter of the size, which it enlarges again; and its weights end at 2.3 sigma"),
    **{f"GPUImageKuwahara{name}Filter": "of two corners that vary alike, the last bit of their sums chooses one"
       for name in ("", "Radius3")},
    "GPUImageAverageColor": "it samples, and adds up on the processor what its passes leave",
    "GPUImageLuminosity": "it samples, and adds up on the processor what its passes leave",
}
# Classes whose result is the mean of all pixels after their passes.
AVERAGES = {"GPUImageAverageColor", "GPUImageLuminosity"}
# Classes whose first picture is the parameter, such as a table.
TABLE_FIRST = {"GPUImageMosaicFilter"}
# Parameters with fixed values, as in GPUImage.
FIXED = {
    "GPUImageHarrisCornerDetectionFilter": {"marks": "false"},
    "GPUImageNobleCornerDetectionFilter": {"marks": "false"},
    "GPUImageShiTomasiFeatureDetectionFilter": {"marks": "false"},
    "GPUImageAdaptiveThresholdFilter": {"tolerance": "0.05"},
    "GPUImageKuwaharaRadius3Filter": {"radius": "3"},
    "GPUImagePixellateFilter": {"sampling": "center"},
}
# Values to test besides the default, by class and parameter or by parameter, where fractions of the range are unsuitable.
TRIED = {
    "sigma": ("3", "9"),
    "exposure": ("-1.5", "2"),
    "fraction": ("0.02", "0.13"),
    # In GPUImage, this parameter is a whole number.
    "colorLevels": ("4", "84"),
    # Values below the end of the vignette.
    "vignetteStart": ("0.2", "0.5"),
    "temperature": ("3000", "9000"),
    ("GPUImageiOSBlurFilter", "sigma"): ("16", "32"),
    ("GPUImageBoxBlurFilter", "radius"): ("2", "18"),
    ("GPUImageAdaptiveThresholdFilter", "radius"): ("2", "10"),
    ("GPUImageKuwaharaFilter", "radius"): ("2", "5"),
    **{(f"GPUImage{name}Filter", "radius"): ("2", "3", "4") for name in (
        "Dilation", "Erosion", "Opening", "Closing", "RGBDilation", "RGBErosion", "RGBOpening", "RGBClosing")},
    ("GPUImageCropFilter", "x"): ("0.125",),
    ("GPUImageCropFilter", "y"): ("0.5",),
    ("GPUImageCropFilter", "width"): ("0.25",),
    ("GPUImageCropFilter", "height"): ("0.25",),
    **{(f"GPUImage{name}Filter", "sensitivity"): ("3", "9") for name in (
        "HarrisCornerDetection", "NobleCornerDetection", "ShiTomasiFeatureDetection")},
}
# Blends whose formula uses premultiplied colors and gives the alpha of the result, and blends whose formula uses straight
# colors. All other blends keep the first picture's alpha or write 1, and are compared with opaque pictures.
PREMULTIPLIED = {f"GPUImage{name}BlendFilter" for name in ("Add", "Multiply", "Screen", "SoftLight", "Divide")}
STRAIGHT = {"GPUImageNormalBlendFilter"}
# Color filters that change alpha.
OWN_ALPHA = {
    "GPUImageAverageLuminanceThresholdFilter", "GPUImageCrosshatchFilter", "GPUImageHazeFilter",
    "GPUImagePosterizeFilter", "GPUImageSkinToneFilter",
}
