"""Transitions between two pictures, filters, and video, on the CPU.

A picture is a numpy array of height × width × 3 or 4 (RGB, or RGBA with straight alpha) or height × width (gray) of uint8,
uint16 or floats of 0 to 1, with any strides; a Pillow image; a path; or the bytes of an image file. Results are arrays. They have
4 channels if a picture has alpha, else 3, and the type of the deepest array among the arguments, else uint8; `channels` and
`dtype` change this.

    half = segue.render("from.png", "to.png", "cube", progress=0.5)
    soft = segue.apply(half, "gaussian-blur:sigma=4")

Errors are `segue.Error`, `ValueError` for arrays of a wrong shape or type, and `TypeError`. Every function may be called from
any thread, and releases the GIL while it works.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from . import _library, _pictures
from ._frames import Frames
from ._library import Error, Handle, Stopped
from ._options import Options
from ._pictures import Picture

if TYPE_CHECKING:
    from numpy.typing import DTypeLike
    from typing_extensions import Unpack

    from ._pictures import Source

__all__ = [
    "Error", "Frames", "Options", "Picture", "Stopped", "apply", "catalog", "export", "frames", "load", "render", "use_threads",
]  # fmt: skip
__version__: str = _library.version().decode()


def load(picture: "Source", *, channels: Literal[3, 4] | None = None, dtype: "DTypeLike | None" = None) -> Picture:
    """Decodes a picture to an array: PNG, JPEG, WebP, GIF, TIFF, HEIC, AVIF, QOI, BMP and PNM, as sRGB.

    TIFF, HEIC and AVIF need libtiff and libheif of the system. `dtype` is uint8, uint16 or float32; with "uint16", files of
    16 bits keep all bits.
    """
    return _result(picture, [], channels, dtype)


def render(
    a: "Source",
    b: "Source | None",
    transition: str | None = None,
    *,
    progress: float,
    channels: Literal[3, 4] | None = None,
    dtype: "DTypeLike | None" = None,
    **options: "Unpack[Options]",
) -> Picture:
    """Renders the frame of a transition at a progress of 0 to 1.

    `transition` is a name with parameters, such as "cube:eye=2", or a file of GLSL or YAML; by default pixellate-dissolve, or
    the filters and the blend of `options`. `b` may be None if there are only filters. The frame has the size of `a` unless
    `size` is given; `b` is scaled and cropped to it.
    """
    return Frames(a, b, transition, channels=channels, dtype=dtype, **options).at(progress)


def frames(
    a: "Source",
    b: "Source | None",
    transition: str | None = None,
    *,
    channels: Literal[3, 4] | None = None,
    dtype: "DTypeLike | None" = None,
    **options: "Unpack[Options]",
) -> Frames:
    """The frames of a transition, both ends included: round(duration × fps) + 1 arrays.

    Frames are rendered when they are read. The arguments are as in `render`.
    """
    return Frames(a, b, transition, channels=channels, dtype=dtype, **options)


def apply(
    picture: "Source", *filters: str, channels: Literal[3, 4] | None = None, dtype: "DTypeLike | None" = None
) -> Picture:
    """Applies filters, such as "gaussian-blur:sigma=4" or "sketch.glsl:strength=0.5", in the given order."""
    return _result(picture, [_library.text(text, "a filter") for text in filters], channels, dtype)


def _result(source: "Source", filters: list[bytes], channels: Literal[3, 4] | None, dtype: "DTypeLike | None") -> Picture:
    """A picture with filters applied, as an array."""
    _pictures.with_alpha(channels, False)
    _pictures.sample_type(dtype, [])
    made = _pictures.picture(source)
    samples = _pictures.sample_type(dtype, [made])
    handle = made.of(samples) if filters else made.handle
    for text in filters:
        handle = Handle(_library.picture_filter(handle.number, text))
    return _pictures.array(handle, _pictures.with_alpha(channels, made.has_alpha), samples)


def export(
    a: "Source",
    b: "Source | None",
    transition: str | None,
    path: str | os.PathLike[str],
    *,
    progress: Callable[[int, int], object] | None = None,
    overwrite: bool = False,
    format: str | None = None,
    output: dict[str, Any] | None = None,
    **options: "Unpack[Options]",
) -> None:
    """Writes a transition to a file such as movie.mp4, movie.webp or movie.gif, or to files such as frames/%04d.png.

    `progress` is called with the number of written frames and the number of all frames. If `progress` returns False before
    the last frame, the export stops and raises `segue.Stopped`. The file appears only when it is complete. Videos need ffmpeg.
    `output` has further fields of a job's output, such as {"options": {"quality": 80}, "encoderOptions": ["crf=20"],
    "audio": "sound.flac"}.
    """
    if output is not None and not isinstance(output, dict):
        raise TypeError(f"output is a dict of fields, not {type(output).__name__}")
    fields = dict(output or {}, **({} if format is None else {"format": format}))
    Frames(a, b, transition, **options).export(path, progress=progress, overwrite=overwrite, **fields)


def catalog() -> dict[str, list[dict[str, Any]]]:
    """Returns all transitions, filters, blends, maps, easings and formats: lists of names with summaries and parameters."""
    lists: dict[str, list[dict[str, Any]]] = json.loads(_library.checked(_library.catalog()))
    return lists


def use_threads(count: int) -> None:
    """Sets the number of threads for a frame or an export, in the whole process; 0, the default, means one for each core."""
    _library.checked(_library.use_threads(_library.whole(count, "count", 0, 1024)))
