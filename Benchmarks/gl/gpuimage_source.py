"""Reads the classes of a checkout of GPUImage: their shaders and superclasses."""

from __future__ import annotations

import re
from pathlib import Path

PLAIN_VERTEX = "kGPUImageVertexShaderString"
PAIR_VERTEX = "kGPUImageTwoInputTextureVertexShaderString"
NEARBY_VERTEX = "kGPUImageNearbyTexelSamplingVertexShaderString"
GRAY = "kGPUImageLuminanceFragmentShaderString"

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
# Matches conditional shaders. The first branch, which is kept, is for iOS; the other differs only in precision qualifiers.
BRANCHES = re.compile(r"^#if TARGET_IPHONE_SIMULATOR[^\n]*\n(.*?)^#else\n.*?^#endif", re.DOTALL | re.MULTILINE)
# Expands calls of macros in shaders that are inside of a macro.
MACRO = re.compile(r"^#define \w+\([^\n]*", re.MULTILINE)
CONSTANT = re.compile(r"NSString \*const (\w+) = SHADER_STRING\s*\((.*?)^ ?\);?", re.DOTALL | re.MULTILINE)
FRAGMENT = re.compile(r"[fF]ragmentShader(?:FromString)?:\s*(k\w+)")
VERTEX = re.compile(r"initWithVertexShaderFromString:\s*(k\w+)")
INTERFACE = re.compile(r"@interface (\w+) *: *(\w+)")


class Source:
    """A checkout of GPUImage."""

    def __init__(self, folder: Path) -> None:
        """Reads all classes; raises RuntimeError if there are none."""
        self.constants: dict[str, str] = {}
        self.parents: dict[str, str] = {}
        self.bodies: dict[str, str] = {}
        for file in sorted(folder.glob("framework/Source/**/GPUImage*.[hm]")):
            text = COMMENT.sub("", file.read_text(errors="replace"))
            if file.suffix == ".h":
                self.parents |= dict(INTERFACE.findall(text))
                continue
            text = BRANCHES.sub(r"\1", text)
            self.bodies[file.stem] = text
            macros = "\n".join(MACRO.findall(text))
            self.constants |= {name: f"{macros}\n{shader}" for name, shader in CONSTANT.findall(text)}
        if not self.constants:
            raise RuntimeError(f"{folder} is no checkout of GPUImage: there is no framework/Source with its classes")

    def ancestors(self, name: str) -> list[str]:
        """Returns a class and its superclasses within GPUImage."""
        found = []
        while name in self.parents:
            found.append(name)
            name = self.parents[name]
        return found

    def shaders(self, name: str) -> list[tuple[str, str]]:
        """Returns the vertex and fragment shader of each pass of a class; raises RuntimeError if the class has no shaders."""
        passes = self.named(name)
        if missing := [one for pair in passes for one in pair if one not in self.constants]:
            raise RuntimeError(f"there is no {missing[0]}")
        return passes

    def named(self, name: str) -> list[tuple[str, str]]:
        """Returns the names of the shaders of a class or its superclass."""
        ancestors = self.ancestors(name)
        for owner in ancestors:
            body = self.bodies.get(owner, "")
            if fragment := FRAGMENT.search(body):
                break
        else:
            raise RuntimeError(f"no fragment shader of {name}")
        if vertex := VERTEX.search(body):
            return [(vertex[1], fragment[1])]
        if "GPUImageSobelEdgeDetectionFilter" in ancestors:
            return [(PLAIN_VERTEX, GRAY), (NEARBY_VERTEX, fragment[1])]
        if "GPUImage3x3TextureSamplingFilter" in ancestors:
            return [(NEARBY_VERTEX, fragment[1])]
        return [(PAIR_VERTEX if "GPUImageTwoInputFilter" in ancestors else PLAIN_VERTEX, fragment[1])]

    def correct(self, constant: str, edits: list[tuple[str, str]]) -> None:
        """Replaces matches of patterns in a shader; raises RuntimeError if there are none."""
        text = self.constants.get(constant, "")
        for old, new in edits:
            text, count = re.subn(old, new, text)
            if not count:
                raise RuntimeError(f"{constant} is not what it was: nothing in it matches {old}")
        self.constants[constant] = text
