"""The syntax tree of a Python function, and messages that show its lines."""

import ast
import inspect
import linecache
import textwrap


class Source:
    """A function's syntax tree with line numbers of its file.

    Attributes
        node: the ast.FunctionDef or ast.Lambda.
        function: the function itself.
        path, lines: the file's name and a function from a line's number to its text.
    """

    def __init__(self, function):
        self.function = function
        self.name = function.__name__
        self.path = function.__code__.co_filename
        self.node = _lambda_node(function) if self.name == "<lambda>" else _function_node(function)

    def line(self, number):
        """A line of the file, without its end."""
        text = linecache.getline(self.path, number)
        if not text:
            lines, first = inspect.getsourcelines(self.function)
            text = lines[number - first] if 0 <= number - first < len(lines) else ""
        return text.rstrip("\n")

    def point_at(self, node):
        """File, line number and line of a node, with its place underlined."""
        number = getattr(node, "lineno", None)
        if number is None:
            return f"  in {self.name}, file {self.path}"
        line = self.line(number)
        start = getattr(node, "col_offset", 0) + getattr(self.node, "indentation", 0)
        end = node.end_col_offset + getattr(self.node, "indentation", 0) if node.end_lineno == number else None
        # Columns of a tree count bytes.
        before = line.encode()[:start].decode(errors="replace")
        marked = line.encode()[start:end].decode(errors="replace")
        width = max(len(marked.rstrip()), 1)
        return f"  in {self.name}, file {self.path}, line {number}\n> {line}\n  {' ' * len(before)}{'^' * width}"


def _lines_of(function, get):
    try:
        return get(function)
    except (OSError, TypeError) as error:
        raise RuntimeError(
            f"the source of {function.__name__!r} cannot be read, and a kernel is made from its source: define the "
            "function in a "
            "file or a notebook (the plain interpreter keeps the source from Python 3.13 on; `python -c` and exec() "
            "do not)"
        ) from error


def _function_node(function):
    lines, first = _lines_of(function, inspect.getsourcelines)
    text = "".join(lines)
    dedented = textwrap.dedent(text)
    tree = ast.parse(dedented)
    node = tree.body[0]
    if not isinstance(node, ast.FunctionDef):
        raise TypeError(f"{function.__name__!r} is not a function that a kernel can be made of: {type(node).__name__}")
    ast.increment_lineno(tree, first - 1)
    node.indentation = len(lines[0]) - len(dedented.splitlines(keepends=True)[0])
    return node


def _lambda_node(function):
    lines, _ = _lines_of(function, inspect.findsource)
    code = function.__code__
    found = [
        node
        for node in ast.walk(ast.parse("".join(lines)))
        if isinstance(node, ast.Lambda) and node.lineno == code.co_firstlineno
    ]
    if len(found) > 1:  # several on one line
        found = _of_these(found, code)
    if not found:
        raise RuntimeError(
            f"the source of the lambda in file {code.co_filename}, line {code.co_firstlineno}, cannot be found: use def"
        )
    if any(ast.dump(node) != ast.dump(found[0]) for node in found):
        raise RuntimeError(
            f"several lambdas in file {code.co_filename}, line {code.co_firstlineno}, look alike: use def"
        )
    return found[0]


def _of_these(lambdas, code):
    """The lambdas that the code may have come from."""
    if hasattr(code, "co_positions"):  # Python 3.11 knows of each instruction where it comes from
        places = [(p[0], p[2], p[1], p[3]) for p in code.co_positions() if None not in p and p[2] != p[3]]
        around = [
            node
            for node in lambdas
            if places
            and all(
                (node.lineno, node.col_offset) <= p[:2] and p[2:] <= (node.end_lineno, node.end_col_offset)
                for p in places
            )
        ]
        if around:  # of lambdas one in another the inner one, which has less around it
            return [max(around, key=lambda node: (node.lineno, node.col_offset))]
    return [node for node in lambdas if _has_names_of(node, code)]


def _has_names_of(node, code):
    made = compile(ast.Expression(node), "<lambda>", "eval").co_consts[0]
    names = set(made.co_names) | set(made.co_freevars)
    return (
        made.co_varnames == code.co_varnames
        and made.co_consts == code.co_consts
        and names == set(code.co_names) | set(code.co_freevars)
    )


def outer_names(function):
    """What the function sees of its closure, globals and builtins, as a function from a name to a value.

    Raises KeyError for a name that is not there.
    """
    import builtins

    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))

    def look_up(name):
        if name in cells:
            try:
                return cells[name].cell_contents
            except ValueError:  # a cell that is not filled yet
                raise KeyError(name) from None
        if name in function.__globals__:
            return function.__globals__[name]
        return vars(builtins)[name]

    return look_up
