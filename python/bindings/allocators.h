// What pools and allocators have in common that call Python functions.
#pragma once

#include <nanobind/stl/shared_ptr.h>

#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "memory.h"

namespace cuprum::python {

/// Blocks that a Python function gave and a pool knows by their addresses.
class LentBlocks {
public:
    void* keep(cuda::BlockRef block) {
        void* pointer = block.pointer();
        const std::lock_guard guard(lock_);
        blocks_.insert_or_assign(pointer, std::move(block));
        return pointer;
    }
    void let_go(void* pointer) {
        cuda::BlockRef gone;  // whose last reference may be this one, after the lock
        const std::lock_guard guard(lock_);
        if (auto found = blocks_.find(pointer); found != blocks_.end()) {
            gone = std::move(found->second);
            blocks_.erase(found);
        }
    }

private:
    std::mutex lock_;
    std::unordered_map<void*, cuda::BlockRef> blocks_;
};

/// The object whose method `malloc` a function is, where it is of a class.
template <class Pool>
std::shared_ptr<Pool> pool_of_malloc(nb::handle function) {
    if (!nb::hasattr(function, "__self__") || !nb::hasattr(function, "__name__")) return nullptr;
    nb::object self = function.attr("__self__");
    if (!nb::isinstance<Pool>(self) || nb::cast<std::string>(nb::str(function.attr("__name__"))) != "malloc")
        return nullptr;
    return nb::cast<std::shared_ptr<Pool>>(self);
}

}  // namespace cuprum::python
