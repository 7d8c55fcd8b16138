// NumPy's functions of random numbers: the methods of the current device's RandomState under its names.
#pragma once

#include "cuprum/random.h"

namespace cuprum::random {

inline void seed(std::optional<std::uint64_t> seed = {}) { get_random_state()->seed(seed); }

/// Uniform numbers in [0, 1) of a shape.
inline ndarray random(const Shape& size = {}, DType dtype = DType::float64) {
    return get_random_state()->random_sample(size, dtype);
}
inline ndarray random_sample(const Shape& size = {}, DType dtype = DType::float64) { return random(size, dtype); }
inline ndarray rand(const Shape& size = {}, DType dtype = DType::float64) { return random(size, dtype); }
/// Standard normal numbers of a shape.
inline ndarray randn(const Shape& size = {}, DType dtype = DType::float64) {
    return get_random_state()->standard_normal(size, dtype);
}

inline ndarray randint(const Scalar& low, const std::optional<Scalar>& high = {}, const Size& size = {},
                       DType dtype = DType::int64) {
    return get_random_state()->randint(low, high, size, dtype);
}
inline ndarray choice(const Operand& a, const Size& size = {}, bool replace = true, const ndarray* p = nullptr) {
    return get_random_state()->choice(a, size, replace, p);
}
inline ndarray permutation(std::int64_t n) { return get_random_state()->permutation(n); }
inline ndarray permutation(const ndarray& a) { return get_random_state()->permutation(a); }
inline void shuffle(const ndarray& a) { get_random_state()->shuffle(a); }
inline std::string bytes(std::int64_t length) { return get_random_state()->bytes(length); }

// A function for each row of distributions.def.
#define CUPRUM_DISTRIBUTION(name, count, ...) CUPRUM_DISTRIBUTION_##count(name)
#define CUPRUM_DISTRIBUTION_0(name) \
    inline ndarray name(const Size& size = {}, const Type& dtype = {}) { return get_random_state()->name(size, dtype); }
#define CUPRUM_DISTRIBUTION_1(name)                                                         \
    inline ndarray name(const Operand& p1, const Size& size = {}, const Type& dtype = {}) { \
        return get_random_state()->name(p1, size, dtype);                                   \
    }
#define CUPRUM_DISTRIBUTION_2(name)                                                                            \
    inline ndarray name(const Operand& p1, const Operand& p2, const Size& size = {}, const Type& dtype = {}) { \
        return get_random_state()->name(p1, p2, size, dtype);                                                  \
    }
#define CUPRUM_DISTRIBUTION_3(name)                                                                     \
    inline ndarray name(const Operand& p1, const Operand& p2, const Operand& p3, const Size& size = {}, \
                        const Type& dtype = {}) {                                                       \
        return get_random_state()->name(p1, p2, p3, size, dtype);                                       \
    }
#include "cuprum/distributions.def"
#undef CUPRUM_DISTRIBUTION_0
#undef CUPRUM_DISTRIBUTION_1
#undef CUPRUM_DISTRIBUTION_2
#undef CUPRUM_DISTRIBUTION_3

}  // namespace cuprum::random
