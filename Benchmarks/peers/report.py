"""Formats the sections and tables of docs/performance.md."""

from __future__ import annotations

import statistics
import textwrap
from collections.abc import Iterable

import segue
from harness import CHAIN, FILTERS, POINT_FILTERS, WHOLE_PIXELS, Result, filtering, spread
from scaling import Run
from targets import CHAIN_AT_MOST, Verdict, find


def number(value: float) -> str:
    """Formats three significant digits without an exponent; at most three decimals."""
    digits = next((d for d, least in ((0, 100), (1, 10), (2, 1)) if abs(value) >= least), 3)
    return f"{value:,.{digits}f}"


def ratio(value: float) -> str:
    """Formats a ratio, such as 43 ×."""
    return f"{value:.0f} ×" if value >= 20 else f"{value:.1f} ×" if value >= 3 else f"{value:.2f} ×"


def yes(is_met: bool) -> str:
    """Formats whether a target is met."""
    return "met" if is_met else "**missed**"


def table(head: list[str], rows: Iterable[list[str]], words: int = 1) -> str:
    """Formats a Markdown table; columns after the first `words` have numbers, and are aligned to the right."""
    rule = ["---" if column < words else "---:" for column in range(len(head))]
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, rule, *rows])


def paragraph(text: str) -> str:
    """Wraps a text at 110 columns."""
    return textwrap.fill(text, 110, break_long_words=False, break_on_hyphens=False)


def bullets(items: Iterable[str]) -> str:
    """Formats a list with bullets."""
    return "\n".join(
        textwrap.fill(item, 110, initial_indent="* ", subsequent_indent="  ", break_on_hyphens=False)
        for item in items)


def count(threads: int) -> str:
    """Formats a number of threads."""
    return f"{threads} thread" + "s" * (threads != 1)


def target_table(verdicts: list[Verdict]) -> str:
    """Formats the targets against peers."""
    return table(
        ["case", "Segue on", "peer", "speed relative to peer", "10–90 %", "target", ""],
        ([
            verdict.target.case, count(verdict.ours.threads),
            f"{verdict.peer.side}, {count(verdict.peer.threads)}", ratio(verdict.ratio),
            "–".join(ratio(end).removesuffix(" ×") for end in verdict.spread),
            f"≥ {verdict.target.at_least:g} ×", yes(verdict.is_met),
        ] for verdict in verdicts), words=3)


def case_table(results: list[Result], case: str) -> str:
    """Formats all sides of one case."""
    rows = []
    for result in results:
        if result.case != case:
            continue
        ours = find(results, case, segue.NAME, result.threads)
        low, high = spread(result.milliseconds)
        size = result.samples[0].bytes
        rows.append([
            result.side, str(result.threads), number(result.median), f"{number(low)}–{number(high)}",
            ratio(result.median / ours.median)] + [f"{size / 1e6:.2f}"] * bool(size))
    head = ["", "threads", "ms a frame", "10–90 %", "time relative to Segue"]
    return table(head + ["MB a frame"] * (len(rows[0]) > len(head)), rows)


def filter_table(verdicts: list[Verdict]) -> str:
    """Formats filters compared with a peer, each with its target."""
    return table(
        ["filter", "", "Segue, ms", "OpenCV, ms", "speed relative to OpenCV", "10–90 %", "target", ""],
        ([
            name, f"`{FILTERS[name].split(':')[0]}`", number(verdict.ours.median), number(verdict.peer.median),
            ratio(verdict.ratio), "–".join(ratio(end).removesuffix(" ×") for end in verdict.spread),
            f"≥ {verdict.target.at_least:g} ×", yes(verdict.is_met),
        ] for name, verdict in zip(FILTERS, verdicts, strict=True)), words=2)


