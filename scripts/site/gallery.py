"""Writes the gallery: python3 gallery.py SEGUE FOLDER [--quick]

Each picture is one WebP with all its frames, which the page shows one at a time: the frames of a transition in time, or a frame
for each value of a parameter. SEGUE is the command, which renders all of them."""

import concurrent.futures
import functools
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import samples

HERE = pathlib.Path(__file__).resolve().parent
IMAGES = HERE.parents[1] / "images"
FROM, TO = str(IMAGES / "from.png"), str(IMAGES / "to.png")
WIDTH, HEIGHT, COLUMNS = 288, 162, 4
NOTHING = ["--filter", "opacity:opacity=1"]
BACK = ["--background", "#202024"]
FIT = ["--size", f"{WIDTH}x{HEIGHT}", "--fit", "cover"]
# Examples of the easings with numbers of one's own.
EASINGS = {
    "cubic-bezier(x1,y1,x2,y2)": "cubic-bezier(0.8,-0.3,0.2,1.3)",
    "steps(n)": "steps(5)",
    "steps(n,position)": "steps(4,jump-both)",
    "linear(number,…)": "linear(0,0.8 30%,0.4 60%,1)",
    "spring(damping,velocity)": "spring(0.4,2)",
    "spring(duration:s,bounce:b)": "spring(duration:0.5,bounce:0.4)",
}
# The row of the line on which the ball of easings moves.
LINE = 134
# A map wipes with an edge that is wide enough to be smooth.
SOFTNESS = "softness=0.05"


