// Where Thrust's algorithms run, which in a kernel is in the calling thread whatever the policy says.
#pragma once

#include <cuda/std/algorithm>
#include <cuda/std/numeric>
#include <cuda/std/tuple>

namespace cuprum::sequential {

struct policy {};
template <class T>
inline constexpr bool is_policy = __is_base_of(policy, T);

using ::cuda::std::iter_difference_t;
using ::cuda::std::iter_value_t;

}  // namespace cuprum::sequential

/// Declares thrust::name, which is cuprum::sequential::name with or without a policy before the other arguments.
#define CUPRUM_THRUST(name)                                          \
    template <class First, class... Rest>                            \
    __forceinline__ constexpr auto name(First first, Rest... rest) { \
        if constexpr (cuprum::sequential::is_policy<First>) {        \
            return cuprum::sequential::name(rest...);                \
        } else {                                                     \
            return cuprum::sequential::name(first, rest...);         \
        }                                                            \
    }
