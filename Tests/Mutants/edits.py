"""Makes small edits of a source, each within one line.

A kind of edit is a generator: it takes a `Line` and yields (start, end, text), a range of the source and its replacement.
"""

import re
from dataclasses import dataclass
from functools import cached_property

from tokens import tokens

LANGUAGES = {".swift": "swift", ".c": "c", ".h": "c", ".glsl": "glsl"}
# The replacements of each operator. An operator has spaces on both sides, which excludes the `<` of generic types.
OPERATORS = {
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"], "&+": ["&-"], "&-": ["&+"], "&*": ["&+"],
    "&": ["|"], "|": ["&"], "^": ["&"], "<<": [">>"], ">>": ["<<"], "&&": ["||"], "||": ["&&"],
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="], "|=": ["&="], "&=": ["|="],
}
RANGES = {"..<": "...", "...": "..<"}
NAMES = {"min": "max", "max": "min", "fmin": "fmax", "fmax": "fmin", "smaller": "larger", "larger": "smaller"}
# Functions for which the order of arguments does not matter.
SYMMETRIC = {*NAMES, "dot", "distance", "hypot"}
# A statement that begins with one of these words is not dropped.
DECLARES = set(
    "let var func case default init deinit subscript struct class enum extension protocol actor typealias import static "
    "public package private fileprivate internal final override mutating nonmutating nonisolated lazy weak unowned "
    "convenience required indirect associatedtype operator precedencegroup where else guard if for while repeat do "
    "switch catch defer get set willSet didSet throw try "
    "const typedef union extern inline uniform varying attribute precision in out inout highp mediump lowp".split())
LEAVES = {"break", "continue", "return", "discard"}


@dataclass(frozen=True)
class Edit:
    file: str
    number: int  # of the line, from 1
    kind: str
    old: str
    new: str
    start: int
    end: int
    text: str

    def applied(self, source):
        return source[:self.start] + self.text + source[self.end:]

    def __str__(self):
        return f"{self.file}:{self.number}: {self.kind}\n  - {self.old}\n  + {self.new or '(nothing)'}"


class Line:
    """The tokens of a line, with their source."""

    def __init__(self, source, language, all_tokens, first, last):
        self.source, self.language = source, language
        self.all, self.first, self.last = all_tokens, first, last

    @cached_property
    def tokens(self):
        return self.all[self.first:self.last]

    def is_apart(self, token):
        """Whether an operator has a space, or the end of the line, on both sides."""
        return self.source[token.start - 1].isspace() and self.source[token.end:token.end + 1].isspace()

    def close(self, open):
        """Returns the index of the bracket that closes the one at an index; None if it is on another line."""
        depth = 0
        for index in range(open, len(self.tokens)):
            token = self.tokens[index]
            if token.kind == "bracket":
                depth += 1 if token.text in "([{" else -1
                if depth == 0:
                    return index
        return None

    def before(self):
        """Returns the last token of the lines above."""
        return next((t for t in reversed(self.all[max(0, self.first - 200):self.first]) if t.kind != "line"), None)

    def after(self):
        """Returns the first token of the lines below."""
        return next((t for t in self.all[self.last:self.last + 200] if t.kind != "line"), None)

    def starts_with(self, *words):
        return bool(self.tokens) and self.tokens[0].text in words


def operators(line):
    for index, token in enumerate(line.tokens):
        if index and line.tokens[index - 1].text in ("func", "operator"):
            continue
        if token.kind == "operator" and line.is_apart(token) and not line.starts_with("where"):
            yield from ((token.start, token.end, text) for text in OPERATORS.get(token.text, []))
        if token.text in NAMES and line.source.startswith("(", token.end):
            yield token.start, token.end, NAMES[token.text]
        if token.text in RANGES and index + 1 < len(line.tokens) and line.tokens[index + 1].kind in ("word", "number"):
            yield token.start, token.end, RANGES[token.text]


