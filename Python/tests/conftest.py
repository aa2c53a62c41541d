import pathlib

import numpy as np
import pytest

IMAGES = pathlib.Path(__file__).parents[2] / "images"


@pytest.fixture
def from_png() -> pathlib.Path:
    return IMAGES / "from.png"


@pytest.fixture
def to_png() -> pathlib.Path:
    return IMAGES / "to.png"


def gradient(width: int = 64, height: int = 48, blue: int = 0, channels: int = 3) -> np.ndarray:
    """A picture of a color gradient; with alpha, its right half is translucent."""
    y, x = np.mgrid[0:height, 0:width]
    picture = np.empty((height, width, channels), np.uint8)
    picture[..., 0] = 255 * x / width
    picture[..., 1] = 255 * y / height
    picture[..., 2] = blue
    if channels == 4:
        picture[..., 3] = np.where(x < width // 2, 255, 120)
    return picture
