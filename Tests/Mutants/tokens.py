"""Splits Swift, C and GLSL into the tokens that an edit may change.

Comments, attributes, imports and directives are skipped. A string with its interpolations is one token.
"""

import re
from dataclasses import dataclass

WORD = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*|`\w+`|#[a-z]\w*")
NUMBER = re.compile(
    r"0[xX][0-9a-fA-F_]+(?:\.[0-9a-fA-F]+)?(?:[pP][+-]?\d+)?[uUlL]*|0b[01_]+|0o[0-7_]+"
    r"|\d[\d_]*(?:\.\d[\d_]*|\.(?![\w.]))?(?:[eE][+-]?\d+)?[fFuUlL]*")
OPERATOR = re.compile(r"[-+*/%<>=!&|^~?.:]+")
# Only a macro's body is code; every other line of the preprocessor is a directive.
MACRO = re.compile(r"#\s*define\s+\w+(?:\([^)]*\))?")
DIRECTIVE = re.compile(r"[^\n\\]*(?:\\.[^\n\\]*|\\\n[^\n\\]*)*", re.S)
CONDITION = re.compile(r"#(?:if|elseif|else|endif|warning|error|sourceLocation)\b[^\n]*")
IMPORT = re.compile(r"(?:@\w+(?:\([^)]*\))? +)*(?:(?:public|package|internal|fileprivate|private) +)?import [^\n]*")
ATTRIBUTE = re.compile(r"@\w+")


@dataclass(frozen=True)
class Token:
    kind: str  # word, number, operator, bracket, mark (a comma or semicolon), string, line (a new one)
    text: str
    start: int
    end: int


def after_brackets(text, at):
    """Returns the position after the bracket that closes the one at a position; strings in between may contain brackets."""
    depth = 0
    while at < len(text):
        if text[at] in "([{":
            depth += 1
        elif text[at] in ")]}":
            depth -= 1
            if depth == 0:
                return at + 1
        elif text[at] == '"':
            at = after_string(text, at)
            continue
        at += 1
    return at


def after_string(text, at):
    """Returns the position after the string, in any form of Swift or C, that begins at a position."""
    hashes = re.compile("#*").match(text, at).end() - at
    at += hashes
    quote = '"""' if text.startswith('"""', at) else text[at]
    end, escape = quote + "#" * hashes, "\\" + "#" * hashes
    at += len(quote)
    while at < len(text) and not text.startswith(end, at):
        if text.startswith(escape, at):
            at += len(escape)
            at = after_brackets(text, at) if hashes + 1 and text.startswith("(", at) and quote != "'" else at + 1
        else:
            at += 1
    return at + len(end)


def after_comment(text, at, nests):
    """Returns the position after the block comment that begins at a position."""
    depth, mark = 0, re.compile(r"/\*|\*/")
    while found := mark.search(text, at):
        at = found.end()
        depth += 1 if found[0] == "/*" and (nests or depth == 0) else -1 if found[0] == "*/" else 0
        if depth == 0:
            return at
    return len(text)


def tokens(text, language):
    """Returns the tokens of a source in "swift", "c" or "glsl"."""
    is_swift = language == "swift"
    result, at = [], 0

    def add(kind, end):
        nonlocal at
        result.append(Token(kind, text[at:end], at, end))
        at = end

    while at < len(text):
        rest = text[at]
        begins_line = not result or result[-1].kind == "line"
        if rest == "\n":
            add("line", at + 1)
        elif rest.isspace() or text.startswith("\\\n", at):
            at += 2 if rest == "\\" else 1
        elif text.startswith("//", at):
            at = text.find("\n", at) if "\n" in text[at:] else len(text)
        elif text.startswith("/*", at):
            at = after_comment(text, at, nests=is_swift)
        elif is_swift and begins_line and (skipped := IMPORT.match(text, at) or CONDITION.match(text, at)):
            at = skipped.end()
        elif not is_swift and begins_line and rest == "#":
            at = (MACRO.match(text, at) or DIRECTIVE.match(text, at)).end()
        elif is_swift and text.startswith("#/", at):
            at = text.index("/#", at) + 2
        elif rest == '"' or rest == "'" and not is_swift or is_swift and re.compile('#+"').match(text, at):
            add("string", after_string(text, at))
        elif is_swift and (skipped := ATTRIBUTE.match(text, at)):
            at = skipped.end()
            at = after_brackets(text, at) if text.startswith("(", at) else at
        elif text.startswith("__attribute__", at):
            at = after_brackets(text, text.index("(", at))
        elif found := NUMBER.match(text, at) if rest.isdigit() else WORD.match(text, at):
            add("number" if rest.isdigit() else "word", found.end())
        elif rest in "([{}])":
            add("bracket", at + 1)
        elif found := OPERATOR.match(text, at):
            add("operator", found.end())
        else:
            add("mark", at + 1)
    return result
