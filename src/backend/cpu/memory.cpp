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
// Shorter ranges are for small arrays, which would touch few places of a huge page.
constexpr std::size_t huge_range_threshold = std::size_t{1} << 30;
// Asking how much memory there is reads several files, so requests ask when they are so many bytes together.
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

void Memory::check_available(std::size_t bytes) {
    if (unchecked_.fetch_add(bytes, std::memory_order_relaxed) + bytes < checked_size) return;
    unchecked_.store(0, std::memory_order_relaxed);
    // The system promises memory that it does not have, and kills the process when it is touched.
    const std::size_t free = available();
    if (bytes > free) refuse(bytes, free);
}

void* Memory::allocate(std::size_t bytes, int device, Kind kind) {
    check_available(bytes);
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

void* Memory::reserve(std::size_t bytes) {
    // Aligned by asking for more. Without access the addresses cost nothing, and the system's limits do not count them.
    const std::size_t asked = bytes + huge_page;
    void* found = mmap(nullptr, asked, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (found == MAP_FAILED) return nullptr;
    auto* start = static_cast<char*>(found);
    const std::size_t before = -reinterpret_cast<std::uintptr_t>(start) & (huge_page - 1);
    if (before) munmap(start, before);
    if (before < huge_page) munmap(start + before + bytes, huge_page - before);
    if (bytes >= huge_range_threshold) madvise(start + before, bytes, MADV_HUGEPAGE);
    return start + before;
}

void Memory::unreserve(void* address, std::size_t bytes) noexcept { munmap(address, bytes); }

void Memory::map(void* address, std::size_t bytes, std::size_t piece, int device) {
    check_available(bytes);
    std::map<const void*, Piece> made;
    for (std::size_t at = 0; at < bytes; at += piece) {
        void* pointer = static_cast<char*>(address) + at;
        made[pointer] = {pointer, std::min(piece, bytes - at), device, Kind::mapped};
    }
    if (mprotect(address, bytes, PROT_READ | PROT_WRITE) != 0) refuse(bytes, available());
    lent_.fetch_add(bytes, std::memory_order_relaxed);
    std::lock_guard guard(lock_);
    pieces_.merge(made);
}

void Memory::unmap(void* address, std::size_t bytes) noexcept {
    {
        std::lock_guard guard(lock_);
        pieces_.erase(pieces_.lower_bound(address), pieces_.lower_bound(static_cast<char*>(address) + bytes));
    }
    madvise(address, bytes, MADV_DONTNEED);
    mprotect(address, bytes, PROT_NONE);
    lent_.fetch_sub(bytes, std::memory_order_relaxed);
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
