"""Statements and expressions of random kernels as trees, of which any statement can be taken out."""


class Tree:
    """A statement or an expression: text, and trees or lists of statements between it."""

    __slots__ = ("kind", "parts")

    def __init__(self, kind, *parts):
        self.kind, self.parts = kind, list(parts)

    def text(self):
        return "".join(
            part if isinstance(part, str) else part.text() if isinstance(part, Tree) else "{\n" + block(part) + "}\n"
            for part in self.parts
        )


def block(statements):
    return "".join(statement.text() for statement in statements)
