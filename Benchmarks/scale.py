#!/usr/bin/env python3
"""Simulates a plan on up to 10,000 nodes, with measured times: Benchmarks/scale.py [FRAMES [SECONDS]]

SECONDS is the time of one core for a frame, 0.0071 by default.

Each node renders one shard after another. The time of a shard consists of its start, its frames, and the delay by the file
system. Some shards are slow; some die and are run again. docs/scale.md lists the measured and the assumed numbers.
"""

import heapq
import random
import sys

# Measured (docs/scale.md): seconds of one core for a shard's start and for a frame, and the bytes of a frame, 1280x720 as PNG.
START, FRAME, FRAME_BYTES = 0.09, 0.0071, 427_000
INPUT_BYTES = 720_000
# Assumptions about the cluster.
BANDWIDTH, OPERATIONS = 5e9, 20_000  # the shared file system, bytes and operations a second
LAUNCHES = 50  # tasks that the engine starts a second
SPREAD, DEATHS = 0.2, 0.001  # standard deviation of a shard's time in logarithms, shards that die in the middle
FRAME_OPERATIONS, SHARD_OPERATIONS = 3, 12  # create, rename, close; inputs, folders, the record


def simulate(frames, nodes, size, frame):
    """Returns the seconds until the last shard is complete, and the part of the system with the largest load."""
    random.seed(1)
    shards = -(-frames // size)
    loads = {
        "computing": (shards * START + frames * frame) / min(nodes, shards),
        "bandwidth": (frames * FRAME_BYTES + shards * INPUT_BYTES) / BANDWIDTH,
        "operations": (frames * FRAME_OPERATIONS + shards * SHARD_OPERATIONS) / OPERATIONS,
        "launches": shards / LAUNCHES,
    }
    # If the file system needs more time than computing, every shard takes longer by this ratio.
    slow = max(1, max(loads["bandwidth"], loads["operations"]) / loads["computing"])
    free = [0.0] * min(nodes, shards)
    launched = 0
    todo = [size] * (shards - 1) + [frames - size * (shards - 1)]
    end = 0
    while todo:
        count = todo.pop()
        begin = max(heapq.heappop(free), launched / LAUNCHES)
        launched += 1
        seconds = (START + count * frame) * slow * random.lognormvariate(0, SPREAD)
        if random.random() < DEATHS:
            # Half of the frames exist already, and are not rendered again.
            todo.append(max(1, count // 2))
            seconds /= 2
        heapq.heappush(free, begin + seconds)
        end = max(end, begin + seconds)
    return end, max(loads, key=loads.get)


def main():
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else 6_000_000
    frame = float(sys.argv[2]) if len(sys.argv) > 2 else FRAME
    sizes = [25, 100, 1000, 10_000]
    print("| nodes | " + " | ".join(f"{size} frames a shard" for size in sizes) + " |")
    print("| ---: | " + " | ".join("---:" for _ in sizes) + " |")
    for nodes in (1, 10, 100, 1000, 10_000):
        cells = []
        for size in sizes:
            seconds, limit = simulate(frames, nodes, size, frame)
            cells.append(f"{seconds:,.0f} s ({limit})")
        print(f"| {nodes:,} | " + " | ".join(cells) + " |")


main()
