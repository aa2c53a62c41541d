import base64
import copy
import gc
import io
import pathlib
import pickle
import signal
import subprocess
import sys
import time

import numpy as np
import PIL.Image
import pytest
import segue
from conftest import gradient
from segue import _library


def test_ends_are_the_pictures(from_png, to_png):
    frames = segue.frames(from_png, to_png, "cube", duration=1, fps=30)
    assert len(frames) == 31 and frames.fps == 30 and (frames.width, frames.height) == (1280, 720)
    assert np.array_equal(frames[0], segue.load(from_png)) and np.array_equal(frames[-1], segue.load(to_png))
    assert "31 frames of 1280x720" in repr(frames)


def test_frames_are_a_sequence_in_any_order():
    frames = segue.frames(gradient(), gradient(blue=255), "pixellate-dissolve", frames=9)
    all_frames = list(frames)
    assert len(all_frames) == 9
    assert all(np.array_equal(frames[index], all_frames[index]) for index in (8, 3, 0, -1))
    assert len(frames[2:5]) == 3 and np.array_equal(frames[2:5][0], all_frames[2])
    assert next(iter(frames)).shape == (48, 64, 3)
    with pytest.raises(IndexError):
        frames[9]


def test_frames_are_those_of_the_command(tmp_path, from_png, to_png):
    segue_command = pathlib.Path(__file__).parents[2] / ".build/release/segue"
    if not segue_command.exists():
        pytest.skip("the command is not built")
    file = tmp_path / "frame.rgb"
    subprocess.run(
        [segue_command, "render", from_png, to_png, "-t", "ripple", "--duration", "0.2", "--fps", "30", "-f", "rgb24", "-q", "-o", file],
        check=True,
    )
    frames = segue.frames(from_png, to_png, "ripple", duration=0.2, fps=30)
    assert file.read_bytes() == b"".join(frame.tobytes() for frame in frames)


def test_options():
    a, b = gradient(), gradient(100, 20, 255)
    assert segue.render(a, b, "cube:eye=2", progress=0.5, size=(32, 16)).shape == (16, 32, 3)
    assert segue.render(a, b, progress=0.5, size="40x20", fit="contain", background="navy").shape == (20, 40, 3)
    assert len(segue.frames(a, b, frames=4, boomerang=True)) == 7
    source = "vec4 transition(vec2 p) { return p.x < progress ? getToColor(p) : getFromColor(p); }"
    half = segue.render(a, a[::-1], source=source, progress=0.5)
    assert np.array_equal(half[:, 40:], a[:, 40:]) and np.array_equal(half[:, :20], a[::-1][:, :20])
    assert np.array_equal(segue.render(a, None, filters=["sepia"], progress=0), segue.apply(a, "sepia"))
    eased = segue.frames(a, a[::-1], "cross-dissolve", frames=3, ease="ease-in")
    assert not np.array_equal(eased[1], eased.at(0.5)) and np.array_equal(eased[1], eased.at_time(0.5))


@pytest.mark.parametrize(
    "options, kind",
    [
        ({"transition": "cub"}, segue.Error),
        ({"duration": -1}, segue.Error),
        ({"size": "big"}, segue.Error),
        ({"size": (0, 5)}, segue.Error),
        ({"source": "void main() { x }"}, segue.Error),
        ({"duration": float("nan")}, ValueError),
        ({"durration": 1}, TypeError),
        ({"filters": "sepia"}, TypeError),
        ({"from_filters": "sepia"}, TypeError),
        ({"hold": float("inf")}, ValueError),
        ({"channels": 2}, ValueError),
    ],
)
def test_wrong_options(options, kind):
    transition = options.pop("transition", None)
    name = next(iter(options), "cub")
    with pytest.raises(kind, match=name if kind is not segue.Error else None):
        segue.frames(gradient(), gradient(), transition, **options)


def test_out():
    a, b = gradient(), gradient(blue=255)
    frames = segue.frames(a, b, "cube")
    expected = frames.at(0.4)
    whole = np.zeros((48, 70, 3), np.uint8)
    for out in [np.empty((48, 64, 3), np.uint8), whole[:, 3:67], np.empty((3, 48, 64), np.uint8).transpose(1, 2, 0)]:
        frames.at(0.4, out=out)
        assert np.array_equal(out, expected)
    assert not whole[:, :3].any() and not whole[:, 67:].any()
    for wrong in [np.empty((48, 63, 3), np.uint8), np.empty((48, 64, 3)), np.empty((48, 64), np.uint8)]:
        with pytest.raises(ValueError):
            frames.at(0.4, out=wrong)
    assert frames.at(0.4, out=np.empty((48, 64, 4), np.uint8))[0, 0, 3] == 255
    for progress in [float("nan"), 5]:
        with pytest.raises(segue.Error):
            frames.at(progress)


