"""Measures Segue and its peers and writes docs/performance.md, or a part of it; started by scripts/peers."""

from __future__ import annotations

import argparse
import datetime
import importlib
import os
import re
import sys
import tempfile
from pathlib import Path

import clips as joined_clips
import machine
import photos as photographs
import plots
import report
import scaling
import segue
import shaders as catalog_shaders
from harness import (LAYERS, SIZE, TRANSITIONS, Work, command, frame_of, measure, rendering, to_jpeg, to_mp4,
                     to_png, to_y4m)
from targets import FILTER_TARGETS, verdicts

ROOT = Path(__file__).resolve().parents[2]
# The comparison and measurement of scripts/xfade.
sys.path.append(str(ROOT / "Benchmarks"))
import xfade as transitions_of_xfade  # noqa: E402

DOCS = ROOT / "docs"
TEMPLATE = Path(__file__).with_name("performance.md.in")
CORPORA = Path(os.environ.get("SEGUE_CORPORA", ROOT / "../shared/corpora"))


def originals() -> tuple[list[Path], str]:
    """Returns two photographs if they exist, else the project's pictures; and a description of the pictures."""
    photos = [CORPORA / "photos" / name for name in ("kodim05.png", "kodim23.png")]
    if all(photo.exists() for photo in photos):
        return photos, "two photographs (kodim05 and kodim23 of Kodak's set)"
    return [ROOT / "images" / name for name in ("from.png", "to.png")], "images/from.png and images/to.png"


def scaled(command_path: Path, files: list[Path], folder: Path) -> tuple[Path, Path]:
    """Writes the pictures at the frame size, so that no side has to scale them."""
    made = folder / "from.png", folder / "to.png"
    for file, target in zip(files, made, strict=True):
        command([
            command_path, "apply", file, "--filter", "pixellate:fraction=0", "--size", f"{SIZE[0]}x{SIZE[1]}",
            "-o", target])
    return made


def plot(work: Work, runs: list[scaling.Run]) -> None:
    """Writes docs/scaling-*.svg."""
    widths = [width * height / 1e6 for width, height in scaling.SIZES]
    names = {x: f"{height}p" for x, (_, height) in zip(widths, scaling.SIZES, strict=True)}
    plots.lines(
        DOCS / "scaling-size.svg", widths, scaling.by_size(work), x="frame size", y="ms a frame, one thread",
        scale="log", ticks=names)
    threads = list(range(1, work.cores + 1))
    plots.lines(
        DOCS / "scaling-threads.svg", threads, scaling.by_threads(work), x="threads", y="ms a frame, 1080p",
        scale="log", ticks={n: str(n) for n in threads})
    frames = [run.frames for run in runs]
    plots.lines(
        DOCS / "scaling-time.svg", frames, {"": [run.seconds for run in runs]}, x="frames", y="seconds")
    plots.lines(
        DOCS / "scaling-memory.svg", frames, {"": [run.megabytes for run in runs]}, x="frames",
        y="peak memory, MB")


def alone(work: Work, sides: list, facts: list[tuple[str, str]], measured: str) -> str:
    """Returns the date and the machine of a section, which may be measured in another run than the page."""
    here = dict(facts)
    beside = "; other programs were running" if float(here[machine.LOAD].split()[0]) > 0.5 else ""
    return (
        f"{measured} Machine: {here['Processor']}; {here['System']}; load average before the run "
        f"{here[machine.LOAD]}{beside}. " + ", ".join(f"{side.NAME} {side.version(work)}" for side in sides) + ".")


def filters(work: Work, peers: list, facts: list[tuple[str, str]], rounds: int, measured: str) -> str:
    """Measures filters, and returns their section."""
    sides = [segue, *(peer for peer in peers if hasattr(peer, "filter_measurements"))]
    results = measure([item for side in sides for item in side.filter_measurements(work)], rounds)
    found = verdicts(results, work.cores, FILTER_TARGETS)
    return (Path(__file__).parent / "filters.md.in").read_text().format(
        measured=report.paragraph(alone(work, sides, facts, measured)),
        filters=report.filter_table(found), missed=report.paragraph(report.missed(found, results)),
        chain=report.chain_table(results))


def xfade(work: Work, peers: list, facts: list[tuple[str, str]], rounds: int, measured: str) -> str:
    """Measures the transitions of ffmpeg's xfade, and returns their section."""
    names = transitions_of_xfade.names()
    rows = [(name, *transitions_of_xfade.times(work.segue, name, list(work.pictures), rounds)) for name in names]
    sides = [segue, *(peer for peer in peers if peer.NAME == "ffmpeg xfade")]
    return (Path(__file__).parent / "xfade.md.in").read_text().format(
        measured=report.paragraph(alone(work, sides, facts, measured)), threads=transitions_of_xfade.THREADS,
        summary=report.xfade_summary(rows), xfade=report.xfade_table(rows))


def photos(work: Work, peers: list, facts: list[tuple[str, str]], rounds: int, measured: str) -> str:
    """Measures decoding of photographs, conversion of colors, and linear light; returns their section."""
    files = photographs.made(work)
    return (Path(__file__).parent / "photos.md.in").read_text().format(
        size="×".join(map(str, photographs.LARGE)), measured=report.paragraph(alone(work, [segue], facts, measured)),
        thumbnails=report.photo_table(photographs.thumbnails(work, files, rounds), "vipsthumbnail"),
        colors=report.photo_table(photographs.colors(work, files, rounds), "without"),
        light=report.photo_table(photographs.light(work, rounds), "stored values"))


