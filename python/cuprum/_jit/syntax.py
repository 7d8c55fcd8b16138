"""What the syntax tree of a function tells before it is translated."""

import ast


def stores(source):
    """How often each local name is assigned to; parameters once more."""
    counts = {}
    arguments = source.node.args
    for a in arguments.posonlyargs + arguments.args + arguments.kwonlyargs:
        counts[a.arg] = 1
    body = source.node.body if isinstance(source.node.body, list) else [source.node.body]
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                counts[node.id] = counts.get(node.id, 0) + 1
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                counts[node.target.id] = counts.get(node.target.id, 0) + 1
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                for name in node.names:
                    counts[name] = counts.get(name, 0) + 1
    return counts


def assigns(statements, name):
    return any(
        isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)
        for s in statements
        for node in ast.walk(s)
    )


def breaks(statements):
    """Whether a break among the statements ends the loop around them."""
    for statement in statements:
        if isinstance(statement, ast.Break):
            return True
        if isinstance(statement, ast.If) and (breaks(statement.body) or breaks(statement.orelse)):
            return True
    return False


_NAMES = {
    "FunctionDef": "a function defined inside of a kernel",
    "AsyncFunctionDef": "a function defined inside of a kernel",
    "ClassDef": "a class",
    "Delete": "del",
    "With": "with",
    "Raise": "raise",
    "Try": "try",
    "TryStar": "try",
    "Import": "import",
    "ImportFrom": "import",
    "Global": "global",
    "Nonlocal": "nonlocal",
    "Match": "match",
    "Lambda": "a lambda",
    "NamedExpr": "the operator :=",
    "List": "a list (use a tuple)",
    "Dict": "a dict",
    "Set": "a set",
    "ListComp": "a list comprehension",
    "SetComp": "a set comprehension",
    "DictComp": "a dict comprehension",
    "GeneratorExp": "a generator expression",
    "Await": "await",
    "Yield": "yield",
    "YieldFrom": "yield from",
    "JoinedStr": "a formatted string",
    "Starred": "a starred expression",
    "AsyncFor": "async for",
    "AsyncWith": "async with",
    "Attribute": "an attribute",
}


def construct(node):
    if isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.MatMult):
        return "the operator @"
    return _NAMES.get(type(node).__name__, type(node).__name__)
