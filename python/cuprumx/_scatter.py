"""Assignments in which every value counts, also where an element is named more than once."""


def scatter_add(a, slices, value):
    """Add values to elements of an array.

    Parameters
        a: the array, which is changed.
        slices: which elements, as in `a[slices]`.
        value: what is added: a scalar, or an array that broadcasts to `a[slices]`.
    Example
        >>> a = cuprum.zeros(3)
        >>> cuprumx.scatter_add(a, cuprum.array([0, 2, 0]), 1)
        >>> a
        array([2., 0., 1.])
    """
    a.scatter_add(slices, value)


def scatter_max(a, slices, value):
    """Replace elements of an array by values that are larger. Parameters are those of `scatter_add`."""
    a.scatter_max(slices, value)


def scatter_min(a, slices, value):
    """Replace elements of an array by values that are smaller. Parameters are those of `scatter_add`."""
    a.scatter_min(slices, value)
