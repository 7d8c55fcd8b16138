"""From a Python function's syntax tree to calls of the builder, which knows types and writes the text."""

import ast
import inspect
import operator
import types

import numpy

from .. import _core
from .._core._jit import Type, Value
from .functions import BINARY, COMPARE, FUNCTIONS, MATH, UNARY, python_range, range_bounds
from .source import Source, outer_names
from .syntax import assigns, breaks, construct, stores
from .values import (
    Intrinsic,
    KernelVariable,
    Method,
    RangeFunction,
    as_dtype,
    as_tuple,
    expanded,
    hashable,
    is_bool,
    is_known,
    is_number,
    is_shared,
    is_storable,
    key_of,
    object_attributes,
)


class Translator:
    """Makes the text of one kernel, or of one device function, and of all functions that it calls."""

    def __init__(self, builder):
        self.builder = builder
        self.functions = {}  # from a function and the types of its arguments to its name and result
        self.active = []
        self.kept = []  # constants that are known by their id

    def kernel(self, function, parameters):
        """Adds a kernel. `parameters` are types."""
        source = Source(function)
        names = _parameter_names(source)
        if len(names) != len(parameters):
            raise TypeError(f"{source.name}() takes {len(names)} arguments but {len(parameters)} were given")
        self.builder.begin_kernel(source.name, list(zip(names, parameters)))
        self._statements(source, {})
        self.builder.end_function()

    def device_function(self, function, parameters):
        """Adds a device function. Each of `parameters` is a type, or a constant that the function is made for.

        Returns the function's name in the text, and the type of its result.
        """
        key = (function, tuple(key_of(p) for p in parameters))
        if key in self.functions:
            return self.functions[key]
        if function in self.active:
            raise ValueError(f"{function.__name__}() calls itself, which a kernel cannot: use a loop")
        self.kept.append(parameters)
        source = Source(function)
        pairs = list(zip(_parameter_names(source), parameters))
        name = "function" if source.name == "<lambda>" else source.name
        self.builder.begin_function(name, [pair for pair in pairs if isinstance(pair[1], Type)])
        self._statements(source, {name: value for name, value in pairs if not isinstance(value, Type)})
        self.functions[key] = self.builder.end_function()
        return self.functions[key]

    def _statements(self, source, constants):
        self.active.append(source.function)
        try:
            Body(self, source, constants).run()
        finally:
            self.active.pop()


def _parameter_names(source):
    arguments = source.node.args
    for extra in (arguments.vararg, arguments.kwarg):
        if extra is not None:
            raise _located(
                NotImplementedError(f"a function of a kernel cannot take *{extra.arg}: name its parameters"),
                source,
                extra,
            )
    return [a.arg for a in arguments.posonlyargs + arguments.args + arguments.kwonlyargs]


def _located(error, source, node):
    """The error with the place in the Python source; places are added from the inside out."""
    place = source.point_at(node)
    if getattr(error, "_cuprum_places", None) is None:
        message = str(error.args[0]) if error.args else type(error).__name__
        error._cuprum_places = []
    else:
        message = str(error.args[0])
        place = place.replace("  in ", "  called in ", 1)
    error._cuprum_places.append(source)
    error.args = (f"{message}\n{place}",)
    return error