class Gallery:
    def __init__(self, segue, folder, is_quick):
        self.segue, self.folder, self.is_quick = segue, folder, is_quick
        self.frames = 4 if is_quick else 18
        self.wipe_frames = 2 if is_quick else 6
        self.values = 2 if is_quick else 5
        self.catalog = json.loads(self.run("list", "--json"))

    def run(self, *words, **options):
        done = subprocess.run([self.segue, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.work(), **options)
        if done.returncode != 0:
            raise SystemExit(f"gallery: segue {' '.join(words)}: {done.stderr.decode().strip()}")
        return done.stdout

    @functools.cache
    def work(self):
        """The folder of files that examples name."""
        self.scratch = tempfile.TemporaryDirectory()
        samples.write(pathlib.Path(self.scratch.name))
        return self.scratch.name

    def encode(self, name, *words, quality=40):
        file = self.folder / "pictures" / f"{name}.webp"
        file.parent.mkdir(parents=True, exist_ok=True)
        self.run(*words, "-f", "webp", "--quality", str(quality), "-o", str(file), "--overwrite")
        return f"pictures/{name}.webp"

    def sheet(self, name, count, *words, **encoding):
        columns = min(COLUMNS, count)
        layout = ["--columns", str(columns), "--tile-width", str(WIDTH), "--gap", "0", *BACK]
        return {"file": self.encode(name, "sheet", *words, "--frames", str(count), *layout, **encoding), "count": count, "columns": columns}

    def stack(self, name, frames):
        """A picture of frames, below each other."""
        with self.ppm(b"".join(frames), HEIGHT * len(frames)) as file:
            return {"file": self.encode(name, "apply", file.name, *NOTHING), "count": len(frames), "columns": 1}

    def ppm(self, pixels, height):
        """A file of pixels, until it is closed."""
        file = tempfile.NamedTemporaryFile(suffix=".ppm")
        file.write(f"P6 {WIDTH} {height} 255\n".encode() + pixels)
        file.flush()
        return file

    def frame(self, kind, text):
        """The pixels of one frame of an effect as RGB."""
        words = {
            "transitions": ["frame", "from.ppm", "to.ppm", "-t", text, "--progress", "0.45"],
            "filters": ["apply", "to.ppm", "--filter", text],
            "blends": ["apply", "from.ppm", "to.ppm", "--blend", text],
            "moving": ["frame", "to.ppm", "--filter", samples.MOVING, "--filter", text, "--progress", "0.5"],
        }[kind]
        written = self.run(*words, *BACK, "-f", "ppm", "-o", "-")
        if written.split(maxsplit=3)[1:3] != [b"%d" % WIDTH, b"%d" % HEIGHT]:
            # A filter may change the size.
            with tempfile.NamedTemporaryFile(suffix=".ppm") as file:
                file.write(written)
                file.flush()
                written = self.run("apply", file.name, *NOTHING, *FIT, "-f", "ppm", "-o", "-")
        return written[-WIDTH * HEIGHT * 3 :]

    def picture(self, kind, text, name):
        """The moving picture of an effect: its frames, or a wipe from the plain picture to the one with the effect."""
        if kind == "transitions":
            return self.sheet(name, self.frames, FROM, TO, "-t", text)
        if kind == "moving":
            return self.sheet(name, self.wipe_frames, "to.ppm", "--filter", samples.MOVING, "--filter", text)
        with self.ppm(self.frame(kind, text), HEIGHT) as file:
            plain = "from.ppm" if kind == "blends" else "to.ppm"
            wipe = ["-t", "wipe:softness=0.01", "--ease", "ease-in-out"]
            return self.sheet(name, self.wipe_frames, plain, file.name, *wipe)

    def effect(self, group, kind, item, takes_parameters):
        """What the page shows of a transition, a filter or a blend."""
        name, text = item["name"], samples.text(item)
        base = dict(pair.split("=", 1) for pair in re.split(r",(?=[A-Za-z]\w*=)", text.partition(":")[2]) if pair)
        # With one parameter, the other ones have their defaults, not the values that are shown.
        for parameter in item["parameters"]:
            if "shown" in parameter:
                base.setdefault(parameter["name"], parameter["shown"])
        parameters = []
        for parameter in item["parameters"]:
            one = {key: parameter[key] for key in ("name", "summary", "unit", "words", "minimum", "maximum") if parameter.get(key)}
            one["default"] = word(parameter["default"])
            chosen = values(parameter, base.get(parameter["name"], one["default"]), self.values)
            if takes_parameters and chosen and (kind != "moving" or parameter.get("unit") != "of the progress"):
                frames = [self.frame(kind, joined(name, base | {parameter["name"]: value})) for value in chosen]
                if len(set(frames)) > 1:
                    one["values"] = chosen
                    one["picture"] = self.stack(f"{group}/{name}.{parameter['name']}", frames)
            parameters.append(one)
        kept = {key: item[key] for key in ("name", "summary", "family", "aliases", "source") if item.get(key)}
        kept["variants"] = list(item.get("variants", {}))
        return kept | {
            "kind": group, "text": text, "base": base, "parameters": parameters,
            "picture": self.picture(kind, text, f"{group}/{name}"),
        }  # fmt: skip

    def easing(self, item):
        """A ball that moves by an easing, and the curve, measured in its frames."""
        name = EASINGS.get(item["name"], item["name"])
        file = f"easings/{re.sub('[^a-z0-9]+', '-', name).strip('-')}"
        move = ["--to-filter", "transform:translation=0.5*progress-0.25,0", "--blend", "normal-blend", "--ease", name]
        pictures = ["track.png", "ball.png"]
        picture = self.sheet(file, self.frames, *pictures, *move, quality=85)
        count = 61
        pixels = self.run("render", *pictures, *move, "--frames", str(count), "-f", "rgb24", "-o", "-", "-q")
        row = WIDTH * 3
        curve = []
        for number in range(count):
            start = (number * HEIGHT + LINE - 5) * row
            light = [x for x in range(WIDTH) if pixels[start + 3 * x] > 170]
            curve.append(round(((light[0] + light[-1] + 1) / 2 / WIDTH - 0.25) / 0.5, 3) if light else None)
        return item | {"kind": "easings", "family": "Easings", "text": name, "parameters": [], "picture": picture, "curve": curve}

    def map(self, item):
        name = item["name"]
        picture = self.sheet(f"maps/{name.replace(':', '-')}", self.wipe_frames, "from.ppm", "to.ppm", "-t", f"luma:map={name},{SOFTNESS}")
        kept = {key: item[key] for key in ("name", "summary", "aliases") if item.get(key)}
        return kept | {"kind": "maps", "family": "Maps", "text": name, "parameters": [], "picture": picture}

    def draw(self):
        """Writes small pictures, and the ball of easings with the line on which it moves."""
        for name, picture in (("from", FROM), ("to", TO)):
            self.run("apply", picture, *NOTHING, *FIT, "-o", f"{name}.ppm")
        middle, line, radius = (WIDTH - 1) / 2, LINE, 10
        rows, ball = bytearray(), bytearray()
        for y in range(HEIGHT):
            for x in range(WIDTH):
                on_line = 0 <= y - line < 2 and abs(x - middle) <= WIDTH / 4
                at_end = abs(abs(x - middle) - WIDTH / 4) < 1 and abs(y - line) < 16
                rows += bytes((130, 134, 150) if on_line or at_end else (32, 32, 36))
                inside = radius + 0.5 - math.hypot(x - middle, y - line)
                ball += bytes((245, 158, 66, round(255 * min(1, max(0, inside)))))
        pathlib.Path(self.work(), "track.png").write_bytes(samples.png(WIDTH, HEIGHT, 3, bytes(rows)))
        pathlib.Path(self.work(), "ball.png").write_bytes(samples.png(WIDTH, HEIGHT, 4, bytes(ball)))

    def items(self):
        """All items, which are rendered on all cores."""
        self.draw()
        blends = {item["name"] for item in self.catalog["blends"]}
        calls = []
        for number, item in enumerate(self.catalog["transitions"]):
            calls.append((self.effect, "transitions", "transitions", item, not self.is_quick or number % 8 == 0))
        for number, item in enumerate(self.catalog["filters"]):
            kind = {"filter": "filters", "blend": "blends"}.get(samples.kind(item, blends), "moving")
            group = "blends" if kind == "blends" else "filters"
            calls.append((self.effect, group, kind, item, not self.is_quick or number % 8 == 0))
        calls += [(self.easing, item) for item in self.catalog["easings"]]
        calls += [(self.map, item) for item in self.catalog["maps"]]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(lambda call: call[0](*call[1:]), calls))