def test_alpha_is_kept():
    frame = segue.render(gradient(channels=4), gradient(blue=255), "cross-dissolve", progress=0.5)
    assert frame.shape[2] == 4 and frame[0, 0, 3] == 255 and 180 < frame[0, 63, 3] < 200
    assert segue.render(gradient(channels=4), gradient(), progress=0.5, channels=3).shape[2] == 3


def test_export(tmp_path):
    a, b = gradient(320, 200), gradient(320, 200, 255)
    calls = []
    segue.export(a, b, "cube", tmp_path / "a.webp", frames=20, progress=lambda done, count: calls.append((done, count)))
    assert calls[-1] == (20, 20) and (tmp_path / "a.webp").read_bytes()[8:12] == b"WEBP"
    with pytest.raises(segue.Error) as raised:
        segue.export(a, b, "cube", tmp_path / "a.webp")
    assert raised.value.code == "file.exists"
    segue.export(a, b, "cube", tmp_path / "a.webp", frames=2, overwrite=True, output={"options": {"quality": 50}})
    segue.export(a, b, "cube", tmp_path / "f" / "%02d.png", frames=3)
    assert sorted(file.name for file in (tmp_path / "f").iterdir()) == ["00.png", "01.png", "02.png"]
    segue.export(a, b, "cube", tmp_path / "raw", frames=2, format="y4m")
    assert pickle.loads(pickle.dumps(raised.value)).code == "file.exists"


@pytest.mark.parametrize("count", [3, 30])
@pytest.mark.parametrize("seconds", [0, 0.3])
def test_an_early_stop_leaves_no_file(tmp_path, count, seconds):
    a, calls = gradient(), []

    def stop(done, all_frames):
        calls.append(done)
        time.sleep(seconds)
        return False

    with pytest.raises(segue.Stopped):
        segue.export(a, a[::-1], "cube", tmp_path / "a.webp", frames=count, progress=stop)
    assert calls == [0] and not list(tmp_path.iterdir())
    # The file is complete when the last frame is reported.
    segue.export(a, a[::-1], "cube", tmp_path / "a.webp", frames=count, progress=lambda done, count: done < count)
    assert (tmp_path / "a.webp").exists()


def test_copies_share_their_handles():
    gc.collect()
    before = _library.handle_count()
    frames = segue.frames(gradient(), gradient(blue=255), "cube", frames=3)
    copies = [copy.copy(frames), copy.deepcopy(frames), copy.copy(frames._renderer), copy.deepcopy(frames._renderer)]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match="cannot be pickled: make them again"):
            pickle.dumps(frames, protocol)
    del copies[2:]
    expected = frames[1]
    del frames
    assert all(np.array_equal(one[1], expected) for one in copies)
    del copies
    assert _library.handle_count() == before


