// Memory as Python sees it.
#pragma once

#include "convert.h"
#include "cuprum/memory.h"

namespace cuprum::python {

/// A block, or nothing for zero bytes (`MemoryPointer.mem`).
struct Memory {
    cuda::BlockRef block;

    /// Whoever asks may keep it.
    std::uintptr_t address() const {
        if (block) block->share_address();
        return reinterpret_cast<std::uintptr_t>(block.pointer());
    }
    std::size_t bytes() const { return block ? block->bytes() : 0; }
    int device() const { return block ? block->device() : 0; }
};

/// A place in a block, which it keeps alive (`ndarray.data`).
struct MemoryPointer {
    cuda::BlockRef block;
    std::int64_t offset = 0;

    std::uintptr_t address() const { return Memory{block}.address() + static_cast<std::uintptr_t>(offset); }
    std::int64_t bytes_left() const { return static_cast<std::int64_t>(Memory{block}.bytes()) - offset; }
};

/// How signatures tell a stream.
using OnStream = Typed<"cuprum.cuda.Stream">;

/// An array whose first element is at a place. Throws ValueError where it would leave the memory.
ndarray array_at(const MemoryPointer& place, DType dtype, const Shape& shape, const Strides& strides);

/// Memory that `owner` owns; it is let go with the last reference.
cuda::BlockRef unowned_block(std::uintptr_t pointer, std::size_t bytes, int device, nb::object owner);

}  // namespace cuprum::python
