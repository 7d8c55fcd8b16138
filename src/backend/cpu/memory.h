// The memory of the CPU's devices: the host's, with a record of what was lent to whom.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

namespace cuprum::backend::cpu {

class Memory {
public:
    enum class Kind { device, managed, pinned };
    struct Piece {
        void* pointer;
        std::size_t bytes;
        int device;  ///< -1 for memory of the host.
        Kind kind;
    };

    /// Throws OutOfMemoryError where the host has no such amount left.
    void* allocate(std::size_t bytes, int device, Kind kind);
    /// False where the address is none that was lent.
    bool free(void* pointer) noexcept;
    /// The piece that an address lies in.
    std::optional<Piece> find(const void* address);
    /// Bytes that are lent.
    std::size_t lent() const { return lent_.load(std::memory_order_relaxed); }
    /// Bytes that could be lent: pages lent but not yet touched are not free.
    std::size_t available() const;

private:
    std::mutex lock_;
    std::map<const void*, Piece> pieces_;
    std::atomic<std::size_t> lent_{0};
};

}  // namespace cuprum::backend::cpu
