"""Plots the pictures of docs/performance.md."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib
from matplotlib import pyplot

matplotlib.use("Agg")
# Makes the file depend only on the figures.
pyplot.rcParams.update({"svg.hashsalt": "segue", "svg.fonttype": "none", "font.size": 9})


def lines(
    file: Path, xs: Sequence[float], ys: dict[str, list[float]], *, x: str, y: str,
    scale: str = "linear", ticks: dict[float, str] | None = None,
) -> None:
    """Writes a plot with a line for each name; `ticks` are the labels of the horizontal axis."""
    figure, axes = pyplot.subplots(figsize=(6.4, 3.6), layout="constrained")
    figure.patch.set_facecolor("white")
    for name, values in ys.items():
        axes.plot(xs, values, marker="o", markersize=4, label=name)
    axes.set(xlabel=x, ylabel=y, xscale=scale, yscale=scale)
    if scale == "log":
        axes.yaxis.set_major_formatter("{x:g}")
    else:
        axes.set(xlim=(0, None), ylim=(0, 1.15 * max(map(max, ys.values()))))
    if ticks:
        axes.set_xticks(list(ticks), list(ticks.values()))
        axes.xaxis.set_minor_locator(matplotlib.ticker.NullLocator())
    axes.grid(alpha=0.3)
    if len(ys) > 1:
        figure.legend(loc="outside upper center", ncols=2, frameon=False)
    figure.savefig(file, metadata={"Date": None})
    pyplot.close(figure)
