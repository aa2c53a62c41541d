"""The studio in a browser: what a person does, and what a hostile page tries.

scripts/studio-test runs all of it; scripts/studio-test -k gesture a part.
"""

import base64
import hashlib
import http.client
import http.server
import json
import os
import pathlib
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from browser import FROM, ROOT, SEGUE, TO, Studio, browser, open_page, rest, wait

BROKEN = "vec4 transition(vec2 uv) {\n  return getFromColor(vu);\n}\n"
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
        """Runs a test, and once more where it failed: a browser on a busy machine may be late."""
        first = unittest.TestResult()
        super().run(first)
        if first.wasSuccessful():
            result.startTest(self)
            result.addSuccess(self)
            result.stopTest(self)
        else:
            print("once more, after:", *(text for _, text in first.failures + first.errors), sep="\n", file=sys.stderr)
            super().run(result)

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

    def tab(self, name):
        self.driver.find_element(By.ID, f"tab-{name}").click()

    def pixels(self):
        """The picture on the stage as the bytes of a PNG's pixels."""
        return self.js("return document.querySelector('canvas').toDataURL()")

    def drag(self, *places):
        """Pulls the mouse over places of the picture's width, one about every 20 ms, and lets go."""
        canvas = self.driver.find_element(By.TAG_NAME, "canvas")
        width = canvas.size["width"]
        chain = ActionChains(self.driver, duration=20)
        for place in places:
            chain.move_to_element_with_offset(canvas, int((place - 0.5) * width), 0)
            if place is places[0]:
                chain.click_and_hold()
        chain.release().perform()

    def gesture(self, *places):
        """A finger on places of the picture's width, one every 20 ms, and lifted at once.

        By events of the page: how fast a finger was decides how a gesture ends, and a busy machine delays the driver's.
        """
        self.js("""
            const canvas = document.querySelector('canvas'), box = canvas.getBoundingClientRect();
            canvas.setPointerCapture = () => {};  // There is no pointer of this number.
            const touch = (type, place) => canvas.dispatchEvent(new PointerEvent(type, {
              bubbles: true, pointerId: 7, clientX: box.left + place * box.width, clientY: box.top + box.height / 2}));
            const pause = () => { const end = performance.now() + 20; while (performance.now() < end); };
            const [first, ...others] = arguments[0];
            touch('pointerdown', first);
            for (const place of others) { pause(); touch('pointermove', place); }
            touch('pointerup', others.at(-1));""", places)

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
            const canvas = document.querySelector('canvas');
            return Array.from(canvas.getContext('2d').getImageData(600, 300, 40, 20).data)""")
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

    def test_stale_frames_are_dropped(self):
        # A hundred requests at once: two are on their way, the rest is one.
        before = self.stats("frames")
        self.js("""
            const scrubber = document.getElementById('scrubber');
            for (let i = 0; i < 100; i++) { scrubber.value = i % 60; scrubber.dispatchEvent(new Event('input')); }""")
        rest(self.driver)
        self.assertLess(self.stats("frames") - before, 10)
        self.assertAlmostEqual(self.stats("time"), 39 / 60, places=6)

    def test_keyboard_alone(self):
        body = self.driver.find_element(By.TAG_NAME, "body")
        self.js("document.activeElement.blur()")
        body.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
        self.wait("Math.abs(studio.stats.time - 2 / 60) < 1e-9")
        body.send_keys(Keys.END)
        self.wait("studio.stats.time === 1")
        body.send_keys("]")
        self.wait("studio.state.work.transition.name === 'fade-in'")
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

    # Gallery and inspector

    def test_the_gallery_puts_things_on_the_stage(self):
        self.wait("[...document.querySelectorAll('.card.seen')].every(card => card.dataset.shown)", 30)
        self.driver.find_element(By.ID, "search").send_keys("page")
        self.wait("document.querySelectorAll('.card').length === 1")
        self.driver.find_element(By.CSS_SELECTOR, ".card .face").click()
        self.wait("studio.state.work.transition.name === 'page-curl'")
        self.wait("document.querySelector('#pane-tune h2').textContent === 'page-curl'")

    def test_parameters_are_seen_undone_and_reset(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cube"}})
        self.js("studio.goTo?.(0.4)")
        self.driver.find_element(By.TAG_NAME, "body").send_keys(*[Keys.ARROW_RIGHT] * 5)
        rest(self.driver)
        before = self.pixels()
        slider = self.driver.find_element(By.ID, "t-eye")
        self.js("arguments[0].value = 4; arguments[0].dispatchEvent(new Event('input'))", slider)
        self.wait("studio.state.work.transition.parameters.eye === '4'")
        self.js("studio.stats.exact = false")
        rest(self.driver)
        self.assertNotEqual(self.pixels(), before)
        self.driver.find_element(By.ID, "undo").click()
        self.wait("studio.state.work.transition.parameters === undefined")
        self.js("studio.stats.exact = false")
        rest(self.driver)
        self.assertEqual(self.pixels(), before)
        self.driver.find_element(By.ID, "redo").click()
        self.wait("studio.state.work.transition.parameters.eye === '4'")
        self.driver.find_element(By.CSS_SELECTOR, "[aria-label='Reset eye']").click()
        self.wait("studio.state.work.transition.parameters === undefined")

    def test_a_wrong_value_is_a_sentence(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cube"}})
        number = self.driver.find_element(By.ID, "t-eye-number")
        number.clear()
        number.send_keys("abc", Keys.TAB)
        self.wait("!document.querySelector('.notice').hidden")
        self.assertIn("eye", self.driver.find_element(By.CLASS_NAME, "notice").text.lower())

    def test_a_chain_of_filters(self):
        self.driver.find_element(By.CSS_SELECTOR, ".gallery [data-value=filters]").click()
        self.driver.find_element(By.ID, "search").send_keys("sepia")
        self.wait("document.querySelectorAll('.card').length === 1")
        self.driver.find_element(By.CSS_SELECTOR, ".card .face").click()
        self.wait("studio.state.work.filters[0].name === 'sepia'")
        rest(self.driver)
        self.tab("home")
        self.wait("document.getElementById('code-command').textContent.includes('--filter sepia')")

    # Time

    def test_the_curve_is_dragged(self):
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

    def test_a_gesture_finishes(self):
        self.driver.find_element(By.CSS_SELECTOR, ".transport [data-value=gesture]").click()
        self.gesture(0.9, 0.8, 0.65, 0.5, 0.4, 0.3)
        self.wait("studio.stats.outcome === true")
        self.wait("studio.stats.gesture === 'completed' && studio.stats.progress === 1")
        self.tab("time")
        self.assertIn("interactive:", self.driver.find_element(By.CSS_SELECTOR, "#pane-time .code").text)

    def test_a_gesture_is_cancelled(self):
        self.driver.find_element(By.CSS_SELECTOR, ".transport [data-value=gesture]").click()
        self.gesture(0.9, 0.7, 0.5, 0.3, 0.4, 0.5)
        self.wait("studio.stats.outcome === false")
        self.wait("studio.stats.gesture === 'cancelled' && studio.stats.progress === 0")

    # Shaders

    def test_an_error_stands_under_its_line_and_goes_when_mended(self):
        self.tab("shader")
        self.driver.find_element(By.ID, "new-shader").click()
        self.wait("studio.state.work.source")
        write = """
            const area = document.getElementById('source');
            area.value = arguments[0];
            area.dispatchEvent(new Event('input'))"""
        self.js(write, BROKEN)
        self.wait("document.querySelector('.mark.error')?.dataset.line === '2'")
        self.assertIn("vu", self.driver.find_element(By.CLASS_NAME, "mark").text)
        self.js(write, WHOLE)
        self.wait("document.querySelectorAll('.mark').length === 0 && document.querySelector('.notice').hidden")
        self.wait("document.querySelector('.shader .note').textContent.startsWith('Compiled in')")

    def test_a_shader_is_saved_to_its_file(self):
        self.tab("shader")
        Select(self.driver.find_element(By.CSS_SELECTOR, "#pane-shader select")).select_by_value("mine")
        self.wait("studio.state.work.source?.name === 'mine.glsl'")
        self.js("""
            const area = document.getElementById('source');
            area.value = '// Mine.\\n' + area.value;
            area.dispatchEvent(new Event('input'))""")
        self.wait("studio.state.work.source.text.startsWith('// Mine')")
        self.driver.find_element(By.ID, "save-shader").click()
        self.wait("document.getElementById('status').textContent === 'Saved'")
        self.assertEqual(self.shader.read_text(), "// Mine.\n" + WHOLE)

    # Taken home

    def rendered(self, command, name):
        with tempfile.TemporaryDirectory() as folder:
            words = shlex.split(command)
            self.assertEqual(words[0], "segue")
            words[0], words[-1] = SEGUE, f"{folder}/{name}"
            subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
            return pathlib.Path(folder, name).read_bytes()

    def test_what_is_exported_is_what_the_command_renders(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cube", "parameters": {"eye": "2"}},
                   "duration": 0.2, "ease": "cubic-bezier(0.3,0,0.1,1)", "operation": "pop", "size": "320x180"},
                  {"file": "segue.webp", "fps": "30", "boomerang": True})
        self.tab("home")
        command = self.wait("document.getElementById('code-command').textContent")
        self.driver.find_element(By.ID, "export").click()
        self.assertEqual(self.downloaded("segue.webp"), self.rendered(command, "segue.webp"))

    def test_one_frame_is_what_the_command_renders(self):
        self.js("document.getElementById('scrubber').value = 15;"
                "document.getElementById('scrubber').dispatchEvent(new Event('input'))")
        rest(self.driver)
        self.tab("home")
        self.driver.find_element(By.ID, "still").click()
        command = f"segue frame {FROM} {TO} -t cross-dissolve --time 0.25 -o x.png"
        self.assertEqual(self.downloaded("segue.png"), self.rendered(command, "x.png"))

    def test_an_export_is_cancelled(self):
        self.open({"from": "from.png", "to": "to.png", "transition": {"name": "ripple"}, "duration": 60},
                  {"file": "segue.webp", "fps": "120"})
        self.tab("home")
        self.driver.find_element(By.ID, "export").click()
        self.wait("!document.querySelector('.progress').hidden")
        self.driver.find_element(By.ID, "cancel").click()
        self.wait("document.querySelector('.progress').hidden", 20)
        self.assertEqual(list(pathlib.Path(self.downloads.name).iterdir()), [])

    def test_the_address_keeps_everything(self):
        self.open({"from": "to.png", "to": "from.png", "transition": {"name": "wipe"}, "ease": "steps(4)"})
        self.assertEqual(self.js("return studio.state.work.ease"), "steps(4)")
        self.driver.find_element(By.TAG_NAME, "body").send_keys("x")
        self.wait("decodeURIComponent(location.hash).includes('\"from\":\"from.png\"')")
        self.driver.refresh()
        self.wait("globalThis.studio?.stats.frames > 0 && studio.state.work.from === 'from.png'", 20)

    # Pictures

    def test_a_picture_is_added(self):
        self.driver.find_element(By.ID, "files").send_keys(str(ROOT / "images/storyboard/map.png"))
        self.wait("studio.state.work.to === 'map.png'")
        rest(self.driver)
        self.driver.find_element(By.ID, "files").send_keys(str(ROOT / "README.md"))
        self.wait("document.getElementById('status').textContent.includes('no picture')")

    # The connection

    def test_it_connects_again(self):
        self.js("studio.drop()")
        self.wait("document.body.classList.contains('away')")
        self.wait("!document.body.classList.contains('away')")
        before = self.stats("frames")
        self.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_RIGHT)
        self.wait(f"studio.stats.frames > {before}")

    def test_two_pages_at_once(self):
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

    def test_a_studio_that_has_ended_is_said(self):
        with tempfile.TemporaryDirectory():
            studio = Studio(FROM, TO, "--once")
            open_page(self.driver, studio.address)
            os.kill(studio.process.pid, 9)
            self.wait("document.body.classList.contains('away')")
            self.assertIn("does not answer", self.driver.find_element(By.ID, "status").text)
            studio.close()
            self.driver.get("about:blank")
            self.driver.get_log("browser")

    def test_once_ends_with_the_last_page(self):
        studio = Studio(FROM, TO, "--once")
        open_page(self.driver, studio.address)
        self.driver.get("about:blank")
        self.assertEqual(studio.process.wait(10), 0)
        studio.close()

    # Safety

    def upgrade(self, path="socket", token=None, host=None, origin=None):
        """The status of a request for a socket."""
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

    def test_strangers_get_no_socket(self):
        self.assertEqual(self.upgrade(), 101)
        self.assertEqual(self.upgrade(token="0" * 32), 404)
        self.assertEqual(self.upgrade(host="evil.example"), 403)
        self.assertEqual(self.upgrade(origin="http://evil.example"), 403)
        self.assertEqual(self.upgrade(origin=""), 403)
        self.assertEqual(self.upgrade(path="../../etc/passwd"), 404)

    def test_it_listens_on_this_machine_alone(self):
        port = urllib.parse.urlparse(self.studio.address).port
        with open("/proc/net/tcp") as file:
            local = [line.split()[1] for line in file.readlines()[1:] if line.split()[3] == "0A"]
        self.assertEqual([each for each in local if each.endswith(f":{port:04X}")], [f"0100007F:{port:04X}"])

    def test_a_hostile_page_reaches_nothing(self):
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

    # For everybody

    def nameless(self):
        """Controls of the accessibility tree that have no name."""
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
            for tab in ("tune", "time", "shader", "home"):
                self.tab(tab)
                self.assertEqual(self.nameless(), [], f"{work}, {tab}")

    def test_nothing_is_wider_than_a_phone(self):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True})
        try:
            self.open({"from": "from.png", "to": "to.png", "transition": {"name": "cube"}})
            for tab in ("gallery", "tune", "time", "shader", "home"):
                self.tab(tab)
                self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), 360, tab)
        finally:
            self.driver.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride",
                {"width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": False})

    def test_the_page_is_small_and_from_here_alone(self):
        entries = self.js("return performance.getEntriesByType('resource').map(entry => [entry.name, entry.decodedBodySize])")
        size = sum(size for _, size in entries) + len(self.driver.page_source)
        self.assertLess(size, 150_000)
        for name, _ in entries:
            self.assertTrue(name.startswith((self.studio.address, "blob:")), name)


class CommandTests(unittest.TestCase):
    """What needs no browser."""

    def run_studio(self, *arguments):
        return subprocess.run([SEGUE, "studio", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=30)

    def expect(self, run, code, words):
        self.assertEqual((run.returncode, run.stdout), (code, ""), run.stderr)
        self.assertEqual(run.stderr.count("\n"), 1)
        self.assertIn(words, run.stderr)

    def test_what_cannot_be_shown_is_said_before_a_page_is(self):
        self.expect(self.run_studio("nothing.png"), 66, "nothing.png: no such file")
        self.expect(self.run_studio("README.md"), 65, "README.md: no image that is read")
        self.expect(self.run_studio("scripts"), 66, "scripts: no images in this folder")
        self.expect(self.run_studio(FROM, "--shader-path", "nowhere"), 66, "nowhere: not a folder")
        self.expect(self.run_studio("-"), 64, "standard input")
        self.expect(self.run_studio(FROM, "--port", "99999"), 64, "port")

    def test_a_port_that_is_taken(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = str(server.getsockname()[1])
            self.expect(self.run_studio(FROM, "--port", port), 69, f"port {port} cannot be listened on")

    def test_signals_end_it(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            studio = Studio()
            studio.process.send_signal(number)
            self.assertEqual(studio.process.wait(10), code)
            self.assertEqual(studio.process.stderr.read(), "segue: the studio is closed\n")
            studio.close()


if __name__ == "__main__":
    unittest.main()