def test_a_forked_child_has_errors_and_frees_nothing():
    code = """
import os, numpy, segue
from segue import _library
a = numpy.zeros((40, 40, 3), numpy.uint8)
frames = segue.frames(a, a, "cube", frames=3)
child = os.fork()
if child == 0:
    status = 0
    for call in (lambda: frames[0], lambda: segue.load(a), segue.catalog, lambda: segue.export(a, a, "cube", "x.webp")):
        try:
            call()
            status = 1
        except segue.Error as error:
            status |= 2 * ("spawn" not in str(error) or error.code != "call.forked")
    del frames
    os._exit(status)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert frames[0].shape == (40, 40, 3)
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=30)


@pytest.mark.parametrize(
    "call, kind",
    [
        (lambda a: segue.load(a, channels=5), ValueError),
        (lambda a: segue.load(a, channels=True), ValueError),
        (lambda a: segue.apply(a, "sepia", channels=0), ValueError),
        (lambda a: segue.apply(a, 5), TypeError),
        (lambda a: segue.frames(a, a, 5), TypeError),
        (lambda a: segue.frames(a, a, filters=5), TypeError),
        (lambda a: segue.frames(a, a, source=5), TypeError),
        (lambda a: segue.frames(a, a, size=(1, 2, 3)), ValueError),
        (lambda a: segue.frames(a, a, size=(1.5, 2)), TypeError),
        (lambda a: segue.frames(a, a)["1"], TypeError),
        (lambda a: segue.frames(a, a)[1.0], TypeError),
        (lambda a: segue.frames(a, a).at("x"), TypeError),
        (lambda a: segue.frames(a, a).at(0.5, out=[1]), TypeError),
        (lambda a: segue.render(a, a, progress=1.01), segue.Error),
        (lambda a: segue.render(a, a, progress=-0.01), segue.Error),
        (lambda a: segue.frames(a, a).at_time(1.01), segue.Error),
        (lambda a: segue.use_threads(1.5), TypeError),
        (lambda a: segue.use_threads(-1), ValueError),
        (lambda a: segue.use_threads(2**40), ValueError),
        (lambda a: segue.export(a, a, None, 5), TypeError),
        (lambda a: segue.export(a, a, None, b"x.webp"), TypeError),
        (lambda a: segue.export(a, a, None, "x.webp", progress=5), TypeError),
        (lambda a: segue.export(a, a, None, "x.webp", output=5), TypeError),
        (lambda a: segue.export(a, a, None, "x.webp", output={"range": a}), TypeError),
    ],
)
def test_wrong_arguments(call, kind):
    with pytest.raises(kind, match=r"\w+ \w+ \w+"):
        call(gradient())


def test_integers_may_be_those_of_numpy():
    frames = segue.frames(gradient(), gradient(blue=255), size=(np.int64(20), np.int32(10)), frames=3)
    assert frames[np.int64(1)].shape == (10, 20, 3)
    assert len(segue.frames(gradient(), gradient(), frames=np.int64(3), hold=np.float32(0))) == 3


def test_errors_of_shaders_have_their_place():
    with pytest.raises(segue.Error, match="^source.glsl:2:10: ") as raised:
        segue.frames(gradient(), gradient(), source="vec4 transition(vec2 p) {\n  return x;\n}")
    assert raised.value.code == "shader.invalid"


def test_export_is_stopped(tmp_path):
    a, b = gradient(320, 200), gradient(320, 200, 255)
    with pytest.raises(segue.Stopped) as raised:
        segue.export(a, b, "cube", tmp_path / "a.webp", frames=5000, progress=lambda done, _: np.int64(done) < 3)
    assert raised.value.code == "call.stopped"

    def fail(done, count):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        segue.export(a, b, "cube", tmp_path / "a.webp", frames=5000, progress=fail)
    assert not list(tmp_path.iterdir())


def test_ctrl_c_stops_an_export(tmp_path):
    code = (
        "import numpy, segue, signal; signal.signal(signal.SIGINT, signal.default_int_handler); a = numpy.zeros((400, 400, 3), numpy.uint8); print(1, flush=True);"
        f"segue.export(a, a[::-1], 'cube', {str(tmp_path / 'a.webp')!r}, frames=200000)"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        process.stdout.readline()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    finally:
        process.kill()
    assert "KeyboardInterrupt" in errors and not list(tmp_path.iterdir())


def test_catalog():
    catalog = segue.catalog()
    assert {"transitions", "filters", "blends", "maps", "easings", "formats"} == set(catalog)
    cube = next(item for item in catalog["transitions"] if item["name"] == "cube")
    assert cube["summary"] and cube["parameters"][0]["name"]


def test_import_is_quick():
    code = "import time; t = time.perf_counter(); import numpy; n = time.perf_counter(); import segue; print(time.perf_counter() - n)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout) for _ in range(3)]
    assert min(times) < 0.15


def test_frames_are_played_by_notebooks():
    frames = segue.frames(gradient(1000, 500), gradient(1000, 500, 255), "cube", frames=5)
    assert frames._repr_html_().startswith('<img alt="5 frames" src="data:image/webp;base64,UklGR')


@pytest.mark.parametrize("options", [{"frames": 500}, {"frames": 200, "boomerang": True}, {"duration": 30, "hold": 5, "fps": 60}])
def test_notebooks_play_at_most_120_frames(options):
    frames = segue.frames(gradient(), gradient(blue=255), "cube", **options)
    text = frames._repr_html_()
    image = PIL.Image.open(io.BytesIO(base64.b64decode(text.split("base64,")[1].split('"')[0])))
    assert len(frames) > 120 and 90 < image.n_frames <= 120 and f'alt="{len(frames)} frames"' in text


def test_ctrl_c_stops_a_notebook():
    code = (
        "import numpy, segue, signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "a = numpy.random.default_rng(1).integers(0, 255, (1000, 1000, 3), numpy.uint8); print(1, flush=True);"
        "frames = segue.frames(a, a[::-1], 'cube', frames=120)\nwhile True: frames._repr_html_()"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        process.stdout.readline()
        time.sleep(0.7)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    finally:
        process.kill()
    assert "KeyboardInterrupt" in errors and "_repr_html_" in errors and time.monotonic() - start < 5
