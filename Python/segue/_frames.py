"""Frames of a transition."""

from __future__ import annotations

import base64
import operator
import os
import queue
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from ctypes import byref, c_double, c_int64
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from . import _library
from ._library import Handle
from ._options import Options, json_text, options_text
from ._pictures import Array, Picture, empty, picture, sample_type, view, with_alpha

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from numpy.typing import DTypeLike

    from ._pictures import Source


#: The maximum number of frames that a notebook plays.
_SHOWN = 120


class Frames(Sequence[Picture]):
    """The frames of a transition, which are rendered when they are read, in any order and from any thread.

    Each frame is a new array of height × width × channels. A notebook plays the transition.
    """

    def __init__(
        self,
        a: "Source",
        b: "Source | None",
        transition: str | None = None,
        *,
        channels: Literal[3, 4] | None = None,
        dtype: "DTypeLike | None" = None,
        **options: "Unpack[Options]",
    ) -> None:
        with_alpha(channels, False)
        sample_type(dtype, [])
        name, text = options_text(options, transition)
        made = [picture(a)] + ([] if b is None else [picture(b)])
        self._has_alpha = with_alpha(channels, any(one.has_alpha for one in made))
        self._dtype = sample_type(dtype, made)
        self._sources = [one.handle for one in made]
        self._pictures = [one.of(self._dtype) for one in made]
        self._name, self._options = name, options
        self._renderer = self._made(self._pictures, name, text)
        self.width, self.height = _library.size(_library.renderer_size, self._renderer)
        count, rate = c_int64(), c_double()
        _library.checked(_library.renderer_frames(self._renderer.number, byref(count), byref(rate)))
        self._count = count.value
        self.fps = rate.value

    @staticmethod
    def _made(pictures: list[Handle], name: str | None, options: str) -> Handle:
        numbers = [handle.number for handle in pictures] + [0]
        transition = None if name is None else _library.text(name, "a transition")
        return Handle(_library.renderer_make(numbers[0], numbers[1], transition, _library.text(options)))

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Picture: ...

    @overload
    def __getitem__(self, index: slice) -> list[Picture]: ...

    def __getitem__(self, index: int | slice) -> Picture | list[Picture]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(self._count))]
        try:
            number = operator.index(index)
        except TypeError:
            raise TypeError(f"the number of a frame is an integer or a slice, not {type(index).__name__}") from None
        if number < 0:
            number += self._count
        if not 0 <= number < self._count:
            raise IndexError(f"there is no frame {index} among {self._count}")
        return self._render(_library.renderer_numbered_frame, number, None)

    def __iter__(self) -> Iterator[Picture]:
        for number in range(self._count):
            yield self._render(_library.renderer_numbered_frame, number, None)

    def at(self, progress: float, out: Array | None = None) -> Picture:
        """Renders the frame at a progress of 0 to 1, which is not eased.

        If `out` is given, an array of a frame's shape, the frame is written to this array.
        """
        return self._render(_library.renderer_frame, _share(progress, "progress"), out)

    def at_time(self, time: float, out: Array | None = None) -> Picture:
        """Renders the frame at a time of 0 to 1, a share of the duration, eased by the curve of the transition."""
        return self._render(_library.renderer_frame_at_time, _share(time, "time"), out)

    def _render(self, function: Callable[..., Any], place: float, out: Array | None) -> Picture:
        frame = empty(self.width, self.height, self._has_alpha, self._dtype) if out is None else self._target(out)
        pixels, memory = view(frame)
        _library.checked(function(self._renderer.number, place, byref(pixels)))
        if memory is not frame:
            frame[:] = memory
        return frame

    def _target(self, out: Array) -> Picture:
        if not isinstance(out, np.ndarray):
            raise TypeError(f"out is an array, not {type(out).__name__}")
        if out.dtype != self._dtype or out.ndim != 3 or out.shape[:2] != (self.height, self.width) or out.shape[2] not in (3, 4):
            raise ValueError(f"out must be {self._dtype} of {self.height} × {self.width} × 3 or 4")
        if not out.flags.writeable:
            raise ValueError("out is read-only")
        return out.view(Picture)

    def export(
        self,
        path: str | os.PathLike[str],
        *,
        progress: Callable[[int, int], object] | None = None,
        overwrite: bool = False,
        **output: Any,
    ) -> None:
        """Writes all frames, see `segue.export`."""
        fields = {_camel(key): value for key, value in output.items()}
        if overwrite:
            fields["existing"] = "overwrite"
        if progress is not None and not callable(progress):
            raise TypeError(f"progress is a function, not {type(progress).__name__}")
        try:
            text = json_text(fields)
        except TypeError as error:
            raise TypeError(f"a field of the output has a value of a wrong type: {error}") from None
        # The file has the depth of the pictures, regardless of the type of the arrays.
        is_same = self._sources == self._pictures
        renderer = self._renderer if is_same else self._made(self._sources, *options_text(self._options, self._name))
        _export(renderer, _library.path(path), text, progress)

    def _repr_html_(self) -> str:
        width = min(self.width, 480)
        options: Options = {**self._options, "size": (width, max(1, round(self.height * width / self.width)))}
        options.update(self._shortened())
        renderer = self._made(self._pictures, *options_text(options, self._name))
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "frames.webp")
            _export(renderer, _library.path(file), "{}", None)
            with open(file, "rb") as opened:
                data = base64.b64encode(opened.read()).decode()
        return f'<img alt="{len(self)} frames" src="data:image/webp;base64,{data}">'

    def _shortened(self) -> Options:
        """Returns options for at most 120 frames over the same duration, at a lower rate."""
        options: Options = {}
        if self._count > _SHOWN:
            # Rounding adds up to a frame to each part: the hold, and the frames played forward and backward.
            share = (_SHOWN - 4) / self._count
            options["fps"] = f"{max(1, int(1000 * self.fps * share))}/1000"
            if (frames := self._options.get("frames")) is not None:
                options["frames"] = max(2, int(frames * share))
        return options

    def __repr__(self) -> str:
        return f"<segue.Frames: {len(self)} frames of {self.width}x{self.height} at {self.fps:g} a second>"


