"""Frames of PyAV.

    import av, segue.av

    with av.open("in.mp4") as video:
        for frame in video.decode(video=0):
            sepia = segue.av.apply(frame, "sepia")
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from av import VideoFrame

from . import apply as _apply
from ._frames import Frames

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Options
    from ._pictures import Source

__all__ = ["apply", "frames"]


def apply(frame: VideoFrame, *filters: str) -> VideoFrame:
    """Applies filters to a frame; the result is RGB, with the time of the frame."""
    made = VideoFrame.from_ndarray(np.asarray(_apply(frame.to_ndarray(format="rgb24"), *filters)), format="rgb24")
    made.pts = frame.pts
    if frame.time_base is not None:
        made.time_base = frame.time_base
    return made


def frames(
    a: Source | VideoFrame, b: Source | VideoFrame, transition: str | None = None, **options: Unpack[Options]
) -> Iterator[VideoFrame]:
    """The frames of a transition with their times, for an encoder of PyAV."""
    sources = [one.to_ndarray(format="rgb24") if isinstance(one, VideoFrame) else one for one in (a, b)]
    all_frames = Frames(sources[0], sources[1], transition, channels=3, **options)
    rate = Fraction(all_frames.fps).limit_denominator(1001) or Fraction(all_frames.fps)
    for number, frame in enumerate(all_frames):
        made = VideoFrame.from_ndarray(np.asarray(frame), format="rgb24")
        made.pts, made.time_base = number, 1 / rate
        yield made
