"""The GIL is free while the library works, and calls of several threads run at once."""

import threading
import time

import pytest
import segue
from conftest import gradient


class Worker(threading.Thread):
    """Repeats a step, and counts how often, until it is stopped."""

    def __init__(self, step):
        super().__init__(daemon=True)
        self.step, self.count, self.is_stopped = step, 0, False

    def run(self):
        while not self.is_stopped:
            self.step()
            self.count += 1

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.is_stopped = True
        self.join()


@pytest.fixture
def long_frame():
    """Renders one frame in a single call that takes some tenths of a second."""
    segue.use_threads(1)
    frames = segue.frames(gradient(2560, 1440), gradient(2560, 1440, blue=200), "cross-zoom")
    yield lambda: frames.at(0.5)
    segue.use_threads(0)


# A call that kept the GIL would leave other threads nothing but the switches before and after it.
@pytest.mark.parametrize("kind", ["python", "segue"])
def test_another_thread_goes_on_during_a_call(kind, long_frame):
    small = segue.frames(gradient(), gradient(blue=200), "cube")
    with Worker((lambda: sum(range(100))) if kind == "python" else (lambda: small.at(0.3))) as worker:
        long_frame()
        before, start = worker.count, time.perf_counter()
        long_frame()
        during, seconds = worker.count - before, time.perf_counter() - start
        before = worker.count
        time.sleep(seconds)
        alone = worker.count - before
    assert seconds > 0.05
    assert during > alone / 5, f"{during} steps during a call of {seconds:.2f} s, {alone} without it"


def test_two_exports_run_at_once(tmp_path):
    """Each waits in its first progress for the other's."""
    both = threading.Barrier(2)
    failures = []

    def export(name):
        has_met = False

        def progress(done, count):
            nonlocal has_met
            if not has_met:
                both.wait(60)
            has_met = True

        try:
            segue.export(gradient(), gradient(blue=200), "cube", tmp_path / name, frames=9, progress=progress)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=export, args=(f"{name}.webp",)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == [] and (tmp_path / "a.webp").read_bytes() == (tmp_path / "b.webp").read_bytes()
