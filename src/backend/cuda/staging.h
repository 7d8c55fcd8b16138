// Large copies between pageable host memory and a device.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "backend/cuda/driver.h"
#include "runtime/backend.h"

namespace cuprum::backend::cuda {

/// Pinned chunks through which several threads at once pass such a copy. The driver stages pageable memory with the
/// memcpy of one thread, which is several times slower than the bus, and slower still where the host's pages are
/// touched first.
class Staging {
public:
    static constexpr std::size_t least_bytes = std::size_t{16} << 20;  ///< Below, starting threads does not pay.

    /// Does the whole copy and returns true, or does nothing and returns false: another copy is using the chunks, or
    /// there is no pinned memory for them. On return a download is in `target` and an upload has left `source`.
    bool copy(CUcontext context, void* target, const void* source, std::size_t bytes, runtime::CopyKind kind,
              CUstream stream);

private:
    static constexpr std::size_t chunk_bytes = std::size_t{2} << 20;

    /// One thread's two chunks: one is copied by the host while the device copies the other.
    struct Lane {
        void* chunk[2] = {};
    };
    class Transfer;

    bool reserve_lanes();

    std::mutex busy_;
    std::vector<Lane> lanes_;
};

}  // namespace cuprum::backend::cuda
