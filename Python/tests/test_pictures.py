import gc
import io
import json
import os
import threading

import numpy as np
import PIL.Image
import pytest
import segue
from conftest import gradient
from segue import _library


def test_arrays_of_any_strides_are_the_same_picture():
    array = gradient()
    wide = np.zeros((100, 200, 5), np.uint8)
    part = wide[10:58, 20:84, 1:4]
    part[:] = array
    views = {
        "from the bottom": np.ascontiguousarray(array[::-1])[::-1],
        "from the right": np.ascontiguousarray(array[:, ::-1])[:, ::-1],
        "part": part,
        "planes": np.ascontiguousarray(array.transpose(2, 0, 1)).transpose(1, 2, 0),
        "columns": np.asfortranarray(array),
        "every second": np.repeat(np.repeat(array, 2, 0), 2, 1)[::2, ::2],
        "BGR": np.ascontiguousarray(array[..., ::-1])[..., ::-1],
        "padded rows": np.pad(array, ((0, 0), (0, 9), (0, 0)))[:, :64],
    }
    for name, view in views.items():
        assert np.array_equal(segue.load(view), array), name
    row = np.broadcast_to(array[:1], array.shape)
    assert np.array_equal(segue.load(row), row)
    read_only = array.copy()
    read_only.flags.writeable = False
    assert np.array_equal(segue.load(read_only), array)
    for shape in [(1, 1, 3), (1, 7, 4), (7, 1, 3)]:
        assert segue.load(np.full(shape, 200, np.uint8)).shape == shape


def test_alpha_and_gray():
    rgba = gradient(channels=4)
    assert np.array_equal(segue.load(rgba), rgba)
    assert segue.load(rgba, channels=3).shape == (48, 64, 3)
    gray = gradient()[..., 0]
    assert np.array_equal(segue.load(gray), np.repeat(gray[..., None], 3, 2))
    assert segue.load(gradient(), channels=4)[0, 0, 3] == 255


def test_files_bytes_and_images_are_the_same_picture(from_png):
    array = segue.load(from_png)
    image = PIL.Image.open(from_png)
    assert np.array_equal(array, np.asarray(image.convert("RGB")))
    assert np.array_equal(segue.load(str(from_png)), array)
    assert np.array_equal(segue.load(from_png.read_bytes()), array)
    assert np.array_equal(segue.load(memoryview(from_png.read_bytes())), array)
    assert np.array_equal(segue.load(image.convert("RGB")), array)
    for mode, channels in [("P", 3), ("L", 3), ("1", 3), ("CMYK", 3), ("LA", 4), ("RGBA", 4)]:
        assert segue.load(image.convert(mode)).shape[2] == channels, mode


def test_images_of_other_modes(tmp_path):
    wide = np.linspace(0, 65535, 48 * 64).astype(np.uint16).reshape(48, 64)
    image = PIL.Image.fromarray(wide)
    assert image.mode == "I;16"
    image.save(tmp_path / "wide.png")
    scaled = segue.load(image)
    assert scaled.shape == (48, 64, 3) and scaled[0, 0, 0] == 0 and scaled[-1, -1, 0] == 255
    assert np.abs(scaled.astype(int) - segue.load(tmp_path / "wide.png")).max() <= 1
    for mode in ("I", "F"):
        with pytest.raises(ValueError, match=f"mode {mode} "):
            segue.load(PIL.Image.new(mode, (4, 4)))
    gray = PIL.Image.fromarray(gradient(channels=4)).convert("LA")
    multiplied = segue.load(gray.convert("La"))
    assert multiplied.shape[2] == 4 and np.abs(multiplied.astype(int) - segue.load(gray)).max() <= 2


def test_images_are_turned_as_files_are(tmp_path):
    exif = PIL.Image.Exif()
    exif[274] = 6
    PIL.Image.fromarray(gradient()).save(tmp_path / "turned.jpg", exif=exif, quality=100)
    turned = segue.load(tmp_path / "turned.jpg")
    assert turned.shape == (64, 48, 3)
    assert np.abs(segue.load(PIL.Image.open(tmp_path / "turned.jpg")).astype(int) - turned).max() <= 8


