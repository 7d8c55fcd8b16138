"""Generalised universal functions: loops around a function of arrays."""

import re

import numpy as np

from . import _core as cp

_GROUP = re.compile(r"\(([^()]*)\)")
_SIGNATURE = re.compile(r"^(\([^()]*\)(,\([^()]*\))*)->(\([^()]*\)(,\([^()]*\))*)$")


class _Dimension:
    """A core dimension: a name or a fixed length, and whether operands may lack it."""

    def __init__(self, text, signature):
        self.optional = text.endswith("?")
        self.name = text.removesuffix("?")
        self.fixed = int(self.name) if self.name.isdigit() else None
        if self.fixed is None and not self.name.isidentifier():
            raise ValueError(f"not a valid gufunc signature: {signature!r}: {text!r} is neither a name nor a length")


def _parse(signature):
    text = re.sub(r"\s+", "", signature)
    if not _SIGNATURE.match(text):
        raise ValueError(f"not a valid gufunc signature: {signature!r}: one looks like '(m,n),(n)->(m)'")
    inputs, outputs = text.split("->")
    return tuple(
        [tuple(_Dimension(d, signature) for d in group.split(",") if d) for group in _GROUP.findall(side)]
        for side in (inputs, outputs)
    )


class GeneralizedUFunc:
    """A function of arrays of a few dimensions as one of arrays of any number of them, which loops over the others.

    Parameters
        func: takes arrays of the core dimensions that `signature` gives each input, and gives such an array, or a tuple of
            them.
        signature: the core dimensions of the inputs and outputs, such as '(m,n),(n)->(m)'. A dimension may be a number,
            which it then must be, or end in '?': operands may lack it.
        name, doc: of the function.
        supports_batched: whether `func` takes arrays with loop dimensions in front as well, and broadcasts them; then it is
            called once.
        supports_out: whether `func` takes the keyword `out`.
        signatures: loops that are chosen by the inputs' dtypes, in this order: strings such as 'dd->d', or pairs of such a
            string and the function for it.
    Raises
        ValueError: `signature` is not well formed.
    Example
        >>> inner = cuprumx.GeneralizedUFunc(lambda a, b: (a * b).sum(), '(n),(n)->()')
        >>> inner(cuprum.arange(6).reshape(2, 3), cuprum.arange(3))
        array([ 5, 14])
    """

    def __init__(
        self,
        func,
        signature,
        *,
        name=None,
        doc=None,
        supports_batched=False,
        supports_out=False,
        signatures=None,
        try_fastcall_func=None,
    ):
        self._func = func
        self.signature = signature
        self._inputs, self._outputs = _parse(signature)
        self.nin, self.nout = len(self._inputs), len(self._outputs)
        self.nargs = self.nin + self.nout
        self.__name__ = name or getattr(func, "__name__", "gufunc")
        self.__doc__ = doc if doc is not None else getattr(func, "__doc__", None)
        self._supports_batched = supports_batched
        self._supports_out = supports_out
        self._fast = try_fastcall_func
        self._loops = [self._loop(entry) for entry in signatures or ()]
        self.types = [text for text, _, _, _ in self._loops]

    def _loop(self, entry):
        text, func = (entry, self._func) if isinstance(entry, str) else entry
        inputs, arrow, outputs = text.partition("->")
        if not arrow or len(inputs) != self.nin or len(outputs) != self.nout:
            raise ValueError(f"{text!r} does not give {self.nin} dtypes of inputs and {self.nout} of outputs")
        return text, tuple(map(np.dtype, inputs)), tuple(map(np.dtype, outputs)), func or self._func

    def __repr__(self):
        return f"<GeneralizedUFunc {self.__name__!r} {self.signature}>"

    def __call__(
        self,
        *args,
        axes=None,
        axis=None,
        keepdims=False,
        casting="same_kind",
        dtype=None,
        signature=None,
        order="K",
        out=None,
    ):
        """Apply the function over the loop dimensions, which are broadcast together.

        Parameters
            args: the inputs, and, if wanted, the outputs to write to.
            axes: for each operand the axes that hold its core dimensions, as a tuple or, where it is one, an int; those of
                the outputs may be left out where they have none.
            axis: the axis that holds the one core dimension that all operands share.
            keepdims: whether reduced dimensions stay with length one; for outputs without core dimensions.
            casting: how far operands and results may be cast.
            dtype: of the outputs, and so of the loop.
            signature: the loop to use, as a string such as 'dd->d' or a tuple of dtypes.
            order: layout of new outputs: 'C', 'F', 'A' or 'K'.
            out: array, or tuple of arrays, to write to.
        Returns
            The output, or a tuple of them.
        Raises
            ValueError: dimensions do not agree with the signature, or loop dimensions do not broadcast. TypeError: the
            number of arguments is wrong, or no loop takes the dtypes.
        """
        if (
            self._fast is not None
            and len(args) == self.nin
            and not any((axes, axis is not None, keepdims, dtype, signature, out is not None))
        ):
            result = self._fast(*args)
            if result is not NotImplemented:
                return result
        args, outs = self._operands(args, out)
        func, args, out_dtypes = self._resolve(args, outs, casting, dtype, signature)
        in_axes, out_axes = self._axes(args, axes, axis, keepdims)
        sizes, missing = self._core_sizes(args, in_axes)
        in_core = [[d for d in dims if d.name not in missing] for dims in self._inputs]
        out_core = [[d for d in dims if d.name not in missing] for dims in self._outputs]
        moved = [self._move_last(a, ax, len(core)) for a, ax, core in zip(args, in_axes, in_core)]
        loop_shapes = [a.shape[: a.ndim - len(core)] for a, core in zip(moved, in_core)]
        loop_shape = np.broadcast_shapes(*loop_shapes)
        results = self._run(func, moved, in_core, out_core, loop_shape, sizes, out_dtypes, outs)
        return self._finish(
            results, out_core, out_axes, outs, out_dtypes, casting, order, keepdims, len(loop_shape), args
        )

    # What the arguments are.

    def _operands(self, args, out):
        if len(args) not in (self.nin, self.nargs):
            raise TypeError(
                f"{self.__name__}() takes {self.nin} inputs, or {self.nargs} arguments with outputs, but {len(args)} were given"
            )
        outs = args[self.nin :]
        if out is not None:
            if outs:
                raise TypeError("cannot specify 'out' as both a positional and keyword argument")
            outs = out if isinstance(out, tuple) else (out,)
            if len(outs) != self.nout:
                raise ValueError(
                    f"The 'out' tuple must have exactly one entry per output: {self.nout}, not {len(outs)}"
                )
        for o in outs:
            if o is not None and not isinstance(o, cp.ndarray):
                raise TypeError(f"return arrays must be of type {cp.__name__}.ndarray, not {type(o).__name__}")
        return [cp.asarray(a) for a in args[: self.nin]], list(outs) or [None] * self.nout

    def _resolve(self, args, outs, casting, dtype, signature):
        """The function, the inputs in its dtypes, and the outputs' dtypes (None: whatever the function gives)."""
        if signature is not None:
            return self._chosen(args, casting, signature)
        if self._loops:
            for _, inputs, outputs, func in self._loops:
                if dtype is not None and outputs[0] != np.dtype(dtype):
                    continue
                if all(np.can_cast(a.dtype, t, casting if dtype is not None else "safe") for a, t in zip(args, inputs)):
                    return func, [a.astype(t, copy=False) for a, t in zip(args, inputs)], outputs
            found = ", ".join(a.dtype.name for a in args)
            raise TypeError(
                f"{self.__name__}() has no loop for {found}{f' that gives {np.dtype(dtype)}' if dtype is not None else ''}: there are {', '.join(self.types)}"
            )
        return self._func, args, (None if dtype is None else np.dtype(dtype),) * self.nout

    def _chosen(self, args, casting, signature):
        if isinstance(signature, str):
            inputs, arrow, outputs = signature.partition("->")
            wanted = (*inputs, *outputs) if arrow else (None,) * self.nin + tuple(inputs)
        else:
            wanted = tuple(signature)
            if len(wanted) == 1:
                wanted = (None,) * self.nin + wanted * self.nout
        if len(wanted) != self.nargs:
            raise ValueError(
                f"signature {signature!r} does not give the dtypes of {self.nin} inputs and {self.nout} outputs"
            )
        wanted = tuple(None if t is None else np.dtype(t) for t in wanted)
        func = self._func
        for _, inputs, outputs, of_loop in self._loops:
            if all(w is None or w == t for w, t in zip(wanted, inputs + outputs)):
                wanted, func = inputs + outputs, of_loop
                break
        else:
            if self._loops:
                raise TypeError(f"{self.__name__}() has no loop {signature!r}: there are {', '.join(self.types)}")
        cast = []
        for k, (a, t) in enumerate(zip(args, wanted)):
            if t is not None and not np.can_cast(a.dtype, t, casting):
                raise TypeError(
                    f"Cannot cast input {k} of {self.__name__} from {a.dtype!r} to {t!r} with casting rule {casting!r}"
                )
            cast.append(a if t is None else a.astype(t, copy=False))
        return func, cast, wanted[self.nin :]

    def _axes(self, args, axes, axis, keepdims):
        """For each input and each output the axes of its core dimensions; None for the last ones."""
        if keepdims and (len({len(d) for d in self._inputs}) != 1 or any(self._outputs)):
            raise TypeError(
                f"{self.__name__}() does not support keepdims: its inputs must have as many core dimensions as each other, and its outputs none"
            )
        if axes is not None and axis is not None:
            raise TypeError("cannot specify both 'axis' and 'axes'")
        if axis is not None:
            names = {d.name for dims in self._inputs + self._outputs for d in dims}
            if len(names) != 1 or any(len(dims) > 1 for dims in self._inputs + self._outputs):
                raise TypeError(f"{self.__name__}() does not support axis: its operands must share one core dimension")
            axis = (int(axis),)
            ins = [axis if dims else () for dims in self._inputs]
            return ins, [axis if dims or keepdims else () for dims in self._outputs]
        if axes is None:
            return [None] * self.nin, [None] * self.nout
        axes = list(axes)
        if len(axes) == self.nin and not any(self._outputs):
            axes += [axes[0] if keepdims else ()] * self.nout
        if len(axes) != self.nargs:
            raise ValueError(
                f"axes should be a list with an entry for each of the {self.nin} inputs and the {self.nout} outputs; entries of outputs without core dimensions may be left out"
            )
        return self._axis_tuples(axes[: self.nin], self._inputs, 0), self._axis_tuples(
            axes[self.nin :], self._outputs, len(self._inputs[0]) if keepdims else 0
        )

    @staticmethod
    def _axis_tuples(axes, dimensions, kept):
        tuples = []
        for ax, dims in zip(axes, dimensions):
            ax = tuple(ax) if isinstance(ax, (tuple, list)) else (ax,)
            if len(ax) != (len(dims) or kept):
                raise ValueError(
                    f"axes entry {ax} does not have the {len(dims) or kept} axes of its operand's core dimensions"
                )
            tuples.append(ax)
        return tuples

    def _core_sizes(self, args, in_axes):
        """Lengths of the core dimensions by name, and the names of those that operands lack."""
        missing = set()
        for a, dims in zip(args, self._inputs):
            optional = [d.name for d in dims if d.optional]
            lacking = len(dims) - a.ndim
            if lacking > 0:
                if lacking > len(optional):
                    raise ValueError(
                        f"{self.__name__}: an operand with {a.ndim} dimensions does not have enough for its core dimensions, of which signature {self.signature!r} gives {len(dims)}"
                    )
                missing.update(optional)
        sizes = {}
        for k, (a, dims, ax) in enumerate(zip(args, self._inputs, in_axes)):
            dims = [d for d in dims if d.name not in missing]
            lengths = a.shape[a.ndim - len(dims) :] if ax is None else [a.shape[i] for i in ax]
            for d, n in zip(dims, lengths):
                wanted = sizes.setdefault(d.name, n if d.fixed is None else d.fixed)
                if wanted != n:
                    raise ValueError(
                        f"{self.__name__}: input operand {k} has a mismatch in its core dimension {d.name!r} of signature {self.signature!r}: its length is {n}, and {wanted} was expected"
                    )
        for dims in self._outputs:
            for d in dims:
                if d.fixed is not None:
                    sizes[d.name] = d.fixed
        return sizes, missing

    @staticmethod
    def _move_last(a, axes, count):
        return a if not axes else cp.moveaxis(a, axes, tuple(range(-count, 0)))

    # The loops.

    def _run(self, func, args, in_core, out_core, loop_shape, sizes, out_dtypes, outs):
        """The outputs with loop dimensions in front."""
        if self._supports_batched:
            keywords = {}
            if self._supports_out and outs[0] is not None and self.nout == 1:
                keywords["out"] = outs[0]
            results = self._tuple(func(*args, **keywords))
            return [self._checked(r, core, sizes, loop_shape) for r, core in zip(results, out_core)]
        if not loop_shape:
            return [self._checked(r, core, sizes, ()) for r, core in zip(self._tuple(func(*args)), out_core)]
        wide = [cp.broadcast_to(a, loop_shape + a.shape[a.ndim - len(core) :]) for a, core in zip(args, in_core)]
        results = None
        for index in np.ndindex(*loop_shape):
            parts = self._tuple(func(*(a[index] for a in wide)))
            parts = [self._checked(p, core, sizes, ()) for p, core in zip(parts, out_core)]
            if results is None:
                results = [
                    cp.empty(loop_shape + p.shape, p.dtype if t is None else t) for p, t in zip(parts, out_dtypes)
                ]
            for result, part in zip(results, parts):
                result[index] = part
        if results is None:  # a loop over nothing: what the function would give is not known
            shapes = [tuple(self._known(d, sizes) for d in core) for core in out_core]
            dtype = np.result_type(*(a.dtype for a in args))
            results = [cp.empty(loop_shape + shape, dtype if t is None else t) for shape, t in zip(shapes, out_dtypes)]
        return results

    def _known(self, dimension, sizes):
        if dimension.name not in sizes:
            raise ValueError(
                f"{self.__name__}: the length of the outputs' core dimension {dimension.name!r} is not known for a loop over nothing"
            )
        return sizes[dimension.name]

    def _tuple(self, results):
        results = results if isinstance(results, (tuple, list)) else (results,)
        if len(results) != self.nout:
            raise ValueError(
                f"{self.__name__}: the function gave {len(results)} results, and signature {self.signature!r} has {self.nout} outputs"
            )
        return results

    def _checked(self, result, core, sizes, loop_shape):
        result = cp.asarray(result)
        lengths = result.shape[result.ndim - len(core) :]
        expected = tuple(sizes.setdefault(d.name, n) for d, n in zip(core, lengths))
        if result.ndim != len(loop_shape) + len(core) or lengths != expected:
            wanted = tuple(loop_shape) + tuple(sizes.get(d.name, d.name) for d in core)
            raise ValueError(
                f"{self.__name__}: the function gave shape {result.shape}, and signature {self.signature!r} wants {wanted}"
            )
        return result

    # The outputs.

    def _finish(self, results, out_core, out_axes, outs, out_dtypes, casting, order, keepdims, loop_ndim, args):
        given = []
        for k, (result, core, axes, out, dtype) in enumerate(zip(results, out_core, out_axes, outs, out_dtypes)):
            if keepdims:
                kept = len(self._inputs[0])
                result = result.reshape(result.shape + (1,) * kept)
                result = self._move_back(result, axes, kept)
            else:
                result = self._move_back(result, axes, len(core))
            if out is not None:
                if result is not out:
                    self._write(out, result, casting, k)
                given.append(out)
                continue
            if dtype is not None and result.dtype != dtype:
                if not np.can_cast(result.dtype, dtype, casting):
                    raise TypeError(
                        f"Cannot cast output {k} of {self.__name__} from {result.dtype!r} to {dtype!r} with casting rule {casting!r}"
                    )
                result = result.astype(dtype)
            given.append(self._ordered(result, order, args))
        return given[0] if self.nout == 1 else tuple(given)

    @staticmethod
    def _move_back(result, axes, count):
        return result if not axes or not count else cp.moveaxis(result, tuple(range(-count, 0)), axes)

    def _write(self, out, result, casting, k):
        if out.shape != result.shape:
            raise ValueError(f"{self.__name__}: output operand {k} has shape {out.shape}, and {result.shape} is wanted")
        if not np.can_cast(result.dtype, out.dtype, casting):
            raise TypeError(
                f"Cannot cast output {k} of {self.__name__} from {result.dtype!r} to {out.dtype!r} with casting rule {casting!r}"
            )
        out[...] = result

    @staticmethod
    def _ordered(result, order, args):
        if order in ("A", "K"):
            fortran = all(a.flags.f_contiguous for a in args) and not all(a.flags.c_contiguous for a in args)
            order = "F" if order == "A" and fortran else order
        if order in ("C", "F"):
            return result.copy(order) if not result.flags[f"{order}_CONTIGUOUS"] else result
        if order in ("A", "K"):
            return result
        raise ValueError(f"order must be 'C', 'F', 'A' or 'K', not {order!r}")
