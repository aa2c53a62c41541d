"""Tests of the studio in a browser: its use, and attacks by a hostile page.

scripts/studio-test runs all tests; scripts/studio-test -k gesture runs some.
"""

import base64
import hashlib
import http.client
import http.server
import io
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import unittest
import urllib.parse

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from browser import FROM, ROOT, SEGUE, TO, Studio, browser, kill, open_page, page_size, rest, wait

BROKEN = "vec4 transition(vec2 uv) {\n  return getFromColor(vu);\n}\n"
FLOW = """# Two screens.
size: 320x180
fps: 20
screens: {list: pictures/list.png, detail: detail.png}
steps:
  - hold: 0.2
  - push: detail
    transition: slide-down
    duration: 0.4
  - pop:
    transition: cube
    duration: 0.3
"""
WHOLE = "vec4 transition(vec2 uv) {\n  return mix(getFromColor(uv), getToColor(uv), progress);\n}\n"


class StudioTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.downloads = tempfile.TemporaryDirectory()
        cls.shaders = tempfile.TemporaryDirectory()
        cls.shader = pathlib.Path(cls.shaders.name, "mine.glsl")
        cls.shader.write_text(WHOLE)
        cls.studio = Studio(FROM, TO, "--shader-path", cls.shaders.name)
        cls.driver = browser(downloads=cls.downloads.name)

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()
        cls.studio.close()
        cls.downloads.cleanup()
        cls.shaders.cleanup()

    def run(self, result=None):
        """Runs a test; if it fails, runs it again in a new browser, since a busy machine may cause delays."""
        first = unittest.TestResult()
        super().run(first)
        if first.wasSuccessful():
            result.startTest(self)
            result.addSuccess(self)
            result.stopTest(self)
        else:
            print("once more, after:", *(text for _, text in first.failures + first.errors), sep="\n", file=sys.stderr)
            self.start_again()
            super().run(result)

    @classmethod
    def start_again(cls):
        """Starts a new browser, since the old one may hang."""
        kill(cls.driver.service.process.pid)
        cls.driver = browser(downloads=cls.downloads.name)

    def setUp(self):
        self.driver.get("about:blank")
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cross-dissolve"}})

    def tearDown(self):
        bad = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        self.assertEqual(bad, [])

    def open(self, work, output={"file": "segue.webp"}):
        state = urllib.parse.quote(json.dumps({"work": work, "output": output}))
        open_page(self.driver, f"{self.studio.address}#{state}")
        rest(self.driver)

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, seconds=10):
        return wait(self.driver, script, seconds)

    def stats(self, key):
        return self.js(f"return studio.stats.{key}")

    def click_step(self, index):
        """Clicks a step on the timeline; steps are replaced when the server has read a changed film."""
        def click(driver):
            driver.find_elements(By.CLASS_NAME, "step")[index].click()
            return True
        WebDriverWait(self.driver, 10, ignored_exceptions=[StaleElementReferenceException]).until(click)

    def tab(self, name):
        self.driver.find_element(By.ID, f"tab-{name}").click()

    def pixels(self):
        """The picture on the stage as the data URL of a PNG."""
        return self.js("return pixels(document.querySelector('canvas')).canvas.toDataURL()")

    def drag(self, *places):
        """Drags the mouse to places, as fractions of the picture's width, one about every 20 ms."""
        canvas = self.driver.find_element(By.TAG_NAME, "canvas")
        width = canvas.size["width"]
        chain = ActionChains(self.driver, duration=20)
        for place in places:
            chain.move_to_element_with_offset(canvas, int((place - 0.5) * width), 0)
            if place is places[0]:
                chain.click_and_hold()
        chain.release().perform()

    def gesture(self, *places):
        """Moves a finger to places, as fractions of the picture's width, one every 20 ms, and lifts it.

        The page dispatches the events: the speed of the finger determines the end of a gesture, and on a busy machine
        the driver's events are late.
        """
        self.js("""
            const canvas = document.querySelector('canvas'), box = canvas.getBoundingClientRect();
            canvas.setPointerCapture = () => {};  // The pointer does not exist.
            const touch = (type, place) => canvas.dispatchEvent(new PointerEvent(type, {
              bubbles: true, pointerId: 7, clientX: box.left + place * box.width, clientY: box.top + box.height / 2}));
            const pause = () => { const end = performance.now() + 20; while (performance.now() < end); };
            const [first, ...others] = arguments[0];
            touch('pointerdown', first);
            for (const place of others) { pause(); touch('pointermove', place); }
            touch('pointerup', others.at(-1));""", places)

    def go(self, frame):
        """Shows a frame by the slider below the picture, and waits for the lossless frame."""
        self.js("const slider = document.getElementById('scrubber'); slider.value = arguments[0];"
                "slider.dispatchEvent(new Event('input'))", frame)
        rest(self.driver)

    def type(self, field, text):
        """Replaces the text of a field."""
        self.js("const area = document.getElementById(arguments[0]); area.value = arguments[1];"
                "area.dispatchEvent(new Event('input'))", field, text)

    def drop(self, name, text):
        """Drops a file onto the page."""
        self.js("""
            const transfer = new DataTransfer();
            transfer.items.add(new File([arguments[1]], arguments[0]));
            dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, cancelable: true}))""", name, text)

    def same(self, shown, file, width, height):
        """Compares the RGBA bytes of the picture on the stage with the first frame of a file of raw frames."""
        self.assertEqual(hashlib.sha256(bytes(shown)).hexdigest(), hashlib.sha256(file[:4 * width * height]).hexdigest())

    def shown(self):
        """The RGBA bytes of the picture on the stage."""
        return self.js("""
            const picture = pixels(document.querySelector('canvas'));
            return Array.from(picture.getImageData(0, 0, picture.canvas.width, picture.canvas.height).data)""")

    def downloaded(self, name, seconds=20):
        path = pathlib.Path(self.downloads.name, name)
        for _ in range(seconds * 20):
            if path.exists() and not list(path.parent.glob("*.crdownload")):
                data = path.read_bytes()
                path.unlink()
                return data
            time.sleep(0.05)
        self.fail(f"{name} was not downloaded")

    # Stage

    def test_dragging_scrubs(self):
        self.drag(0.25, 0.4, 0.6, 0.75)
        self.wait("studio.stats.exact && studio.stats.time > 0.4 && studio.stats.time < 0.6")
        self.assertIn("/ 61", self.driver.find_element(By.CLASS_NAME, "counter").text)

    def test_the_resting_frame_is_exact(self):
        self.js("document.getElementById('scrubber').value = 24;"
                "document.getElementById('scrubber').dispatchEvent(new Event('input'))")
        rest(self.driver)
        shown = self.js("""
            return Array.from(pixels(document.querySelector('canvas')).getImageData(600, 300, 40, 20).data)""")
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/frame.rgba"
            subprocess.run([SEGUE, "render", FROM, TO, "-t", "cross-dissolve", "--range", "24-24", "-f", "rgba",
                            "-o", file], cwd=ROOT, check=True, capture_output=True)
            data = pathlib.Path(file).read_bytes()
        expected = [value for y in range(300, 320) for value in data[4 * (y * 1280 + 600):4 * (y * 1280 + 640)]]
        self.assertEqual(shown, expected)

    def test_playing_and_pausing(self):
        self.js("document.activeElement.blur()")
        body = self.driver.find_element(By.TAG_NAME, "body")
        body.send_keys(" ")
        self.wait("studio.stats.played > 20")
        self.assertEqual(self.driver.find_element(By.ID, "play").get_attribute("aria-label"), "Pause")
        body.send_keys(" ")
        rest(self.driver)
        self.assertEqual(self.driver.find_element(By.ID, "play").get_attribute("aria-label"), "Play")

    def test_a_new_page_plays_unless_motion_is_reduced(self):
        self.driver.get("about:blank")
        open_page(self.driver, self.studio.address)
        self.wait("studio.stats.played > 5 && document.getElementById('play').ariaLabel === 'Pause'")
        self.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.SPACE)
        self.wait("document.getElementById('play').ariaLabel === 'Play'")
        rest(self.driver)
        # A page with a state, such as a bookmark, and a page of a user who wants no motion, rest.
        for reduced in (False, True):
            features = [{"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"}]
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
            self.driver.get("about:blank")
            if reduced:
                open_page(self.driver, self.studio.address)
            else:
                self.open({"from": "from.png", "to": "to.png"})
            rest(self.driver)
            self.assertEqual(self.js("return document.getElementById('play').ariaLabel"), "Play")
            self.assertEqual(self.stats("played"), 0)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

    def test_stale_frames_are_dropped(self):
        # Of a hundred requests at once, two are in flight, and the others collapse into one.
        before = self.stats("frames")
        self.js("""
            const scrubber = document.getElementById('scrubber');
            for (let i = 0; i < 100; i++) { scrubber.value = i % 60; scrubber.dispatchEvent(new Event('input')); }""")
        rest(self.driver)
        self.assertLess(self.stats("frames") - before, 10)
        self.assertAlmostEqual(self.stats("time"), 39 / 60, places=6)

    def test_keyboard_control(self):
        body = self.driver.find_element(By.TAG_NAME, "body")
        self.js("document.activeElement.blur()")
        body.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
        self.wait("Math.abs(studio.stats.time - 2 / 60) < 1e-9")
        body.send_keys(Keys.END)
        self.wait("studio.stats.time === 1")
        body.send_keys("]")
        self.wait("studio.state.work.transition.name === 'fade-by-difference'")
        body.send_keys("[")
        self.wait("studio.state.work.transition.name === 'cross-dissolve'")
        body.send_keys("x")
        self.wait("studio.state.work.from === 'to.png' && studio.state.work.to === 'from.png'")
        body.send_keys(Keys.CONTROL, "z", Keys.NULL)
        self.wait("studio.state.work.from === 'from.png'")
        body.send_keys("/")
        self.driver.switch_to.active_element.send_keys("cube", Keys.ENTER)
        self.wait("studio.state.work.transition.name === 'cube'")
        self.js("document.activeElement.blur()")
        body.send_keys("?")
        self.wait("document.getElementById('keys').open")
        self.driver.switch_to.active_element.send_keys(Keys.ENTER)
        self.wait("!document.getElementById('keys').open")

    def test_space_plays_after_any_click(self):
        body = self.driver.find_element(By.TAG_NAME, "body")
        self.driver.find_element(By.CSS_SELECTOR, "[data-name=wipe] .face").click()
        self.wait("studio.state.work.transition.name === 'wipe'")
        for click in ("#scrubber", "#undo"):
            self.driver.find_element(By.CSS_SELECTOR, click).click()
            name = self.js("return studio.state.work.transition?.name")
            body_of = self.driver.switch_to.active_element
            played = self.stats("played")
            body_of.send_keys(" ")
            self.wait(f"studio.stats.played > {played}")
            body.send_keys(" ")
            rest(self.driver)
            self.assertEqual(self.js("return studio.state.work.transition?.name"), name)

    def test_zoom_does_not_move_the_controls(self):
        before = self.driver.find_element(By.ID, "play").rect
        for _ in range(2):
            self.driver.find_element(By.TAG_NAME, "body").send_keys("z")
            rest(self.driver)
            self.assertEqual(self.driver.find_element(By.ID, "play").rect["y"], before["y"])
        # The viewport shows the middle of the picture.
        left, room = self.js("const v = document.querySelector('.viewport'); return [v.scrollLeft, v.scrollWidth - v.clientWidth]")
        self.assertAlmostEqual(left / room, 0.5, delta=0.05)

    def test_divider_shows_the_compared_frame(self):
        self.go(30)
        Select(self.driver.find_element(By.ID, "compare")).select_by_value("from")
        read = """(() => {
            const [canvas, before] = document.querySelectorAll('.sheet canvas');
            const at = (each, x, y) => Array.from(pixels(each).getImageData(x * each.width, y * each.height, 1, 1).data).join();
            return before.width > 300 && studio.stats.exact ? [at(canvas, .3, .6), at(before, .3, .6)] : null})()"""
        rest(self.driver)
        middle, before = self.wait(read)
        self.go(0)
        self.assertEqual(self.wait(read)[0], before)
        self.assertNotEqual(middle, before)
        handle = self.driver.find_element(By.CSS_SELECTOR, ".divider")
        handle.send_keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
        self.assertEqual(handle.get_attribute("aria-valuenow"), "48")
        ActionChains(self.driver).drag_and_drop_by_offset(handle, 60, 0).perform()
        self.assertGreater(int(handle.get_attribute("aria-valuenow")), 50)
        self.assertEqual(self.stats("time"), 0)
        Select(self.driver.find_element(By.ID, "compare")).select_by_value("off")
        self.assertFalse(handle.is_displayed())

    # Gallery and inspector

    def test_click_in_the_gallery_selects_a_transition(self):
        self.wait("[...document.querySelectorAll('.card.seen')].every(card => card.dataset.shown)", 30)
        self.driver.find_element(By.ID, "search").send_keys("navigation")
        self.wait("document.querySelectorAll('.card').length === 1")
        self.driver.find_element(By.CSS_SELECTOR, ".card .face").click()
        self.wait("studio.state.work.transition.name === 'navigation-slide'")
        self.wait("document.querySelector('#pane-tune h2').textContent === 'navigation-slide'")

    def test_gallery_is_one_tab_stop(self):
        self.js("document.querySelector('.face[tabindex=\\'0\\']').focus()")
        self.assertEqual(self.js("return document.querySelectorAll('.cards [tabindex=\\'0\\']').length"), 1)
        first = self.js("return document.activeElement.parentNode.dataset.name")
        self.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT, "f")
        second = self.js("return document.activeElement.parentNode.dataset.name")
        self.assertNotEqual(first, second)
        self.driver.switch_to.active_element.send_keys(Keys.ENTER)
        self.wait(f"studio.state.work.transition.name === '{second}'")
        # Favorites belong to the browser, so a studio at another port has them, too.
        other = Studio(FROM, TO)
        self.addCleanup(other.close)
        self.addCleanup(self.js, "document.cookie = 'segue-favorites=; path=/; max-age=0'")
        open_page(self.driver, other.address)
        self.wait(f"document.querySelector('[data-name=\"{second}\"] .star')?.getAttribute('aria-pressed') === 'true'")

    def test_filter_and_transition_are_combined(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cube"}})
        self.js("document.querySelector('[role=radio][data-value=filters]').click()")
        self.js("document.querySelector('[data-name=sepia] .face').click()")
        self.wait("studio.state.work.filters?.[0].name === 'sepia'")
        self.assertEqual(self.js("return studio.state.work.transition.name"), "cube")
        self.wait("document.querySelectorAll('.card-box').length === 1")
        self.tab("home")
        self.wait("document.getElementById('code-command').textContent.includes('-t cube --filter sepia')")
        self.js("document.querySelector('[role=radio][data-value=transitions]').click()")
        self.js("document.querySelector('[data-name=flip] .face').click()")
        self.wait("studio.state.work.transition.name === 'flip'")
        self.assertEqual(self.js("return studio.state.work.filters[0].name"), "sepia")
        self.open({"from": "from.png", "to": "to.png", "blend": {"name": "screen-blend"}, "filters": [{"name": "sepia"}]})
        self.js("document.querySelector('[data-name=flip] .face').click()")
        self.wait("document.getElementById('status').textContent.includes('replaced screen-blend')")
        self.js("document.querySelector('[role=radio][data-value=filters]').click()")
        self.js("document.querySelector('[data-name=lookup] .face').click()")
        self.wait("document.getElementById('status').textContent.startsWith('lookup needs')")
        self.assertEqual(self.js("return studio.state.work.filters.length"), 1)
        rest(self.driver)

    def test_a_filter_is_added_where_it_was_chosen_to_be(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cube"}})
        target = self.driver.find_element(By.CSS_SELECTOR, ".target")
        self.assertFalse(target.is_displayed())
        self.driver.find_element(By.CSS_SELECTOR, ".gallery [data-value=filters]").click()
        self.assertTrue(target.is_displayed())
        for place in ("fromFilters", "toFilters", "filters"):
            self.driver.find_element(By.CSS_SELECTOR, f".target [data-value={place}]").click()
            self.js("document.querySelector('[data-name=sepia] .face').click()")
            self.wait(f"studio.state.work.{place}?.[0].name === 'sepia'")
        self.assertEqual(self.js("return studio.state.work.transition.name"), "cube")
        self.open({"from": "from.png", "filters": [{"name": "sepia"}]})
        self.driver.find_element(By.CSS_SELECTOR, ".gallery [data-value=filters]").click()
        # An address that differs only behind # changes the state later, without loading the page.
        self.wait("document.querySelector('.target').hidden")

    def test_direction_is_offered_where_it_has_a_meaning(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cross-dissolve"}})
        self.wait("document.querySelector('#pane-tune h2').textContent === 'cross-dissolve'")
        self.assertEqual(self.driver.find_elements(By.ID, "operation"), [])
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "push-back"}})
        self.driver.find_element(By.TAG_NAME, "body").send_keys(*[Keys.ARROW_RIGHT] * 9)
        rest(self.driver)
        before = self.pixels()
        Select(self.driver.find_element(By.ID, "operation")).select_by_value("back")
        self.wait("studio.state.work.operation === 'dismiss'")
        rest(self.driver)
        self.assertNotEqual(self.pixels(), before)

    # Titles

    def test_a_title_is_written_and_dragged(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cube"}})
        plain = self.pixels()
        self.driver.find_element(By.ID, "add-title").click()
        self.wait("document.activeElement.id === 'filters-0-text'")
        self.driver.switch_to.active_element.send_keys('Corfu, "26"')
        self.wait("studio.state.work.filters[0].parameters.text === 'Corfu, \"26\"'")
        self.assertEqual(self.js("return studio.state.work.transition.name"), "cube")
        rest(self.driver)
        titled = self.pixels()
        self.assertNotEqual(titled, plain)
        handle = self.driver.find_element(By.CSS_SELECTOR, ".title-handle")
        canvas = self.driver.find_element(By.TAG_NAME, "canvas")
        box, size = handle.rect, canvas.rect
        # The handle is at the bottom, in the middle of the margins.
        self.assertAlmostEqual(box["x"] + box["width"] / 2, size["x"] + size["width"] / 2, delta=2)
        self.assertAlmostEqual(box["y"] + box["height"] / 2, size["y"] + 0.95 * size["height"], delta=3)
        ActionChains(self.driver).drag_and_drop_by_offset(
            handle, int(-0.2 * size["width"]), int(-0.3 * size["height"])).perform()
        self.wait("/^[\\d.]+% [\\d.]+%$/.test(studio.state.work.filters[0].parameters.place)")
        across, down = (float(word[:-1]) for word in self.js("return studio.state.work.filters[0].parameters.place").split())
        free = size["width"] - 0.1 * size["height"]
        self.assertAlmostEqual(across, 50 - 100 * 0.2 * size["width"] / free, delta=2)
        self.assertAlmostEqual(down, 100 - 100 * 0.3 / 0.9, delta=2)
        rest(self.driver)
        self.assertNotEqual(self.pixels(), titled)
        # Near a corner it snaps; arrow keys move it.
        handle = self.driver.find_element(By.CSS_SELECTOR, ".title-handle")
        box = handle.rect
        ActionChains(self.driver).drag_and_drop_by_offset(
            handle, int(size["x"] + 0.06 * size["height"] - box["x"] - box["width"] / 2),
            int(size["y"] + 0.06 * size["height"] - box["y"] - box["height"] / 2)).perform()
        self.wait("studio.state.work.filters[0].parameters.place === 'top-left'")
        handle.send_keys(Keys.ARROW_RIGHT)
        self.wait("studio.state.work.filters[0].parameters.place === '1% 0%'")
        self.driver.find_element(By.ID, "undo").click()
        self.driver.find_element(By.ID, "undo").click()
        self.wait("studio.state.work.filters[0].parameters.place !== '1% 0%'")
        self.tab("home")
        self.wait("document.getElementById('code-command').textContent.includes('text:text=')")
        words = shlex.split(self.js("return document.getElementById('code-command').textContent"))
        self.assertTrue(any('"Corfu' in word or "Corfu, " in word for word in words), words)
        self.js("studio.state.change('remove', work => { delete work.filters; })")
        self.wait("document.querySelectorAll('.title-handle').length === 0")

    def test_sizes_and_places_of_titles_have_controls(self):
        self.open({"from": "from.png", "to": "to.png", "filters": [{"name": "text", "parameters": {"text": "A\nB"}}]})
        slider = self.driver.find_element(By.ID, "filters-0-size")
        self.js("arguments[0].value = 12; arguments[0].dispatchEvent(new Event('input'))", slider)
        self.wait("studio.state.work.filters[0].parameters.size === '12%'")
        number = self.driver.find_element(By.ID, "filters-0-size-number")
        number.clear()
        number.send_keys("40", Keys.TAB)
        self.wait("studio.state.work.filters[0].parameters.size === '40' && document.getElementById('filters-0-size').hidden")
        Select(self.driver.find_element(By.ID, "filters-0-place")).select_by_value("top-right")
        self.wait("studio.state.work.filters[0].parameters.place === 'top-right'")
        self.assertEqual(self.js("return document.getElementById('filters-0-text').value"), "A\nB")
        number = self.driver.find_element(By.ID, "filters-0-font")
        number.clear()
        number.send_keys("No Such Font", Keys.TAB)
        self.wait("!document.querySelector('.notice').hidden")
        self.assertIn("no font 'No Such Font'", self.driver.find_element(By.CLASS_NAME, "notice").text)

    def test_point_can_be_dragged_until_escape(self):
        self.open({"from": "from.png", "to": "to.png", "filters": [{"name": "swirl"}]})
        button = self.driver.find_element(By.CSS_SELECTOR, "[aria-label='Show center on the picture']")
        button.click()
        self.assertEqual(button.get_attribute("aria-pressed"), "true")
        self.assertTrue(self.driver.find_element(By.CSS_SELECTOR, ".marquee.dot").is_displayed())
        for place in (0.25, 0.75):
            self.drag(0.5, place)
            self.wait(f"Math.abs(parseFloat(studio.state.work.filters[0].parameters.center) - {place}) < 0.02")
        self.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
        self.assertEqual(button.get_attribute("aria-pressed"), "false")
        self.drag(0.25, 0.5)
        self.wait("studio.stats.time > 0.2")

    def test_undo_does_not_change_the_format(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cube"}})
        self.js("studio.state.change('eye', work => { work.transition.parameters = {eye: '4'}; })")
        self.tab("home")
        Select(self.driver.find_element(By.ID, "format")).select_by_value("segue.gif")
        self.driver.find_element(By.ID, "undo").click()
        self.wait("studio.state.work.transition.parameters === undefined")
        self.assertEqual(self.js("return studio.state.output.file"), "segue.gif")

    def test_parameter_changes_are_shown_undone_and_reset(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cube"}})
        self.js("studio.goTo?.(0.4)")
        self.driver.find_element(By.TAG_NAME, "body").send_keys(*[Keys.ARROW_RIGHT] * 5)
        rest(self.driver)
        before = self.pixels()
        slider = self.driver.find_element(By.ID, "t-eye")
        self.js("arguments[0].value = 4; arguments[0].dispatchEvent(new Event('input'))", slider)
        self.wait("studio.state.work.transition.parameters.eye === '4'")
        rest(self.driver)
        self.assertNotEqual(self.pixels(), before)
        self.driver.find_element(By.ID, "undo").click()
        self.wait("studio.state.work.transition.parameters === undefined")
        rest(self.driver)
        self.assertEqual(self.pixels(), before)
        self.driver.find_element(By.ID, "redo").click()
        self.wait("studio.state.work.transition.parameters.eye === '4'")
        self.driver.find_element(By.CSS_SELECTOR, "[aria-label='Reset eye']").click()
        self.wait("studio.state.work.transition.parameters === undefined")

    def test_invalid_value_shows_an_error(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cube"}})
        number = self.driver.find_element(By.ID, "t-eye-number")
        number.clear()
        number.send_keys("abc", Keys.TAB)
        self.wait("!document.querySelector('.notice').hidden")
        self.assertIn("eye", self.driver.find_element(By.CLASS_NAME, "notice").text.lower())

    def test_click_in_the_gallery_adds_a_filter(self):
        self.driver.find_element(By.CSS_SELECTOR, ".gallery [data-value=filters]").click()
        self.driver.find_element(By.ID, "search").send_keys("sepia")
        self.wait("document.querySelectorAll('.card').length === 1")
        self.driver.find_element(By.CSS_SELECTOR, ".card .face").click()
        self.wait("studio.state.work.filters[0].name === 'sepia'")
        rest(self.driver)
        self.tab("home")
        self.wait("document.getElementById('code-command').textContent.includes('--filter sepia')")

    def test_each_step_of_a_chain_can_be_shown(self):
        chain = {"from": "from.png", "to": "to.png", "fromFilters": [{"name": "pixellate"}],
                 "filters": [{"name": "sepia"}, {"name": "vignette"}]}
        works = {"pixellate": {"from": "from.png", "filters": [{"name": "pixellate"}]},
                 "the blend": chain | {"filters": []}, "sepia": chain | {"filters": [{"name": "sepia"}]}}
        expected = {}
        for name, work in works.items():
            self.open(work)
            self.go(20)
            expected[name] = self.pixels()
        self.open(chain)
        self.go(20)
        self.wait("[...document.querySelectorAll('.stage-thumb img')].every(image => image.naturalWidth)")
        whole = self.pixels()
        for name, pixels in expected.items():
            self.driver.find_element(By.CSS_SELECTOR, f"[aria-label='Show the picture up to {name}']").click()
            rest(self.driver)
            self.assertEqual(self.pixels(), pixels, name)
            self.assertNotEqual(pixels, whole)
        self.driver.find_element(By.CLASS_NAME, "ending").click()
        rest(self.driver)
        self.assertEqual(self.pixels(), whole)
        # The export has all filters, whatever part was shown.
        self.tab("home")
        self.wait("document.getElementById('code-command').textContent.includes('vignette')")

    # Time

    def test_curve_is_changed_by_dragging(self):
        self.tab("time")
        self.driver.find_element(By.CSS_SELECTOR, "#pane-time [data-value=bezier]").click()
        self.wait("studio.state.work.ease === 'ease-in-out'")
        handle = self.driver.find_element(By.CSS_SELECTOR, ".handle")
        ActionChains(self.driver).drag_and_drop_by_offset(handle, 40, -40).perform()
        self.wait("studio.state.work.ease.startsWith('cubic-bezier')")
        handle.send_keys(Keys.ARROW_UP)
        self.js("arguments[0].value = 2; arguments[0].dispatchEvent(new Event('input'))",
                self.driver.find_element(By.ID, "duration"))
        self.wait("studio.state.work.duration === 2")
        self.wait("document.querySelector('.counter').textContent.includes('/ 121')")
        self.driver.find_element(By.CSS_SELECTOR, "#pane-time [data-value=spring]").click()
        self.wait("studio.state.work.ease === 'spring(0.7,0)'")

    # Gesture

    def test_gesture_is_completed(self):
        self.driver.find_element(By.CSS_SELECTOR, ".transport [data-value=gesture]").click()
        self.gesture(0.9, 0.8, 0.65, 0.5, 0.4, 0.3)
        self.wait("studio.stats.outcome === true")
        self.wait("studio.stats.gesture === 'completed' && studio.stats.progress === 1")
        self.tab("time")
        self.assertIn("interactive:", self.driver.find_element(By.CSS_SELECTOR, "#pane-time .code").text)

    def test_gesture_is_cancelled(self):
        self.driver.find_element(By.CSS_SELECTOR, ".transport [data-value=gesture]").click()
        self.gesture(0.9, 0.7, 0.5, 0.3, 0.4, 0.5)
        self.wait("studio.stats.outcome === false")
        self.wait("studio.stats.gesture === 'cancelled' && studio.stats.progress === 0")

    # Shaders

    def test_shader_error_is_listed_above_the_text_until_corrected(self):
        self.tab("shader")
        self.driver.find_element(By.ID, "new-shader").click()
        self.wait("studio.state.work.source")
        write = """
            const area = document.getElementById('source');
            area.value = arguments[0];
            area.dispatchEvent(new Event('input'))"""
        self.js(write, BROKEN)
        # One script: each answer of the studio replaces the marks.
        self.wait("document.querySelector('.message.error[data-line=\"2\"]')?.textContent.includes('vu')")
        # The message is above the text, and the line is underlined.
        boxes = self.js("""
            const box = name => document.querySelector(name).getBoundingClientRect();
            return [box('.message').bottom, box('#source').top, box('.mark').top, box('.mark').height]""")
        self.assertLessEqual(boxes[0], boxes[1] + 0.5)
        self.assertGreater(boxes[2], boxes[1])
        self.assertLess(boxes[3], 3)
        self.js("document.querySelector('.message').click()")
        self.assertEqual(self.js("return document.getElementById('source').selectionStart"), BROKEN.index("  return"))
        self.js(write, WHOLE)
        self.wait("document.querySelectorAll('.mark, .message').length === 0 && document.querySelector('.notice').hidden")
        self.wait("document.querySelector('.shader .note').textContent.startsWith('Compiled in')")

    def test_a_shader_is_saved_to_its_file(self):
        self.tab("shader")
        Select(self.driver.find_element(By.ID, "open-shader")).select_by_value("shader/mine")
        self.wait("studio.state.work.source?.name === 'mine'")
        self.js("""
            const area = document.getElementById('source');
            area.value = '// Mine.\\n' + area.value;
            area.dispatchEvent(new Event('input'))""")
        self.wait("studio.state.work.source.text.startsWith('// Mine')")
        self.driver.find_element(By.ID, "save-shader").click()
        self.wait("document.getElementById('status').textContent === 'Saved'")
        self.assertEqual(self.shader.read_text(), "// Mine.\n" + WHOLE)

    def test_shader_of_the_catalog_is_edited_as_a_copy(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cube"}})
        self.go(20)
        before = self.pixels()
        self.driver.find_element(By.ID, "edit-glsl").click()
        self.wait("studio.state.work.source?.name === 'my-cube.glsl'")
        self.wait("document.querySelector('.shader .note').textContent.startsWith('Compiled in')")
        self.go(20)
        self.assertEqual(self.pixels(), before)
        self.assertFalse(self.driver.find_element(By.ID, "save-shader").is_displayed())
        Select(self.driver.find_element(By.ID, "open-shader")).select_by_value("filter/sepia")
        self.wait("studio.state.work.source?.name === 'my-sepia.glsl'")
        self.wait("document.querySelector('.shader .note').textContent.startsWith('Compiled in')")

    # Flows

    def flow_studio(self):
        """Opens a studio with a flow in a new folder, and returns the path of the flow."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name, "flow.yaml")
        path.write_text(FLOW)
        path.with_name("pictures").mkdir()
        shutil.copy(ROOT / FROM, path.with_name("pictures") / "list.png")
        shutil.copy(ROOT / TO, path.with_name("detail.png"))
        studio = Studio(str(path))
        self.addCleanup(studio.close)
        open_page(self.driver, studio.address)
        self.wait("studio.state.work.flow && document.querySelectorAll('.step').length === 4")
        rest(self.driver)
        return path

    def test_a_flow_is_scrubbed_edited_saved_and_exported(self):
        path = self.flow_studio()
        self.assertIn("/ 19", self.driver.find_element(By.CLASS_NAME, "counter").text)
        labels = [step.get_attribute("aria-label") for step in self.driver.find_elements(By.CLASS_NAME, "step")]
        self.assertEqual(labels, ["list, 1 frame", "hold list, 4 frames", "push detail, slide-down, 8 frames",
                                  "pop list, cube, 6 frames"])

        def rendered(name, *options):
            with tempfile.TemporaryDirectory() as folder:
                file = f"{folder}/{name}"
                subprocess.run([SEGUE, "storyboard", str(path), *options, "-o", file], check=True, capture_output=True)
                return pathlib.Path(file).read_bytes()

        for frame in (3, 8, 15, 18):
            self.go(frame)
            self.same(self.shown(), rendered("f.rgba", "--range", f"{frame}-{frame}", "-f", "rgba"), 320, 180)
        self.click_step(2)
        self.wait("Math.round(studio.stats.time * 18) === 5")
        self.wait("document.querySelectorAll('.step')[2].getAttribute('aria-current') === 'step'")
        # An error is marked under its line, and the stage follows the corrected text.
        self.type("flow", FLOW.replace("slide-down", "slide-dawn"))
        self.wait("document.querySelector('#pane-flow .mark')?.dataset.line === '8'")
        self.assertIn("slide-down", self.driver.find_element(By.CSS_SELECTOR, "#pane-flow .message").text)
        longer = FLOW.replace("duration: 0.4", "duration: 0.6")
        self.type("flow", longer)
        self.wait("document.querySelectorAll('#pane-flow .mark').length === 0")
        self.wait("document.querySelector('.counter').textContent.includes('/ 23')")
        self.type("flow", longer.replace("detail.png", "secret.png"))
        self.wait("document.querySelector('#pane-flow .mark')?.dataset.line === '4'")
        self.type("flow", longer)
        self.wait("document.querySelector('.notice').hidden")
        self.driver.find_element(By.ID, "save-flow").click()
        self.wait("document.getElementById('status').textContent === 'Saved'")
        self.assertEqual(path.read_text(), longer)
        self.tab("home")
        Select(self.driver.find_element(By.ID, "format")).select_by_value("segue.webp")
        self.wait(f"document.getElementById('code-command').textContent === 'segue storyboard {path} -o segue.webp'")
        self.driver.find_element(By.ID, "export").click()
        self.assertEqual(self.downloaded("segue.webp"), rendered("segue.webp"))
        self.go(9)
        self.driver.find_element(By.ID, "still").click()
        self.assertEqual(self.downloaded("segue.png"), rendered("x.png", "--range", "9-9"))

    def screen_motion(self):
        """The motion of the screen `detail` in the text of the flow: a word, or two rectangles."""
        text = self.js("return studio.state.work.flow.text")
        found = re.search(r"detail: \{image: detail.png, motion: (\"[^\"]*\"|\w+)\}", text)
        if not found:
            return None
        word = found[1].strip('"')
        return [[float(number) for number in part.split(",")] for part in word.split("-")] if "," in word else word

    def part_of_motion(self, index):
        """The rectangle of the start (0) or of the end (1), as fractions of the picture."""
        return self.js("""
            const [box, sheet] = [document.querySelectorAll('.motion-part')[arguments[0]], document.querySelector('canvas')].map(each => each.getBoundingClientRect());
            return [(box.x - sheet.x) / sheet.width, (box.y - sheet.y) / sheet.height, box.width / sheet.width, box.height / sheet.height]""", index)

    def assert_near(self, values, expected, delta=0.01):
        for value, other in zip(values, expected, strict=True):
            self.assertAlmostEqual(value, other, delta=delta, msg=f"{values} {expected}")

    def test_motion_is_dragged_on_the_stage(self):
        path = self.flow_studio()
        self.tab("flow")
        self.click_step(2)
        self.wait("document.getElementById('screen-name').textContent === 'detail'")
        rest(self.driver)
        film = self.pixels()
        self.driver.find_element(By.CSS_SELECTOR, ".field.motion [data-value=parts]").click()
        self.wait("document.querySelectorAll('.motion-part').length === 2 && !document.querySelector('.motion-sheet').hidden")
        rest(self.driver)
        self.assertNotEqual(self.pixels(), film)
        self.assertEqual(self.screen_motion(), [[0, 0, 1, 1], [0.15, 0.15, 0.7, 0.7]])
        # The picture is 16:9, as the film is.
        self.assert_near(self.part_of_motion(0), [0, 0, 1, 1])
        self.assert_near(self.part_of_motion(1), [0.15, 0.15, 0.7, 0.7])
        canvas = self.driver.find_element(By.TAG_NAME, "canvas")
        width, height = canvas.size["width"], canvas.size["height"]
        start, end = self.driver.find_elements(By.CSS_SELECTOR, ".motion-body")
        ActionChains(self.driver).drag_and_drop_by_offset(end, int(0.1 * width), int(-0.05 * height)).perform()
        self.wait("studio.state.work.flow.text.includes('-0.2')")
        self.assert_near(self.screen_motion()[1], [0.25, 0.1, 0.7, 0.7])
        self.assert_near(self.part_of_motion(1), self.screen_motion()[1])
        # The edge of the picture stops it; the lower right corner resizes it, and the upper left one stays.
        ActionChains(self.driver).drag_and_drop_by_offset(end, int(0.4 * width), 0).perform()
        self.assert_near(self.screen_motion()[1], [0.3, 0.1, 0.7, 0.7])
        corner = self.driver.find_elements(By.CSS_SELECTOR, ".motion-end .motion-corner.bottom.right")[0]
        ActionChains(self.driver).drag_and_drop_by_offset(corner, int(-0.3 * width), int(-0.3 * height)).perform()
        self.assert_near(self.screen_motion()[1], [0.3, 0.1, 0.4, 0.4])
        # A finger moves it, too.
        self.js("""
            const part = document.querySelector('.motion-end'), body = part.firstChild, box = body.getBoundingClientRect();
            part.setPointerCapture = () => {};  // The pointer does not exist.
            const touch = (type, x) => body.dispatchEvent(new PointerEvent(type, {
              bubbles: true, pointerId: 7, pointerType: 'touch', clientX: x, clientY: box.top + box.height / 2}));
            const sheet = document.querySelector('canvas').getBoundingClientRect(), middle = box.left + box.width / 2;
            touch('pointerdown', middle); touch('pointermove', middle - 0.2 * sheet.width); touch('pointerup', middle - 0.2 * sheet.width);""")
        self.assert_near(self.screen_motion()[1], [0.1, 0.1, 0.4, 0.4])
        # Keys move and resize the start, about its center.
        start.send_keys("---")
        self.assert_near(self.screen_motion()[0], [0.015, 0.015, 0.97, 0.97], 0.001)
        start.send_keys(Keys.ARROW_LEFT, Keys.ARROW_DOWN)
        self.assert_near(self.screen_motion()[0], [0.005, 0.025, 0.97, 0.97], 0.001)
        # Undo, the address and the file have the same text as the command.
        motion, spoken = self.screen_motion(), start.get_attribute("aria-valuetext")
        self.driver.find_element(By.ID, "undo").click()
        self.wait(f"document.querySelector('.motion-body').getAttribute('aria-valuetext') !== '{spoken}'")
        self.driver.find_element(By.ID, "redo").click()
        self.wait(f"document.querySelector('.motion-body').getAttribute('aria-valuetext') === '{spoken}'")
        self.assertEqual(self.screen_motion(), motion)
        self.wait("""(({work, view}) => view.motion === 'detail' && work.flow.text === studio.state.work.flow.text)(
            JSON.parse(decodeURIComponent(location.hash.slice(1))))""")
        text = self.js("return studio.state.work.flow.text")
        self.assertEqual(self.js("return document.getElementById('flow').value"), text)
        self.driver.find_element(By.ID, "save-flow").click()
        self.wait("document.getElementById('status').textContent === 'Saved'")
        # Escape shows the film, which is that of the command.
        self.driver.find_element(By.CSS_SELECTOR, ".motion-body").send_keys(Keys.ESCAPE)
        self.wait("document.querySelector('.motion-sheet').hidden")
        self.go(12)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "f.rgba")
            subprocess.run([SEGUE, "storyboard", str(path), "--range", "12-12", "-f", "rgba", "-o", str(file)],
                           check=True, capture_output=True)
            self.same(self.shown(), file.read_bytes(), 320, 180)

    def test_title_of_a_screen_is_written(self):
        self.flow_studio()
        self.tab("flow")
        self.wait("document.getElementById('screen-name').textContent === 'list'")
        self.go(3)
        plain = self.pixels()
        field = self.driver.find_element(By.ID, "screen-title")
        field.send_keys('Corfu, "26"')
        line = 'screens: {list: {image: pictures/list.png, title: "Corfu, \\"26\\""}, detail: detail.png}'
        self.wait(f"studio.state.work.flow.text.includes({json.dumps(line)})")
        rest(self.driver)
        self.assertNotEqual(self.pixels(), plain)
        # A motion stands beside the title, and the field follows the time.
        self.driver.find_element(By.CSS_SELECTOR, ".field.motion [data-value=auto]").click()
        self.wait(f"studio.state.work.flow.text.includes({json.dumps(line.replace(', title', ', motion: auto, title'))})")
        self.click_step(2)
        self.wait("document.getElementById('screen-title').value === ''")
        self.click_step(0)
        self.wait("document.getElementById('screen-title').value === 'Corfu, \"26\"'")
        field.send_keys(Keys.CONTROL, "a", Keys.NULL, Keys.DELETE)
        self.wait("studio.state.work.flow.text.includes('title: \"\"')")
        self.wait("document.querySelector('.notice').hidden")

    def test_controls_of_a_screen_stay_in_sight_during_typing(self):
        self.flow_studio()
        self.tab("flow")
        # The line of the current step is far below the controls.
        self.driver.execute_script("""const area = document.querySelector('#pane-flow .source');
            area.value += '  - hold: 0.2\\n'.repeat(60); area.dispatchEvent(new Event('input'));""")
        self.wait("document.querySelectorAll('.step').length === 64")
        self.click_step(-1)
        self.wait("document.querySelector('#pane-flow').scrollTop > 0")
        field = self.driver.find_element(By.ID, "screen-title")
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", field)
        field.click()
        place = self.driver.execute_script("return arguments[0].getBoundingClientRect().top", field)
        for letter in "Corfu":
            field.send_keys(letter)
            self.wait(f"studio.state.work.flow.text.includes({json.dumps(field.get_attribute('value'))})")
            rest(self.driver)
        self.assertEqual(self.driver.execute_script("return arguments[0].getBoundingClientRect().top", field), place)

    def test_film_of_all_pictures(self):
        with tempfile.TemporaryDirectory() as folder:
            for index, name in enumerate(["b.png", "a.b.png", "a.b.jpg", "c d.png"]):
                subprocess.run([SEGUE, "apply", ROOT / [FROM, TO][index % 2], "--filter", "sepia", "--size", "64x36",
                                "-o", f"{folder}/{name}"], check=True, capture_output=True)
            studio = Studio(folder)
            self.addCleanup(studio.close)
            open_page(self.driver, studio.address)
            self.tab("flow")
            button = self.driver.find_element(By.ID, "new-film")
            self.assertEqual(button.text, "Film of all 4 pictures")
            button.click()
            self.wait("document.querySelectorAll('.step').length === 8")
            text = self.js("return studio.state.work.flow.text")
            self.assertEqual(text.count("motion: auto"), 1)
            self.driver.find_element(By.ID, "download-flow").click()
            path = pathlib.Path(folder, "film.yaml")
            path.write_bytes(self.downloaded("film.yaml"))
            self.assertEqual(path.read_text(), text)
            # The command reads the same film.
            self.go(100)
            subprocess.run([SEGUE, "storyboard", str(path), "--range", "100-100", "-f", "rgba", "-o", f"{folder}/f.rgba"],
                           check=True, capture_output=True)
            self.same(self.shown(), pathlib.Path(folder, "f.rgba").read_bytes(), 1280, 720)

    def test_music_is_added_exported_undone_and_removed(self):
        path = self.flow_studio()
        self.tab("flow")
        sound, other, text = (path.with_name(name) for name in ("my tone.wav", "tone.mp3", "notes.mp3"))
        for file in (sound, other):
            subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=3", str(file)], check=True)
        text.write_text("No sound")
        chooser = self.driver.find_element(By.ID, "music-file")
        isFilm = lambda text: self.wait(f"studio.state.work.flow.text === {json.dumps(text)}"
                                        " && document.getElementById('flow').value === studio.state.work.flow.text")
        isMusic = lambda name: self.wait(f"document.getElementById('music').value === {json.dumps(name)}")
        chooser.send_keys(str(text))
        self.wait("document.getElementById('status').textContent.includes('notes.mp3 is no sound file')")
        chooser.send_keys(str(sound))
        film = FLOW.replace("screens:", 'audio: "my tone.wav"\nscreens:')
        isFilm(film)
        isMusic("my tone.wav")
        self.js("const field = document.getElementById('music-fade'); field.value = 0.5; field.dispatchEvent(new Event('change'))")
        faded = FLOW.replace("screens:", 'audio: {file: "my tone.wav", fade: 0.5}\nscreens:')
        isFilm(faded)
        # The exported film is that of the command.
        path.write_text(faded)
        self.tab("home")
        Select(self.driver.find_element(By.ID, "format")).select_by_value("segue.mp4")
        self.driver.find_element(By.ID, "export").click()
        exported = self.downloaded("segue.mp4")
        made = path.with_name("made.mp4")
        subprocess.run([SEGUE, "storyboard", str(path), "-o", str(made)], check=True, capture_output=True)
        self.assertEqual(exported, made.read_bytes())
        self.assertIn(b"soun", exported)
        self.tab("flow")
        # A dropped sound takes the place of the file.
        self.js("""
            const transfer = new DataTransfer();
            transfer.items.add(new File([Uint8Array.from(arguments[0])], 'tone.mp3', {type: 'audio/mpeg'}));
            dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, cancelable: true}))""", list(other.read_bytes()))
        isFilm(faded.replace('"my tone.wav"', "tone.mp3"))
        isMusic("tone.mp3")
        self.js("const field = document.getElementById('music'); field.value = ''; field.dispatchEvent(new Event('change'))")
        isFilm(FLOW)
        isMusic("")
        for text in (faded.replace('"my tone.wav"', "tone.mp3"), faded, film, FLOW):
            self.driver.find_element(By.ID, "undo").click()
            isFilm(text)

    def test_film_of_all_pictures_plays_a_dropped_sound(self):
        with tempfile.TemporaryDirectory() as folder:
            for index in range(3):
                shutil.copy(ROOT / [FROM, TO][index % 2], f"{folder}/{index}.png")
            subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=3", f"{folder}/tone.ogg"], check=True)
            sound = f"{folder}/tone.ogg"
            studio = Studio(*(f"{folder}/{index}.png" for index in range(3)))
            self.addCleanup(studio.close)
            open_page(self.driver, studio.address)
            self.driver.find_element(By.ID, "files").send_keys(sound)
            self.wait("studio.state.shelf.sounds.includes('tone.ogg')")
            self.tab("flow")
            self.driver.find_element(By.ID, "new-film").click()
            self.wait("document.getElementById('music').value === 'tone.ogg'")
            text = self.js("return studio.state.work.flow.text")
            self.assertIn("\naudio: tone.ogg\n", text)
            # A studio without the sound gets it by another drop.
            other = Studio(*(f"{folder}/{index}.png" for index in range(3)))
            self.addCleanup(other.close)
            open_page(self.driver, other.address)
            self.drop("film.yaml", text)
            self.wait("document.querySelector('#pane-flow .message')?.textContent.includes('tone.ogg is not in this studio')")
            self.driver.find_element(By.ID, "files").send_keys(sound)
            self.wait("document.getElementById('music').value === 'tone.ogg' && document.querySelectorAll('.step').length === 6")
            self.assertEqual(self.js("return studio.state.work.flow.text"), text)

    def test_motion_follows_the_time_and_has_words(self):
        self.flow_studio()
        self.tab("flow")
        self.click_step(2)
        self.wait("document.getElementById('screen-name').textContent === 'detail'")
        self.driver.find_element(By.CSS_SELECTOR, ".field.motion [data-value=auto]").click()
        self.wait("studio.state.work.flow.text.includes('motion: auto')")
        self.assertEqual(self.screen_motion(), "auto")
        self.assertFalse(self.driver.find_element(By.ID, "adjust-motion").is_displayed())
        self.driver.find_element(By.CSS_SELECTOR, ".field.motion [data-value=parts]").click()
        self.wait("!document.querySelector('.motion-sheet').hidden")
        # A screen that stands still is shown in the film.
        self.click_step(1)
        self.wait("document.getElementById('screen-name').textContent === 'list'")
        self.wait("document.querySelector('.motion-sheet').hidden && !studio.state.view.motion")
        self.click_step(2)
        self.driver.find_element(By.ID, "adjust-motion").click()
        self.wait("!document.querySelector('.motion-sheet').hidden")
        self.driver.find_element(By.ID, "play").click()
        self.wait("document.querySelector('.motion-sheet').hidden")

    def test_gallery_changes_the_transition_of_a_film(self):
        self.flow_studio()
        self.driver.find_element(By.CSS_SELECTOR, ".card[data-name=cube] .face").click()
        self.wait("document.getElementById('status').textContent.startsWith('Choose a transition on the timeline')")
        self.assertEqual(self.js("return studio.state.work.flow.text"), FLOW)
        self.click_step(2)
        self.wait("document.querySelectorAll('.step')[2].getAttribute('aria-current') === 'step'")
        self.driver.find_element(By.CSS_SELECTOR, ".card[data-name=cube] .face").click()
        self.wait(f"studio.state.work.flow.text === {json.dumps(FLOW.replace('slide-down', 'cube'))}")
        self.wait("document.querySelectorAll('.step')[2].getAttribute('aria-label') === 'push detail, cube, 8 frames'")
        self.driver.find_element(By.ID, "undo").click()
        self.wait(f"studio.state.work.flow.text === {json.dumps(FLOW)}")

    def test_flow_can_be_dropped_and_left(self):
        self.drop("mine.yaml", FLOW.replace("pictures/list.png", "../images/from.png").replace("detail.png", "to.png"))
        self.wait("studio.state.work.flow?.name === 'mine.yaml' && document.querySelectorAll('.step').length === 4")
        self.go(8)
        self.assertFalse(self.driver.find_element(By.ID, "save-flow").is_displayed())
        self.assertFalse(self.driver.find_element(By.CSS_SELECTOR, ".transport [data-value=gesture]").is_enabled())
        self.driver.find_element(By.CSS_SELECTOR, "[aria-label='Leave the film']").click()
        self.wait("studio.state.work.transition.name === 'cross-dissolve'")
        self.wait("document.querySelector('.counter').textContent.includes('/ 61')")

    def test_new_flow_shows_the_work_on_the_stage(self):
        self.go(30)
        before = self.pixels()
        self.tab("flow")
        self.driver.find_element(By.ID, "new-flow").click()
        self.wait("studio.state.work.flow && document.querySelectorAll('.step').length === 2")
        self.go(30)
        self.assertEqual(self.pixels(), before)

    def test_shader_can_be_dropped(self):
        self.drop("plain.glsl", WHOLE)
        self.wait("studio.state.work.source?.name === 'plain.glsl'")
        self.wait("document.querySelector('.shader .note').textContent.startsWith('Compiled in')")

    def test_isf_filter_is_a_filter_in_the_command(self):
        text = """/*{"CATEGORIES": ["x"], "INPUTS": [{"NAME": "inputImage", "TYPE": "image"},
            {"NAME": "level", "TYPE": "float", "DEFAULT": 0.5, "MIN": 0.0, "MAX": 1.0}]}*/
            void main() { gl_FragColor = IMG_THIS_PIXEL(inputImage) * level; }"""
        self.drop("half.fs", text)
        self.wait("document.querySelector('.shader .note').textContent.startsWith('Compiled in')")
        self.js("studio.state.change('size', work => { work.size = '64x36'; work.transition.parameters = {level: '0.25'}; })")
        self.tab("home")
        self.wait("document.getElementById('code-command').textContent.includes('--filter half.fs:level=0.25')")
        Select(self.driver.find_element(By.ID, "format")).select_by_value("segue.webp")
        self.wait("document.getElementById('code-command').textContent.includes('segue.webp')")
        self.driver.find_element(By.ID, "export").click()
        data = self.downloaded("segue.webp")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "half.fs")
            file.write_text(text)
            command = self.js("return document.getElementById('code-command').textContent").replace("half.fs", str(file))
            self.assertEqual(self.rendered(command, "segue.webp"), data)

    # Exports

    def rendered(self, command, name):
        with tempfile.TemporaryDirectory() as folder:
            words = shlex.split(command)
            self.assertEqual(words[0], "segue")
            words[0], words[-1] = SEGUE, f"{folder}/{name}"
            subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
            return pathlib.Path(folder, name).read_bytes()

    def test_export_equals_the_command(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cube", "parameters": {"eye": "2"}},
                   "duration": 0.2, "ease": "cubic-bezier(0.3,0,0.1,1)", "operation": "pop", "size": "320x180"},
                  {"file": "segue.webp", "fps": "30", "boomerang": True})
        self.tab("home")
        command = self.wait("document.getElementById('code-command').textContent")
        self.driver.find_element(By.ID, "export").click()
        self.assertEqual(self.downloaded("segue.webp"), self.rendered(command, "segue.webp"))

    def test_options_of_the_format(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "wipe"}, "duration": 0.1, "size": "160x90"},
                  {"file": "segue.webp", "fps": "30"})
        self.tab("home")
        Select(self.driver.find_element(By.ID, "format")).select_by_value("frames/%04d.jpg")
        quality = self.driver.find_element(By.ID, "option-quality")
        self.assertEqual(quality.get_attribute("value"), "90")
        self.assertEqual(len(self.driver.find_elements(By.ID, "option-loops")), 0)
        for typed, taken in (("500", "100"), ("35", "35")):
            quality.send_keys(Keys.CONTROL + "a")
            quality.send_keys(typed, Keys.TAB)
            self.assertEqual(quality.get_attribute("value"), taken)
        Select(self.driver.find_element(By.ID, "option-chroma")).select_by_value("444")
        self.wait("document.getElementById('code-command').textContent.includes('chroma=444,quality=35')")
        self.assertIn("-f jpeg:chroma=444,quality=35 ", self.js("return document.getElementById('code-command').textContent"))
        self.assertIn('Catalog.formats.make("jpeg", ["chroma": "444", "quality": "35"])',
                      self.js("return document.getElementById('code-swift').textContent"))
        self.driver.find_element(By.ID, "export").click()
        archive = tarfile.open(fileobj=io.BytesIO(self.downloaded("frames.tar")))
        command = shlex.split(self.js("return document.getElementById('code-command').textContent"))
        with tempfile.TemporaryDirectory() as folder:
            command[-1] = f"{folder}/%04d.jpg"
            subprocess.run([SEGUE, *command[1:]], cwd=ROOT, check=True, capture_output=True)
            self.assertEqual({pathlib.Path(member.name).name: archive.extractfile(member).read() for member in archive},
                             {file.name: file.read_bytes() for file in pathlib.Path(folder).iterdir()})
        # Another format has its own options.
        Select(self.driver.find_element(By.ID, "format")).select_by_value("segue.webp")
        self.wait("document.getElementById('option-loops') && !studio.state.output.options")

    def test_exported_frame_equals_the_command(self):
        self.js("document.getElementById('scrubber').value = 15;"
                "document.getElementById('scrubber').dispatchEvent(new Event('input'))")
        rest(self.driver)
        self.tab("home")
        self.driver.find_element(By.ID, "still").click()
        command = f"segue frame {FROM} {TO} -t cross-dissolve --time 0.25 -o x.png"
        self.assertEqual(self.downloaded("segue.png"), self.rendered(command, "x.png"))

    def test_frames_are_exported_as_an_archive(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "wipe"}, "duration": 0.2, "size": "160x90"},
                  {"file": "segue.webp", "fps": "30"})
        self.tab("home")
        Select(self.driver.find_element(By.ID, "format")).select_by_value("frames/%04d.png")
        command = self.wait("(text => text.includes('%04d') && text)(document.getElementById('code-command').textContent)")
        self.driver.find_element(By.ID, "export").click()
        archive = tarfile.open(fileobj=io.BytesIO(self.downloaded("frames.tar")))
        files = {member.name: archive.extractfile(member).read() for member in archive.getmembers()}
        with tempfile.TemporaryDirectory() as folder:
            words = shlex.split(command)
            words[0], words[-1] = SEGUE, f"{folder}/frames/%04d.png"
            subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
            expected = {f"frames/{path.name}": path.read_bytes() for path in pathlib.Path(folder, "frames").iterdir()}
        self.assertEqual(len(files), 7)
        self.assertEqual(files, expected)

    def test_raw_frames_equal_the_command(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "wipe"}, "duration": 0.1, "size": "160x90"},
                  {"file": "segue.rgba", "format": "rgba"})
        self.tab("home")
        command = self.wait("(text => text.includes('-f rgba') && text)(document.getElementById('code-command').textContent)")
        self.driver.find_element(By.ID, "export").click()
        self.assertEqual(self.downloaded("segue.rgba"), self.rendered(command, "segue.rgba"))

    def test_export_can_be_cancelled(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "ripple"}, "duration": 60},
                  {"file": "segue.webp", "fps": "120"})
        self.tab("home")
        self.driver.find_element(By.ID, "export").click()
        self.wait("!document.querySelector('.progress').hidden")
        self.driver.find_element(By.ID, "cancel").click()
        self.wait("document.querySelector('.progress').hidden", 20)
        self.assertEqual(list(pathlib.Path(self.downloads.name).iterdir()), [])

    def test_address_stores_work_and_view(self):
        self.open({"from": "to.png", "to": "from.png", "transition": {"name": "wipe"}, "ease": "steps(4)"})
        self.assertEqual(self.js("return studio.state.work.ease"), "steps(4)")
        self.driver.find_element(By.TAG_NAME, "body").send_keys("x")
        self.wait("decodeURIComponent(location.hash).includes('\"from\":\"from.png\"')")
        self.driver.refresh()
        self.wait("globalThis.studio?.stats.frames > 0 && studio.state.work.from === 'from.png'", 20)
        # The address also contains the view.
        self.go(21)
        self.tab("time")
        Select(self.driver.find_element(By.ID, "compare")).select_by_value("to")
        self.driver.find_element(By.CSS_SELECTOR, ".transport .quiet").click()
        self.wait("decodeURIComponent(location.hash).includes('\"zoom\":\"1\"')")
        self.driver.refresh()
        self.wait("globalThis.studio?.stats.frames > 0 && studio.stats.time === 21 / 60", 20)
        self.assertEqual(self.js("return document.querySelector('.transport .quiet').textContent"), "1 : 1")
        self.assertEqual(self.js("return document.body.dataset.tab"), "time")
        self.assertEqual(self.js("return document.getElementById('compare').value"), "to")
        self.assertTrue(self.driver.find_element(By.CLASS_NAME, "divider").is_displayed())

    def test_invalid_address_is_ignored(self):
        for work in ({"from": "from.png", "filters": "x"}, {"from": "from.png", "to": "to.png", "ease": 5}, {"from": 1}, 7):
            self.open(work)
            self.assertEqual(self.js("return [studio.state.work.from, studio.state.work.to]"), ["from.png", "to.png"])

    # Pictures

    def test_a_picture_can_be_added(self):
        self.driver.find_element(By.ID, "files").send_keys(str(ROOT / "images/storyboard/map.png"))
        self.wait("studio.state.work.to === 'map.png'")
        rest(self.driver)
        self.driver.find_element(By.ID, "files").send_keys(str(ROOT / "README.md"))
        self.wait("document.getElementById('status').textContent.includes('not a picture')")

    def test_long_names_are_shortened_in_the_middle(self):
        with tempfile.TemporaryDirectory() as folder:
            names = [f"A long name of a journey to the island of Corfu {number:04}.png" for number in (1, 2)]
            for name in names:
                shutil.copy(ROOT / FROM, pathlib.Path(folder, name))
            studio = Studio(*(str(pathlib.Path(folder, name)) for name in names))
            self.addCleanup(studio.close)
            open_page(self.driver, studio.address)
            options = self.js("return [...document.getElementById('from').options].map(each => [each.value, each.text, each.title])")
            self.assertEqual([each[0] for each in options], names)
            self.assertEqual([each[2] for each in options], names)
            for (name, text, _), number in zip(options, (1, 2)):
                self.assertLessEqual(len(text), 30)
                self.assertTrue(text.startswith("A long name") and text.endswith(f"{number:04}.png") and "…" in text, text)

    def test_slider_chooses_the_moment_of_a_clip(self):
        clip = pathlib.Path(self.shaders.name, "clip.mp4")
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=4", "-f", "lavfi", "-i",
             "sine=d=4,volume='lt(t,2)':eval=frame", "-g", "25", "-pix_fmt", "yuv420p", str(clip)], check=True)
        studio = Studio(str(clip), FROM)
        try:
            open_page(self.driver, studio.address)
            self.wait("document.getElementById('play').ariaLabel === 'Pause'")
            self.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.SPACE)
            rest(self.driver)
            self.assertFalse(self.js("return document.getElementById('from-moment').hidden"))
            self.assertTrue(self.js("return document.getElementById('to-moment').hidden"))
            # The sound is heard in the first half only.
            self.wait("document.querySelector('.wave[data-name=\"clip.mp4\"]')")
            heights = self.js("""const shape = document.querySelector('.wave').style.clipPath;
                const points = [...shape.matchAll(/([\\d.]+)% ([\\d.]+)%/g)];
                const top = points.slice(0, points.length / 2).map(point => 100 - 2 * Number(point[2]));
                return [0.25, 0.75].map(part => top[Math.round(part * (top.length - 1))]);""")
            self.assertGreater(heights[0], 10)
            self.assertLess(heights[1], 5)
            drag = """const slider = document.getElementById('from-moment');
                slider.value = 2.3;
                slider.dispatchEvent(new Event(arguments[0]));
                return studio.state.work.from;"""
            # While it is dragged, the slider stops at a keyframe.
            self.assertEqual(self.js(drag, "input"), "clip.mp4[2s]")
            self.assertEqual(self.js(drag, "change"), "clip.mp4[2.3s]")
            rest(self.driver)
            self.wait("document.getElementById('code-command').textContent.includes('[2.3s]')")
            self.assertIn(f"{clip}[2.3s]", self.js("return document.getElementById('code-command').textContent"))
        finally:
            studio.close()

    def test_added_files_are_only_in_memory(self):
        def files():
            folder = f"/proc/{self.studio.process.pid}/fd"
            targets = []
            for number in os.listdir(folder):
                try:
                    targets.append(os.readlink(f"{folder}/{number}"))
                except FileNotFoundError:
                    pass
            return [target for target in targets if target.startswith("/") and not target.startswith("/dev/")]
        places = [ROOT, ROOT / "images", pathlib.Path(tempfile.gettempdir())]
        listed = lambda: [sorted(name for name in os.listdir(place) if not name.startswith((".", "org.chromium")))
                          for place in places]
        before, opened = listed(), files()
        self.drop("mine.cube", "LUT_3D_SIZE 2\n" + "".join(f"{b} {g} {r}\n" for b in (0, 1) for g in (0, 1) for r in (0, 1)))
        self.wait("studio.state.shelf.tables.includes('mine.cube')")
        self.driver.find_element(By.ID, "files").send_keys(str(ROOT / "images/storyboard/map.png"))
        self.wait("studio.state.work.to?.startsWith('map')")
        rest(self.driver)
        self.assertEqual(files(), opened)
        self.assertEqual(listed(), before)

    def test_color_table_can_be_dropped(self):
        # The table swaps red and blue.
        self.drop("swapped.cube", "LUT_3D_SIZE 2\n" + "".join(
            f"{b} {g} {r}\n" for b in (0, 1) for g in (0, 1) for r in (0, 1)))
        self.wait("studio.state.shelf.tables.includes('swapped.cube')")
        self.open({"from": "from.png", "to": "to.png", "size": "320x180",
                   "filters": [{"name": "color-table", "parameters": {"table": "swapped.cube"}}]})
        self.wait("document.querySelector('#panel option[value=\"swapped.cube\"]')?.parentNode.value === 'swapped.cube'")
        rest(self.driver)
        swapped = self.shown()
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cross-dissolve"}, "size": "320x180"})
        plain = self.shown()
        self.assertNotEqual(plain, swapped)
        for place in range(0, len(plain), 4 * 997):
            for channel in range(3):
                self.assertAlmostEqual(swapped[place + 2 - channel], plain[place + channel], delta=1)

    def test_elements_are_drawn_on_the_pictures(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "elements"}, "size": "640x360"})
        before = self.pixels()
        canvas = self.driver.find_element(By.TAG_NAME, "canvas")

        def draw(left, top, right, bottom):
            width, height = canvas.size["width"], canvas.size["height"]
            chain = ActionChains(self.driver, duration=20)
            chain.move_to_element_with_offset(canvas, int((left - 0.5) * width), int((top - 0.5) * height)).click_and_hold()
            chain.move_to_element_with_offset(canvas, int((right - 0.5) * width), int((bottom - 0.5) * height)).release()
            chain.perform()
        self.driver.find_element(By.CSS_SELECTOR, "[aria-label='Draw one of elements on the pictures']").click()
        self.wait("document.getElementById('status').textContent.includes('the first picture')")
        draw(0.25, 0.25, 0.5, 0.5)
        self.wait("document.getElementById('status').textContent.includes('the second picture')")
        draw(0.5, 0.5, 0.75, 1)
        self.wait("studio.state.work.transition.parameters?.elements")
        places = [int(each) for each in self.js("return studio.state.work.transition.parameters.elements").split(",")]
        for is_, should in zip(places, [160, 90, 160, 90, 320, 180, 160, 180], strict=True):
            self.assertAlmostEqual(is_, should, delta=4)
        self.go(30)
        self.assertNotEqual(self.pixels(), before)

    # Connection

    def test_page_reconnects(self):
        self.js("studio.drop()")
        self.wait("document.body.classList.contains('away')")
        self.wait("!document.body.classList.contains('away')")
        before = self.stats("frames")
        self.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_RIGHT)
        self.wait(f"studio.stats.frames > {before}")

    def test_two_pages_are_independent(self):
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        try:
            self.open({"from": "to.png", "to": "from.png", "transition": {"name": "wipe"}})
            self.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.END)
            self.wait("studio.stats.time === 1 && studio.stats.exact")
        finally:
            self.driver.close()
            self.driver.switch_to.window(first)
        self.assertEqual(self.stats("time"), 0)
        self.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_RIGHT)
        self.wait("studio.stats.time > 0")

    def test_page_reports_a_killed_studio(self):
        with tempfile.TemporaryDirectory():
            studio = Studio(FROM, TO, "--once")
            open_page(self.driver, studio.address)
            os.kill(studio.process.pid, 9)
            self.wait("document.body.classList.contains('away')")
            self.assertIn("does not answer", self.driver.find_element(By.ID, "status").text)
            studio.close()
            self.driver.get("about:blank")
            self.driver.get_log("browser")

    def port(self):
        """Returns a free port."""
        with socket.create_server(("127.0.0.1", 0)) as server:
            return str(server.getsockname()[1])

    def test_page_continues_with_a_restarted_studio(self):
        with tempfile.TemporaryDirectory() as folder:
            port = self.port()
            studio = Studio(FROM, TO, "--port", port, XDG_RUNTIME_DIR=folder)
            open_page(self.driver, studio.address)
            self.driver.find_element(By.ID, "files").send_keys(str(ROOT / "images/storyboard/map.png"))
            self.wait("studio.state.work.to === 'map.png'")
            self.go(30)
            before = self.pixels()
            os.kill(studio.process.pid, signal.SIGKILL)
            self.wait("document.body.classList.contains('away')")
            address = studio.address
            studio.close()
            studio = Studio(FROM, TO, "--port", port, XDG_RUNTIME_DIR=folder)
            try:
                self.assertEqual(studio.address, address)
                self.wait("!document.body.classList.contains('away')", 20)
                # Pictures that were dropped onto the page are still available.
                self.wait("studio.state.shelf.pictures.some(picture => picture.name === 'map.png')")
                self.go(29)
                self.go(30)
                self.wait("document.querySelector('.notice').hidden")
                self.assertEqual(self.pixels(), before)
            finally:
                studio.close()
                self.driver.get("about:blank")
                self.driver.get_log("browser")

    def test_another_program_at_the_port_does_not_get_the_token(self):
        asked = []

        class Squatter(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"0" * 64)

            def log_message(self, *arguments):
                pass

        with tempfile.TemporaryDirectory() as folder:
            port = self.port()
            studio = Studio(FROM, TO, "--port", port, XDG_RUNTIME_DIR=folder)
            open_page(self.driver, studio.address)
            token = urllib.parse.urlparse(studio.address).path.strip("/")
            os.kill(studio.process.pid, signal.SIGKILL)
            self.wait("document.body.classList.contains('away')")
            studio.close()
            http.server.ThreadingHTTPServer.allow_reuse_address = True
            server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Squatter)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            try:
                self.wait("document.getElementById('status').textContent.startsWith('Another studio')", 20)
            finally:
                server.shutdown()
                server.server_close()
                self.driver.get("about:blank")
                self.driver.get_log("browser")
            self.assertTrue(asked)
            for path in asked:
                self.assertRegex(path, "^/proof/[0-9a-f]{32}$")
                self.assertNotIn(token, path)

    def test_once_ends_when_the_last_page_closes(self):
        studio = Studio(FROM, TO, "--once")
        open_page(self.driver, studio.address)
        self.driver.get("about:blank")
        self.assertEqual(studio.process.wait(10), 0)
        studio.close()

    # Security

    def upgrade(self, path="socket", token=None, host=None, origin=None):
        """Requests a WebSocket; returns the HTTP status."""
        address = urllib.parse.urlparse(self.studio.address)
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=5)
        headers = {"Host": host or address.netloc, "Upgrade": "websocket", "Connection": "Upgrade",
                   "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode()}
        if origin != "":
            headers["Origin"] = origin or f"http://{address.netloc}"
        connection.request("GET", f"/{token or address.path.strip('/')}/{path}", headers=headers)
        status = connection.getresponse().status
        connection.close()
        return status

    def test_wrong_token_host_or_origin_gets_no_socket(self):
        self.assertEqual(self.upgrade(), 101)
        self.assertEqual(self.upgrade(token="0" * 32), 404)
        self.assertEqual(self.upgrade(host="evil.example"), 403)
        self.assertEqual(self.upgrade(origin="http://evil.example"), 403)
        self.assertEqual(self.upgrade(origin=""), 403)
        self.assertEqual(self.upgrade(path="../../etc/passwd"), 404)

    def socket(self):
        """Connects a WebSocket to the studio; returns the TCP socket."""
        address = urllib.parse.urlparse(self.studio.address)
        stream = socket.create_connection((address.hostname, address.port), timeout=20)
        self.addCleanup(stream.close)
        stream.sendall((f"GET {address.path}socket HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\n"
                        f"Connection: Upgrade\r\nOrigin: http://{address.netloc}\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.exactly(stream, 1)
        self.assertIn(b" 101 ", head)
        return stream

    def exactly(self, stream, count):
        data = b""
        while len(data) < count:
            part = stream.recv(count - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def frame(self, payload, opcode=1):
        """Makes a masked WebSocket frame, as browsers send it; the mask is zero."""
        length = (bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack(">H", len(payload))
                  if len(payload) < 65536 else b"\xff" + struct.pack(">Q", len(payload)))
        return bytes([0x80 | opcode]) + length + bytes(4) + payload

    def closing(self, stream):
        """Returns the code with which the studio closes a socket: 0 without a close frame, None if it stays open."""
        try:
            while True:
                start, length = self.exactly(stream, 2)
                length = (length if length < 126 else struct.unpack(">H", self.exactly(stream, 2))[0]
                          if length == 126 else struct.unpack(">Q", self.exactly(stream, 8))[0])
                payload = self.exactly(stream, length)
                if start & 15 == 8:
                    return struct.unpack(">H", payload[:2])[0]
        except (EOFError, ConnectionError):
            return 0
        except TimeoutError:
            return None

    def test_too_long_message_closes_the_socket(self):
        stream = self.socket()
        stream.sendall(self.frame(b" " * ((1 << 20) + 1)))
        self.assertEqual(self.closing(stream), 1009)

    def test_damaged_messages_do_no_harm(self):
        chance = random.Random(17)
        work = {"from": "from.png", "to": "to.png", "transition": {"name": "cube", "parameters": {"eye": "2"}},
                "duration": 0.2, "ease": "ease-in", "size": "64x36"}
        small = {"width": 64, "height": 36}
        seeds = [
            {"kind": "view", "id": 1, "work": work, "time": 0.5, **small, "exact": True, "before": True},
            {"kind": "view", "id": 2, "work": {"from": "a", "flow": {"name": "a", "text": FLOW}}, "time": 0.5, **small},
            {"kind": "view", "id": 3, "work": {"from": "from.png", "source": {"name": "a", "text": WHOLE}}, "time": 0, **small},
            {"kind": "thumbnail", "id": 4, "work": {"from": "to.png", "filters": [{"name": "sepia"}]}, "frames": 2, **small},
            {"kind": "describe", "id": 5, "work": work, "output": {"file": "a.mp4", "fps": "30", "hold": 1}},
            {"kind": "pan", "id": 6, "phase": "begin", "time": 0, "x": 0.9, "work": work, **small},
            {"kind": "pan", "id": 6, "phase": "end", "time": 1, "x": 0.1, "work": work, **small},
            {"kind": "export", "id": 7, "work": work, "output": {"file": "%04d.png", "fps": "10"}},
            {"kind": "cancel", "id": 7}, {"kind": "open", "name": "mine", "of": "shader"},
            {"kind": "save", "of": "shader", "source": {"name": "../mine", "text": WHOLE}},
        ]
        pieces = [b"-1", b"1e308", b"null", b'"', b"{", b"[]", b"../", b"/etc/passwd", b"99999999999999999999", b"\\u0000", b"%n"]
        before = self.shader.read_text()
        stream = self.socket()
        for _ in range(400):
            message = bytearray(json.dumps(chance.choice(seeds)).encode())
            for _ in range(chance.randrange(4)):
                place = chance.randrange(len(message))
                length = chance.randrange(6)
                message[place:place + length] = chance.choice(pieces) if chance.random() < 0.7 else chance.randbytes(2)
            try:
                stream.sendall(self.frame(bytes(message), chance.choice((1, 1, 1, 1, 1, 2))))
            except ConnectionError:
                stream = self.socket()
            # Reads answers only now and then, like a slow page.
            if chance.random() < 0.1:
                stream.settimeout(0.05)
                if self.closing(stream) is not None:
                    stream = self.socket()
                stream.settimeout(20)
        stream.close()
        self.assertEqual(self.shader.read_text(), before)
        self.go(20)
        self.assertIsNone(self.studio.process.poll())

    def test_broken_connections_do_not_block_others(self):
        chance = random.Random(3)
        for _ in range(10):
            broken = [self.socket() for _ in range(10)]
            for stream in broken:
                # The answer exceeds the connection's buffers, so reads and writes both block when it breaks.
                for _ in range(chance.randrange(4)):
                    stream.sendall(self.frame(json.dumps({
                        "kind": "view", "id": 1, "work": {"from": "from.png", "to": "to.png"}, "time": 0.5,
                        "width": 1280, "height": 720, "exact": True}).encode()))
                stream.sendall(chance.randbytes(chance.randrange(200)))
            for stream in chance.sample(broken, len(broken)):
                stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", chance.randrange(2), 0))
                stream.close()
            new = self.socket()
            new.sendall(self.frame(b'{"kind": "cancel", "id": 1}') + self.frame(b"\x03\xe8", 8))
            self.assertEqual(self.closing(new), 1000)
        self.go(20)

    def test_studio_listens_on_localhost_only(self):
        port = urllib.parse.urlparse(self.studio.address).port
        with open("/proc/net/tcp") as file:
            local = [line.split()[1] for line in file.readlines()[1:] if line.split()[3] == "0A"]
        self.assertEqual([each for each in local if each.endswith(f":{port:04X}")], [f"0100007F:{port:04X}"])

    def test_page_of_another_origin_has_no_access(self):
        address = self.studio.address

        class Hostile(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(f"""<!doctype html><script>
                    window.outcome = {{}};
                    const socket = new WebSocket('{address.replace('http', 'ws')}socket');
                    socket.onopen = () => {{ outcome.socket = 'open'; }};
                    socket.onerror = () => {{ outcome.socket = 'refused'; }};
                    fetch('{address}').then(() => {{ outcome.fetch = 'read'; }}, () => {{ outcome.fetch = 'refused'; }});
                    </script><iframe src='{address}'></iframe>""".encode())

            def log_message(self, *arguments):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hostile)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            self.driver.get(f"http://127.0.0.1:{server.server_port}/")
            self.wait("outcome.socket && outcome.fetch")
            self.assertEqual(self.js("return outcome"), {"socket": "refused", "fetch": "refused"})
            self.driver.switch_to.frame(0)
            self.assertEqual(self.js("return typeof studio"), "undefined")
            self.driver.switch_to.default_content()
        finally:
            server.shutdown()
            server.server_close()
            self.driver.get("about:blank")
            self.driver.get_log("browser")

    def test_headers(self):
        address = urllib.parse.urlparse(self.studio.address)
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=5)
        connection.request("GET", address.path)
        response = connection.getresponse()
        self.assertEqual(response.status, 200)
        self.assertIn("default-src 'none'", response.getheader("Content-Security-Policy"))
        self.assertIn("frame-ancestors 'none'", response.getheader("Content-Security-Policy"))
        self.assertEqual(response.getheader("X-Content-Type-Options"), "nosniff")
        connection.close()

    # Accessibility

    def nameless(self):
        """Returns the controls of the accessibility tree that have no name."""
        roles = {"button", "combobox", "textbox", "slider", "checkbox", "radio", "tab", "searchbox", "link",
                 "spinbutton", "ColorWell", "image", "img"}
        tree = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        controls = [node for node in tree if not node.get("ignored") and node["role"]["value"] in roles]
        self.assertGreater(len(controls), 20)
        return [node["role"]["value"] for node in controls if not node.get("name", {}).get("value", "").strip()]

    def test_every_control_has_a_name(self):
        for work in ({"transition": {"name": "cube"}}, {"transition": {"name": "hero"}},
                     {"transition": {"name": "luma"}}, {"filters": [{"name": "vignette"}, {"name": "pixellate"}]}):
            self.open({"from": "from.png", "to": "to.png", **work})
            for tab in ("tune", "time", "shader", "flow", "home"):
                self.tab(tab)
                self.assertEqual(self.nameless(), [], f"{work}, {tab}")

    def test_page_fits_a_phone(self):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True})
        try:
            self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cube"}})
            for tab in ("gallery", "tune", "time", "shader", "flow", "home"):
                self.tab(tab)
                self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), 360, tab)
        finally:
            self.driver.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride",
                {"width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": False})

    def test_page_is_small_and_loads_only_from_the_studio(self):
        self.assertLess(page_size(self.driver), 185_000)
        for name in self.js("return performance.getEntriesByType('resource').map(entry => entry.name)"):
            self.assertTrue(name.startswith((self.studio.address, "blob:")), name)


class CommandTests(unittest.TestCase):
    """Tests without a browser."""

    def run_studio(self, *arguments):
        return subprocess.run([SEGUE, "studio", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=30)

    def expect(self, run, code, words):
        self.assertEqual((run.returncode, run.stdout), (code, ""), run.stderr)
        self.assertEqual(run.stderr.count("\n"), 1)
        self.assertIn(words, run.stderr)

    def test_errors_are_reported_before_a_page_opens(self):
        self.expect(self.run_studio("nothing.png"), 66, "nothing.png: no such file")
        self.expect(self.run_studio("README.md"), 65, "README.md: not an image that Segue reads")
        self.expect(self.run_studio("scripts"), 66, "scripts: no images or clips in this folder")
        self.expect(self.run_studio(FROM, "--shader-path", "nowhere"), 66, "nowhere: cannot be read: not a folder")
        self.expect(self.run_studio("-"), 64, "standard input")
        self.expect(self.run_studio(FROM, "--port", "99999"), 64, "port")

    def test_port_in_use(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = str(server.getsockname()[1])
            self.expect(self.run_studio(FROM, "--port", port), 69, f"port {port} cannot be listened on")

    def test_signals_end_the_studio(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            studio = Studio()
            studio.process.send_signal(number)
            self.assertEqual(studio.process.wait(10), code)
            self.assertEqual(studio.process.stderr.read(), "segue: the studio is closed\n")
            studio.close()


if __name__ == "__main__":
    unittest.main()
