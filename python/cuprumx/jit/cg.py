"""Cooperative groups in a kernel: the block's threads, or those of the whole grid, as an object that can wait.

Example
    >>> @jit.rawkernel()
    ... def kernel(x):
    ...     block = jit.cg.this_thread_block()
    ...     x[block.thread_rank()] = block.num_threads()
    ...     block.sync()
"""

import numpy

from cuprum._core._jit import Type as _Type
from cuprum._core._jit import Value as _Value

from cuprum._jit.intrinsics import Function
from cuprum._jit.values import Method, is_known, object_attributes

_HEADER = "cooperative_groups.h"
_GRID = _Type.object("cooperative_groups::grid_group", "grid group")
_BLOCK = _Type.object("cooperative_groups::thread_block", "thread block group")
_DIM3 = _Type.object("dim3", "dim3")


def _dim3_attribute(body, value, name):
    if name not in ("x", "y", "z"):
        raise AttributeError(f"a dim3 has x, y and z, not {name!r}")
    return body.builder.expression(_Type.scalar(numpy.uint32), f"{value.text}.{name}")


class _Group:
    """A group of threads in a kernel. Its methods are called there."""

    def __init__(self):
        raise RuntimeError(f"{type(self).__name__} is made in a kernel, by jit.cg")

    @classmethod
    def _attribute(cls, body, value, name):
        method = getattr(cls, name, None)
        if method is None or name.startswith("_"):
            raise AttributeError(f"a {value.type} has no attribute {name!r}")
        return Method(name, lambda: method(body, value))


def _method(name, dtype, summary, needs_cooperative_launch=False):
    result = _DIM3 if dtype == "dim3" else _Type.none() if dtype is None else _Type.scalar(dtype)

    def method(body, group):
        if needs_cooperative_launch:
            body.builder.require_cooperative_launch()
        return body.builder.expression(result, f"{group.text}.{name}()")

    method.__name__ = method.__qualname__ = name
    returns = {None: "Nothing.", "dim3": "Three uint32: `.x`, `.y`, `.z`."}.get(dtype) or f"A {dtype}."
    method.__doc__ = f"{summary}\n\nReturns\n    {returns}\n"
    return staticmethod(method)


class _GridGroup(_Group):
    """All threads of the grid, as `this_grid` gives them."""

    is_valid = _method("is_valid", "bool", "Whether the blocks can wait for each other.", True)
    sync = _method("sync", None, "Waits until all threads of the grid are here. On GPUs only.", True)
    thread_rank = _method("thread_rank", "uint64", "The thread's number in the grid.")
    block_rank = _method("block_rank", "uint64", "The block's number in the grid.")
    num_threads = _method("num_threads", "uint64", "How many threads the grid has.")
    num_blocks = _method("num_blocks", "uint64", "How many blocks the grid has.")
    size = _method("size", "uint64", "How many threads the grid has.")
    dim_blocks = _method("dim_blocks", "dim3", "How many blocks the grid has along its axes.")
    group_dim = _method("group_dim", "dim3", "How many blocks the grid has along its axes.")
    block_index = _method("block_index", "dim3", "The block's place in the grid.")


class _ThreadBlockGroup(_Group):
    """All threads of the block, as `this_thread_block` gives them."""

    sync = _method("sync", None, "Waits until all threads of the block are here.")
    thread_rank = _method("thread_rank", "uint32", "The thread's number in the block.")
    num_threads = _method("num_threads", "uint32", "How many threads the block has.")
    size = _method("size", "uint32", "How many threads the block has.")
    group_index = _method("group_index", "dim3", "The block's place in the grid.")
    thread_index = _method("thread_index", "dim3", "The thread's place in the block.")
    dim_threads = _method("dim_threads", "dim3", "How many threads the block has along its axes.")
    group_dim = _method("group_dim", "dim3", "How many threads the block has along its axes.")


object_attributes[_DIM3.text] = _dim3_attribute
object_attributes[_GRID.text] = _GridGroup._attribute
object_attributes[_BLOCK.text] = _ThreadBlockGroup._attribute


