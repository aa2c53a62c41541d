"""The functions of libsegue, see segue.h, and their errors."""

from __future__ import annotations

import ctypes
import operator
import os
import pathlib
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from typing import Any, Callable

RGBA8 = 1
RGB8 = 5
RGBA16 = 7
RGB16 = 8
RGBA_FLOAT = 9
RGB_FLOAT = 10


class Pixels(ctypes.Structure):
    """Pixels in memory: `segue_pixels`."""

    _fields_ = [
        ("data", c_void_p),
        ("stride", ctypes.c_ssize_t),
        ("width", c_int32),
        ("height", c_int32),
        ("layout", c_int32),
    ]


ProgressCallback = ctypes.CFUNCTYPE(c_bool, c_void_p, c_int64, c_int64)


class Error(Exception):
    """An error of Segue, with a sentence as its text.

    `code` is a name that is the same in all versions, such as `file.missing`; docs/output-for-programs.md of the project
    lists the codes of the command, and docs/python.md the codes that only this package has.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.message)


class Stopped(Error):
    """An export was stopped by its `progress`."""


def _load() -> ctypes.CDLL:
    folder = pathlib.Path(__file__).parent / "_lib"
    try:
        # A ctypes.CDLL releases the GIL during each call.
        return ctypes.CDLL(str(folder / "libsegue.so.0"))
    except OSError as error:
        raise ImportError(f"segue: its library cannot be loaded: {error}") from error


_library = _load()


_is_forked = False


def _note_fork() -> None:
    global _is_forked
    _is_forked = True


os.register_at_fork(after_in_child=_note_fork)


def _declare(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    function = getattr(_library, f"segue_{name}")
    function.restype = result
    function.argtypes = arguments

    def call(*values: Any) -> Any:
        # A forked child has none of the library's threads, but may have locks that these threads held.
        if _is_forked:
            raise Error("call.forked", "the library cannot be used in a forked child; use the start method spawn")
        return function(*values)

    return call


_error_code = _declare("error_code", c_char_p)
_error_message = _declare("error_message", c_char_p)
version = _declare("version", c_char_p)
catalog = _declare("catalog", c_char_p)
use_threads = _declare("use_threads", c_bool, c_int32)
free = _declare("free", c_bool, c_uint64)
handle_count = _declare("handle_count", c_int64)
picture_from_pixels = _declare("picture_from_pixels", c_uint64, POINTER(Pixels))
picture_from_bytes = _declare("picture_from_bytes", c_uint64, c_char_p, c_size_t)
picture_from_file = _declare("picture_from_file", c_uint64, c_char_p)
picture_size = _declare("picture_size", c_bool, c_uint64, POINTER(c_int32), POINTER(c_int32))
picture_is_opaque = _declare("picture_is_opaque", c_bool, c_uint64, POINTER(c_bool))
picture_bits = _declare("picture_bits", c_bool, c_uint64, POINTER(c_int32))
picture_copy = _declare("picture_copy", c_bool, c_uint64, POINTER(Pixels))
picture_filter = _declare("picture_filter", c_uint64, c_uint64, c_char_p)
picture_encode = _declare("picture_encode", c_uint64, c_uint64, c_char_p)
bytes_data = _declare("bytes_data", c_bool, c_uint64, POINTER(c_void_p), POINTER(c_size_t))
renderer_make = _declare("renderer_make", c_uint64, c_uint64, c_uint64, c_char_p, c_char_p)
renderer_size = _declare("renderer_size", c_bool, c_uint64, POINTER(c_int32), POINTER(c_int32))
renderer_frames = _declare("renderer_frames", c_bool, c_uint64, POINTER(c_int64), POINTER(c_double))
renderer_frame = _declare("renderer_frame", c_bool, c_uint64, c_double, POINTER(Pixels))
renderer_frame_at_time = _declare("renderer_frame_at_time", c_bool, c_uint64, c_double, POINTER(Pixels))
renderer_numbered_frame = _declare("renderer_numbered_frame", c_bool, c_uint64, c_int64, POINTER(Pixels))
export = _declare("export", c_bool, c_uint64, c_char_p, c_char_p, ProgressCallback, c_void_p)


def checked(result: Any) -> Any:
    """Returns the result of a function; raises its error if the result is 0, false or NULL."""
    if result:
        return result
    code = (_error_code() or b"").decode()
    kind = Stopped if code == "call.stopped" else Error
    raise kind(code, (_error_message() or b"").decode(errors="replace"))


def text(value: str, name: str = "text") -> bytes:
    """Converts a text to an argument.

    Raises `TypeError` for another object, and `ValueError` for a NUL character, which would end the text.
    """
    if not isinstance(value, str):
        raise TypeError(f"{name} is a text, not {type(value).__name__}")
    if "\0" in value:
        raise ValueError("text has a NUL character")
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} is text in UTF-8, not {value!r}") from None


def path(value: str | os.PathLike[str]) -> bytes:
    """Converts a path to an argument."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"a path is a text or a path object, not {type(value).__name__}")
    name = os.fspath(value)
    return text(name, "a path")


def whole(value: Any, name: str, low: int, high: int) -> int:
    """Checks an integer argument.

    Raises `TypeError` for another object, and `ValueError` outside `low` to `high`.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is an integer, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} is {low} to {high}, not {number}")
    return number


class Handle:
    """A handle, which is freed with the object.

    The handle stands for a value that never changes, so a copy of the object is the object itself.
    """

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = 0
        self.number = checked(number)

    def __del__(self) -> None:
        if self.number and not _is_forked:
            free(self.number)

    def __copy__(self) -> Handle:
        return self

    def __deepcopy__(self, memo: object) -> Handle:
        return self

    def __reduce_ex__(self, protocol: object) -> tuple[Any, ...]:
        raise TypeError("frames of segue cannot be pickled: make them again in the other process")


def size(function: Callable[..., Any], handle: Handle) -> tuple[int, int]:
    """Returns the width and height of a picture or a renderer."""
    width, height = c_int32(), c_int32()
    checked(function(handle.number, byref(width), byref(height)))
    return width.value, height.value


def encoded(picture: Handle, format: str) -> bytes:
    """Encodes a picture to the bytes of a file."""
    handle = Handle(picture_encode(picture.number, text(format)))
    data, count = c_void_p(), c_size_t()
    checked(bytes_data(handle.number, byref(data), byref(count)))
    return ctypes.string_at(data.value or 0, count.value)
