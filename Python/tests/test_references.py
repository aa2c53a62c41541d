"""Frames of more than 8 bits against formulas in double precision, written for these tests alone."""

import numpy as np
import pytest
import segue

HEIGHT, WIDTH = 48, 64
MIDDLE = [0.1, 0.25, 0.37, 0.5, 0.62, 0.9]


def picture(seed, smooth=False):
    """Random samples of 16 bits, or a picture without sharp edges."""
    rng = np.random.default_rng(seed)
    if not smooth:
        return rng.integers(0, 65536, (HEIGHT, WIDTH, 3), dtype=np.uint16)
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    waves = [np.sin(x / (7 + c) + seed + y / (11 + 2 * c)) for c in range(3)]
    return (32768 + 30000 * np.stack(waves, -1)).astype(np.uint16)


def pictures(dtype, smooth=False):
    """Two pictures of a type, and their values of 0 to 1 as doubles."""
    a, b = picture(1, smooth), picture(2, smooth)
    if dtype == "float32":
        a, b = (a / 65535).astype(np.float32), (b / 65535).astype(np.float32)
        return a, b, a.astype(float), b.astype(float)
    return a, b, a / 65535, b / 65535


def error(frame, expected, inside=None):
    """The largest difference, in steps of 16 bits or in floats."""
    scale = 65535 if frame.dtype == np.uint16 else 1
    difference = np.abs(frame.astype(float) - expected * scale)
    return difference.max() if inside is None else difference[inside].max()


def limit(dtype, floats=1e-6):
    """Half a step of 16 bits, with room for the rounding of floats."""
    return 0.51 if dtype == "uint16" else floats


def sampled(image, x, y):
    """Bilinear samples at positions in pixels, in which centers have a fraction of one half; clamped to the edges."""
    x, y = np.clip(x - 0.5, 0, WIDTH - 1), np.clip(y - 0.5, 0, HEIGHT - 1)
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    right, bottom = np.minimum(left + 1, WIDTH - 1), np.minimum(top + 1, HEIGHT - 1)
    u, v = (x - left)[..., None], (y - top)[..., None]
    upper = image[top, left] * (1 - u) + image[top, right] * u
    return upper * (1 - v) + (image[bottom, left] * (1 - u) + image[bottom, right] * u) * v


