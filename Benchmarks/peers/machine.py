"""Describes this machine, without its name."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from pathlib import Path

from harness import command

LOAD = "Load average before the run"


def processor(cpu: dict[str, str]) -> str:
    """Returns the processor's name, which may be shortened in a virtual machine, and the compiler's name for it."""
    name = cpu.get("Model name", platform.machine())
    if "CPU family" not in cpu:
        return name
    words = ["clang", "-march=native", "-E", "-v", "-"]
    said = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    kinds = re.findall(r'"?-target-cpu"? "?([\w-]+)', said.stderr)
    return f"{name} ({', '.join([*kinds, 'family ' + cpu['CPU family'], 'model ' + cpu['Model']])})"


def facts() -> list[tuple[str, str]]:
    """Returns the names and values of properties, in the order of the report."""
    cpu = dict(re.findall(r"^\s*(.+?):\s+(.+)$", command(["lscpu"]).decode(), re.MULTILINE))
    memory = re.findall(r"^MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text(), re.MULTILINE)
    system = re.findall(r'^PRETTY_NAME="?(.+?)"?$', Path("/etc/os-release").read_text(), re.MULTILINE)
    caches = [f"{key.removesuffix(' cache')} {cpu[key]}" for key in cpu if key.endswith(" cache")]
    virtual = f", a virtual machine ({cpu['Hypervisor vendor']})" if "Hypervisor vendor" in cpu else ""
    return [
        ("Processor", f"{processor(cpu)}, {os.cpu_count()} cores{virtual}"),
        ("Caches", ", ".join(caches)),
        ("Memory", f"{int(memory[0]) / 2**20:.0f} GiB"),
        ("System", f"{system[0]}, Linux {platform.release()}, {platform.machine()}"),
        ("Swift", re.findall(r"Swift version (\S+)", command(["swift", "--version"]).decode())[0]),
        ("Python, which drives OpenCV and llvmpipe", platform.python_version()),
        (LOAD, f"{os.getloadavg()[0]:.1f} (a quiet machine has about 0)"),
    ]
