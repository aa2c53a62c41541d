"""Measures the performance of the studio, and writes its section of docs/performance.md.

speed.py [--minutes N]: N is the time of scrubbing for the measurement of memory, by default 10.
"""

import argparse
import json
import os
import platform
import statistics
import time
import urllib.parse

from browser import FROM, ROOT, TO, Studio, browser, open_page, page_size, rest, wait

LAYERS = ["cross-dissolve", "fade-in", "slide-down", "push-back", "rotate", "zoom-out-fade", "navigation-slide", "hero"]
CHAIN = ["pixellate-dissolve"]
SHADERS = ["wipe", "circle-open", "radial", "ripple", "swap", "cube", "flip", "page-curl", "pinwheel", "cross-zoom",
           "dreamy", "hexagonalize", "directional-warp", "film-burn", "polka-dots-curtain", "wind"]

# Steps of a frame, in the order of the page's `stats.stages`.
STAGES = [
    "waiting for an earlier request", "transfer of request and answer", "rendering", "encoding", "decoding",
    "painting and reporting"]

SCRUB = """
    const [seconds, done] = arguments;
    const scrubber = document.getElementById('scrubber');
    const start = performance.now();
    const step = now => {
      if (now - start > 1000 * seconds) return done(true);
      scrubber.value = Math.round(30 + 29 * Math.sin((now - start) / 300));
      scrubber.dispatchEvent(new Event('input'));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);"""


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


class Measurement:
    def __init__(self):
        self.driver = browser(1280, 720)
        self.driver.set_script_timeout(3600)
        self.stages = []
        self.widths = []

    def show(self, address, name):
        state = {"work": {"from": "from.png", "to": "to.png", "transition": {"name": name}}, "output": {"file": "a.webp"}}
        self.driver.get("about:blank")
        open_page(self.driver, f"{address}#{urllib.parse.quote(json.dumps(state))}")
        # Shows pixels at 100 %, so that the frame has 1280x720 pixels whatever the layout.
        self.driver.execute_script("document.querySelector('.transport .quiet').click()")
        rest(self.driver)
        wait(self.driver, "[...document.querySelectorAll('.card.seen')].every(card => card.dataset.shown)", 60)

    def drags(self, address, names, seconds=2.0):
        """Measures the latencies of frames while the slider moves, in milliseconds, for each transition."""
        values = []
        for name in names:
            self.show(address, name)
            self.driver.execute_async_script(SCRUB, 0.5)
            self.driver.execute_script("studio.stats.latencies.length = studio.stats.stages.length = 0")
            self.driver.execute_async_script(SCRUB, seconds)
            one, width = self.driver.execute_script("return [studio.stats.latencies, studio.stats.moving]")
            print(f"{name:20} {len(one):4} frames, median {statistics.median(one):5.1f} ms, "
                  f"95 % {percentile(one, 0.95):5.1f} ms, {width} pixels wide", flush=True)
            self.widths.append(width)
            values += one
            self.stages += self.driver.execute_script("return studio.stats.stages")
        return values

    def plays(self, address, name, seconds=5):
        self.show(address, name)
        self.driver.execute_script("document.getElementById('play').click()")
        time.sleep(1)
        start = self.driver.execute_script("return [studio.stats.played, performance.now()]")
        time.sleep(seconds)
        end = self.driver.execute_script("return [studio.stats.played, performance.now()]")
        return 1000 * (end[0] - start[0]) / (end[1] - start[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=10)
    minutes = parser.parse_args().minutes
    load = os.getloadavg()[0]
    measurement = Measurement()
    driver = measurement.driver
    try:
        firsts = []
        for _ in range(5):
            driver.get("about:blank")
            start = time.monotonic()
            studio = Studio(FROM, TO)
            driver.get(studio.address)
            wait(driver, "globalThis.studio && studio.stats.frames > 0", 30)
            firsts.append(time.monotonic() - start)
            size = page_size(driver)
            studio.close()
        studio = Studio(FROM, TO)
        layers = measurement.drags(studio.address, LAYERS)
        chain = measurement.drags(studio.address, CHAIN)
        shaders = measurement.drags(studio.address, SHADERS)
        rate = measurement.plays(studio.address, "pixellate-dissolve")
        measurement.show(studio.address, "pixellate-dissolve")
        driver.execute_async_script(SCRUB, 10)
        memory = [studio.memory()]
        for _ in range(10):
            driver.execute_async_script(SCRUB, 6 * minutes)
            memory.append(studio.memory())
        print("memory in MiB:", [round(each / 2**20, 1) for each in memory])
        studio.close()
        write(firsts, size, layers, chain, shaders, measurement.widths, measurement.stages, rate, memory,
              minutes, load)
    finally:
        driver.quit()


def write(firsts, size, layers, chain, shaders, widths, stages, rate, memory, minutes, load):
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
                 platform.machine())

    def row(what, values, target):
        return (f"| {what} | {statistics.median(values):.0f} ms | {percentile(values, 0.95):.0f} ms | "
                f"{target} |")

    table = "| step of all drags | median |\n|---|---|\n" + "\n".join(
        f"| {name} | {statistics.median(each):.1f} ms |" for name, each in zip(STAGES, zip(*stages)))
    # Other programs on the machine affect the times.
    busy = f" The load average of other programs was {load:.1f}." if load > 0.5 else ""
    section = f"""## The studio

`scripts/studio-speed` runs `segue studio` and headless Chromium on the same {len(os.sched_getaffinity(0))} cores ({model}), with frames of
1280x720. While the picture changes, the studio renders smaller frames, depending on the speed of the machine. Here,
these frames are {min(widths)} to {max(widths)} pixels wide, {statistics.median(widths):.0f} in the median. For two seconds, the script drags the slider of the progress on every
refresh of the screen. The time of a drag ends when the resulting picture is drawn; drags that a newer drag replaced are not
counted.{busy}

| time from a drag to its picture | median | 95th percentile | target |
|---|---|---|---|
{row("layers and blends (" + ", ".join(LAYERS) + ")", layers, "25 ms")}
{row("pixellate-dissolve", chain, "25 ms")}
{row("shaders (" + ", ".join(SHADERS) + ")", shaders, "50 ms")}

{table}

When pixellate-dissolve is played, the studio shows {rate:.0f} frames a second. The first picture appears {statistics.median(firsts):.2f} s after the start
of the command, with the browser already open. The files of the page take {size / 1000:.0f} kB in total. The slider was then dragged for {minutes:g} minutes.
During this time, the memory of the studio went from {memory[0] / 2**20:.0f} to {memory[-1] / 2**20:.0f} MiB, with a maximum of {max(memory) / 2**20:.0f} MiB.
"""
    (ROOT / "Benchmarks/peers/studio.md").write_text(section)
    page = ROOT / "docs/performance.md"
    text = page.read_text()
    heading = "## The studio\n"
    if heading in text:
        before, rest_of_page = text.split(heading, 1)
        after = rest_of_page[rest_of_page.index("\n## "):]
    else:
        before, after = text.split("## Against the machine's own limits", 1)
        after = "\n## Against the machine's own limits" + after
    page.write_text(before + section + after)
    print(section)


main()
