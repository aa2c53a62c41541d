"""Options of a transition, and their form for the library."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, Literal, TypedDict, Union

import numpy as np

from ._library import whole


class Options(TypedDict, total=False):
    """Options of a transition, with the names and values of `segue render`."""

    #: Seconds from the first frame to the last, above 0; by default the duration of the transition.
    duration: float
    #: Frames a second: a number, or text such as "30000/1001"; 60 by default.
    fps: Union[float, str]
    #: The number of frames, both ends included, in place of `duration`.
    frames: int
    #: The width and height of a frame, or text such as "1280x720" or "4k"; by default the size of the first picture.
    size: Union[tuple[int, int], str]
    #: The way in which a picture with another aspect ratio is fitted to the frame: "cover" by default.
    fit: Literal["cover", "contain", "stretch", "blur"]
    #: The color behind the pictures: "#rrggbb", "#rrggbbaa" or a CSS name.
    background: str
    #: Whether pixels are mixed as stored values, "gamma", the default, or in "linear" light.
    light: Literal["gamma", "linear"]
    #: Whether pictures are dithered where they are scaled.
    dither: bool
    #: The timing curve, such as "ease-in-out" or "spring"; by default the curve of the transition.
    ease: str
    #: Seconds for which the first and the last frame are held.
    hold: float
    #: Whether frames are played from the last to the first.
    reverse: bool
    #: Whether frames are played forward and then backward.
    boomerang: bool
    #: The direction of the transition: "present" by default.
    operation: Literal["push", "pop", "present", "dismiss"]
    #: Filters on the first picture, such as ["pixellate:fraction=0.1*progress"].
    from_filters: Sequence[str]
    #: Filters on the second picture.
    to_filters: Sequence[str]
    #: The blend of both pictures, in place of a transition.
    blend: str
    #: Filters on the result.
    filters: Sequence[str]
    #: The GLSL text of a custom transition.
    source: str


def options_text(options: Options, transition: str | None) -> tuple[str | None, str]:
    """Returns the transition, and the options as JSON.

    Raises `TypeError` for an unknown option, as Python does for an unknown argument.
    """
    unknown = set(options) - set(Options.__annotations__)
    if unknown:
        raise TypeError(f"there is no option {', '.join(sorted(unknown))}; the names are {', '.join(Options.__annotations__)}")
    fields: dict[str, Any] = {key: value for key, value in options.items() if value is not None}
    size = fields.get("size")
    if isinstance(size, (tuple, list)):
        if len(size) != 2:
            raise ValueError(f"size is a width and a height, not {len(size)} numbers")
        fields["size"] = "x".join(str(whole(side, "a side of size", -(2**31), 2**31)) for side in size)
    for key in ("from_filters", "to_filters", "filters"):
        if isinstance(fields.get(key), str):
            raise TypeError(f"{key} is a list of texts, not a text")
        if key in fields:
            try:
                fields[key] = list(fields[key])
            except TypeError:
                raise TypeError(f"{key} is a list of texts, not {type(fields[key]).__name__}") from None
    for snake, camel in (("from_filters", "fromFilters"), ("to_filters", "toFilters")):
        if snake in fields:
            fields[camel] = fields.pop(snake)
    if "source" in fields:
        if not isinstance(fields["source"], str):
            raise TypeError(f"source is a text, not {type(fields['source']).__name__}")
        fields["source"] = {"name": "source.glsl", "text": fields["source"]}
    try:
        return transition, json_text(fields)
    except TypeError as error:
        raise TypeError(f"an option has a value of a wrong type: {error}") from None


def json_text(fields: dict[str, Any]) -> str:
    """Makes JSON of named values; numbers of numpy count as numbers.

    Raises `ValueError` for NaN and infinity, which JSON does not have, and `TypeError` for other objects.
    """

    def number(value: object) -> object:
        if isinstance(value, np.generic):
            return value.item()
        raise TypeError(f"{type(value).__name__} is no text, number or list")

    for key, value in fields.items():
        if isinstance(value, (float, np.floating)) and not math.isfinite(value):
            raise ValueError(f"{key} is a finite number, not {value}")
    return json.dumps(fields, allow_nan=False, default=number)