def _require_group(body, group, types=(_GRID, _BLOCK)):
    if not isinstance(group, _Value) or group.type not in types:
        names = " or ".join(str(t) for t in types)
        raise TypeError(f"a {names} is wanted, not {body.describe(group)}")


@Function
def this_grid(body):
    """The threads of the whole grid.

    Returns
        A `_GridGroup`. If the kernel waits for all of it, it is launched so that all blocks run at once.
    Example
        >>> rank = jit.cg.this_grid().thread_rank()
    """
    body.builder.include(_HEADER)
    return body.builder.expression(_GRID, "cooperative_groups::this_grid()")


@Function
def this_thread_block(body):
    """The threads of the block.

    Returns
        A `_ThreadBlockGroup`.
    Example
        >>> jit.cg.this_thread_block().sync()
    """
    body.builder.include(_HEADER)
    return body.builder.expression(_BLOCK, "cooperative_groups::this_thread_block()")


@Function
def sync(body, group):
    """Waits until all threads of a group are here.

    Parameters
        group: a grid group or a thread block group.
    Example
        >>> jit.cg.sync(block)
    """
    _require_group(body, group)
    return (_GridGroup if group.type == _GRID else _ThreadBlockGroup).sync(body, group)


@Function
def memcpy_async(body, group, dst, dst_idx, src, src_idx, size, *, aligned_size=None):
    """Copies bytes with all threads of a block, which need not wait for the copy before they call `wait`.

    Parameters
        group: a thread block group.
        dst, dst_idx: an array or shared memory, and the index from which on it is written.
        src, src_idx: an array or shared memory, and the index from which on it is read.
        size: how many bytes.
        aligned_size: both addresses and `size` are multiples of so many bytes; known while the kernel is made.
    Example
        >>> jit.cg.memcpy_async(block, tile, 0, x, start, 128 * 4)
        >>> jit.cg.wait(block)
    """
    _require_group(body, group, (_BLOCK,))
    builder = body.builder
    builder.include(_HEADER)
    builder.include("cooperative_groups/memcpy_async.h")
    places = []
    for array, index in ((dst, dst_idx), (src, src_idx)):
        if not isinstance(array, _Value) or array.type.kind not in ("array", "pointer"):
            raise TypeError(f"memcpy_async() copies between arrays and shared memory, not {body.describe(array)}")
        place = builder.index(array, index if isinstance(index, tuple) else (index,))
        if not place.assignable:
            raise TypeError("memcpy_async() takes an index for each dimension")
        places.append(f"&{place.text}")
    size = builder.converted(size, _Type.scalar(numpy.uint64), "the size").text
    if aligned_size is not None:
        if not is_known(aligned_size) or aligned_size not in (1, 2, 4, 8, 16):
            raise ValueError("aligned_size must be 1, 2, 4, 8 or 16 and known while the kernel is made")
        builder.include("cuprum/jit/operations.h")
        size = f"{size} / {aligned_size}"
        places = [f"reinterpret_cast<cuprum::jit::aligned_bytes<{aligned_size}>*>({place}), {size}" for place in places]
        return builder.expression(_Type.none(), f"cooperative_groups::memcpy_async({group.text}, {', '.join(places)})")
    return builder.expression(
        _Type.none(), f"cooperative_groups::memcpy_async({group.text}, {', '.join(places)}, {size})"
    )


@Function
def wait(body, group):
    """Waits until all copies of `memcpy_async` are done, and all threads of the block are here.

    Parameters
        group: a thread block group.
    """
    _require_group(body, group, (_BLOCK,))
    body.builder.include("cooperative_groups/memcpy_async.h")
    return body.builder.expression(_Type.none(), f"cooperative_groups::wait({group.text})")


@Function
def wait_prior(body, group, step):
    """Waits until all copies of `memcpy_async` are done but the last `step` ones, and all threads of the block are
    here.

    Parameters
        group: a thread block group.
        step: an int that is known while the kernel is made.
    """
    _require_group(body, group, (_BLOCK,))
    if not is_known(step) or not isinstance(step, int) or step < 0:
        raise TypeError("step must be an int that is known while the kernel is made")
    body.builder.include("cooperative_groups/memcpy_async.h")
    return body.builder.expression(_Type.none(), f"cooperative_groups::wait_prior<{step}>({group.text})")