@pytest.mark.parametrize(
    "wrong, word",
    [
        (np.zeros((4, 4, 3), np.int32), "int32"),
        (np.zeros((4, 4, 3), bool), "bool"),
        (np.zeros((4, 4, 3), complex), "complex128"),
        (np.zeros((0, 4, 3), np.uint8), "no pixels"),
        (np.zeros((4, 0, 4), np.uint8), "no pixels"),
        (np.zeros((4, 4, 2), np.uint8), "4 × 4 × 2"),
        (np.zeros(4, np.uint8), "not 4"),
        (np.zeros((2, 2, 2, 3), np.uint8), "2 × 2 × 2 × 3"),
        (np.array(4, np.uint8), "a number"),
    ],
)
def test_wrong_arrays_are_value_errors(wrong, word):
    with pytest.raises(ValueError, match=word):
        segue.load(wrong)


def test_wrong_files_and_objects():
    for wrong, code in [("nowhere.png", "file.missing"), (b"", "image.not-an-image"), (b"no image", "image.not-an-image")]:
        with pytest.raises(segue.Error) as raised:
            segue.load(wrong)
        assert raised.value.code == code and str(raised.value)
    for wrong in [None, 5, [[1, 2]]]:
        with pytest.raises(TypeError):
            segue.load(wrong)
    with pytest.raises(ValueError, match="NUL"):
        segue.load("a\0b")


def test_filters(from_png):
    picture = segue.load(from_png)
    gray = segue.apply(picture, "saturation:saturation=0", "gaussian-blur:sigma=4")
    assert gray.shape == picture.shape and np.ptp(gray.astype(int), axis=2).max() <= 1
    assert np.array_equal(segue.apply(picture), picture)
    for text, code in [("gausian-blur", "name.unknown"), ("gaussian-blur:sigma=x", "parameter.invalid"), ("", "name.unknown")]:
        with pytest.raises(segue.Error) as raised:
            segue.apply(picture, text)
        assert raised.value.code == code


def test_pictures_are_arrays_that_notebooks_show():
    picture = segue.load(gradient())
    assert isinstance(picture, np.ndarray) and (picture + 1).dtype == np.uint8
    assert np.array_equal(np.asarray(PIL.Image.open(io.BytesIO(picture._repr_png_()))), picture)
    assert picture[..., 0]._repr_png_() is None and (picture / 2)._repr_png_() is None
    assert picture.encoded("jpeg:quality=90")[:2] == b"\xff\xd8"
    assert np.array_equal(np.asarray(picture.to_pillow()), picture)


def test_results_of_one_number_are_numbers():
    made = segue.render(gradient(), gradient(blue=255), "cube", progress=0.5)
    assert json.dumps(made.mean()) and {made.max()} and isinstance(made.mean(), float)
    assert isinstance(made + 1, segue.Picture) and made[..., :1].shape[2] == 1


def test_images_with_a_transparent_color(tmp_path):
    image = PIL.Image.new("RGB", (2, 1), (1, 2, 3))
    image.info["transparency"] = (1, 2, 3)
    image.save(tmp_path / "clear.png")
    loaded = segue.load(tmp_path / "clear.png")
    assert loaded.shape == (1, 2, 4)
    assert np.array_equal(segue.load(PIL.Image.open(tmp_path / "clear.png")), loaded)


def test_names_that_are_not_utf8(from_png, tmp_path):
    name = os.fsencode(tmp_path) + b"/caf\xe9.png"
    with open(name, "wb") as file:
        file.write(from_png.read_bytes())
    assert np.array_equal(segue.load(os.fsdecode(name)), segue.load(from_png))
    with pytest.raises(ValueError, match="UTF-8"):
        segue.export(from_png, from_png, "cube", os.fsdecode(name) + "-%d.png", frames=2)


def test_no_handle_is_left():
    gc.collect()
    before = _library.handle_count()
    segue.load(gradient())
    frames = segue.frames(gradient(), gradient(blue=255), "cube", frames=3)
    assert len(list(frames)) == 3
    del frames
    with pytest.raises(segue.Error):
        segue.apply(gradient(), "nothing")
    assert _library.handle_count() == before


def test_errors_of_threads_are_their_own():
    wrong = []

    def work(number):
        for _ in range(100):
            try:
                segue.load(f"nowhere-{number}.png")
            except segue.Error as error:
                if f"nowhere-{number}.png" not in str(error):
                    wrong.append(str(error))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
