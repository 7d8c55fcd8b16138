// Memory of launches that are kept (Backend::keep_launches). Pools reuse memory in the order in which the device was
// given its work, so what the calling thread releases meanwhile goes back when that order is settled.
#pragma once

#include "runtime/context.h"

namespace cuprum::runtime {

class Chunk;

/// While it lives, it takes what the calling thread releases to pools. There is one at a time in a thread.
class KeptMemory {
public:
    KeptMemory() { context.kept_memory = this; }
    ~KeptMemory() { release(); }
    KeptMemory(const KeptMemory&) = delete;
    KeptMemory& operator=(const KeptMemory&) = delete;

    void take(Chunk& chunk) noexcept;

private:
    void release() noexcept;

    Chunk* first_ = nullptr;
};

}  // namespace cuprum::runtime
