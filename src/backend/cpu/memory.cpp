#include "backend/cpu/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "backend/cpu/host_info.h"
#include "cuprum/error.h"

namespace cuprum::backend::cpu {

namespace {

constexpr std::size_t alignment = 64;  // A cache line, and the widest vector.
constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t huge_page_threshold = std::size_t{4} << 20;
// Asking how much memory there is reads several files, so only requests that could matter ask.
constexpr std::size_t checked_size = std::size_t{64} << 20;

[[noreturn]] void refuse(std::size_t bytes, std::size_t free) {
    throw OutOfMemoryError("Out of memory allocating " + std::to_string(bytes) + " bytes: " + std::to_string(free) +
                           " bytes of host memory are free.");
}

}  // namespace

std::size_t Memory::available() const {
    const HostMemory memory = host_memory();
    return std::min(memory.available, memory.total - std::min(lent(), memory.total));
}

void* Memory::allocate(std::size_t bytes, int device, Kind kind) {
    if (bytes >= checked_size) {
        // The system promises memory that it does not have, and kills the process when it is touched.
        const std::size_t free = available();
        if (bytes > free) refuse(bytes, free);
    }
    const bool huge = bytes >= huge_page_threshold;
    const std::size_t unit = huge ? huge_page : alignment;
    void* pointer = nullptr;
    if (posix_memalign(&pointer, unit, bytes) != 0) refuse(bytes, available());
    if (huge) madvise(pointer, bytes / huge_page * huge_page, MADV_HUGEPAGE);
    try {
        std::lock_guard guard(lock_);
        pieces_[pointer] = {pointer, bytes, device, kind};
    } catch (...) {
        std::free(pointer);
        throw;
    }
    lent_.fetch_add(bytes, std::memory_order_relaxed);
    return pointer;
}

bool Memory::free(void* pointer) noexcept {
    {
        std::lock_guard guard(lock_);
        auto found = pieces_.find(pointer);
        if (found == pieces_.end()) return false;
        lent_.fetch_sub(found->second.bytes, std::memory_order_relaxed);
        pieces_.erase(found);
    }
    std::free(pointer);
    return true;
}

std::optional<Memory::Piece> Memory::find(const void* address) {
    std::lock_guard guard(lock_);
    auto after = pieces_.upper_bound(address);
    if (after == pieces_.begin()) return std::nullopt;
    const Piece& piece = std::prev(after)->second;
    if (static_cast<const char*>(address) >= static_cast<const char*>(piece.pointer) + piece.bytes) return std::nullopt;
    return piece;
}

}  // namespace cuprum::backend::cpu
