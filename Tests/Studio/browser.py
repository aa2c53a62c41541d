"""Runs a studio, and a browser that shows its page."""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEGUE = os.environ.get("SEGUE", str(ROOT / ".build/release/segue"))
FROM, TO = "images/from.png", "images/to.png"


# A worker paints the page's canvas, so its pixels can only be read from a copy.
PIXELS = """
    globalThis.pixels = canvas => {
      const context = document.createElement('canvas').getContext('2d');
      Object.assign(context.canvas, {width: canvas.width, height: canvas.height});
      context.drawImage(canvas, 0, 0);
      return context;
    };"""


class Studio:
    """A process of `segue studio` on a free port."""

    def __init__(self, *arguments, **environment):
        self.process = subprocess.Popen(
            [SEGUE, "studio", *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=os.environ | environment)
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise RuntimeError(self.process.stderr.read())

    def close(self):
        self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()
        self.process.stderr.close()

    def memory(self):
        """Returns the resident memory in bytes."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def browser(width=1280, height=720, dark=False, scale=1, downloads=None):
    """Starts Chromium without a window."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     f"--window-size={width},{height}", f"--force-device-scale-factor={scale}"):
        options.add_argument(argument)
    if dark:
        options.add_argument("--force-dark-mode")
        options.add_argument("--blink-settings=preferredColorScheme=0")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if downloads:
        options.add_experimental_option("prefs", {"download.default_directory": downloads})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    # Limits the time of commands that hang.
    driver.command_executor.client_config.timeout = 60
    driver.set_page_load_timeout(30)
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 600})
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": PIXELS})
    return driver


def kill(process):
    """Kills a process and its descendants: a browser would outlive its driver."""
    for task in pathlib.Path(f"/proc/{process}/task").glob("*/children"):
        for child in task.read_text().split():
            kill(int(child))
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def wait(driver, script, seconds=10, *arguments):
    """Waits until a script returns a true value, and returns the value."""
    return WebDriverWait(driver, seconds, poll_frequency=0.02).until(
        lambda driver: driver.execute_script(f"return ({script})", *arguments))


def open_page(driver, address):
    """Opens a page and waits for its first frame."""
    driver.get(address)
    wait(driver, "globalThis.studio && studio.stats.frames > 0 && studio.state.catalog !== null", 30)


def rest(driver):
    """Waits for the lossless frame, and until the page shows what its worker has painted."""
    wait(driver, "studio.stats.exact === true && document.querySelector('canvas').width === studio.stats.width", 15)
    driver.execute_async_script("""
        const [done] = arguments, later = count => count ? requestAnimationFrame(() => later(count - 1)) : done();
        later(4);""")


def page_size(driver):
    """Returns the size of the page's files in bytes, without pictures."""
    return driver.execute_script("""
        const files = ['navigation', 'resource'].flatMap(type => performance.getEntriesByType(type));
        return files.filter(file => !file.name.startsWith('blob:')).reduce((sum, file) => sum + file.decodedBodySize, 0)""")
