#!/usr/bin/env python3
"""Prints the times of two folders of JMH results, a folder a round, and their ratios."""
import json
import pathlib
import statistics
import sys


def read(folder):
    """The median of each benchmark in each round, in microseconds."""
    times = {}
    for file in sorted(pathlib.Path(folder).glob("*/*.json")):
        for entry in json.loads(file.read_text()):
            name = entry["benchmark"].removeprefix("package.benchmark.").split(".", 1)[1]
            median = entry["secondaryMetrics"]["Time (wall clock)"]["scorePercentiles"]["50.0"]
            times.setdefault(name, []).append(median)
    return times


there, here = read(sys.argv[1]), read(sys.argv[2])
print(f"{'':44}{'there':>12}{'here':>12}{'ratio':>8}   rounds")
ratios = {}
for name in sorted(there.keys() & here.keys()):
    before, after = statistics.median(there[name]), statistics.median(here[name])
    rounds = [b / a for a, b in zip(there[name], here[name])]
    ratios.setdefault(name.split(".")[0], []).append(after / before)
    print(f"{name:44}{before:12.1f}{after:12.1f}{after / before:8.2f}   {min(rounds):.2f}-{max(rounds):.2f}")
for suite, values in ratios.items():
    print(f"{suite + ', geometric mean':68}{statistics.geometric_mean(values):8.2f}")
for side, names in (("there", there.keys() - here.keys()), ("here", here.keys() - there.keys())):
    if names:
        print(f"only {side}: {', '.join(sorted(names))}")
