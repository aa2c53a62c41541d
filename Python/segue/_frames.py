"""Frames of a transition."""

from __future__ import annotations

import base64
import json
import os
import queue
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from ctypes import byref, c_double, c_int64
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _library
from ._library import Handle
from ._options import Options, options_text
from ._pictures import Array, Picture, empty, picture, view

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._pictures import Source


class Frames(Sequence[Picture]):
    """The frames of a transition, which are rendered when they are read, in any order and from any thread.

    Each is a new array of height × width × channels. A notebook plays the transition.
    """

    def __init__(
        self,
        a: "Source",
        b: "Source | None",
        transition: str | None = None,
        *,
        channels: Literal[3, 4] | None = None,
        **options: "Unpack[Options]",
    ) -> None:
        if channels not in (None, 3, 4):
            raise ValueError(f"channels are 3 or 4, not {channels}")
        name, text = options_text(options, transition)
        self._pictures = [picture(a)] + ([] if b is None else [picture(b)])
        self._has_alpha = any(alpha for _, alpha in self._pictures) if channels is None else channels == 4
        self._name, self._options = name, options
        self._renderer = self._made(name, text)
        self.width, self.height = _library.size(_library.renderer_size, self._renderer)
        count, rate = c_int64(), c_double()
        _library.checked(_library.renderer_frames(self._renderer.number, byref(count), byref(rate)))
        self._count = count.value
        self.fps = rate.value

    def _made(self, name: str | None, options: str) -> Handle:
        numbers = [handle.number for handle, _ in self._pictures] + [0]
        transition = None if name is None else _library.text(name)
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
        number = index + self._count if index < 0 else index
        if not 0 <= number < self._count:
            raise IndexError(f"there is no frame {index} among {self._count}")
        return self._render(_library.renderer_numbered_frame, number, None)

    def __iter__(self) -> Iterator[Picture]:
        for number in range(self._count):
            yield self._render(_library.renderer_numbered_frame, number, None)

    def at(self, progress: float, out: Array | None = None) -> Picture:
        """Renders the frame at a progress of 0 to 1, which is not eased.

        With `out`, an array of a frame's shape, the frame is written there.
        """
        return self._render(_library.renderer_frame, float(progress), out)

    def at_time(self, time: float, out: Array | None = None) -> Picture:
        """Renders the frame at a time of 0 to 1, a share of the duration, eased by the curve of the transition."""
        return self._render(_library.renderer_frame_at_time, float(time), out)

    def _render(self, function: Callable[..., Any], place: float, out: Array | None) -> Picture:
        frame = empty(self.width, self.height, self._has_alpha) if out is None else self._target(out)
        pixels, memory = view(frame)
        _library.checked(function(self._renderer.number, place, byref(pixels)))
        if memory is not frame:
            frame[:] = memory
        return frame

    def _target(self, out: Array) -> Picture:
        if out.dtype != "uint8" or out.ndim != 3 or out.shape[:2] != (self.height, self.width) or out.shape[2] not in (3, 4):
            raise ValueError(f"out must be uint8 of {self.height} × {self.width} × 3 or 4")
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
        arguments = _library.path(path), _library.text(json.dumps(fields, allow_nan=False))
        news: queue.SimpleQueue[tuple[int, int] | None] = queue.SimpleQueue()
        is_stopped = threading.Event()
        failures: list[BaseException] = []

        def report(_: object, done: int, count: int) -> bool:
            if news.empty() or done == count:
                news.put((done, count))
            return not is_stopped.is_set()

        def work() -> None:
            try:
                callback = _library.ProgressCallback(report)
                _library.checked(_library.export(self._renderer.number, *arguments, callback, None))
            except BaseException as error:
                failures.append(error)
            finally:
                news.put(None)

        # The library runs on another thread, so that Ctrl-C raises its exception here and not in `report`, where ctypes
        # would drop it.
        thread = threading.Thread(target=work, name="segue.export")
        thread.start()
        try:
            while (item := news.get()) is not None:
                if progress is not None and not is_stopped.is_set() and progress(*item) is False:
                    is_stopped.set()
        finally:
            is_stopped.set()
            thread.join()
        if failures:
            raise failures[0]

    def _repr_html_(self) -> str:
        width = min(self.width, 480)
        options: Options = {**self._options, "size": (width, max(1, round(self.height * width / self.width)))}
        renderer = self._made(*options_text(options, self._name))
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "frames.webp")
            nothing = _library.ProgressCallback(0)
            _library.checked(_library.export(renderer.number, _library.path(file), None, nothing, None))
            with open(file, "rb") as opened:
                data = base64.b64encode(opened.read()).decode()
        return f'<img alt="{len(self)} frames" src="data:image/webp;base64,{data}">'

    def __repr__(self) -> str:
        return f"<segue.Frames: {len(self)} frames of {self.width}x{self.height} at {self.fps:g} a second>"


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
