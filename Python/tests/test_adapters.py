import numpy as np
import PIL.Image
import pytest
import segue
from conftest import gradient

moviepy = pytest.importorskip("moviepy")
av = pytest.importorskip("av")
imageio = pytest.importorskip("imageio.v3")


def clip(color, seconds=0.5, size=(64, 48)):
    return moviepy.ColorClip(size, color, duration=seconds).with_fps(20)


def test_moviepy_joins_clips(tmp_path):
    import segue.moviepy

    joined = segue.moviepy.transition(clip((255, 0, 0)), clip((0, 0, 255), size=(100, 100)), "cross-dissolve", 0.2)
    assert joined.duration == pytest.approx(0.8) and tuple(joined.size) == (64, 48)
    assert joined.get_frame(0.1)[0, 0].tolist() == [255, 0, 0]
    assert joined.get_frame(0.7)[0, 0].tolist() == [0, 0, 255]
    middle = joined.get_frame(0.4)[0, 0].tolist()
    assert 100 < middle[0] < 155 and middle[1] == 0 and 100 < middle[2] < 155
    segue.moviepy.transition(clip((255, 0, 0)), clip((0, 0, 255)), "cube", 0.2).write_videofile(str(tmp_path / "a.mp4"), logger=None)
    with av.open(str(tmp_path / "a.mp4")) as video:
        assert sum(1 for _ in video.decode(video=0)) == 16
    gray = segue.moviepy.apply(clip((255, 0, 0)), "saturation:saturation=0").get_frame(0)
    assert gray[0, 0, 0] == gray[0, 0, 1] == gray[0, 0, 2]
    with pytest.raises(ValueError):
        segue.moviepy.transition(clip((255, 0, 0)), clip((0, 0, 255)), "cube", 2)


def test_moviepy_fades_sound():
    import segue.moviepy

    tone = moviepy.AudioArrayClip(np.ones((4000, 2)), fps=8000)
    joined = segue.moviepy.transition(clip((255, 0, 0)).with_audio(tone), clip((0, 0, 255)).with_audio(tone), "cube", 0.2)
    assert joined.audio.duration == pytest.approx(0.8)
    sound = joined.audio.to_soundarray(fps=8000)
    # Both sounds are at half of their level in the middle of the transition, at 0.4 s.
    assert sound[800].max() == pytest.approx(1, abs=0.01) and sound[3200].max() == pytest.approx(1, abs=0.05)


def test_moviepy_cuts_sound_to_its_clip():
    import segue.moviepy

    tone = moviepy.AudioArrayClip(np.ones((16000, 2)), fps=8000)
    joined = segue.moviepy.transition(clip((255, 0, 0)).with_audio(tone), clip((0, 0, 255)), "cube", 0.2)
    assert joined.audio.duration == pytest.approx(joined.duration) == pytest.approx(0.8)
    sound = joined.audio.to_soundarray(fps=8000)[:, 0]
    # The fade lasts from 0.3 s to 0.5 s.
    assert sound[2300] == pytest.approx(1, abs=0.01) and sound[3200] == pytest.approx(0.5, abs=0.02)
    assert abs(sound[4010:]).max() < 0.01
    short = moviepy.AudioArrayClip(np.ones((2000, 2)), fps=8000)
    joined = segue.moviepy.transition(clip((255, 0, 0)).with_audio(short), clip((0, 0, 255)), "cube", 0.2)
    sound = joined.audio.to_soundarray(fps=8000)[:, 0]
    assert joined.audio.duration == pytest.approx(0.8) and sound[1900] == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("option", ["size", "reverse", "hold", "boomerang", "fps", "frames"])
def test_moviepy_refuses_options_of_clips(option):
    import segue.moviepy

    with pytest.raises(TypeError, match=option):
        segue.moviepy.transition(clip((255, 0, 0)), clip((0, 0, 255)), "cube", 0.2, **{option: 1})


def test_pyav_frames_through_a_filter(tmp_path):
    import segue.av

    file = tmp_path / "a.mkv"
    with av.open(str(file), "w") as video:
        stream = video.add_stream("ffv1", rate=25)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "bgr0"
        for frame in segue.av.frames(gradient(), gradient(blue=255), "cube", frames=5, fps=25):
            video.mux(stream.encode(frame))
        video.mux(stream.encode(None))
    with av.open(str(file)) as video:
        frames = [segue.av.apply(frame, "sepia") for frame in video.decode(video=0)]
    assert len(frames) == 5 and float(frames[4].pts * frames[4].time_base) == pytest.approx(0.16)
    assert np.array_equal(frames[0].to_ndarray(format="rgb24"), segue.apply(gradient(), "sepia"))


def test_imageio_takes_and_gives_arrays(tmp_path, from_png, to_png):
    a, b = imageio.imread(from_png), imageio.imread(to_png)
    frames = segue.frames(a, b, "cube", frames=4, size="160x90")
    imageio.imwrite(tmp_path / "a.gif", np.stack(list(frames)), duration=50, loop=0)
    assert imageio.imread(tmp_path / "a.gif").shape[:3] == (4, 90, 160)


def test_pillow():
    import segue.pillow

    a, b = PIL.Image.fromarray(gradient(channels=4)), PIL.Image.fromarray(gradient(blue=255))
    half = segue.pillow.render(a, b, "cube", progress=0.5)
    assert half.mode == "RGBA" and half.size == (64, 48)
    assert segue.pillow.apply(b, "sepia").mode == "RGB"


def test_a_notebook_shows_pictures_and_transitions(from_png, to_png):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    book = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_code_cell(f"import segue\nhalf = segue.render({str(from_png)!r}, {str(to_png)!r}, 'cube', progress=0.5)\nhalf"),
            nbformat.v4.new_code_cell(f"segue.frames({str(from_png)!r}, {str(to_png)!r}, 'cube', frames=4)"),
        ]
    )
    nbclient.NotebookClient(book, timeout=60, kernel_name="python3").execute()
    first, second = (cell.outputs[0].data for cell in book.cells)
    assert "image/png" in first and "image/webp" in second["text/html"]
