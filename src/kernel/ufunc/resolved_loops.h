// The loops that a ufunc resolved before, by what its operands were.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "kernel/ufunc/loops.h"

namespace cuprum::kernel {

/// What resolution depends on, an operand: its dtype, or the kind of a weak scalar (NEP 50).
inline constexpr int weak_int = dtype_count, weak_float = dtype_count + 1, weak_complex = dtype_count + 2;
inline constexpr int operand_codes = dtype_count + 3;

inline int operand_code(const Operand& operand) {
    if (!operand.is_weak()) return static_cast<int>(operand.dtype());
    return is_complex(operand.dtype()) ? weak_complex : is_inexact(operand.dtype()) ? weak_float : weak_int;
}

/// The dtype that a weak scalar has among its like.
inline DType weak_default(int code) {
    return code == weak_int ? DType::int64 : code == weak_float ? DType::float64 : DType::complex128;
}

/// A table that is read without a lock. One or two operands index it; more are found by their codes, packed into one
/// number, and resolved anew once the table is full.
class ResolvedLoops {
public:
    const Loop* find(std::span<const int> codes) const {
        if (codes.size() <= 2) return few_[index(codes)].load(std::memory_order_acquire);
        const std::uint64_t key = packed(codes);
        for (const Entry& entry : many_) {
            const std::uint64_t there = entry.key.load(std::memory_order_acquire);
            if (there == key) return entry.loop.load(std::memory_order_acquire);
            if (there == 0) return nullptr;
        }
        return nullptr;
    }

    void remember(std::span<const int> codes, const Loop& loop) {
        if (codes.size() <= 2) return few_[index(codes)].store(&loop, std::memory_order_release);
        const std::uint64_t key = packed(codes);
        for (Entry& entry : many_) {
            std::uint64_t there = 0;
            if (!entry.key.compare_exchange_strong(there, key) && there != key) continue;
            return entry.loop.store(&loop, std::memory_order_release);  // until then, null: resolved once more
        }
    }

private:
    static constexpr int code_bits = 6;
    static_assert(operand_codes < 1 << code_bits && max_ufunc_operands * code_bits <= 64);

    struct Entry {
        std::atomic<std::uint64_t> key{0};
        std::atomic<const Loop*> loop{nullptr};
    };

    static std::size_t index(std::span<const int> codes) {
        int at = 0;
        for (int code : codes) at = at * operand_codes + code;
        return static_cast<std::size_t>(at);
    }
    static std::uint64_t packed(std::span<const int> codes) {
        std::uint64_t key = 0;
        for (int code : codes) key = key << code_bits | static_cast<std::uint64_t>(code + 1);  // never 0
        return key;
    }

    std::array<std::atomic<const Loop*>, operand_codes * operand_codes> few_{};
    std::array<Entry, 32> many_{};
};

}  // namespace cuprum::kernel
