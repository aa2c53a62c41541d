"""Marks the wheel as built for this machine and for all versions of Python, since the library is called through ctypes."""

import pathlib
import sysconfig
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Platform(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        library = pathlib.Path(self.root) / "segue/_lib/libsegue.so.0"
        if not library.exists():
            raise FileNotFoundError(f"{library} is missing: build the wheel with scripts/wheel FOLDER")
        machine = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{machine}"
