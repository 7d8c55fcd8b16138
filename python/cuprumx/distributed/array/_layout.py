"""Layouts: how arrays are divided evenly over a mesh of devices."""

from cuprum import _core

_divided = _core._distributed


class Layout:
    """How arrays are divided: a mesh of devices, and the axis of the mesh along which each axis of an array is divided.

    Along an axis of the mesh that divides no axis, devices have copies. Block k of n along an axis of length L is
    `[L * k // n, L * (k + 1) // n)`.

    Parameters
        mesh: lengths of the mesh's axes.
        devices: the mesh's devices, in C order; by default the first ones that there are.
        partition: for each axis of an array the axis of the mesh that divides it, or None; axes that are not named are
            whole. By default the first axis of the mesh divides the first axis, and so on.
    Raises
        ValueError: the mesh, the devices and the partition do not fit together.
    Example
        >>> from cuprumx.distributed.array import Layout
        >>> rows = Layout((2,), [0, 1])
        >>> rows.index_map((5, 3))
        {0: [(slice(0, 2, 1), slice(0, 3, 1))], 1: [(slice(2, 5, 1), slice(0, 3, 1))]}
        >>> columns = Layout((2,), [0, 1], (None, 0))
    """

    def __init__(self, mesh, devices=None, partition=None):
        mesh = (mesh,) if hasattr(mesh, "__index__") else tuple(mesh)
        if devices is None:
            count = 1
            for length in mesh:
                count *= length
            devices = range(count)
        if partition is None:
            partition = range(len(mesh))
        self._layout = _divided.Layout(
            mesh, [int(device) for device in devices], [-1 if axis is None else axis for axis in partition]
        )

    @property
    def mesh(self):
        """Lengths of the mesh's axes."""
        return self._layout.mesh

    @property
    def devices(self):
        """The mesh's devices, in C order."""
        return tuple(self._layout.devices)

    @property
    def partition(self):
        """For each axis of an array the axis of the mesh that divides it, or None."""
        return tuple(None if axis < 0 else axis for axis in self._layout.partition)

    def index_map(self, shape):
        """For each device the boxes that it has of an array of this shape."""
        return self._layout.index_map(shape)

    def __eq__(self, other):
        if not isinstance(other, Layout):
            return NotImplemented
        return (self.mesh, self.devices, self.partition) == (other.mesh, other.devices, other.partition)

    def __hash__(self):
        return hash((self.mesh, self.devices, self.partition))

    def __repr__(self):
        return f"Layout({self.mesh}, {list(self.devices)}, {self.partition})"


def boxes(layout, shape):
    """The index map of a layout, or the index map itself."""
    return layout.index_map(shape) if isinstance(layout, Layout) else layout


def traffic():
    """Copies between devices that divided arrays needed since the program began or `reset_traffic` was called.

    Returns
        How many messages, and how many bytes they had.
    """
    return _divided.traffic()


def reset_traffic():
    """Count copies between devices anew."""
    _divided.reset_traffic()
