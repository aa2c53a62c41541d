"""Compares single operations of GLSL with llvmpipe's, bit by bit; started by scripts/gl-conformance."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np

from mesa import Host
from operations import OPERATIONS, Operation
from segue import Segue

# The values of a rise to the right, the values of b downwards. Two neighboring pixels hold the upper and the lower 16 bits
# of a float, in red and green. The four components of a result are stacked vertically. Alpha is not used, since frames are
# opaque.
STEPS = 128
SIZE = (2 * STEPS, 4 * STEPS)
SHADER = """
{function}
vec4 transition(vec2 uv) {{
  vec2 at = floor(uv * vec2({width}.0, {height}.0));
  float i = floor(at.x * 0.5), j = mod(at.y, {steps}.0), component = floor(at.y / {steps}.0);
  vec3 steps = vec3(i, j, mod(i * 37.0 + j * 11.0, {steps}.0)) / {steps}.0;
  vec3 value = steps * 8.0 - 4.0;
  vec2 magnitude = steps.xy * 4.0 + 0.015625;
  vec4 result = operation(value.x, value.y, value.z, magnitude.x, magnitude.y, progress);
  float one = component < 0.5 ? result.x : component < 1.5 ? result.y : component < 2.5 ? result.z : result.w;
  uint bits = floatBitsToUint(one);
  if (at.x == 2.0 * i) bits = bits >> 16;
  return vec4(float(bits >> 8 & 255u) / 255.0, float(bits & 255u) / 255.0, 0.0, 1.0);
}}
"""


def source(operation: Operation) -> str:
    """Returns the complete shader for an operation."""
    return SHADER.format(function=operation.function, width=SIZE[0], height=SIZE[1], steps=STEPS)


def floats(frame: np.ndarray) -> np.ndarray:
    """Decodes the results in a frame, as an array with the axes component, b, a."""
    halves = frame[::-1, :, 0].astype(np.uint32) << 8 | frame[::-1, :, 1]
    bits = halves[:, 0::2] << 16 | halves[:, 1::2]
    return bits.view(np.float32).reshape(4, STEPS, STEPS)


def difference(ours: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """Returns the differences, relative for numbers above 1; NaN equals NaN."""
    with np.errstate(all="ignore"):
        apart = np.abs(ours.astype(float) - theirs) / np.maximum(1, np.minimum(np.abs(ours), np.abs(theirs)))
    apart = np.where(ours == theirs, 0, apart)
    return np.where(np.isnan(apart), np.where(np.isnan(ours) & np.isnan(theirs), 0, np.inf), apart)


def examine(operation: Operation, segue: Segue, host: Host, shader: Path) -> str | None:
    """Returns a description of the differences; None if there are none."""
    shader.write_text(source(operation))
    try:
        ours = floats(segue.frames(11, "--shader", shader)[3])
        theirs = floats(host.program(source(operation)).pixels(0.3))
    except RuntimeError as error:
        return str(error)
    apart = difference(ours, theirs)
    wrong = apart > operation.tolerance
    if not wrong.any():
        return None
    worst = np.unravel_index(np.argmax(apart), apart.shape)
    share = wrong[:operation.count].mean()
    component, b, a = map(int, worst)
    c = (a * 37 + b * 11) % STEPS
    place = ", ".join(f"{name} = {8 * value / STEPS - 4}" for name, value in zip("abc", (a, b, c), strict=True))
    return (
        f"{share:.2%} differ, by up to {apart[worst]:.3g}: at {place} component {component} is {ours[worst]!s}, "
        f"llvmpipe's {theirs[worst]!s}")


def main() -> None:
    """Prints the operations that differ; the exit code is 1 if there are any."""
    parser = argparse.ArgumentParser(prog="scripts/gl-conformance", description=(
        "Evaluates every operator and built-in function over grids of values with Segue and with Mesa's "
        "llvmpipe, and prints what differs."))
    parser.add_argument("words", nargs="*", help="only operations that contain one of these")
    parser.add_argument("--segue", type=Path, required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    chosen = [
        operation for operation in OPERATIONS
        if not options.words or any(word in operation.code for word in options.words)]
    with tempfile.TemporaryDirectory(prefix="segue-gl-") as name:
        picture = Path(name) / "picture.png"
        segue = Segue(options.segue, (picture, picture), SIZE)
        pixels = segue.scaled(Path(__file__).resolve().parents[2] / "images/from.png", picture)
        try:
            host = Host([pixels, pixels], is_exact=True)
        except Exception as error:
            print(f"gl-conformance: skipped, for Mesa's llvmpipe does not start: {error}", file=sys.stderr)
            return
        print(host.driver, flush=True)
        found = 0
        for operation in chosen:
            if message := examine(operation, segue, host, Path(name) / "operation.glsl"):
                found += 1
                print(f"{operation.code}\n    {message}", flush=True)
    print(f"{len(chosen) - found} of {len(chosen)} operations agree")
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
