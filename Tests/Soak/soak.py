#!/usr/bin/env python3
"""Kills, signals, full disks and long renders of the command in every format that this machine can write.

A part prints a line for each format and ends with 1 where something did not hold.
"""
import hashlib
import json
import os
import random
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SEGUE = os.environ.get("SEGUE_COMMAND", f"{PROJECT}/.build/release/segue")
SEED = int(os.environ.get("SEGUE_SOAK_SEED", "0")) or random.randrange(1 << 30)
failures = []


def fail(text):
    print("soak: " + text, file=sys.stderr)
    failures.append(text)


class Way:
    """A format and where its frames go: files of their own, or one file."""

    def __init__(self, name, output, images):
        self.name = f"{name} {output}"
        self.has_files = "%" in output
        encoder = ["--encoder-option", "fflags=+bitexact"]  # Matroska numbers its files at random.
        self.command = [SEGUE, "render", *images, "-t", "cross-dissolve", "--threads", "2", "-q", "-f", name, "-o", output]
        self.options = ["--png-compression", "small"] if name == "png" else []
        self.frames = 24
        probe = self.run(encoder, frames=2)
        if "is for video" in probe[1]:
            probe = self.run(frames=2)
        else:
            self.options += encoder
        self.works = probe[0] == 0

    def arguments(self, more=(), frames=None):
        return [*self.command, *self.options, *more, "--frames", str(frames or self.frames)]

    def run(self, more=(), frames=None, **options):
        """Runs to the end in a folder that is thrown away; its exit code, errors and seconds."""
        with tempfile.TemporaryDirectory() as folder:
            return self.run_in(folder, more, frames, **options)

    def run_in(self, folder, more=(), frames=None, **options):
        start = time.monotonic()
        run = subprocess.run(self.arguments(more, frames), cwd=folder, stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, **options)
        return run.returncode, run.stderr, time.monotonic() - start

    def measure(self, seconds):
        """Takes frames for about so long, and keeps what an undisturbed run gives."""
        took = self.run()[2]
        self.frames = max(8, min(2000, round(self.frames * seconds / took)))
        with tempfile.TemporaryDirectory() as folder:
            code, errors, self.seconds = self.run_in(folder)
            if code != 0:
                fail(f"{self.name}: {errors}")
            self.expected = contents(folder)


def contents(folder):
    """The contents of all files below a folder, by name."""
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            file = os.path.join(path, name)
            with open(file, "rb") as opened:
                found[os.path.relpath(file, folder)] = hashlib.sha256(opened.read()).hexdigest()
    return found


def hidden(names):
    return [name for name in names if os.path.basename(name).startswith(".")]


def make_images(folder, size="480x270"):
    """Two pictures of noise, which take encoders long."""
    width, height = map(int, size.split("x"))
    files = []
    for seed in (1, 2):
        pixels = random.Random(seed).randbytes(3 * width * height)
        # PNG by hand: a header, rows without a filter, an end.
        rows = b"".join(b"\0" + pixels[3 * width * y:3 * width * (y + 1)] for y in range(height))
        chunk = lambda name, data: struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        with open(file := f"{folder}/{seed}.png", "wb") as out:
            out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                      + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))
        files.append(file)
    return files


def all_ways(images):
    """Every format in every way that it can be written here."""
    listed = json.loads(subprocess.check_output([SEGUE, "list", "--json"]))["formats"]
    names = [format["name"] for format in listed if format["name"] != "null"]
    ways = [Way(name, output, images) for name in names for output in (f"frames/%d.{name}", f"movie.{name}")]
    return [way for way in ways if way.works]


def kills(rounds, images):
    """Killed at random moments, a render goes on or is run again: the bytes of an undisturbed one, and nothing besides."""
    ways = all_ways(images)
    for way in ways:
        way.measure(1.5)
    for number, way in enumerate(ways):
        count, killed = len(range(number, rounds, len(ways))), 0
        for round in range(count):
            with tempfile.TemporaryDirectory() as folder:
                process = subprocess.Popen(way.arguments(), cwd=folder, stdin=subprocess.DEVNULL,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(random.uniform(0, way.seconds))
                process.kill()
                killed += process.wait() == -9
                visible = {name: data for name, data in contents(folder).items() if not hidden([name])}
                if not visible.items() <= way.expected.items():
                    fail(f"{way.name}: half a file after a kill")
                if way.has_files or not visible:
                    code, errors, _ = way.run_in(folder, ["--resume"] if way.has_files else [])
                    if code != 0:
                        fail(f"{way.name}: {errors.strip()}")
                time.sleep(0.1)  # An encoder whose frames have ended may write its last.
                after = contents(folder)
                if after != way.expected:
                    fail(f"{way.name}: other files: {sorted(set(after.items()) ^ set(way.expected.items()))[:3]}")
        print(f"kills: {way.name}: {count} rounds, {killed} killed, {way.frames} frames in {way.seconds:.1f} s")


def signals(rounds, images):
    """Ended by a signal at a random moment, a render exits with 128 and its number and leaves nothing half written."""
    ways = all_ways(images)
    numbers = [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT]
    for way in ways:
        way.measure(1)
    for place, way in enumerate(ways):
        count, ended = len(range(place, rounds, len(ways))), 0
        for round in range(count):
            number = numbers[(place + round) % 4]
            with tempfile.TemporaryDirectory() as folder:
                process = subprocess.Popen(
                    way.arguments(), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE, text=True,
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (1 << 20, 1 << 20)))
                wait_for_main(process)
                # A third of them before the first frame, where signals are armed.
                time.sleep(random.uniform(0, way.seconds if round % 3 else 0.03))
                os.kill(process.pid, number)
                errors = process.stderr.read()
                code, dumped = status(process)
                ended += code != 0
                if code not in (0, 128 + number) or dumped:
                    fail(f"{way.name}: {number.name}: exit code {code}{', core dumped' if dumped else ''}: {errors}")
                if len(errors.splitlines()) > 1:
                    fail(f"{way.name}: {number.name}: {errors}")
                after = contents(folder)
                if not after.items() <= way.expected.items() or code == 0 and after != way.expected:
                    fail(f"{way.name}: {number.name}: left {sorted(set(after.items()) - set(way.expected.items()))[:3]}")
        print(f"signals: {way.name}: {count} rounds, {ended} ended early")
    pipes(rounds // 10 + 1, ways)


def wait_for_main(process):
    """Waits until the command itself runs, which begins by ignoring SIGPIPE: until then the system says what signals do."""
    ignored = 0
    while not ignored & 1 << (signal.SIGPIPE - 1):
        with open(f"/proc/{process.pid}/status") as file:
            fields = dict(line.split(":", 1) for line in file)
        ignored = int(fields.get("SigIgn", "ffffffff"), 16)


def status(process):
    """The exit code as a shell says it, and whether memory was dumped."""
    _, status = os.waitpid(process.pid, 0)
    process.returncode = 0
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status), os.WCOREDUMP(status)


