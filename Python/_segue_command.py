"""The script `segue`, outside of the package, since importing the package takes longer than the command."""

import importlib.util
import os
import sys


def main() -> None:
    package = importlib.util.find_spec("segue")
    assert package is not None and package.origin is not None
    os.execv(os.path.join(os.path.dirname(package.origin), "_bin", "segue"), ["segue", *sys.argv[1:]])
