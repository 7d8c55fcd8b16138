"""Statements and expressions of a part of CUDA C++ as tuples, for the interpreter of kernels (simt_interpreter.py)."""

import re

import numpy as np
from simt_values import NUMPY

TOKEN = re.compile(
    r"\s+|//[^\n]*|#[^\n]*"
    r"|(?P<number>0x[0-9a-fA-F]+[uUlL]*|(?:\d+\.\d*|\.\d+|\d+)(?:e[-+]?\d+)?[fFuUlL]*)"
    r"|(?P<name>[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)"
    r"|(?P<sign><<=|>>=|\+\+|--|->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}\[\]])"
)
BINARY = {
    "*": 10, "/": 10, "%": 10, "+": 9, "-": 9, "<<": 8, ">>": 8, "<": 7, ">": 7, "<=": 7, ">=": 7, "==": 6, "!=": 6,
    "&": 5, "^": 4, "|": 3, "&&": 2, "||": 1,
}  # fmt: skip
WORDS = {"const", "volatile", "__shared__", "static", "__device__", "__forceinline__", "inline", "extern", "unsigned"}


def tokens_of(text):
    at, tokens = 0, []
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise SyntaxError(text[at : at + 30])
        at = match.end()
        if match.lastgroup:
            tokens.append((match.lastgroup, match[0]))
    return tokens