def centers():
    """The positions of the centers of all pixels."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    return x + 0.5, y + 0.5


def mixed(a, b, weight):
    return a + (b - a) * weight


both = pytest.mark.parametrize("dtype", ["uint16", "float32"])
progresses = pytest.mark.parametrize("progress", MIDDLE)


@both
@progresses
def test_cross_dissolve(dtype, progress):
    a, b, x, y = pictures(dtype)
    frame = segue.render(a, b, "cross-dissolve", progress=progress)
    assert error(frame, mixed(x, y, progress)) <= limit(dtype)


@both
@progresses
@pytest.mark.parametrize("alpha", [False, True])
def test_cross_dissolve_in_linear_light(dtype, progress, alpha):
    a, b, x, y = pictures(dtype)
    weights = [np.ones((HEIGHT, WIDTH, 1))] * 2
    if alpha:
        weights = [0.2 + 0.8 * picture[..., :1] for picture in (x, y)]
        scale = 65535 if dtype == "uint16" else 1
        a, b = (np.concatenate([p, (w * scale).astype(dtype)], -1) for p, w in zip((a, b), weights))
        weights = [p[..., 3:].astype(float) / scale for p in (a, b)]
    light = [np.where(p <= 0.04045, p / 12.92, ((p + 0.055) / 1.055) ** 2.4) * w for p, w in zip((x, y), weights)]
    total = mixed(*weights, progress)
    half = mixed(*light, progress) / total
    expected = np.where(half <= 0.0031308, half * 12.92, 1.055 * half ** (1 / 2.4) - 0.055)
    frame = segue.render(a, b, "cross-dissolve", progress=progress, light="linear")
    assert error(frame[..., :3], expected) <= limit(dtype, 2e-6) + (0.02 if dtype == "uint16" else 0)
    if alpha:
        assert error(frame[..., 3:], total) <= limit(dtype)


@both
@progresses
def test_pixellate_dissolve(dtype, progress):
    def blocks(image, fraction):
        if fraction <= 1 / WIDTH:
            return image
        side, (x, y) = fraction * WIDTH, centers()
        return sampled(image, (np.floor(x / side) + 0.5) * side, (np.floor(y / side) + 0.5) * side)

    a, b, x, y = pictures(dtype)
    expected = mixed(blocks(x, 0.1 * progress), blocks(y, 0.1 * (1 - progress)), progress)
    frame = segue.render(a, b, "pixellate-dissolve", progress=progress)
    assert error(frame, expected) <= limit(dtype)


@both
@progresses
@pytest.mark.parametrize("angle", [0, 30, 90, 215])
def test_wipe(dtype, progress, angle):
    a, b, x, y = pictures(dtype)
    (u, v), softness = centers(), 0.2
    way = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    shape = np.array([WIDTH / HEIGHT, 1])
    place = ((u / WIDTH - 0.5) * shape[0] * way[0] + (0.5 - v / HEIGHT) * way[1]) / (shape * np.abs(way)).sum() + 0.5
    z = np.clip((progress * (1 + softness) - place) / softness, 0, 1)
    expected = mixed(x, y, (z * z * (3 - 2 * z))[..., None])
    frame = segue.render(a, b, f"wipe:angle={angle},softness={softness}", progress=progress)
    # A rounded weight counts in full, where the pictures differ by the whole range.
    assert error(frame, expected) <= (0.6 if dtype == "uint16" else 3e-6)


@both
@progresses
def test_layers_that_move(dtype, progress):
    a, b, x, y = pictures(dtype)
    u, v = centers()
    frame = segue.render(a, b, "fade-in", progress=progress)
    assert error(frame, mixed(x, y, progress)) <= limit(dtype)
    # The new screen slides over the old one; its edge is between two pixels.
    shift = -WIDTH * (1 - progress)
    moved = sampled(y, u - shift, v)
    covered = (u - shift < WIDTH)[..., None]
    frame = segue.render(a, b, "slide-right", progress=progress)
    inside = np.abs(u - shift - WIDTH) > 1
    assert error(frame, np.where(covered, moved, x), inside) <= limit(dtype, 2e-6) + (0.05 if dtype == "uint16" else 0)


@both
@progresses
def test_layers_that_turn_and_shrink(dtype, progress):
    a, b, x, y = pictures(dtype, smooth=True)
    u, v = centers()
    angle = np.radians(-90 * progress)
    back = u * np.cos(angle) + v * np.sin(angle), v * np.cos(angle) - u * np.sin(angle)
    frame = segue.render(a, b, "rotate", progress=progress)
    below = np.radians(-90 * (1 - progress))
    under = u * np.cos(below) + v * np.sin(below), v * np.cos(below) - u * np.sin(below)

    def place(image, at):
        within = (at[0] >= 0) & (at[0] < WIDTH) & (at[1] >= 0) & (at[1] < HEIGHT)
        near = sum(
            (np.abs(at[i] - edge) <= 1.5).astype(int) for i, side in ((0, WIDTH), (1, HEIGHT)) for edge in (0, side)
        )
        return np.where(within[..., None], sampled(image, *at), 0), within, near == 0

    top, covered, sure = place(x, back)
    bottom, _, certain = place(y, under)
    expected = np.where(covered[..., None], mixed(bottom, top, 1 - progress), bottom)
    assert (sure & certain).sum() > WIDTH * HEIGHT / 2
    assert error(frame, expected, sure & certain) <= (0.6 if dtype == "uint16" else 5e-6)


SHADERS = {
    "mix(getFromColor(uv), getToColor(uv), progress)": lambda x, y, u, v, p: mixed(
        sampled(x, u * WIDTH, (1 - v) * HEIGHT), sampled(y, u * WIDTH, (1 - v) * HEIGHT), p
    ),
    "mix(getFromColor(uv + 0.05 * progress * sin(9.0 * uv.yx)), getToColor(uv), progress)": lambda x, y, u, v, p: mixed(
        sampled(x, (u + 0.05 * p * np.sin(9 * v)) * WIDTH, (1 - v - 0.05 * p * np.sin(9 * u)) * HEIGHT),
        sampled(y, u * WIDTH, (1 - v) * HEIGHT),
        p,
    ),
    "getFromColor(mat2(0.8, 0.6, -0.6, 0.8) * (uv - 0.5) + 0.5) * (1.0 - progress)": lambda x, y, u, v, p: sampled(
        x, (0.8 * (u - 0.5) - 0.6 * (v - 0.5) + 0.5) * WIDTH, (0.5 - 0.6 * (u - 0.5) - 0.8 * (v - 0.5)) * HEIGHT
    )
    * (1 - p),
}


@both
@progresses
@pytest.mark.parametrize("shader", SHADERS)
def test_shaders(dtype, progress, shader, tmp_path):
    a, b, x, y = pictures(dtype, smooth=True)
    source = tmp_path / "made.glsl"
    alpha = "vec4 color = " + shader + "; return vec4(color.rgb, 1.0);"
    source.write_text("vec4 transition(vec2 uv) { " + alpha + " }")
    u, v = centers()
    expected = SHADERS[shader](x, y, u / WIDTH, 1 - v / HEIGHT, progress)
    frame = segue.render(a, b, str(source), progress=progress)
    assert error(frame, expected) <= (1.2 if dtype == "uint16" else 1e-5)