def _share(value: float, name: str) -> float:
    """Converts an argument to a number."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} is a number of 0 to 1, not {value!r}") from None


def _export(renderer: Handle, path: bytes, options: str, progress: Callable[[int, int], object] | None) -> None:
    """Writes all frames of a renderer; an exception of `progress` or Ctrl-C stops the export."""
    news: queue.SimpleQueue[tuple[int, int] | None] = queue.SimpleQueue()
    answers: queue.SimpleQueue[bool] = queue.SimpleQueue()
    is_stopped = threading.Event()
    failures: list[BaseException] = []

    def report(_: object, done: int, count: int) -> bool:
        if progress is None or is_stopped.is_set():
            return not is_stopped.is_set()
        news.put((done, count))
        return answers.get()

    def work() -> None:
        try:
            callback = _library.ProgressCallback(report)
            _library.checked(_library.export(renderer.number, path, _library.text(options), callback, None))
        except BaseException as error:
            failures.append(error)
        finally:
            news.put(None)

    # The library runs on another thread, so that Ctrl-C raises its exception here and not in `report`, where ctypes
    # would drop it.
    thread = threading.Thread(target=work, name="segue.export")
    try:
        thread.start()
        while (item := news.get()) is not None:
            answers.put(progress is None or not _is_false(progress(*item)))
    finally:
        is_stopped.set()
        answers.put(False)
        if thread.ident is not None:
            thread.join()
    if failures:
        raise failures[0]


def _is_false(answer: object) -> bool:
    """Returns whether an answer is False, of Python or of numpy."""
    return isinstance(answer, (bool, np.bool_)) and not answer


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
