"""Transitions between clips of MoviePy 2, and filters on them.

    from moviepy import VideoFileClip
    import segue.moviepy

    both = segue.moviepy.transition(VideoFileClip("a.mp4"), VideoFileClip("b.mp4"), "cube", 1)
    both.write_videofile("both.mp4", fps=30)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from moviepy import CompositeAudioClip, VideoClip, afx

from . import apply as _apply
from ._frames import Frames
from ._options import Options

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["apply", "transition"]

_OF_CLIPS = ("size", "reverse", "hold", "boomerang", "fps", "frames")


def transition(a: Any, b: Any, name: str | None = None, seconds: float = 1, **options: "Unpack[Options]") -> Any:
    """Joins two clips: `a`, then a transition over the last `seconds` of `a` and the first `seconds` of `b`, then `b`.

    The result has the size and the rate of `a`, and lasts `seconds` less than both clips together. Sound is faded from `a` to
    `b`; sound beyond the end of its clip is not used. Both clips play during the transition. Masks of clips are not used.

    `options` are the options of `segue.render`, except for `size`, `fps`, `frames`, `hold`, `reverse` and `boomerang`, which
    the clips determine.
    """
    if not 0 < seconds <= min(a.duration, b.duration):
        raise ValueError(f"a transition of {seconds} s does not fit clips of {a.duration} and {b.duration} s")
    wrong = [key for key in _OF_CLIPS if key in options]
    if wrong:
        raise TypeError(f"{', '.join(wrong)} cannot be given: clips have their size, rate and time")
    options.setdefault("duration", seconds)
    size = options["size"] = (int(a.w), int(a.h))
    fitting: Options = {"size": size, "fit": options.get("fit", "cover"), "background": options.get("background", "black")}
    start = a.duration - seconds

    def frame(time: float) -> "np.ndarray[Any, Any]":
        if time < start:
            return np.asarray(a.get_frame(time))
        last = b.get_frame(min(time - start, b.duration))
        if time >= a.duration:
            return np.asarray(Frames(_bytes(last), _bytes(last), "cross-dissolve", channels=3, **fitting).at(0))
        first = a.get_frame(time)
        both = Frames(_bytes(first), _bytes(last), name, channels=3, **options)
        return np.asarray(both.at_time(min(1, (time - start) / seconds)))

    joined: Any = VideoClip(frame_function=frame, duration=start + b.duration).with_fps(a.fps or b.fps or 30)
    sounds = []
    if (sound := _sound(a)) is not None:
        # The fade ends with the clip, even if the sound ends earlier.
        sounds.append(sound.transform(_fade_out(start, seconds), keep_duration=True))
    if (sound := _sound(b)) is not None:
        sounds.append(sound.with_effects([afx.AudioFadeIn(seconds)]).with_start(start))
    if not sounds:
        return joined
    return joined.with_audio(CompositeAudioClip(sounds).with_duration(joined.duration))


def _sound(clip: Any) -> Any:
    """Returns the sound of a clip, cut at the end of the clip."""
    sound = clip.audio
    if sound is None or sound.duration is not None and sound.duration <= clip.duration:
        return sound
    return sound.with_duration(clip.duration)


def _fade_out(start: float, seconds: float) -> Callable[..., "np.ndarray[Any, Any]"]:
    """Fades out a sound over some seconds, from a time on."""

    def faded(get_frame: Callable[[Any], Any], time: Any) -> "np.ndarray[Any, Any]":
        level = np.clip((start + seconds - np.asarray(time)) / seconds, 0, 1)
        frame = np.asarray(get_frame(time))
        return frame * (level[:, np.newaxis] if level.ndim and frame.ndim > 1 else level)

    return faded


def apply(clip: Any, *filters: str) -> Any:
    """Applies filters to each frame of a clip."""
    return clip.image_transform(lambda frame: np.asarray(_apply(_bytes(frame), *filters, channels=3)))


def _bytes(frame: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Converts a frame to samples of 8 bits; effects of MoviePy may leave numbers of other types."""
    return frame if frame.dtype == np.uint8 else np.clip(np.rint(frame), 0, 255).astype(np.uint8)
