"""The effects that pictures of the catalog show, and the files that their examples name.

python3 samples.py FOLDER writes these files. python3 samples.py, with `segue list --json` as its input, prints the kind, the
name and the example of each filter and blend. scripts/catalog and scripts/gallery use both."""

import json
import pathlib
import struct
import sys
import zlib

MOVING = "transform:scale=1.2,1.2,translation=0.4*progress-0.2,0"


def kind(item, blends):
    """Blends are listed with filters. The kind "moving" is for filters that read previous frames, to measure motion."""
    moves = any(parameter.get("unit") == "of the progress" for parameter in item["parameters"])
    return "blend" if item["name"] in blends else "moving" if moves else "filter"


def text(item):
    """The name with the parameters of its example."""
    if item["name"] == "mosaic":
        return "mosaic:tiles=tiles.png"
    return item["name"] + (":" + item["example"] if "example" in item else "")


def dusk(r, g, b, share):
    """A color grading with pale shadows and warm lights: raises red, and reduces the contrast of blue."""
    graded = 0.08 + 0.92 * r**0.8, 0.05 + 0.85 * g, 0.25 + 0.5 * b
    return [old + share * (new - old) for old, new in zip((r, g, b), graded)]


def ring(x, y):
    """A sheet of 8 × 8 tiles of 32 pixels for the mosaic filter: rings, thicker for lighter tiles."""
    light = 1 - (x // 32 + y // 32 * 8) / 63
    away = ((x % 32 - 15.5) ** 2 + (y % 32 - 15.5) ** 2) ** 0.5 / 16
    return 255 if abs(away - 0.5) < 0.1 + 0.8 * light else 0


def png(width, height, channels, pixels):
    """Encodes gray (1 channel), RGB (3) or RGBA (4) pixels."""

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    row = width * channels
    rows = b"".join(b"\0" + pixels[y * row : (y + 1) * row] for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, {1: 0, 3: 2, 4: 6}[channels], 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def write(folder):
    """Writes the same color grading as a lookup picture, as two halves that soft-elegance applies one after the other, and as
    a .cube table; and the tiles of a mosaic."""
    for name, share in (("lookup", 1), ("first", 0.6), ("second", 0.6)):
        # The layout of GPUImage: 8 × 8 squares for 64 values of blue, each with 64 values of red across and of green down.
        pixels = bytes(
            round(255 * value)
            for y in range(512)
            for x in range(512)
            for value in dusk(x % 64 / 63, y % 64 / 63, (x // 64 + y // 64 * 8) / 63, share)
        )
        (folder / f"{name}.png").write_bytes(png(512, 512, 3, pixels))
    grid = [step / 8 for step in range(9)]
    lines = ["LUT_3D_SIZE 9"] + [
        " ".join(f"{value:.5f}" for value in dusk(r, g, b, 1)) for b in grid for g in grid for r in grid
    ]
    (folder / "film.cube").write_text("\n".join(lines) + "\n")
    (folder / "tiles.png").write_bytes(png(256, 256, 1, bytes(ring(x, y) for y in range(256) for x in range(256))))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write(pathlib.Path(sys.argv[1]))
    else:
        lists = json.load(sys.stdin)
        names = {item["name"] for item in lists["blends"]}
        for item in lists["filters"]:
            print(kind(item, names), text(item))
