"""The gallery in a browser: what a person does with its page, and what a checker of pages asks.

scripts/gallery-test runs all of it; scripts/gallery-test -k search a part."""

import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Studio"))
from browser import ROOT, SEGUE, browser, wait  # noqa: E402

FOLDER = pathlib.Path(os.environ["GALLERY"])
PAGE = (FOLDER / "index.html").as_uri()
CATALOG = json.loads((FOLDER / "items.js").read_text().removeprefix("const catalog = ").rstrip(";\n"))
ITEMS = CATALOG["items"]

# Elements that are seen and have text of their own, with their contrast.
CONTRAST = """
    const channel = value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const light = ([red, green, blue]) => 0.2126 * channel(red / 255) + 0.7152 * channel(green / 255) + 0.0722 * channel(blue / 255);
    const color = text => text.match(/[\\d.]+/g).map(Number);
    const behind = element => {
      for (let at = element; at; at = at.parentElement) {
        const own = color(getComputedStyle(at).backgroundColor);
        if (own.length < 4 || own[3] === 1) return own;
      }
      return [255, 255, 255];
    };
    return [...document.querySelectorAll('body *')].filter(element =>
      [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()) && element.checkVisibility() &&
      !element.matches('.skip, .quiet, script, noscript *') && element.getBoundingClientRect().width > 0).map(element => {
        const [one, two] = [light(color(getComputedStyle(element).color)), light(behind(element))].sort((a, b) => b - a);
        return [(one + 0.05) / (two + 0.05), `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`];
      });"""


class GalleryTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = browser()

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()

    def setUp(self):
        self.open()

    def tearDown(self):
        bad = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        self.assertEqual(bad, [])

    def open(self, place=""):
        self.driver.get("about:blank")
        self.driver.get(PAGE + place)
        self.driver.execute_script("try { localStorage.clear() } catch {}")
        self.wait("document.querySelectorAll('li a').length > 10")

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, seconds=10, *arguments):
        return wait(self.driver, script, seconds, *arguments)

    def names(self):
        return self.js("return [...document.querySelectorAll('main li .name')].map(name => name.textContent)")

    def keys(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def shown(self):
        return self.js("return document.getElementById('item').open ? document.getElementById('item-name').textContent : null")

    def slide(self, control, value):
        self.js(
            "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input', {bubbles: true}))", control, value)

    # What is there.

    def test_every_name_of_the_catalog_is_there_with_its_picture(self):
        catalog = json.loads(subprocess.check_output([SEGUE, "list", "--json"]))
        for kind in ("transitions", "filters", "easings", "maps"):
            kinds = {"filters": ("filters", "blends")}.get(kind, (kind,))
            self.assertEqual([one["name"] for one in ITEMS if one["kind"] in kinds], [one["name"] for one in catalog[kind]])
        pictures = [one["picture"] for one in ITEMS]
        pictures += [parameter["picture"] for one in ITEMS for parameter in one["parameters"] if "picture" in parameter]
        files = {picture["file"] for picture in pictures}
        self.assertEqual(len(files), len(pictures))
        self.assertEqual(files, {str(file.relative_to(FOLDER)) for file in FOLDER.rglob("*.webp")})

    def test_pictures_have_all_their_frames(self):
        broken = self.driver.execute_async_script("""
            const [done] = arguments;
            const isWhole = async item => {
              const image = new Image();
              image.src = item.picture.file;
              await image.decode();
              const {columns} = item.picture, {width, height} = catalog;
              const rows = Math.ceil(item.picture.count / columns);
              return image.width === width * columns && image.height === height * rows;
            };
            Promise.all(catalog.items.map(async item => await isWhole(item).catch(() => false) ? null : item.name))
              .then(names => done(names.filter(Boolean)));""")
        self.assertEqual(broken, [])

    def test_the_folder_is_small(self):
        self.assertLess(sum(file.stat().st_size for file in FOLDER.rglob("*") if file.is_file()), 30e6)

    def test_the_page_needs_nothing_from_elsewhere(self):
        self.open(f"#{ITEMS[0]['kind']}/{ITEMS[0]['name']}")
        addresses = self.js("""return performance.getEntriesByType('resource').map(entry => entry.name).concat(
            [...document.querySelectorAll('[src], [href]')].map(one => one.src || one.href))""")
        self.assertGreater(len(addresses), 10)
        for address in addresses:
            self.assertTrue(address.startswith((FOLDER.as_uri(), "data:")), address)

    # What a person does.

    def test_kinds_and_families(self):
        for button in range(5):
            self.js("document.querySelectorAll('#kinds button')[arguments[0]].click()", button)
            kind = ["transitions", "filters", "blends", "easings", "maps"][button]
            expected = [one["name"] for one in ITEMS if one["kind"] == kind]
            self.assertEqual(sorted(self.names()), sorted(expected))
            self.assertEqual(self.js("return document.querySelector('#kinds [aria-pressed=true] .count').textContent"), str(len(expected)))
        self.js("document.querySelectorAll('#kinds button')[0].click()")
        self.js("family.value = 'Wipes'; family.dispatchEvent(new Event('change'))")
        self.assertEqual(self.names(), [one["name"] for one in ITEMS if one["family"] == "Wipes"])
        self.assertEqual(self.js("return [...document.querySelectorAll('main h2')].map(one => one.textContent)"), ["Wipes"])

    def test_search_by_name_words_and_aliases(self):
        self.keys("/", "cube")
        self.assertEqual(self.names()[0], "cube")
        self.assertEqual(self.js("return document.activeElement.id"), "search")
        self.keys(Keys.ESCAPE)
        self.assertGreater(len(self.names()), 100)
        # Words are searched in descriptions, in any order, and other names count, too.
        cube = next(one for one in ITEMS if one["name"] == "cube")
        self.keys(" ".join(reversed(cube["summary"].split()[:3])))
        self.assertIn("cube", self.names())
        self.keys(Keys.ESCAPE, "wipeleft")
        self.assertEqual(self.names(), [one["name"] for one in ITEMS if "wipeleft" in one.get("variants", []) + one.get("aliases", [])])
        self.keys(Keys.ESCAPE, "nothing-has-this-name")
        self.assertEqual(self.names(), [])
        self.assertIn("Nothing", self.js("return document.querySelector('main').textContent"))
        self.keys(Keys.ESCAPE, "cube", Keys.ENTER)
        self.wait("document.getElementById('item').open")
        self.assertEqual(self.shown(), "cube")

    def test_cards_move_until_motion_is_off(self):
        frame = "document.querySelector('main li .picture').dataset.frame"
        first = self.wait(frame)
        self.wait(f"{frame} !== arguments[0]", 10, first)
        self.driver.find_element(By.ID, "moving").click()
        before = self.js(f"return {frame}")
        self.driver.execute_async_script("setTimeout(arguments[0], 700)")
        self.assertEqual(self.js(f"return {frame}"), before)
        # The card with the focus moves alone.
        self.js("document.querySelector('main li a').focus()")
        self.wait(f"{frame} !== arguments[0]", 10, before)
        # Pictures far below have no frame yet.
        self.assertEqual(self.js("return [...document.querySelectorAll('main li .picture')].at(-1).dataset.frame ?? null"), None)

    def test_less_motion_is_respected(self):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        try:
            self.open()
            self.assertEqual(self.js("return moving.getAttribute('aria-pressed')"), "false")
        finally:
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

    def test_the_slider_of_time_shows_each_frame(self):
        self.open("#transitions/cube")
        places = set()
        for frame in range(CATALOG["items"][0]["picture"]["count"]):
            self.slide(self.driver.find_element(By.ID, "time"), frame)
            places.add(self.js("return stage.style.backgroundPosition"))
        self.assertEqual(len(places), ITEMS[0]["picture"]["count"])
        self.assertEqual(self.js("return document.getElementById('time-text').textContent"), "100 %")
        self.assertEqual(self.js("return play.getAttribute('aria-label')"), "Play")

    def test_sliders_of_parameters_change_picture_and_code(self):
        item = next(one for one in ITEMS if sum("picture" in parameter for parameter in one["parameters"]) > 1)
        self.open(f"#{item['kind']}/{item['name']}")
        first, second = [parameter for parameter in item["parameters"] if "picture" in parameter][:2]
        for parameter in (first, second):
            control = self.driver.find_element(By.ID, f"parameter-{parameter['name']}")
            plain = item["base"].get(parameter["name"], parameter["default"])
            at = next(at for at, value in enumerate(parameter["values"]) if value != plain)
            self.slide(control, parameter["values"][at] if parameter.get("words") else at)
            self.assertIn(parameter["picture"]["file"], self.js("return stage.style.backgroundImage"))
            code = self.js("return [...document.querySelectorAll('#code code')].map(one => one.textContent)")
            self.assertIn(f"{parameter['name']}={parameter['values'][at]}", code[0])
            self.assertIn(parameter["values"][at], code[1])
        # The first parameter is set back: frames show one change.
        self.assertNotIn(f"{first['name']}={first['values'][0]}", code[0])

    def test_commands_are_right(self):
        codes = self.js("return catalog.items.map(item => codeOf(item, item.base && item.text !== item.name ? Object.entries(item.base) : []))")
        codes += self.js("""return catalog.items.flatMap(item => item.parameters.filter(one => one.values).map(one =>
            codeOf(item, Object.entries({...item.base, [one.name]: one.values.at(-1)}))))""")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, str(ROOT / "scripts/site/samples.py"), folder], check=True)
            for name, picture in (("from", "from"), ("to", "to"), ("photo", "to")):
                pathlib.Path(folder, f"{name}.png").symlink_to(ROOT / f"images/{picture}.png")

            def fails(code):
                words = shlex.split(code["Command"])
                assert words[0] == "segue"
                done = subprocess.run([SEGUE, *words[1:], "--dry-run"], cwd=folder, capture_output=True, text=True)
                return None if done.returncode == 0 else f"{code['Command']}: {done.stderr}"

            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                self.assertEqual([message for message in pool.map(fails, codes) if message], [])

    def test_copy_buttons(self):
        self.open("#transitions/cube")
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        for language in ("Command", "Swift", "Python"):
            button = self.driver.find_element(By.CSS_SELECTOR, f"[aria-label='Copy {language}']")
            button.click()
            self.wait("arguments[0].textContent === 'Copied'", 5, button)
            copied = self.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0], error => arguments[0](String(error)))")
            self.assertIn("cube", copied)
        self.assertTrue(copied.startswith("segue.export("))

    # Links and the keyboard.

    def test_links_lead_to_items_and_back(self):
        links = []
        for button in range(5):
            self.js("document.querySelectorAll('#kinds button')[arguments[0]].click()", button)
            links += self.js("return [...document.querySelectorAll('main li a')].map(link => link.getAttribute('href'))")
        self.assertEqual(len(set(links)), len(ITEMS))
        for link in links[:: len(links) // 12]:
            self.js("location.hash = arguments[0]", link)
            self.wait("document.getElementById('item').open && location.hash === arguments[0]", 5, link)
            self.assertEqual(self.js("return address(shown)"), link)
        self.open("#transitions/there-is-none")
        self.assertIsNone(self.shown())

    def test_the_keyboard_alone(self):
        self.keys(Keys.TAB)
        self.assertEqual(self.js("return document.activeElement.className"), "skip")
        self.js("document.querySelector('main li a').focus()")
        self.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
        self.assertEqual(self.js("return document.activeElement.textContent"), self.names()[1])
        self.keys(Keys.ARROW_DOWN, Keys.ARROW_UP)
        self.assertEqual(self.js("return document.activeElement.textContent"), self.names()[1])
        self.keys(Keys.ENTER)
        self.wait("document.getElementById('item').open")
        self.assertEqual(self.shown(), self.names()[1])
        self.keys(Keys.ARROW_RIGHT)
        self.wait("document.getElementById('item-name').textContent === arguments[0]", 5, self.names()[2])
        self.keys(Keys.ARROW_LEFT)
        self.wait("document.getElementById('item-name').textContent === arguments[0]", 5, self.names()[1])
        # The focus stays in the dialog, and returns to its card.
        for _ in range(20):
            self.keys(Keys.TAB)
            self.assertTrue(self.js("return document.activeElement === document.body || dialog.contains(document.activeElement)"))
        self.keys(Keys.ESCAPE)
        self.assertIsNone(self.shown())
        self.assertEqual(self.js("return document.activeElement.textContent"), self.names()[1])
        self.assertEqual(self.js("return location.hash"), "")

    # What a checker of pages asks.

    def assert_well_made(self):
        for contrast, what in self.js(CONTRAST):
            self.assertGreater(contrast, 4.5, what)
        self.assertLessEqual(self.js("return document.documentElement.scrollWidth - innerWidth"), 0)
        nameless = self.js("""return [...document.querySelectorAll('button, a, input, select, [role=img]')].filter(element =>
            element.checkVisibility() && !(element.ariaLabel || element.textContent.trim() || element.labels?.length)).map(one => one.outerHTML)""")
        self.assertEqual(nameless, [])
        small = self.js("""return [...document.querySelectorAll('button, input, select, summary, li a')].filter(element =>
            element.checkVisibility() && element.getBoundingClientRect().height < 24).map(one => one.outerHTML)""")
        self.assertEqual(small, [])
        twice = self.js("""const ids = [...document.querySelectorAll('[id]')].map(one => one.id);
            return ids.filter((id, at) => ids.indexOf(id) !== at)""")
        self.assertEqual(twice, [])

    def test_light_dark_and_phone(self):
        self.assertEqual(self.js("return [document.documentElement.lang, document.title]"), ["en", "Segue gallery"])
        for width, height in ((1280, 720), (390, 844), (320, 568)):
            self.driver.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
            for is_dark in (False, True):
                with self.subTest(width=width, is_dark=is_dark):
                    self.open()
                    self.js("setTheme(arguments[0])", is_dark)
                    self.assert_well_made()
                    self.open("#filters/swirl")
                    self.js("setTheme(arguments[0])", is_dark)
                    self.assert_well_made()
                    box = self.js("return document.getElementById('item').getBoundingClientRect().toJSON()")
                    self.assertTrue(box["left"] >= 0 and box["right"] <= width and box["bottom"] <= height, box)
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": False})

    def test_the_theme_is_of_the_system_until_it_is_chosen(self):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        self.open()
        self.assertEqual(self.js("return document.documentElement.dataset.theme"), "dark")
        self.driver.find_element(By.ID, "theme").click()
        self.assertEqual(self.js("return document.documentElement.dataset.theme"), "light")
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


if __name__ == "__main__":
    unittest.main()
