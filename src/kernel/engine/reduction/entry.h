// The entries of reductions.def, where the columns are explained.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cuprum/reduction.h"

namespace cuprum::kernel {

/// How a reduction's dtypes follow from its input's.
enum class Types : std::uint8_t {
    sum,       ///< Integers below 64 bits and bool become int64 or uint64, unless a dtype is asked for.
    same,      ///< The input's.
    truth,     ///< bool.
    index,     ///< int64, computed in the input's.
    count,     ///< likewise
    mean,      ///< Integers and bool become float64.
    variance,  ///< As mean; real.
};

enum class Counts : std::uint8_t { never, skipping, always };

/// A entry, or what is told of a function that computes as another entry does but for NaN.
struct ReductionEntry {
    std::string_view name;  ///< In Python.
    ReductionKind kind;
    Types types = Types::same;
    Counts counts = Counts::never;
    const char *ufunc = "", *ufunc_without_nan = "", *finishing_ufunc = "";
    bool identity = false, cascade = false;
    const char* neutral = "0";
    const char *state = "", *start = "", *add = "", *combine = "", *finish = "";
    const char *begin = "", *recenter = "", *join = "", *combine_begun = "";
    bool prebuilt = true, method = false;
    const char *doc = "", *returns = "", *raises = "", *example = "";
};

/// A C++ name as Python has it: without the underscore behind it.
constexpr std::string_view python_name(std::string_view name) {
    return name.ends_with('_') ? name.substr(0, name.size() - 1) : name;
}

enum class ReductionId : std::uint8_t {
#define CUPRUM_REDUCTION(name, ...) name,
#define CUPRUM_REDUCTION_WITHOUT_NAN(...)
#define CUPRUM_REDUCTION_ALIAS(...)
#include "cuprum/reductions.def"
};

inline constexpr std::size_t reduction_count = 0
#define CUPRUM_REDUCTION(...) +1
#define CUPRUM_REDUCTION_WITHOUT_NAN(...)
#define CUPRUM_REDUCTION_ALIAS(...)
#include "cuprum/reductions.def"
    ;

const ReductionEntry& entry_of(ReductionId id);

}  // namespace cuprum::kernel
