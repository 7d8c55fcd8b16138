"""Generalised universal functions: loops around a function of arrays."""

import numpy as np

from . import _core as cp


class GeneralizedUFunc:
    """A function of arrays of a few dimensions as one of arrays of any number of them, which loops over the others.

    Parameters
        func: takes arrays of the core dimensions that `signature` gives each input, and gives such an array, or a tuple
            of them.
        signature: the core dimensions of the inputs and outputs, such as '(m,n),(n)->(m)'. A dimension may be a number,
            which it then must be, or end in '?': operands may lack it.
        name, doc: of the function.
        supports_batched: whether `func` takes arrays with loop dimensions in front as well, and broadcasts them; then
            it is called once.
        supports_out: whether `func` takes the keyword `out`.
        signatures: loops that are chosen by the inputs' dtypes, in this order: strings such as 'dd->d', or pairs of
            such a string and the function for it.
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
        self.signature = signature
        self.__name__ = name or getattr(func, "__name__", "gufunc")
        self.__doc__ = doc if doc is not None else getattr(func, "__doc__", None)
        self._fast = try_fastcall_func
        loops = [(entry, None) if isinstance(entry, str) else entry for entry in signatures or ()]
        self.types = [text for text, _ in loops]
        parted = [self._parted(text, signature) for text in self.types]
        self._loops = cp._Gufunc(
            func,
            signature,
            self.__name__,
            supports_batched,
            supports_out,
            [[text, *dtypes, of_loop] for (text, of_loop), dtypes in zip(loops, parted)],
        )
        self.nin, self.nout = self._loops.nin, self._loops.nout
        self.nargs = self.nin + self.nout

    @staticmethod
    def _parted(text, signature):
        """The dtypes of the inputs and of the outputs of a loop."""
        inputs, arrow, outputs = text.partition("->")
        nin, nout = (side.count("(") for side in signature.partition("->")[::2])
        if not arrow or len(inputs) != nin or len(outputs) != nout:
            raise ValueError(f"{text!r} does not give {nin} dtypes of inputs and {nout} of outputs")
        return list(map(np.dtype, inputs)), list(map(np.dtype, outputs))

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
            axes: for each operand the axes that hold its core dimensions, as a tuple or, where it is one, an int; those
                of the outputs may be left out where they have none.
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
        results = self._loops.call(
            args,
            outs,
            None if axes is None else [ax if isinstance(ax, (tuple, list)) else (ax,) for ax in axes],
            axis,
            keepdims,
            casting,
            dtype,
            None if signature is None else self._dtypes(signature),
            order,
        )
        return results[0] if self.nout == 1 else tuple(results)

    def _operands(self, args, out):
        if len(args) not in (self.nin, self.nargs):
            raise TypeError(
                f"{self.__name__}() takes {self.nin} inputs, or {self.nargs} arguments with outputs, but {len(args)} "
                "were given"
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
        return list(args[: self.nin]), list(outs) or [None] * self.nout

    def _dtypes(self, signature):
        """The dtypes of a signature, inputs before outputs; None for any."""
        if isinstance(signature, str):
            inputs, arrow, outputs = signature.partition("->")
            wanted = (*inputs, *outputs) if arrow else (None,) * self.nin + tuple(inputs)
        else:
            wanted = tuple(signature)
            if len(wanted) == 1:
                wanted = (None,) * self.nin + wanted * self.nout
        return [None if t is None else np.dtype(t) for t in wanted]
