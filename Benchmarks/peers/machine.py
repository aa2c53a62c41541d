"""What this machine is, without its name."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path

from harness import command

LOAD = "Load average before the run"


def facts() -> list[tuple[str, str]]:
    """Names and values, in the order to show them in."""
    cpu = dict(re.findall(r"^\s*(.+?):\s+(.+)$", command(["lscpu"]).decode(), re.MULTILINE))
    memory = re.findall(r"^MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text(), re.MULTILINE)
    system = re.findall(r'^PRETTY_NAME="?(.+?)"?$', Path("/etc/os-release").read_text(), re.MULTILINE)
    caches = [f"{key.removesuffix(' cache')} {cpu[key]}" for key in cpu if key.endswith(" cache")]
    virtual = f", a virtual machine ({cpu['Hypervisor vendor']})" if "Hypervisor vendor" in cpu else ""
    return [
        ("Processor", f"{cpu.get('Model name', platform.machine())}, {os.cpu_count()} cores{virtual}"),
        ("Caches", ", ".join(caches)),
        ("Memory", f"{int(memory[0]) / 2**20:.0f} GiB"),
        ("System", f"{system[0]}, Linux {platform.release()}, {platform.machine()}"),
        ("Swift", re.findall(r"Swift version (\S+)", command(["swift", "--version"]).decode())[0]),
        ("Python, which drives OpenCV and llvmpipe", platform.python_version()),
        (LOAD, f"{os.getloadavg()[0]:.1f} (a quiet machine has about 0)"),
    ]
