"""Pictures as arguments and as results."""

from __future__ import annotations

import os
import sys
from ctypes import byref, c_bool
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from . import _library
from ._library import Handle, Pixels

if TYPE_CHECKING:
    from PIL.Image import Image
    from typing_extensions import TypeAlias

    Source: TypeAlias = Union["np.ndarray[Any, Any]", "Image", str, os.PathLike[str], bytes]

Array = np.ndarray[Any, np.dtype[np.uint8]]


class Picture(np.ndarray[Any, np.dtype[np.uint8]]):
    """Pixels as an array of height × width × channels: RGB, or RGBA with straight alpha, 8 bits each.

    It is a numpy array in every way. A notebook shows it as a picture.
    """

    def encoded(self, format: str = "png") -> bytes:
        """Encodes the picture to the bytes of a file.

        `format` is a name with options, such as `png` or `jpeg:quality=80`.
        """
        return _library.encoded(picture(self)[0], format)

    def to_pillow(self) -> "Image":
        """Makes a Pillow image, which needs Pillow."""
        import PIL.Image

        return PIL.Image.fromarray(np.asarray(self))

    def _repr_png_(self) -> bytes | None:
        is_picture = self.dtype == np.uint8 and self.ndim == 3 and self.shape[2] in (3, 4) and self.size > 0
        return self.encoded() if is_picture else None


def picture(source: "Source") -> tuple[Handle, bool]:
    """Makes a picture of a source; returns whether it has alpha, too.

    Raises `segue.Error` for a file or bytes that are no image, `ValueError` for an array of another shape or type, and
    `TypeError` for other objects.
    """
    if isinstance(source, np.ndarray):
        return _of_array(source)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _of_file(_library.picture_from_bytes(bytes(source), len(bytes(source))))
    if isinstance(source, (str, os.PathLike)):
        return _of_file(_library.picture_from_file(_library.path(source)))
    # An image exists only if its module is loaded, which takes 20 ms.
    pillow = sys.modules.get("PIL.Image")
    if pillow is not None and isinstance(source, pillow.Image):
        return _of_image(source)
    raise TypeError(f"a picture is an array, a Pillow image, a path or bytes, not {type(source).__name__}")


def with_alpha(channels: object, has_alpha: bool) -> bool:
    """Whether an array has a channel of alpha: `channels` decides it, else the pictures."""
    if channels is None:
        return has_alpha
    if isinstance(channels, bool) or channels not in (3, 4):
        raise ValueError(f"channels are 3 or 4, not {channels!r}")
    return channels == 4


def _of_image(image: "Image") -> tuple[Handle, bool]:
    import PIL.ImageOps

    # Images are turned as their EXIF data say, as files are. The number of the field of the orientation is 274.
    if image.getexif().get(274, 1) != 1:
        image = PIL.ImageOps.exif_transpose(image)
    if image.mode in ("I", "F"):
        raise ValueError(f"an image of mode {image.mode} has no range of samples; convert it to L or RGB first")
    if image.mode.startswith("I;16"):
        wide = np.asarray(image).astype(np.uint32)
        return _of_array(((wide * 255 + 32767) // 65535).astype(np.uint8))
    if image.mode not in ("RGB", "RGBA"):
        has_alpha = image.mode in ("LA", "PA", "La", "RGBa") or "transparency" in image.info
        # Pillow converts La, gray multiplied by alpha, only to LA.
        image = image.convert("LA") if image.mode == "La" else image
        image = image.convert("RGBA" if has_alpha else "RGB")
    return _of_array(np.asarray(image))


def _of_array(array: "np.ndarray[Any, Any]") -> tuple[Handle, bool]:
    if array.dtype != np.uint8:
        raise ValueError(f"a picture has samples of uint8, not {array.dtype}; scale and convert them first")
    if array.ndim == 2:
        array = np.repeat(array[:, :, None], 3, axis=2)
    if array.ndim != 3 or array.shape[2] not in (3, 4):
        raise ValueError(f"a picture is height × width × 3 or 4, or height × width, not {_shape(array)}")
    if 0 in array.shape:
        raise ValueError(f"a picture of {_shape(array)} has no pixels")
    pixels, kept = view(array)
    handle = Handle(_library.picture_from_pixels(byref(pixels)))
    del kept
    return handle, array.shape[2] == 4


def _shape(array: "np.ndarray[Any, Any]") -> str:
    return " × ".join(map(str, array.shape)) or "a number"


def _of_file(number: int) -> tuple[Handle, bool]:
    handle = Handle(number)
    is_opaque = c_bool()
    _library.checked(_library.picture_is_opaque(handle.number, byref(is_opaque)))
    return handle, not is_opaque.value


def view(array: Array) -> tuple[Pixels, Array]:
    """The memory of an array of height × width × 3 or 4, and the array that has the memory.

    Rows may have any distance; an array whose pixels are not side by side is copied.
    """
    height, width, channels = array.shape
    is_packed = (channels == 1 or array.strides[2] == 1) and (width == 1 or array.strides[1] == channels)
    if not is_packed or height > 1 and abs(array.strides[0]) < width * channels:
        array = np.ascontiguousarray(array)
    stride = array.strides[0] if height > 1 else width * channels
    layout = _library.RGBA8 if channels == 4 else _library.RGB8
    return Pixels(array.ctypes.data, stride, width, height, layout), array


def empty(width: int, height: int, has_alpha: bool) -> Picture:
    """Makes an array for a picture, with undefined pixels."""
    return np.empty((height, width, 4 if has_alpha else 3), np.uint8).view(Picture)


def array(handle: Handle, has_alpha: bool) -> Picture:
    """Copies a picture to an array."""
    width, height = _library.size(_library.picture_size, handle)
    made = empty(width, height, has_alpha)
    pixels, _ = view(made)
    _library.checked(_library.picture_copy(handle.number, byref(pixels)))
    return made
