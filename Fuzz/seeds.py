#!/usr/bin/env python3
"""Writes seeds that Segue's encoders cannot make into a folder: seeds.py TARGET FOLDER.

Pillow, which has libtiff's compressions, and heif-enc make the seeds; a program that is not installed makes no seeds.
"""

import itertools
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from PIL import Image, ImageCms
except ImportError:
    sys.exit(0)


def picture(mode, width=21, height=14):
    image = Image.new("RGBA", (width, height))
    image.putdata([(11 * x % 256, 17 * y % 256, 3 * x * y % 256, 255 if x % 3 else 90 + y) for y in range(height)
                   for x in range(width)])
    return image if mode == "RGBA" else image.convert(mode)


def tiff(put):
    modes = "1 L P RGB RGBA CMYK YCbCr LAB I;16".split()
    compressions = [None, "packbits", "tiff_lzw", "tiff_adobe_deflate", "jpeg", "group3", "group4", "tiff_ccitt"]
    for mode, compression in itertools.product(modes, compressions):
        try:
            put(".tif", lambda file: (Image.new(mode, (9, 7), 300) if mode == "I;16" else picture(mode)).save(
                file, compression=compression), b"\0")
        except (OSError, ValueError, RuntimeError, KeyError):
            pass  # not every mode has every compression
    put(".tif", lambda file: picture("RGB").save(file, save_all=True, append_images=[picture("L"), picture("1")]), b"\1")
    if shutil.which("tiffcp"):
        for options in ["-c lzw:2", "-t -w 16 -l 16 -c zip:2", "-p separate -c packbits", "-B -c jpeg:r", "-8 -c none"]:
            with tempfile.NamedTemporaryFile(suffix=".tif") as source:
                picture("RGB").save(source.name)
                put(".tif", lambda file: subprocess.run(
                    ["tiffcp", *options.split(), source.name, file], check=True, stderr=subprocess.DEVNULL), b"\0")


def webp(put):
    for options in [dict(lossless=True), dict(quality=40), dict(quality=90, alpha_quality=30)]:
        for mode in ["RGB", "RGBA"]:
            put(".webp", lambda file: picture(mode).save(file, **options), b"\0")
            put(".webp", lambda file: picture(mode).save(
                file, save_all=True, append_images=[picture("RGBA").rotate(90), picture(mode)], **options), b"\2")
    exif = Image.Exif()
    exif[0x0112] = 6
    put(".webp", lambda file: picture("RGB").save(
        file, exif=exif, icc_profile=ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()), b"\0")


def heif(put):
    if not shutil.which("heif-enc"):
        return
    for mode, options in itertools.product(
            ["L", "RGB", "RGBA"], ["-q 50", "-L", "-A -q 50", "-A -L", "-b 10", "-A -b 12", "-p chroma=444", "-t 8"]):
        with tempfile.NamedTemporaryFile(suffix=".png") as source:
            picture(mode, 40, 24).save(source.name)
            suffix = ".avif" if "-A" in options else ".heic"
            put(suffix, lambda file: subprocess.run(
                ["heif-enc", *options.split(), source.name, "-o", file], check=True, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL), b"\0")


def jpeg(put):
    for mode, progressive, subsampling in itertools.product(["L", "RGB", "CMYK"], [False, True], [0, 1, 2]):
        put(".jpg", lambda file: picture(mode).save(file, progressive=progressive, subsampling=subsampling))


def gif(put):
    frames = [picture("P"), picture("P").rotate(90), picture("L").convert("P")]
    for disposal in range(4):
        put(".gif", lambda file: frames[0].save(
            file, save_all=True, append_images=frames[1:], disposal=disposal, transparency=3, duration=50), b"\2")


def bmp(put):
    for mode in ["1", "L", "P", "RGB", "RGBA"]:
        put(".bmp", lambda file: picture(mode).save(file))


def colors(put):
    for name in ["sRGB", "LAB", "XYZ"]:
        put(".icc", lambda file: Path(file).write_bytes(
            b"\0" + ImageCms.ImageCmsProfile(ImageCms.createProfile(name)).tobytes()))
    for path in sorted(Path("/usr/share/color/icc").rglob("*.icc")):
        data = path.read_bytes()
        channels = {b"RGB ": 0, b"GRAY": 1, b"CMYK": 2}.get(data[16:20])
        if channels is not None and len(data) < 20_000:
            put(".icc", lambda file: Path(file).write_bytes(bytes([channels]) + data))


def main(target, folder):
    made = itertools.count()

    def put(suffix, save, end=b""):
        path = Path(folder) / f"made-{next(made)}{suffix}"
        try:
            save(str(path))
        except Exception:
            path.unlink(missing_ok=True)
            raise
        path.write_bytes(path.read_bytes() + end)

    makers = dict(tiff=tiff, webp=webp, heif=heif, jpeg=jpeg, gif=gif, bmp=bmp, colors=colors)
    if target in makers:
        makers[target](put)


main(*sys.argv[1:])
