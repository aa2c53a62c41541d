import io

import numpy as np
import PIL.Image
import pytest
import segue
from conftest import gradient

rng = np.random.default_rng(5)


def noise(dtype, channels=3, shape=(48, 64)):
    """Random samples; those of floats are outside of 0 to 1, too."""
    samples = rng.random((*shape, channels))
    if np.dtype(dtype).kind == "f":
        samples[..., :3] = 3 * samples[..., :3] - 1
        return samples.astype(dtype)
    return (samples * np.iinfo(dtype).max).astype(dtype)


@pytest.mark.parametrize("dtype", ["uint16", "float32"])
def test_arrays_keep_their_samples(dtype):
    array = noise(dtype)
    views = {
        "whole": array,
        "from the bottom": array[::-1],
        "planes": np.ascontiguousarray(array.transpose(2, 0, 1)).transpose(1, 2, 0),
        "every second": np.repeat(array, 2, 0)[::2],
        "other byte order": array.astype(array.dtype.newbyteorder()),
        "odd address": np.frombuffer(b"x" + array.tobytes(), array.dtype, offset=1).reshape(array.shape),
    }
    for name, view in views.items():
        loaded = segue.load(view)
        assert loaded.dtype == dtype and np.array_equal(loaded, view), name
    gray = array[..., 0]
    assert np.array_equal(segue.load(gray), np.repeat(gray[..., None], 3, 2))


def test_types_of_results(from_png):
    eight, sixteen, floats = gradient(), noise("uint16"), noise("float32")
    for a, b, dtype in [
        (eight, eight, "uint8"), (eight, sixteen, "uint16"), (floats, sixteen, "float32"), (from_png, sixteen, "uint16"),
        (from_png, from_png, "uint8"),
    ]:  # fmt: skip
        assert segue.render(a, b, "cube", progress=0.5).dtype == dtype
        assert segue.render(a, b, "cube", progress=0.5, dtype=np.float32).dtype == "float32"
    assert segue.load(floats, dtype="uint8").dtype == "uint8"
    assert segue.load(floats.astype(np.float64)).dtype == "float32"
    assert np.array_equal(segue.load(eight, dtype="uint16"), eight.astype(np.uint16) * 257)
    assert np.array_equal(segue.load(sixteen, dtype="uint8"), np.rint(sixteen / 257).astype(np.uint8))
    assert np.allclose(segue.load(eight, dtype="float32"), eight / 255, atol=1e-7)
    for wrong in ["uint32", "float64", "nothing", 5, "complex"]:
        with pytest.raises(ValueError, match="dtype"):
            segue.load(eight, dtype=wrong)


@pytest.mark.parametrize("dtype", ["uint16", "float32"])
def test_frames_and_filters_keep_the_samples(dtype):
    a, b = noise(dtype), noise(dtype)
    frames = segue.frames(a, b, "cross-dissolve", frames=3)
    assert np.array_equal(frames[0], a) and np.array_equal(frames[2], b)
    mean = (a.astype(float) + b) / 2
    assert np.abs(frames[1] - mean).max() <= (0.504 if dtype == "uint16" else 1e-6)
    out = np.empty_like(a)
    frames.at(0.5, out=out)
    assert np.array_equal(out, frames[1])
    with pytest.raises(ValueError, match=dtype):
        frames.at(0.5, out=np.empty(a.shape, np.uint8))
    translucent = noise(dtype, channels=4)
    half = segue.render(translucent, translucent, "cross-dissolve", progress=0.5)
    assert half.shape[2] == 4 and np.allclose(half, translucent, rtol=1e-3, atol=1e-5)
    # A ramp of fewer levels than 8 bits has stays smooth after a blur.
    ramp = np.tile(np.linspace(0, 60000 if dtype == "uint16" else 0.9, 64).astype(dtype)[None, :, None], (48, 1, 3))
    assert len(np.unique(segue.apply(ramp / 300 if dtype == "float32" else ramp // 300, "gaussian-blur:sigma=2"))) > 40


def test_filters_of_8_bits_can_have_deeper_results():
    deep = segue.apply(gradient(), "gaussian-blur:sigma=4", dtype="uint16")
    eight = segue.apply(gradient(), "gaussian-blur:sigma=4")
    assert np.abs(deep / 257 - eight).max() <= 1.01 and len(np.unique(deep)) > len(np.unique(eight))


def test_files_have_their_depth(tmp_path):
    array = noise("uint16")
    (tmp_path / "deep.png").write_bytes(segue.load(array).encoded())
    assert np.array_equal(segue.load(tmp_path / "deep.png", dtype="uint16"), array)
    shallow = segue.load(tmp_path / "deep.png")
    assert shallow.dtype == np.uint8 and np.array_equal(shallow, np.rint(array / 257))
    # A written file has the depth of its pictures, as with the command; arrays of it have 8 bits by default.
    frames = segue.frames(tmp_path / "deep.png", tmp_path / "deep.png", "cube", frames=2)
    assert frames[0].dtype == np.uint8
    frames.export(tmp_path / "%d.png")
    assert np.array_equal(segue.load(tmp_path / "0.png", dtype="uint16"), array)
    with PIL.Image.open(io.BytesIO(frames[0].encoded())) as image:
        assert image.mode == "RGB"


def test_deep_pictures_as_pillow_images_and_in_notebooks():
    picture = segue.load(noise("uint16"))
    assert np.array_equal(np.asarray(picture.to_pillow()), segue.load(picture, dtype="uint8"))
    assert picture._repr_png_()[24] == 16
    wide = PIL.Image.fromarray(noise("uint16")[..., 0])
    assert wide.mode == "I;16" and segue.load(wide).dtype == np.uint8
    assert np.array_equal(segue.load(wide, dtype="uint16")[..., 0], np.asarray(wide))