def chain(results: list[Result]) -> tuple[Result, Result, bool]:
    """Returns the chain of pointwise filters, the slowest filter alone, and whether their ratio meets the target."""
    alone = [find(results, filtering(CHAIN), text, 1) for text in POINT_FILTERS]
    found, dearest = find(results, filtering(CHAIN), CHAIN, 1), max(alone, key=lambda result: result.median)
    return found, dearest, found.median <= CHAIN_AT_MOST * dearest.median


def missed(verdicts: list[Verdict], results: list[Result]) -> str:
    """Returns a sentence about targets that are not met."""
    names = [name for name, verdict in zip(FILTERS, verdicts, strict=True) if not verdict.is_met]
    if not chain(results)[2]:
        names.append("the chain below")
    return (
        (f"Missed: {', '.join(names)}." if names else "All targets are met.")
        + " If the spread includes the target, another run may give another verdict.")


def chain_table(results: list[Result]) -> str:
    """Formats pointwise filters, and the time of the chain relative to each."""
    found, dearest, is_met = chain(results)
    alone = (find(results, filtering(CHAIN), text, 1) for text in POINT_FILTERS)
    rows = [[
        f"`{result.side}`", number(result.median), ratio(found.median / result.median),
        "–".join(ratio(end).removesuffix(" ×") for end in spread(found.times(result))),
        *([f"≤ {CHAIN_AT_MOST} ×", yes(is_met)] if result is dearest else ["", ""]),
    ] for result in alone]
    return table(
        ["filter", "ms", "chain relative to filter", "10–90 %", "target", ""],
        [*rows, [CHAIN, number(found.median), "", "", "", ""]])


def xfade_table(rows: list[tuple[str, float, float, float]]) -> str:
    """Formats the transitions of xfade, sorted by speed relative to ffmpeg, the smallest first."""
    return table(
        ["transition", "Segue, ms", "ffmpeg, ms", "speed relative to ffmpeg"],
        ([f"`{name}`", number(ours), number(theirs), ratio(times)]
         for name, ours, theirs, times in sorted(rows, key=lambda row: row[3])))


def photo_table(rows: list, beside: str) -> str:
    """Formats commands compared with others: times, ratios and memory."""
    if not rows:
        return "Not measured: what it needs is not installed."
    return table(
        ["case", "s", f"{beside}, s", "ratio of times", "MB", f"{beside}, MB"],
        ([row.name, f"{row.seconds[0]:.3f}", f"{row.seconds[1]:.3f}", ratio(row.ratio), f"{row.megabytes[0]:.0f}",
          f"{row.megabytes[1]:.0f}"] for row in rows))


def clip_table(rows: list) -> str:
    """Formats commands compared with ffmpeg: processor time, wall time, and ratios."""
    return table(
        ["case", "processor, s", "ffmpeg, s", "ratio", "wall, s", "ffmpeg, s", "ratio"],
        ([row.name, f"{row.processor[0]:.2f}", f"{row.processor[1]:.2f}", ratio(row.processor_ratio),
          f"{row.wall[0]:.2f}", f"{row.wall[1]:.2f}", ratio(row.wall_ratio)] for row in rows))


def shader_table(rows: list, cores: int) -> str:
    """Formats the shaders of the catalog, the fastest first."""
    sizes = list(rows[0].larger)
    return table(
        ["shader", "ms", "× copy", f"speedup on {cores} threads", *(f"{size}, per pixel" for size in sizes), "AVX2"],
        ([f"`{row.name}`", number(row.milliseconds), ratio(row.copies), ratio(row.scaling),
          *(ratio(row.larger[size]) for size in sizes), ratio(row.avx2) if row.avx2 else ""]
         for row in sorted(rows, key=lambda row: row.milliseconds)))


def xfade_summary(rows: list[tuple[str, float, float, float]]) -> str:
    """Returns a sentence about all transitions."""
    name, *_, least = min(rows, key=lambda row: row[3])
    mean = statistics.geometric_mean(row[3] for row in rows)
    return paragraph(
        f"For {len(rows)} transitions, Segue is {ratio(mean)} as fast as ffmpeg in the geometric mean, "
        f"and at least {ratio(least)} as fast (`{name}`).")


