"""Writes the poster of the README, 24 transitions side by side with their names: python3 poster.py SEGUE FILE.webp"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

IMAGES = pathlib.Path(__file__).resolve().parents[2] / "images"
NAMES = """cube page-curl wipe elements pixellate-dissolve ripple hexagonalize pinwheel swap film-burn doorway circle-open
    push-back polka-dots-curtain flip burn0 wind kaleidoscope bounce dreamy cross-zoom radial hero crosswarp
    """.split()
COLUMNS, WIDTH, HEIGHT, LABEL, GAP, FRAMES = 6, 204, 115, 22, 8, 24
COLOR = bytes((32, 32, 36))


def pixels(segue, *words):
    """The rows of a picture that the command writes."""
    written = subprocess.run([segue, *words, "-f", "ppm", "-o", "-"], stdout=subprocess.PIPE, check=True).stdout
    width, height = map(int, written.split(maxsplit=3)[1:3])
    data = written[-width * height * 3 :]
    return [data[y * width * 3 : (y + 1) * width * 3] for y in range(height)]


def ppm(file, rows):
    file.write_bytes(f"P6 {len(rows[0]) // 3} {len(rows)} 255\n".encode() + b"".join(rows))
    return str(file)


def tile(segue, blank, name):
    """The rows of each frame of a transition, with its name below."""
    words = ["--frames", str(FRAMES), "--columns", "1", "--tile-width", str(WIDTH), "--gap", "0"]
    pictures = [str(IMAGES / "from.png"), str(IMAGES / "to.png")]
    frames = pixels(segue, "sheet", *pictures, "-t", name, *words)
    height = len(frames) // FRAMES
    style = "size=15,place=left,margin=2,color=#d8d8dc"
    label = pixels(segue, "apply", blank, "--text", name.partition(":")[0], "--text-style", style)
    return [(frames[at * height :][:height] + [COLOR * WIDTH] * HEIGHT)[:HEIGHT] + label for at in range(FRAMES)]


def main():
    segue, target = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(scratch)
        blank = ppm(folder / "blank.ppm", [COLOR * WIDTH] * LABEL)
        tiles = list(pool.map(lambda name: tile(segue, blank, name), NAMES))
        line, gap = COLOR * (GAP + COLUMNS * (WIDTH + GAP)), COLOR * GAP
        files = []
        # Each end is held for four frames.
        for number, at in enumerate([0] * 4 + list(range(FRAMES)) + [FRAMES - 1] * 4):
            rows = [line] * GAP
            for first in range(0, len(NAMES), COLUMNS):
                across = [tiles[first + column][at] for column in range(COLUMNS)]
                rows += [gap + gap.join(parts) + gap for parts in zip(*across)] + [line] * GAP
            files.append(ppm(folder / f"{number:02}.ppm", rows))
        rate = ["--fps", "15", "--hold", "0", "--duration", f"{1 / 15:.6f}", "-t", "cross-dissolve"]
        subprocess.run([segue, "slideshow", *files, *rate, "--quality", "35", "-o", target, "--overwrite"], check=True)


if __name__ == "__main__":
    main()
