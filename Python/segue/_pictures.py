"""Pictures as arguments and as results."""

from __future__ import annotations

import os
import sys
from ctypes import byref, c_bool, c_int32
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Union

import numpy as np

from . import _library
from ._library import Handle, Pixels

if TYPE_CHECKING:
    from PIL.Image import Image
    from typing_extensions import TypeAlias

    Source: TypeAlias = Union["np.ndarray[Any, Any]", "Image", str, os.PathLike[str], bytes]

Array = np.ndarray[Any, np.dtype[Any]]
DType = np.dtype[Any]

#: The types of samples, from the shallowest to the deepest, with their layouts without and with alpha.
_LAYOUTS: dict[DType, tuple[int, int]] = {
    np.dtype(np.uint8): (_library.RGB8, _library.RGBA8),
    np.dtype(np.uint16): (_library.RGB16, _library.RGBA16),
    np.dtype(np.float32): (_library.RGB_FLOAT, _library.RGBA_FLOAT),
}
_TYPES = list(_LAYOUTS)
UINT8 = _TYPES[0]


class Picture(np.ndarray[Any, np.dtype[Any]]):
    """Pixels as an array of height × width × channels: RGB, or RGBA with straight alpha, of uint8, uint16 or float32.

    The object is a numpy array in every way. A notebook shows the array as a picture.
    """

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        """Makes the result of a numpy function; a result of one number, such as a mean, is a number."""
        return super().__array_wrap__(array, context) if array.ndim else array[()]

    def encoded(self, format: str = "png") -> bytes:
        """Encodes the picture to the bytes of a file.

        `format` is a name with options, such as `png` or `jpeg:quality=80`.
        """
        return _library.encoded(picture(self).handle, format)

    def to_pillow(self) -> "Image":
        """Makes a Pillow image of 8 bits, which needs Pillow."""
        import PIL.Image

        eight = self if self.dtype == UINT8 else array(picture(self).handle, self.ndim == 3 and self.shape[2] == 4, UINT8)
        return PIL.Image.fromarray(np.asarray(eight))

    def _repr_png_(self) -> bytes | None:
        is_picture = self.dtype in _LAYOUTS and self.ndim == 3 and self.shape[2] in (3, 4) and self.size > 0
        return self.encoded() if is_picture else None


class Made(NamedTuple):
    """A picture that was made from a source."""

    handle: Handle
    has_alpha: bool
    #: The type of samples that results have by default: the type of an array, and uint8 for other sources.
    dtype: DType

    def of(self, dtype: DType) -> Handle:
        """Returns the picture for results of a type: with 8 bits for uint8, with more bits for other types."""
        bits = c_int32()
        _library.checked(_library.picture_bits(self.handle.number, byref(bits)))
        if (bits.value == 8) == (dtype == UINT8):
            return self.handle
        return picture(array(self.handle, self.has_alpha, dtype)).handle


def picture(source: "Source") -> Made:
    """Makes a picture of a source.

    Raises `segue.Error` for a file or bytes that are no image, `ValueError` for an array of another shape or type, and
    `TypeError` for other objects.
    """
    if isinstance(source, np.ndarray):
        return _of_array(source)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _of_file(_library.picture_from_bytes(bytes(source), len(bytes(source))))
    if isinstance(source, (str, os.PathLike)):
        name = os.fsencode(source)
        try:
            name.decode()
        except UnicodeDecodeError:
            # The library takes names in UTF-8 only.
            return picture(Path(os.fsdecode(name)).read_bytes())
        return _of_file(_library.picture_from_file(_library.path(os.fsdecode(name))))
    # Does not import Pillow, which takes 20 ms: an image exists only if its module is already loaded.
    pillow = sys.modules.get("PIL.Image")
    if pillow is not None and isinstance(source, pillow.Image):
        return _of_image(source)
    raise TypeError(f"a picture is an array, a Pillow image, a path or bytes, not {type(source).__name__}")


def with_alpha(channels: object, has_alpha: bool) -> bool:
    """Returns whether results have an alpha channel: as `channels` says, or if it is None, as the pictures have."""
    if channels is None:
        return has_alpha
    if isinstance(channels, bool) or channels not in (3, 4):
        raise ValueError(f"channels are 3 or 4, not {channels!r}")
    return channels == 4


