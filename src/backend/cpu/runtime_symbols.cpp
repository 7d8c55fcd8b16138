#include "backend/cpu/runtime_symbols.h"

#include <bit>
#include <cstdint>

#include "backend/cpu/curand_jump.h"
#include "backend/cpu/elementwise_loops.h"
#include "backend/cpu/gather.h"
#include "backend/cpu/raw/block_runner.h"
#include "backend/cpu/sorting/vector_sort.h"
#include "backend/cpu/vector_math/guards.h"
#include "backend/cpu/vector_math/vector_functions.h"
#include "cuprum/half.h"

namespace cuprum::backend::cpu {
namespace {

// The compiler calls these to convert 16-bit floats where the processor has no instruction for it; libgcc_s got all of
// them only with GCC 13. Such a float travels in the low 16 bits of an SSE register, so here it looks like a float of
// the same bits.
float pass(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits}); }
std::uint16_t received(float value) { return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value)); }

/// A double as a float rounded to odd, which makes a second rounding to 16 bits come out as one rounding would.
float narrow_to_odd(double value) {
    const float nearest = static_cast<float>(value);
    const auto bits = std::bit_cast<std::uint32_t>(nearest);
    if (static_cast<double>(nearest) == value || value != value || (bits & 1)) return nearest;
    // The nearest float is even and inexact; its odd neighbour on the other side of `value` is the one wanted. An
    // overflow to infinity steps back to the largest float, which is odd.
    const bool magnitude_too_large =
        (value < 0 ? -static_cast<double>(nearest) : static_cast<double>(nearest)) > (value < 0 ? -value : value);
    return std::bit_cast<float>(magnitude_too_large ? bits - 1 : bits + 1);
}

float half_to_float(float value) { return half::to_float(received(value)); }
float float_to_half(float value) { return pass(half::from_float(value)); }
float double_to_half(double value) { return pass(half::from_float(narrow_to_odd(value))); }
float float_to_bfloat16(float value) { return pass(bfloat16_t::from_float(value)); }
float double_to_bfloat16(double value) { return pass(bfloat16_t::from_float(narrow_to_odd(value))); }

struct Symbol {
    std::string_view name;
    void* address;
};

const Symbol symbols[] = {
    {"__extendhfsf2", reinterpret_cast<void*>(half_to_float)},
    {"__truncsfhf2", reinterpret_cast<void*>(float_to_half)},
    {"__truncdfhf2", reinterpret_cast<void*>(double_to_half)},
    {"__truncsfbf2", reinterpret_cast<void*>(float_to_bfloat16)},
    {"__truncdfbf2", reinterpret_cast<void*>(double_to_bfloat16)},
    {"cuprum_elementwise_loops", reinterpret_cast<void*>(elementwise_loops)},
    {"cuprum_gather", reinterpret_cast<void*>(gather)},
    {"cuprum_vector_sort", reinterpret_cast<void*>(vector_sort)},
    {"cuprum_vector_argsort", reinterpret_cast<void*>(vector_argsort)},
    {"cuprum_vector_partition", reinterpret_cast<void*>(vector_partition)},
    {"cuprum_vector_select", reinterpret_cast<void*>(vector_select)},
    {"cuprum_xorwow_jump", reinterpret_cast<void*>(xorwow_jump)},
    {"cuprum_mrg32k3a_jump", reinterpret_cast<void*>(mrg32k3a_jump)},
};

}  // namespace

void* runtime_symbol(std::string_view name) {
    for (const Symbol& symbol : symbols)
        if (symbol.name == name) return symbol.address;
    for (const VectorFunction& function : vector_functions)
        if (function.name == name) return function.address;
    return block_symbol(name);
}

void* guarded(std::string_view name, void* library) {
    if (!name.starts_with("_ZGV")) return library;
    for (const auto guards : {guards_v2(), guards_v3(), guards_v4()})
        for (const Guard& guard : guards)
            if (guard.name == name) {
                guard.lead(library);
                return guard.address;
            }
    return library;
}

}  // namespace cuprum::backend::cpu