def word(value):
    """A value as text, numbers without a fraction of zero."""
    return f"{value:g}" if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value)


def joined(name, pairs):
    return name + (":" + ",".join(f"{key}={value}" for key, value in pairs.items()) if pairs else "")


def values(parameter, shown, count):
    """Values of a parameter for its slider, among them the one that is shown: all words, or numbers of its range."""
    if "words" in parameter:
        return parameter["words"]
    try:
        shown = float(shown)
    except ValueError:
        return []
    if "maximum" not in parameter:
        return []
    low, high = parameter["minimum"], parameter["maximum"]
    # A range far beyond the shown value has most of its values where nothing is seen.
    reach = 4 * abs(shown)
    if shown > 0 and high > 2 * reach:
        high = reach
        low = max(low, -reach) if low < 0 else low
    if shown == 0 and high > 10:
        low, high = max(low, -180), min(high, 180)
    rounded = [float(f"{low + (high - low) * step / (count - 1):.2g}") for step in range(count)]
    steps = [min(max(step, low), high) for step in rounded]
    nearest = min(range(count), key=lambda step: abs(steps[step] - shown))
    steps[nearest] = shown
    return [word(step) for step in dict.fromkeys(steps)]


def main():
    arguments = [one for one in sys.argv[1:] if one != "--quick"]
    segue, folder = os.path.abspath(arguments[0]), pathlib.Path(arguments[1]).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(folder / "pictures", ignore_errors=True)
    gallery = Gallery(segue, folder, "--quick" in sys.argv)
    data = {"version": gallery.run("--version").decode().strip(), "width": WIDTH, "height": HEIGHT}
    data["items"] = gallery.items()
    # A page of a folder may load scripts, but neither modules nor JSON.
    (folder / "items.js").write_text(f"const catalog = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n")
    for file in ("index.html", "gallery.css", "sprites.js", "code.js", "dialog.js", "gallery.js"):
        shutil.copyfile(HERE / file, folder / file)
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    print(f"{len(data['items'])} items, {size / 1e6:.1f} MB: {folder / 'index.html'}")


if __name__ == "__main__":
    main()