def limit_table(rows: list[dict]) -> str:
    """Formats the time of frames, compared with a fill and a copy of their memory."""
    def cells(row: dict) -> list[str]:
        fills, copies = row["milliseconds"] / row["fill"], row["milliseconds"] / row["copy"]
        progress = float(row["progress"])
        target, is_met = "", ""
        if row["transition"] in WHOLE_PIXELS:
            target, is_met = "≤ 1.2 × copy", yes(copies <= 1.2)
        elif row["transition"] == "cross-dissolve" or progress in (0.004, 0.996):
            target, is_met = "≤ 1.7 × copy", yes(copies <= 1.7)
        elif 0.25 <= progress <= 0.75:
            target, is_met = "≤ 1.25 × fill", yes(fills <= 1.25)
        return [
            row["transition"], f"{progress:.3g}", number(row["milliseconds"]), ratio(fills), ratio(copies),
            target, is_met]
    shown = [row for row in rows if row["transition"] != "cross-dissolve" or row["progress"] == "0.5"]
    return table(["", "progress", "ms", "× fill", "× copy", "target", ""], map(cells, shown))


def memory_table(runs: list[Run]) -> str:
    """Formats peak memory and time by the number of frames."""
    return table(
        ["frames", "peak memory, MB", "seconds", "ms a frame"],
        ([f"{run.frames:,}", f"{run.megabytes:.1f}", number(run.seconds),
          number(1000 * run.seconds / run.frames)] for run in runs), words=0)


def compression_table(rows: list[tuple[str, str, float, float]]) -> str:
    """Formats the time and the size of a frame."""
    return table(
        ["", "`--png-compression`", "ms", "MB"],
        ([name, kind, number(ms), f"{size:.3f}"] for name, kind, ms, size in rows), words=2)


def memory_verdict(runs: list[Run]) -> str:
    """Returns a sentence about the targets for memory."""
    peak, growth = max(run.megabytes for run in runs), runs[-1].megabytes / runs[0].megabytes
    return paragraph(
        f"Target of at most 150 MB: {yes(peak < 150)}. Target of equal memory for {runs[-1].frames:,} and {runs[0].frames} frames "
        f"(within 5 %): {yes(abs(growth - 1) <= 0.05)}, {growth:.2f} ×.")


# The end of the headings of sections for machines without AVX-512.
LESSER = " with AVX2"


def ratios(section: str) -> dict[tuple[str, str], str]:
    """Returns the first ratio of each row in a section's tables, by the table's first header and the row's first cell."""
    found: dict[tuple[str, str], str] = {}
    head = ""
    for line, after in zip(section.split("\n"), [*section.split("\n")[1:], ""], strict=True):
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if cells and after.startswith("| ---"):
            head = cells[0]
        elif cell := next((cell for cell in cells[1:] if cell.endswith(" ×")), None):
            found[head, cells[0]] = cell
    return found


def beside(section: str, page: str) -> str:
    """Returns a section for a machine without AVX-512: date, machine, and tables whose rows also have the page's ratio."""
    heading = section.split("\n", 1)[0]
    known = ratios(page.partition(f"\n{heading}\n")[2].partition("\n## ")[0])
    lines = []
    for block in section.strip().split("\n\n"):
        rows = block.split("\n")
        if block.startswith("Measured on"):
            lines += [block, ""]
        if not block.startswith("|"):
            continue
        head = rows[0].strip("|").split("|")[0].strip()
        cells = [known.get((head, row.strip("|").split("|")[0].strip()), "") for row in rows[2:]]
        lines += [f"{row} {cell} |" for row, cell in zip(rows, ["with AVX-512", "---:", *cells], strict=True)] + [""]
    note = "These figures are from a machine without AVX-512. The last column has the ratios with AVX-512, from the section above."
    return "\n".join([heading + LESSER, "", note, "", *lines])