def constants(line):
    for index, token in enumerate(line.tokens):
        behind = line.tokens[index - 1] if index else None
        if token.kind != "number" or behind and behind.text.endswith(".") and not behind.text.endswith(".."):
            continue
        digits = re.fullmatch(r"([\d_]+)([uUlL]*)", token.text)
        if digits:
            value = int(digits[1].replace("_", ""))
            yield token.start, token.end, f"{value + 1}{digits[2]}"
            if value > 0:
                yield token.start, token.end, f"{value - 1}{digits[2]}"
        elif hexadecimal := re.fullmatch(r"0[xX]([0-9a-fA-F_]+)([uUlL]*)", token.text):
            yield token.start, token.end, f"{int(hexadecimal[1].replace('_', ''), 16) + 1:#x}{hexadecimal[2]}"
        elif number := re.fullmatch(r"([\d_]+\.?\d*)([eE][+-]?\d+)?([fF]?)", token.text):
            value = float(number[1].replace("_", "")) or 0.5
            yield token.start, token.end, f"{2 * value!r}{number[2] or ''}{number[3]}"


def booleans(line):
    for token in line.tokens:
        if token.kind == "word" and token.text in ("true", "false"):
            yield token.start, token.end, "false" if token.text == "true" else "true"
        if token.kind == "operator" and token.text == "!" and line.source[token.end:token.end + 1].strip():
            if re.match(r"[\s(\[!,]", line.source[token.start - 1]):
                yield token.start, token.end, ""


def conditions(line):
    """Negates the condition of `if`, `while` and `guard`, if it is one expression that no other edit negates."""
    for start, end, prefix, suffix in asked(line):
        condition = line.source[start:end].strip()
        if not condition.startswith("!") and not re.search(r" (==|!=|<=?|>=?) ", condition):
            yield start, end, f"{prefix}!({condition}){suffix}"


def asked(line):
    for index, token in enumerate(line.tokens):
        if token.kind != "word" or token.text not in ("if", "while", "guard") or index + 1 == len(line.tokens):
            continue
        if line.language != "swift":
            if line.tokens[index + 1].text == "(" and (close := line.close(index + 1)):
                open = line.tokens[index + 1]
                yield open.end, line.tokens[close].start, "", ""
            continue
        depth, end = 0, None
        for other in line.tokens[index + 1:]:
            if depth == 0 and (other.text == ("else" if token.text == "guard" else "{")):
                end = other
                break
            if depth == 0 and other.text in ("let", "var", "case", ",", "#available", "#unavailable"):
                break
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(other.text, 0)
        if end:
            yield token.end, end.start, " ", " "