def pipes(rounds, ways):
    """A reader that goes away ends a render with 128 and the number of SIGPIPE, without a word."""
    streams = [way for way in ways if way.name.split()[0] in ("y4m", "rgba", "rgb24") and not way.has_files]
    for way in streams:
        for round in range(rounds):
            command = [*way.arguments()[:-3], "-", "--frames", str(way.frames)]
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
            process.stdout.read(random.randrange(1, 480 * 270 * way.frames))
            process.stdout.close()
            errors = process.stderr.read()
            code, _ = status(process)
            if code != 141 or errors:
                fail(f"{way.name}: a reader that goes away: exit code {code}: {errors}")
        print(f"signals: {way.name.split()[0]} into a pipe: {rounds} rounds of a reader that goes away")


def disks(rounds, images):
    """A disk that is full at some place: one line of error, code 74, and no file but whole ones."""
    can_mount = os.geteuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", images[0] + ".d"],
                                                     capture_output=True).returncode == 0
    if can_mount:
        subprocess.run(["umount", images[0] + ".d"], check=True)
    else:
        print("disks: no file system can be mounted here: a limit on the size of files stands for it")
    for way in all_ways(images):
        way.measure(0.3)
        with tempfile.TemporaryDirectory() as folder:
            way.run_in(folder)
            sizes = [os.path.getsize(os.path.join(folder, name)) for name in way.expected]
        shares = [0.02, 0.2, 0.5, 0.8, 0.97]
        for share in shares:
            with tempfile.TemporaryDirectory() as folder:
                if can_mount:
                    room = max(4096, int(sum(-(-size // 4096) * 4096 for size in sizes) * share) // 4096 * 4096)
                    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={room}", "none", folder], check=True)
                    limit = None
                else:
                    room = int(max(sizes) * share)
                    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
                try:
                    code, errors, _ = way.run_in(folder, preexec_fn=limit)
                    after = contents(folder)
                finally:
                    if can_mount:
                        subprocess.run(["umount", folder], check=True)
                if code != 74 or len(errors.splitlines()) != 1:
                    fail(f"{way.name}: {room} bytes: exit code {code}: {errors.strip()}")
                if not after.items() <= way.expected.items():
                    fail(f"{way.name}: {room} bytes: left {sorted(set(after.items()) - set(way.expected.items()))[:3]}")
        print(f"disks: {way.name}: {len(shares)} disks, too small by 3 % to 98 %")
    for format in ("rgba", "rgb24", "y4m"):
        with open("/dev/full", "wb") as full:
            run = subprocess.run([SEGUE, "render", *images, "-q", "-f", format, "-o", "-"], stdout=full,
                                 stderr=subprocess.PIPE, text=True)
        if run.returncode != 74 or len(run.stderr.splitlines()) != 1:
            fail(f"{format} to a full device: exit code {run.returncode}: {run.stderr}")


def memory(rounds, images):
    """The peak of memory of 10 000 frames is that of 100."""
    def peak(way, frames):
        with tempfile.TemporaryDirectory() as folder:
            process = subprocess.Popen(way.arguments(frames=frames), cwd=folder, stdin=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = status
            if status != 0:
                fail(f"{way.name}: {frames} frames: status {status}")
        return usage.ru_maxrss / 1024
    # Video is ffmpeg's memory and time.
    for way in all_ways(images):
        if "fflags=+bitexact" in way.options:
            continue
        way.options = []
        few, many = peak(way, 100), peak(way, rounds)
        if many > 1.1 * few + 2:
            fail(f"{way.name}: {many:.1f} MB for {rounds} frames, {few:.1f} MB for 100")
        print(f"memory: {way.name}: {few:.1f} MB for 100 frames, {many:.1f} MB for {rounds}")


PARTS = {"kills": (kills, 100, "480x270"), "signals": (signals, 200, "480x270"), "disks": (disks, 1, "160x90"),
         "memory": (memory, 10_000, "160x90")}

if __name__ == "__main__":
    part, rounds, size = PARTS[sys.argv[1]]
    rounds = int(os.environ.get("SEGUE_SOAK_ROUNDS", rounds))
    random.seed(SEED)
    with tempfile.TemporaryDirectory() as folder:
        files = make_images(folder, size)
        os.mkdir(files[0] + ".d")
        begun = time.monotonic()
        part(rounds, files)
        print(f"{sys.argv[1]}: seed {SEED}, {time.monotonic() - begun:.0f} s, {len(failures)} failures")
    sys.exit(1 if failures else 0)