def sample_type(dtype: object, pictures: "list[Made]") -> DType:
    """Returns the sample type of results: `dtype`, or if it is None, the deepest type among the pictures."""
    if dtype is None:
        return max((one.dtype for one in pictures), key=_TYPES.index, default=UINT8)
    for known in _TYPES:
        try:
            if known == dtype:
                return known
        except TypeError:  # numpy does not know the name
            break
    raise ValueError(f"dtype is uint8, uint16 or float32, not {dtype!r}")


def _of_image(image: "Image") -> Made:
    import PIL.ImageOps

    # Rotates images by their EXIF orientation, as files are rotated. The number of the orientation's field is 274.
    if image.getexif().get(274, 1) != 1:
        image = PIL.ImageOps.exif_transpose(image)
    if image.mode in ("I", "F"):
        raise ValueError(f"an image of mode {image.mode} has no range of samples; convert it to L or RGB first")
    if image.mode.startswith("I;16"):
        return _of_array(np.asarray(image).astype(np.uint16))._replace(dtype=UINT8)
    if image.mode not in ("RGB", "RGBA") or image.mode == "RGB" and "transparency" in image.info:
        has_alpha = image.mode in ("LA", "PA", "La", "RGBa") or "transparency" in image.info
        # Pillow converts La, gray multiplied by alpha, only to LA.
        image = image.convert("LA") if image.mode == "La" else image
        image = image.convert("RGBA" if has_alpha else "RGB")
    return _of_array(np.asarray(image))


def _of_array(array: "np.ndarray[Any, Any]") -> Made:
    if array.dtype.kind == "f":
        array = array.astype(np.float32, copy=False)
    if array.dtype.newbyteorder("=") not in _LAYOUTS:
        raise ValueError(f"a picture has samples of uint8, uint16 or floats, not {array.dtype}; scale and convert them first")
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    if array.ndim == 2:
        array = np.repeat(array[:, :, None], 3, axis=2)
    if array.ndim != 3 or array.shape[2] not in (3, 4):
        raise ValueError(f"a picture is height × width × 3 or 4, or height × width, not {_shape(array)}")
    if 0 in array.shape:
        raise ValueError(f"a picture of {_shape(array)} has no pixels")
    pixels, kept = view(array)
    handle = Handle(_library.picture_from_pixels(byref(pixels)))
    del kept
    return Made(handle, array.shape[2] == 4, array.dtype)


def _shape(array: "np.ndarray[Any, Any]") -> str:
    return " × ".join(map(str, array.shape)) or "a number"


def _of_file(number: int) -> Made:
    handle = Handle(number)
    is_opaque = c_bool()
    _library.checked(_library.picture_is_opaque(handle.number, byref(is_opaque)))
    return Made(handle, not is_opaque.value, UINT8)


def view(array: Array) -> tuple[Pixels, Array]:
    """Returns the memory of an array of height × width × 3 or 4, and the array that owns the memory.

    Rows may have any distance; an array whose pixels are not contiguous in a row is copied.
    """
    height, width, channels = array.shape
    sample = array.itemsize
    is_packed = array.strides[2] == sample and (width == 1 or array.strides[1] == sample * channels)
    if not is_packed or not array.flags.aligned or height > 1 and abs(array.strides[0]) < width * channels * sample:
        array = np.array(array, order="C")
    stride = array.strides[0] if height > 1 else width * channels * sample
    layout = _LAYOUTS[array.dtype][channels == 4]
    return Pixels(array.ctypes.data, stride, width, height, layout), array


def empty(width: int, height: int, has_alpha: bool, dtype: DType) -> Picture:
    """Makes an array for a picture, with undefined pixels."""
    return np.empty((height, width, 4 if has_alpha else 3), dtype).view(Picture)


def array(handle: Handle, has_alpha: bool, dtype: DType) -> Picture:
    """Copies a picture to an array."""
    width, height = _library.size(_library.picture_size, handle)
    made = empty(width, height, has_alpha, dtype)
    pixels, _ = view(made)
    _library.checked(_library.picture_copy(handle.number, byref(pixels)))
    return made