def statements(line):
    """Drops lines that are assignments or calls, and statements that leave a loop or a function."""
    found = line.tokens
    # For `if … { continue }`, drops the content of the braces.
    if line.starts_with("if") and len(found) > 3 and found[-1].text == "}":
        open = next((i for i, t in enumerate(found) if t.text == "{"), None)
        if open is not None and line.close(open) == len(found) - 1 and found[open + 1:-1]:
            if found[open + 1].text not in DECLARES:
                yield found[open + 1].start, found[-2].end, ""
    if not found or found[0].kind not in ("word", "operator") or found[0].text in DECLARES:
        return
    if found[0].kind == "operator" and found[0].text not in ("*", "++", "--"):
        return
    before, after = line.before(), line.after()
    if not before or sum({"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(t.text, 0) for t in found) != 0:
        return
    is_swift = line.language == "swift"
    # Statements of C and GLSL are between punctuation marks; a line of Swift is a statement if no neighboring line continues it.
    if is_swift:
        goes_on = before.kind == "operator" and before.text not in (">", "?", "!") or before.text in ("(", "[", ",")
        if goes_on or found[-1].kind == "operator" or found[-1].text in (",", "else") or line.innermost != "{":
            return
        if after and (after.kind == "operator" or after.text in ("{", "else", "?")):
            return
        if any(t.text in ("{", "}") for t in found):
            return
    elif found[-1].text != ";" or before.text not in ("{", "}", ";", ")", "else") or line.innermost != "{":
        return
    elif found[0].kind == "word" and len(found) > 1 and (found[1].kind == "word" or found[1].text == "*"):
        if found[0].text not in LEAVES:
            return
    is_call = len(found) > 1 and found[-1 if is_swift else -2].text == ")"
    sets = any(t.kind == "operator" and t.text in ("=", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "++", "--") for t in found)
    leaves = found[0].text in LEAVES and (len(found) == 1 or found[1].text == ";")
    # A call that is the only line of a body may be the returned value.
    if is_call and not sets and is_swift and before.text in ("{", "in") and after and after.text == "}":
        return
    if found[0].text == "return" and not leaves:
        return
    if is_call or sets or leaves:
        # A body without braces must not become empty.
        holds = not is_swift and before.text in (")", "else")
        yield found[0].start, found[-1].end, ";" if holds else ""


def arguments(line):
    """Swaps the values of two neighboring arguments of a call; labels stay in place."""
    if line.starts_with("case") or any(t.text in ("func", "init", "typealias", "->") for t in line.tokens):
        return
    for index, token in enumerate(line.tokens[:-1]):
        open = line.tokens[index + 1]
        if token.kind != "word" or open.text != "(" or token.end != open.start or (close := line.close(index + 1)) is None:
            continue
        if token.text in SYMMETRIC | {"if", "while", "for", "switch", "return", "sizeof"} or line.language == "c" and token.text.isupper():
            continue
        values = [value for part in parts(line.tokens[index + 2:close]) for value in [without_label(part)]]
        for first, second in zip(values, values[1:]):
            if is_plain(first) and is_plain(second) and looks(first) == looks(second):
                one = line.source[first[0].start:first[-1].end]
                between = line.source[first[-1].end:second[0].start]
                other = line.source[second[0].start:second[-1].end]
                if one != other:
                    yield first[0].start, second[-1].end, other + between + one


def parts(found):
    """Splits tokens at commas."""
    result, depth = [[]], 0
    for token in found:
        if token.text == "," and depth == 0:
            result.append([])
            continue
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(token.text, 0)
        result[-1].append(token)
    return result


def without_label(found):
    return found[2:] if len(found) > 2 and found[0].kind == "word" and found[1].text == ":" else found


def is_plain(found):
    """Whether an argument is a name or an arithmetic expression: not a declaration, string, block, or single number."""
    if not any(t.kind == "word" for t in found) or any(t.kind == "string" or t.text in ("{", ":", "let", "var", "in") for t in found):
        return False
    # Two neighboring words, or words with a star between them, are a declaration.
    return not any(
        a.kind == "word" and (b.kind == "word" or b.text == "*" and a.end < b.start and b.end == c.start)
        for a, b, c in zip(found, found[1:], found[2:] + found[-1:]))


def looks(found):
    """Returns the kind of an argument (a value, type, case, address or cast); arguments of different kinds have different types."""
    first = found[0]
    is_type = first.text[0].isupper() or any(t.text == "self" for t in found[1:])
    return first.kind, is_type, first.text if first.kind in ("operator", "bracket") else ""


KINDS = {
    "operator": operators, "constant": constants, "boolean": booleans, "condition": conditions,
    "dropped statement": statements, "swapped arguments": arguments,
}


def edits(file, source):
    """Returns all edits of a source, line by line."""
    language = LANGUAGES[file[file.rindex("."):]]
    found = tokens(source, language)
    texts = source.split("\n")
    starts = [0]
    for text in texts:
        starts.append(starts[-1] + len(text) + 1)
    open, first, number, result = [], 0, 0, []
    for index in range(len(found) + 1):
        if index < len(found) and found[index].kind != "line":
            continue
        line = Line(source, language, found, first, index)
        line.innermost = open[-1] if open else "{"
        if line.tokens:
            while starts[number + 1] <= line.tokens[0].start:
                number += 1
            for kind, make in KINDS.items():
                for start, end, text in make(line):
                    # An argument may contain a string of several lines.
                    if "\n" in source[start:end]:
                        continue
                    old = texts[number]
                    new = old[:start - starts[number]] + text + old[end - starts[number]:]
                    result.append(Edit(file, number + 1, kind, old.strip(), new.strip(), start, end, text))
        for token in line.tokens:
            if token.kind == "bracket":
                if token.text in "([{":
                    open.append(token.text)
                elif open:
                    open.pop()
        first = index + 1
    return list({(edit.number, edit.new): edit for edit in result}.values())