def shaders(work: Work, peers: list, facts: list[tuple[str, str]], rounds: int, measured: str) -> str:
    """Measures the catalog's shaders and the start of the command, and returns their section."""
    rounds = max(1, rounds // 3)
    start, nothing = catalog_shaders.start(work, rounds)
    return (Path(__file__).parent / "shaders.md.in").read_text().format(
        # `segue bench` renders its own sample pictures.
        measured=report.paragraph(alone(
            work, [segue], facts, measured.replace("medians of 9", "medians of 3").partition("; the pictures")[0] + ".")),
        cores=work.cores, shaders=report.shader_table(catalog_shaders.rows(work, rounds), work.cores),
        start=report.number(start), nothing=report.number(nothing))


def clips(work: Work, peers: list, facts: list[tuple[str, str]], rounds: int, measured: str) -> str:
    """Measures joined clips, and returns their section."""
    sides = [segue, *(peer for peer in peers if peer.NAME == "ffmpeg xfade")]
    rows = joined_clips.joins(work, rounds)
    decoded, copied = joined_clips.decoding(work, rounds), joined_clips.copies(work, rounds)
    count, megabytes = joined_clips.memory(work)
    return (Path(__file__).parent / "clips.md.in").read_text().format(
        # Clips are synthetic and have their own sizes.
        measured=report.paragraph(alone(work, sides, facts, measured.partition(" Frames are")[0])), joins=report.clip_table(rows),
        decoding=report.clip_table(decoded), copies=report.clip_table(copied), count=count,
        megabytes=f"{megabytes:.0f}")


def page(work: Work, peers: list, facts: list[tuple[str, str]], rounds: int, measured: str) -> str:
    """Measures everything, and returns the whole page."""
    sides = [segue, *peers]
    versions = [(side.NAME, side.version(work)) for side in sides]
    results = measure([item for side in sides for item in side.measurements(work)], rounds)
    limits = scaling.limits(work)
    runs = scaling.runs(work)
    compression = scaling.compression(work)
    plot(work, runs)
    return TEMPLATE.read_text().format(
        measured=report.paragraph(measured),
        machine=report.table(["item", "value"], map(list, facts + versions), words=2),
        targets=report.target_table(verdicts(results, work.cores)),
        cases="\n\n".join(
            f"### {case[0].upper()}{case[1:]}\n\n{report.case_table(results, case)}"
            for case in [frame_of(transition) for transition in LAYERS] + [
                named(transition) for named in (rendering, to_png, to_y4m, to_jpeg, to_mp4)
                for transition in TRANSITIONS]),
        filters=filters(work, peers, facts, rounds, measured),
        xfade=xfade(work, peers, facts, rounds, measured),
        photos=photos(work, peers, facts, rounds, measured),
        shaders=shaders(work, peers, facts, rounds, measured),
        clips=clips(work, peers, facts, rounds, measured),
        # Measured by scripts/studio-speed.
        studio=(Path(__file__).parent / "studio.md").read_text(),
        limits=report.limit_table(limits),
        compression=report.compression_table(compression),
        memory=report.memory_table(runs), memory_verdict=report.memory_verdict(runs),
        sides="\n\n".join(
            f"### {side.NAME}\n\n{report.paragraph(side.DRIVEN)}\n\n{report.bullets(side.DIFFERS)}"
            for side in sides))


# Sections that have a second section for machines without AVX-512.
LEVELS = ("filters", "xfade", "shaders")
# Sections of the page that can be measured separately.
PARTS = {"filters": filters, "xfade": xfade, "photos": photos, "shaders": shaders, "clips": clips}


def main() -> None:
    """Measures the whole page or one section, and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="?", choices=PARTS, help="measure and write this section only")
    parser.add_argument("--segue", type=Path, required=True, help="the command, built in release")
    parser.add_argument("--quick", action="store_true", help="few rounds and short runs")
    options = parser.parse_args()
    facts = machine.facts()
    peers = [importlib.import_module(file.stem) for file in sorted(Path(__file__).parent.glob("peer_*.py"))]
    with tempfile.TemporaryDirectory(prefix="segue-peers-") as name:
        files, pictures = originals()
        folder = Path(name)
        work = Work(
            options.segue, scaled(options.segue, files, folder), folder, options.quick,
            len(os.sched_getaffinity(0)))
        rounds = 3 if work.quick else 9
        measured = (
            f"Measured on {datetime.date.today()}: medians of {rounds} rounds"
            + (" of a quick run, rough figures" if work.quick else "")
            + f". Frames are {SIZE[0]}×{SIZE[1]}; the pictures are {pictures}, scaled to this size.")
        file = DOCS / "performance.md"
        if options.part:
            section, text = PARTS[options.part](work, peers, facts, rounds, measured), file.read_text()
            if options.part in LEVELS and not segue.has_avx512(work):
                section = report.beside(section, text)
            text = replaced(text, options.part, section)
        else:
            text = page(work, peers, facts, rounds, measured)
    file.write_text(re.sub(r"\n{3,}", "\n\n", text))


def replaced(text: str, part: str, section: str) -> str:
    """Returns a page with one section replaced; a section that the page lacks is inserted in the order of the template."""
    heading = section.split("\n", 1)[0]
    before, found, rest = text.partition(f"\n{heading}\n")
    if not found and heading.endswith(report.LESSER):
        # Inserts the section after the section of machines with AVX-512.
        before, found, rest = text.partition(f"\n{heading.removesuffix(report.LESSER)}\n")
        end = rest.index("\n## ")
        before, rest = before + found + rest[:end], rest[end:]
    elif not found:
        template = TEMPLATE.read_text().partition("{" + part + "}")[2]
        following = template[template.index("\n## "):].split("\n")[1]
        before, _, rest = text.partition("\n" + following + "\n")
        rest = f"\n{following}\n{rest}"
    return before + "\n" + section + rest[rest.index("\n## "):]


if __name__ == "__main__":
    main()