class Parser:
    def __init__(self, text):
        self.tokens, self.at = [*tokens_of(text), ("end", "")], 0
        self.types, self.structs, self.functions = set(NUMPY) | {"void", "auto"}, {}, {}
        while self.peek() != "":
            self.top()

    def peek(self, ahead=0):
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)][1]

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1][1]

    def take(self, text):
        if self.peek() == text:
            self.at += 1
            return True
        return False

    def expect(self, text):
        if not self.take(text):
            raise SyntaxError(f"{text} expected: " + " ".join(t[1] for t in self.tokens[self.at - 8 : self.at + 6]))

    def top(self):
        names = []
        if self.take("template"):
            self.expect("<")
            while not self.take(">"):
                if self.next() in ("class", "typename"):
                    self.types.add(self.peek())
                names.append(self.next())
                self.take(",")
        if self.take("struct"):
            name, members = self.next(), []
            self.expect("{")
            while not self.take("}"):
                type = self.next()
                while True:
                    member, length = self.next(), 1
                    if self.take("["):
                        length = int(self.next())
                        self.expect("]")
                    members.append((member, type, length))
                    if self.take(";"):
                        break
                    self.expect(",")
            self.expect(";")
            self.structs[name] = members
            self.types.add(name)
            return
        while self.peek() in WORDS or self.peek() == "__global__":
            self.next()
        type, name, parameters = self.next(), self.next(), []
        self.expect("(")
        while not self.take(")"):
            while self.peek() in WORDS:
                self.next()
            of, kind = self.next(), "value"
            while self.peek() in ("const", "*", "&", "__restrict__"):
                kind = {"*": "pointer", "&": "reference"}.get(self.next(), kind)
            parameters.append((of, kind, self.next()))
            self.take(",")
        self.functions[name] = (type, parameters, self.statement(), names)

    def is_type(self, ahead=0):
        name = self.peek(ahead)
        return name in self.types or name in WORDS

    def statement(self):
        if self.take("{"):
            body = []
            while not self.take("}"):
                body.append(self.statement())
            return ("block", body)
        if self.take(";"):
            return ("block", [])
        if self.take("if"):
            self.expect("(")
            condition = self.expression()
            self.expect(")")
            yes = self.statement()
            return ("if", condition, yes, self.statement() if self.take("else") else None)
        if self.take("for"):
            self.expect("(")
            begin = self.statement()
            condition = None if self.peek() == ";" else self.expression()
            self.expect(";")
            step = []
            while self.peek() != ")":
                step.append(self.expression())
                self.take(",")
            self.expect(")")
            return ("for", begin, condition, step, self.statement())
        if self.take("while"):
            self.expect("(")
            condition = self.expression()
            self.expect(")")
            return ("for", None, condition, [], self.statement())
        if self.take("do"):
            body = self.statement()
            self.expect("while")
            condition = self.expression()
            self.expect(";")
            return ("do", condition, body)
        if self.take("switch"):
            self.expect("(")
            value = self.expression()
            self.expect(")")
            self.expect("{")
            cases = []
            while not self.take("}"):
                if self.take("case"):
                    cases.append((int(self.next()), []))
                    self.expect(":")
                elif self.take("default"):
                    self.expect(":")
                    cases.append((None, []))
                else:
                    cases[-1][1].append(self.statement())
            return ("switch", value, cases)
        for word in ("break", "continue"):
            if self.take(word):
                self.expect(";")
                return (word,)
        if self.take("return"):
            value = None if self.peek() == ";" else self.expression()
            self.expect(";")
            return ("return", value)
        if self.is_type() and self.peek(1) != "(":
            return self.declaration()
        value = self.expression()
        self.expect(";")
        return ("expression", value)

    def declaration(self):
        words = set()
        while self.peek() in WORDS:
            words.add(self.next())
        type, made = self.next(), []
        while True:
            kind = "value"
            while self.peek() in ("*", "&", "__restrict__", "const"):
                kind = {"*": "pointer", "&": "reference"}.get(self.next(), kind)
            name, shape, begin = self.next(), [], None
            while self.take("["):
                shape.append(None if self.peek() == "]" else self.expression())
                self.expect("]")
            if self.take("="):
                begin = self.initial()
            made.append((name, kind, shape, begin))
            if self.take(";"):
                return ("declare", words, type, made)
            self.expect(",")

    def initial(self):
        if not self.take("{"):
            return self.expression()
        values = []
        while not self.take("}"):
            values.append(self.initial())
            self.take(",")
        return ("list", values)

    def expression(self):
        left = self.choice()
        if self.peek() in ("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="):
            sign = self.next()
            return ("assign", sign[:-1], left, self.expression())
        return left

    def choice(self):
        condition = self.binary(1)
        if not self.take("?"):
            return condition
        yes = self.expression()
        self.expect(":")
        return ("choice", condition, yes, self.expression())

    def binary(self, least):
        left = self.unary()
        while BINARY.get(self.peek(), 0) >= least:
            sign = self.next()
            left = ("binary", sign, left, self.binary(BINARY[sign] + 1))
        return left

    def unary(self):
        for sign in ("-", "!", "~", "+", "*", "&", "++", "--"):
            if self.take(sign):
                return ("unary", sign, self.unary())
        if self.peek() == "(" and self.is_type(1):
            self.expect("(")
            while self.peek() in WORDS:
                self.next()
            type, stars = self.next(), 0
            while self.peek() in ("*", "const"):
                stars += self.next() == "*"
            self.expect(")")
            return ("cast", type, stars, self.unary())
        return self.postfix()

    def postfix(self):
        value = self.primary()
        while True:
            if self.take("["):
                value = ("index", value, self.expression())
                self.expect("]")
            elif self.peek() in (".", "->"):
                value = ("member", self.next(), value, self.next())
            elif self.peek() == "(":
                value = ("call", value, self.arguments())
            elif self.peek() in ("++", "--"):
                value = ("after", self.next(), value)
            else:
                return value

    def arguments(self):
        self.expect("(")
        given = []
        while not self.take(")"):
            given.append(self.expression())
            self.take(",")
        return given

    def primary(self):
        if self.take("("):
            value = self.expression()
            self.expect(")")
            return value
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return ("number", *number_of(text))
        if self.peek() == "<" and (text.startswith("cg::") or self.functions.get(text, [0, 0, 0, 0])[3]):
            self.next()
            given = []
            while not self.take(">"):
                given.append(self.next())
                self.take(",")
            return ("template", text, given)
        if kind != "name":
            raise SyntaxError(text + " in " + " ".join(t[1] for t in self.tokens[self.at - 10 : self.at + 5]))
        return ("name", text)


def number_of(text):
    if text.startswith("0x"):
        value, suffix = int(text.rstrip("uUlL"), 16), re.search("[uUlL]*$", text)[0].lower()
        type = (
            "u64" if suffix in ("ull", "ul") or value >= 2**32 else "u32" if "u" in suffix or value >= 2**31 else "i32"
        )
        return type, NUMPY[type](value)
    if re.search(r"[.eE]|[fF]$", text):
        return ("f32", np.float32(text[:-1])) if text[-1] in "fF" else ("f64", np.float64(text))
    suffix = re.search("[uUlL]*$", text)[0].lower()
    value = int(text[: len(text) - len(suffix)])
    type = {"": "i32", "u": "u32", "ll": "i64", "ull": "u64"}[suffix]
    if type == "i32" and value >= 2**31:
        type = "i64"
    return type, NUMPY[type](value)