class Body:
    """The statements of one function."""

    def __init__(self, translator, source, constants):
        self.translator = translator
        self.builder = translator.builder
        self.source = source
        self.outer = outer_names(source.function)
        self.constants = {}
        self.unrolled = 0  # how many loops around the statement are written out
        self.gives_back = False
        self.stores = stores(source)
        for name, value in constants.items():
            if self.stores.get(name, 0) > 1 and not is_number(value):
                raise TypeError(
                    f"parameter {name!r} is {value!r}, which is known while the kernel is made and cannot be changed"
                )
            self.bind(name, value)

    def run(self):
        node = self.source.node
        if isinstance(node, ast.Lambda):
            self.builder.give_back(self.expression(node.body))
            return
        ended = self.block(node.body)
        self.finish(ended)

    def finish(self, ended):
        if ended or not self.gives_back:
            return
        error = TypeError(f"{self.source.name}() returns a value in some places, but can reach its end without")
        raise _located(error, self.source, self.source.node.body[-1])

    # Statements. Each returns whether control never comes to the next one.

    def block(self, statements):
        for statement in statements:
            if self.statement(statement):
                return True
        return False

    def statement(self, node):
        method = getattr(self, "statement_" + type(node).__name__, None)
        try:
            if method is None:
                raise NotImplementedError(f"{construct(node)} cannot be used in a kernel")
            return bool(method(node))
        except Exception as error:
            raise self.located(error, node)

    def located(self, error, node):
        if self.source in (getattr(error, "_cuprum_places", None) or ()):
            return error
        return _located(error, self.source, node)

    def statement_Pass(self, node):
        pass

    def statement_Expr(self, node):
        if isinstance(node.value, ast.Constant):
            return
        value = self.expression(node.value)
        if isinstance(value, Value):
            self.builder.evaluate(value)

    def statement_Assign(self, node):
        value = self.expression(node.value)
        if len(node.targets) > 1 and not is_known(value):
            value = self.builder.temporary(value)
        for target in node.targets:
            self.assign(target, value)

    def statement_AnnAssign(self, node):
        if not isinstance(node.target, ast.Name):
            raise NotImplementedError("only variables can be annotated")
        dtype = as_dtype(self.expression(node.annotation))
        if dtype is None:
            raise TypeError(f"the annotation of {node.target.id!r} must be a dtype")
        name = node.target.id
        if self.builder.variable(name) is None:
            self.builder.declare(name, Type.scalar(dtype))
        if node.value is not None:
            self.builder.assign(name, self.expression(node.value))

    def assign(self, target, value):
        if isinstance(target, ast.Name):
            self.bind(target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self.unpack(target, value)
        elif isinstance(target, ast.Subscript):
            self.builder.store(self.place(target), value)
        else:
            raise NotImplementedError(f"nothing can be assigned to {construct(target)} in a kernel")

    def bind(self, name, value):
        """Gives a variable a value. What is assigned once and known stays known; anything else is a variable of the
        kernel."""
        is_constant = is_known(value) and self.builder.variable(name) is None
        if is_constant and (self.stores.get(name, 0) <= 1 or not is_storable(value)):
            if name in self.constants and self.stores.get(name, 0) > 1:
                raise TypeError(
                    f"{name!r} is {self.constants[name]!r}, which is known while the kernel is made and cannot be "
                    "changed"
                )
            self.constants[name] = value
            return
        if name in self.constants:
            raise TypeError(
                f"{name!r} is {self.constants[name]!r}, which is known while the kernel is made and cannot be changed"
            )
        self.builder.assign(name, value)

    def unpack(self, target, value):
        elements = as_tuple(self, value)
        if elements is None:
            raise TypeError(f"cannot unpack {self.describe(value)}")
        targets = target.elts
        if any(isinstance(t, ast.Starred) for t in targets):
            raise NotImplementedError("a starred target cannot be used in a kernel")
        if len(elements) != len(targets):
            problem = "too many" if len(elements) > len(targets) else "not enough"
            raise ValueError(f"{problem} values to unpack (expected {len(targets)}, got {len(elements)})")
        fresh = all(isinstance(t, ast.Name) and self.builder.variable(t.id) is None for t in targets)
        if not fresh:  # all values are taken before the first is assigned
            elements = [e if is_known(e) else self.builder.temporary(e) for e in elements]
        for t, element in zip(targets, elements):
            self.assign(t, element)

    def place(self, node):
        value = self.expression(node)
        if not isinstance(value, Value):
            raise TypeError(f"nothing can be assigned to an element of {self.describe(value)}")
        if value.type.kind in ("array", "pointer"):
            raise TypeError(f"nothing can be assigned to an {value.type} as a whole: index all of its dimensions")
        return value

    def statement_AugAssign(self, node):
        ufunc = BINARY.get(type(node.op))
        if ufunc is None:
            raise NotImplementedError(f"{construct(node)} cannot be used in a kernel")
        if isinstance(node.target, ast.Subscript):
            place = self.place(node.target)
            self.builder.update(ufunc[1], place, self.expression(node.value))
            return
        if not isinstance(node.target, ast.Name):
            raise NotImplementedError(f"nothing can be assigned to {construct(node.target)} in a kernel")
        old = self.name(node.target.id)
        self.bind(node.target.id, self.binary(ufunc, old, self.expression(node.value)))

    def statement_If(self, node):
        test = self.condition(node.test)
        if is_known(test):
            return self.block(node.body if test else node.orelse)
        self.builder.begin_if(test)
        ended = self.block(node.body)
        if node.orelse:
            self.builder.begin_else()
            ended = self.block(node.orelse) and ended
        else:
            ended = False
        self.builder.end_block()
        return ended

    def statement_While(self, node):
        self.no_else(node)
        calls = any(isinstance(n, ast.Call) for n in ast.walk(node.test))
        test = True if calls else self.condition(node.test)
        if is_known(test) and not test:
            return False
        self.builder.begin_while(test)
        if calls:  # whatever the condition needs beforehand is needed each time
            self.builder.begin_if(self.negated(self.condition(node.test)))
            self.builder.break_loop()
            self.builder.end_block()
        unrolled, self.unrolled = self.unrolled, 0
        self.block(node.body)
        self.unrolled = unrolled
        self.builder.end_block()
        return is_known(test) and not calls and not breaks(node.body)

    def statement_For(self, node):
        self.no_else(node)
        if isinstance(node.iter, ast.Call):
            function = self.expression(node.iter.func)
            if function is range or isinstance(function, RangeFunction):
                args, kwargs = self.arguments(node.iter)
                if not isinstance(node.target, ast.Name):
                    raise TypeError("the variable of a loop over a range must be a name")
                bounds, unroll = (python_range if function is range else range_bounds)(*args, **kwargs)
                return self.range_loop(node, bounds, unroll)
        elements = self.expression(node.iter)
        elements = list(elements) if isinstance(elements, (list, range)) else as_tuple(self, elements)
        if elements is None:
            raise TypeError("a loop of a kernel runs over range(), jit.range() or a tuple")
        # A tuple's elements may differ in type: the body is written out for each, with the element in the name's place.
        name = node.target.id if isinstance(node.target, ast.Name) else None
        stands_for_element = name is not None and self.builder.variable(name) is None and not assigns(node.body, name)
        self.unrolled += 1
        for element in elements:
            if stands_for_element:
                self.constants[name] = element if is_known(element) else self.builder.temporary(element)
            else:
                self.assign(node.target, element)
            if self.block(node.body):
                self.unrolled -= 1
                return True
        self.unrolled -= 1
        return False

    def range_loop(self, node, bounds, unroll):
        name = node.target.id
        if name in self.constants:
            raise TypeError(
                f"{name!r} is {self.constants[name]!r}, which is known while the kernel is made and cannot be changed"
            )
        self.builder.begin_range(name, *bounds, unroll)
        unrolled, self.unrolled = self.unrolled, 0
        self.block(node.body)
        self.unrolled = unrolled
        self.builder.end_block()

    def no_else(self, node):
        if node.orelse:
            raise NotImplementedError("the else of a loop cannot be used in a kernel")

    def statement_Break(self, node):
        self.no_unrolled("break")
        self.builder.break_loop()
        return True

    def statement_Continue(self, node):
        self.no_unrolled("continue")
        self.builder.continue_loop()
        return True

    def no_unrolled(self, what):
        if self.unrolled:
            raise NotImplementedError(
                f"{what} cannot be used in a loop over a tuple, which is written out for each element"
            )

    def statement_Return(self, node):
        value = None if node.value is None else self.expression(node.value)
        if value is not None:
            self.gives_back = True
        self.builder.give_back(value)
        return True

    def statement_Assert(self, node):
        test = self.condition(node.test)
        if not is_known(test):
            self.builder.check(test)
        elif not test:
            message = self.expression(node.msg) if node.msg is not None else ""
            raise AssertionError(str(message) or "an assertion does not hold")

    # Expressions. Each returns a Value, a tuple with some, or a Python object that is known.

    def expression(self, node):
        method = getattr(self, "expression_" + type(node).__name__, None)
        try:
            if method is None:
                raise NotImplementedError(f"{construct(node)} cannot be used in a kernel")
            return method(node)
        except Exception as error:
            raise self.located(error, node)

    def describe(self, value):
        if isinstance(value, Value):
            return str(value.type)
        return repr(value)

    def expression_Constant(self, node):
        return node.value

    def expression_Name(self, node):
        return self.name(node.id)

    def name(self, name):
        variable = self.builder.variable(name)
        if variable is not None:
            return variable
        if name in self.constants:
            return self.constants[name]
        if name in self.stores:
            raise NameError(f"variable {name!r} is read before anything is assigned to it")
        try:
            return self.known(self.outer(name))
        except KeyError:
            raise NameError(f"name {name!r} is not defined") from None

    def known(self, value):
        """An object from outside of the kernel, as the kernel sees it."""
        return value._value(self) if isinstance(value, KernelVariable) else value

    def expression_Tuple(self, node):
        return tuple(self.sequence(node.elts))

    def sequence(self, nodes):
        for node in nodes:
            if isinstance(node, ast.Starred):
                elements = as_tuple(self, self.expression(node.value))
                if elements is None:
                    raise TypeError("only a tuple can be unpacked by *")
                yield from elements
            else:
                yield self.expression(node)

    def expression_BinOp(self, node):
        operation = BINARY.get(type(node.op))
        if operation is None:
            raise NotImplementedError(f"{construct(node)} cannot be used in a kernel")
        return self.binary(operation, self.expression(node.left), self.expression(node.right))

    def binary(self, operation, left, right):
        on_constants, ufunc = operation
        if is_known(left) and is_known(right):
            return on_constants(left, right)
        for operand in (left, right):
            if isinstance(operand, tuple) or (isinstance(operand, Value) and operand.type.kind == "tuple"):
                return on_constants(expanded(self, left), expanded(self, right))
        if on_constants in (operator.add, operator.sub):  # shared memory is an iterator, as a pointer is in C
            left = self.builder.begin(left) if is_shared(left) else left
            right = self.builder.begin(right) if is_shared(right) else right
        if isinstance(right, Value) and right.type.kind == "iterator" and on_constants is operator.add:
            left, right = right, left
        if isinstance(left, Value) and left.type.kind == "iterator" and on_constants in (operator.add, operator.sub):
            return self.iterator_arithmetic(on_constants, left, self.builder.value(right))
        return self.builder.call(ufunc, (left, right))

    def iterator_arithmetic(self, operation, left, right):
        symbol = "+" if operation is operator.add else "-"
        if right.type.kind == "iterator" and symbol == "-":
            return self.builder.expression(Type.scalar("int64"), f"({left.text} - {right.text})")
        right = self.builder.converted(right, Type.scalar("int64"), "the distance between iterators")
        return self.builder.expression(left.type, f"({left.text} {symbol} {right.text})")

    def expression_UnaryOp(self, node):
        operand = self.expression(node.operand)
        if isinstance(node.op, ast.Not):
            return not operand if is_known(operand) else self.builder.logical_not(operand)
        on_constants, ufunc = UNARY[type(node.op)]
        return on_constants(operand) if is_known(operand) else self.builder.call(ufunc, (operand,))

    def expression_Compare(self, node):
        operands = [node.left, *node.comparators]
        for middle in operands[1:-1]:
            if any(isinstance(n, ast.Call) for n in ast.walk(middle)):
                raise NotImplementedError(
                    "a call in the middle of a chain of comparisons would run twice: assign it to a variable first"
                )
        values = [self.expression(operand) for operand in operands]
        if any(isinstance(op, (ast.In, ast.NotIn)) for op in node.ops) and not is_known(values[0]):
            if any(isinstance(n, ast.Call) for n in ast.walk(operands[0])):
                raise NotImplementedError("a call before 'in' would run several times: assign it to a variable first")
        result = True
        for op, left, right in zip(node.ops, values, values[1:]):
            result = self.both(result, self.compare(op, left, right))
        return result

    def both(self, a, b):
        if is_known(a):
            return b if a else a
        if is_known(b):
            return a if b else b
        return self.builder.logical_and(a, b)

    def compare(self, op, left, right):
        if isinstance(op, (ast.Is, ast.IsNot)):
            same = left is right if is_known(left) and is_known(right) else self.is_none(left, right)
            return same is isinstance(op, ast.Is)
        if isinstance(op, (ast.In, ast.NotIn)):
            return self.contains(left, right, isinstance(op, ast.In))
        on_constants, ufunc = COMPARE[type(op)]
        if is_known(left) and is_known(right):
            return on_constants(left, right)
        tuples = [as_tuple(self, x) for x in (left, right)]
        if all(t is not None for t in tuples) and isinstance(op, (ast.Eq, ast.NotEq)):
            return self.equal_tuples(*tuples, isinstance(op, ast.Eq))
        if all(isinstance(x, Value) and x.type.kind == "iterator" for x in (left, right)):
            symbol = {"eq": "==", "ne": "!="}.get(on_constants.__name__)
            if symbol:
                return self.builder.expression(Type.scalar("bool"), f"({left.text} {symbol} {right.text})")
        return self.builder.call(ufunc, (left, right))

    def is_none(self, left, right):
        if left is None or right is None:
            return False  # no value of a kernel is None
        raise TypeError("'is' compares objects, which a kernel has none of: use ==")

    def contains(self, left, right, wanted):
        elements = as_tuple(self, right)
        if elements is None:
            raise TypeError("'in' looks for a value in a tuple")
        result = False
        for element in elements:
            equal = self.compare(ast.Eq(), left, element)
            if is_known(equal):
                if equal:
                    return wanted
            else:
                result = equal if result is False else self.builder.logical_or(result, equal)
        return result if wanted else self.negated(result)

    def equal_tuples(self, left, right, wanted):
        if len(left) != len(right):
            return not wanted
        result = True
        for a, b in zip(left, right):
            result = self.both(result, self.compare(ast.Eq(), a, b))
        return result if wanted else self.negated(result)

    def negated(self, x):
        return not x if is_known(x) else self.builder.logical_not(x)

    def condition(self, node):
        """An expression of which only the truth matters."""
        if isinstance(node, ast.BoolOp):
            return self.bool_operation(node, self.condition)
        value = self.expression(node)
        if isinstance(value, tuple):
            return bool(value)
        return value if is_known(value) else self.builder.truth(value)

    def bool_operation(self, node, evaluate):
        # What is known decides by itself, and what follows need not make sense then.
        is_and = isinstance(node.op, ast.And)
        result = None
        for operand in node.values:
            value = evaluate(operand)
            if is_known(value):
                if bool(value) is is_and and operand is not node.values[-1]:
                    continue
                if bool(value) is not is_and:
                    return value if result is None else self.joined(is_and, result, value)
            result = value if result is None else self.joined(is_and, result, value)
        return result

    def joined(self, is_and, left, right):
        b = self.builder
        if is_bool(left) and is_bool(right):
            return b.logical_and(left, right) if is_and else b.logical_or(left, right)
        # As in Python the result is one of the operands.
        return b.select(left, right, left) if is_and else b.select(left, left, right)

    def expression_BoolOp(self, node):
        for operand in node.values[:-1]:
            if any(isinstance(n, ast.Call) for n in ast.walk(operand)):
                return self.bool_operation(node, self.truth_of_calls)
        return self.bool_operation(node, self.expression)

    def truth_of_calls(self, node):
        value = self.expression(node)
        if isinstance(value, Value) and not is_bool(value):
            raise NotImplementedError(
                "an operand of and/or that is no bool is needed twice, so it cannot be a call: assign it to a "
                "variable first"
            )
        return value

    def expression_IfExp(self, node):
        test = self.condition(node.test)
        if is_known(test):
            return self.expression(node.body if test else node.orelse)
        values = self.expression(node.body), self.expression(node.orelse)
        tuples = [as_tuple(self, v) for v in values]
        if all(t is not None for t in tuples):
            if len(tuples[0]) != len(tuples[1]):
                raise TypeError("both values of a conditional expression must be tuples of one length")
            if any(isinstance(n, ast.Call) for n in ast.walk(node.test)):
                test = self.builder.temporary(test)
            return tuple(self.builder.select(test, a, b) for a, b in zip(*tuples))
        return self.builder.select(test, *values)

    def expression_Attribute(self, node):
        base = self.expression(node.value)
        return self.attribute(base, node.attr)

    def attribute(self, base, name):
        if isinstance(base, Value):
            return self.value_attribute(base, name)
        if isinstance(base, Intrinsic):
            return self.known(base._attribute(self, name))
        if isinstance(base, tuple) and not is_known(base):
            raise AttributeError(f"a tuple has no attribute {name!r} in a kernel")
        return self.known(getattr(base, name))

    def value_attribute(self, value, name):
        kind, b = value.type.kind, self.builder
        if kind in ("array", "pointer"):
            axes = range(value.type.ndim)
            if name == "ndim":
                return value.type.ndim
            if name == "dtype":
                return value.type.dtype
            if name == "shape":
                return tuple(b.length(value, axis) for axis in axes)
            if name == "strides":
                return tuple(b.stride(value, axis) for axis in axes)
            if name == "size":
                return b.size(value)
            if name in ("begin", "end"):
                return Method(name, lambda: getattr(b, name)(value))
        elif kind == "scalar":
            if name == "dtype":
                return value.type.dtype
            if name == "real":
                return b.real(value)
            if name == "imag":
                return b.imag(value)
            if name in ("conjugate", "conj"):
                return Method(name, lambda: b.call(_core.conjugate, (value,)))
            if name == "astype":
                return Method(name, lambda dtype: b.cast(value, dtype))
        elif kind == "object" and value.type.text in object_attributes:
            return object_attributes[value.type.text](self, value, name)
        raise AttributeError(f"{value.type} has no attribute {name!r} in a kernel")

    def expression_Subscript(self, node):
        base = self.expression(node.value)
        if any(
            isinstance(n, ast.Slice) for n in (node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice])
        ):
            return self.sliced(base, node.slice)
        index = self.expression(node.slice)
        if isinstance(base, Value) and base.type.kind in ("array", "pointer", "iterator"):
            indices = as_tuple(self, index)
            return self.builder.index(base, (index,) if indices is None else indices)
        if not is_known(index):
            raise TypeError(f"the index into {self.describe(base)} must be known while the kernel is made")
        if isinstance(base, Value) and base.type.kind == "tuple":
            return self.builder.element(base, operator.index(index))
        if isinstance(base, Value):
            raise TypeError(f"{base.type} cannot be indexed")
        return self.known(base[index])

    def sliced(self, base, node):
        elements = as_tuple(self, base)
        if elements is None or isinstance(node, ast.Tuple):
            raise NotImplementedError("slices of arrays cannot be taken in a kernel: index by integers")
        bounds = [None if part is None else self.expression(part) for part in (node.lower, node.upper, node.step)]
        if not is_known(tuple(bounds)):
            raise TypeError("the bounds of a slice of a tuple must be known while the kernel is made")
        return elements[slice(*bounds)]

    # Calls.

    def arguments(self, node):
        args = list(self.sequence(node.args))
        kwargs = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise NotImplementedError("** cannot be used in a kernel")
            kwargs[keyword.arg] = self.expression(keyword.value)
        return args, kwargs

    def expression_Call(self, node):
        function = self.expression(node.func)
        args, kwargs = self.arguments(node)
        return self.call(function, args, kwargs)

    def call(self, function, args, kwargs):
        if isinstance(function, Value):
            attributes = object_attributes.get(function.type.text)
            if attributes is None:
                raise TypeError(f"{function.type} cannot be called")
            return attributes(self, function, "__call__")._call(self, *args, **kwargs)
        if isinstance(function, Intrinsic):
            return function._call(self, *args, **kwargs)
        device = getattr(function, "_device_function", None) or getattr(function, "pyfunc", None)
        if device is not None:
            return self.device_call(device, args, kwargs)
        if isinstance(function, numpy.ufunc):
            function = getattr(_core, function.__name__, function)
        if hashable(function):
            if not is_known(tuple(args)):
                function = MATH.get(function, function)
            if function in FUNCTIONS:
                return FUNCTIONS[function](self, *args, **kwargs)
        if isinstance(function, _core.ufunc):
            return self.ufunc_call(function, args, kwargs)
        if is_known(tuple(args)) and is_known(tuple(kwargs.values())):
            return function(*args, **kwargs)
        dtype = as_dtype(function)
        if dtype is not None:
            if len(args) != 1 or kwargs:
                raise TypeError(f"{function.__name__}() takes one number")
            return self.builder.cast(args[0], dtype)
        if isinstance(function, types.FunctionType):
            return self.device_call(function, args, kwargs)
        raise TypeError(f"{function!r} cannot be called in a kernel")

    def ufunc_call(self, function, args, kwargs):
        dtype = kwargs.pop("dtype", None)
        if kwargs:
            raise TypeError(f"{function.__name__}() takes no {next(iter(kwargs))!r} in a kernel")
        return self.builder.call(function, args, dtype)

    def device_call(self, function, args, kwargs):
        bound = inspect.signature(function).bind(*args, **kwargs)
        bound.apply_defaults()
        for parameter in inspect.signature(function).parameters.values():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                raise NotImplementedError(f"a function of a kernel cannot take *{parameter.name}: name its parameters")
        values = [a if is_known(a) else self.builder.value(a) for a in bound.arguments.values()]
        parameters = [v.type if isinstance(v, Value) else v for v in values]
        name, result = self.translator.device_function(function, parameters)
        return self.builder.call_function(name, result, [v for v in values if isinstance(v, Value)])
