"""Images of Pillow as arguments and results.

    import segue.pillow
    from PIL import Image

    half = segue.pillow.render(Image.open("from.png"), Image.open("to.png"), "cube", progress=0.5)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL.Image import Image

from . import apply as _apply
from . import render as _render

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Options
    from ._pictures import Source

__all__ = ["apply", "render"]


def render(
    a: Source, b: Source | None, transition: str | None = None, *, progress: float, **options: Unpack[Options]
) -> Image:
    """Renders the frame of a transition at a progress of 0 to 1."""
    return _render(a, b, transition, progress=progress, **options).to_pillow()


def apply(picture: Source, *filters: str) -> Image:
    """Applies filters in the given order."""
    return _apply(picture, *filters).to_pillow()
