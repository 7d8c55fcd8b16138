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
    enum class Kind { device, mapped, managed, pinned };  ///< `mapped` is a device's, at reserved addresses.
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

    /// Sizes and addresses of the following are multiples of this. Smaller pieces would come close to the number of
    /// mappings that a process may have.
    static constexpr std::size_t mapping_unit = std::size_t{256} << 10;
    /// Addresses without memory; null where the system refuses.
    void* reserve(std::size_t bytes);
    void unreserve(void* address, std::size_t bytes) noexcept;
    /// Throws OutOfMemoryError where the host has no such amount left.
    void map(void* address, std::size_t bytes, std::size_t piece, int device);
    void unmap(void* address, std::size_t bytes) noexcept;

    /// The piece that an address lies in.
    std::optional<Piece> find(const void* address);
    /// Bytes that are lent.
    std::size_t lent() const { return lent_.load(std::memory_order_relaxed); }
    /// Bytes that could be lent: pages lent but not yet touched are not free.
    std::size_t available() const;

private:
    void check_available(std::size_t bytes);

    std::mutex lock_;
    std::map<const void*, Piece> pieces_;
    std::atomic<std::size_t> lent_{0}, unchecked_{0};
};

}  // namespace cuprum::backend::cpu
