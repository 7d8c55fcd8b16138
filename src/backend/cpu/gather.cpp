#include "backend/cpu/gather.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "cuprum/engine/elementwise_args.h"
#include "cuprum/engine/reduction_args.h"

namespace cuprum::backend::cpu {
namespace {

struct Counter {
    std::int64_t count;
};

template <class Element>
Element element_at(const char* from) {
    Element element;
    std::memcpy(&element, from, sizeof element);
    return element;
}
template <>
Counter element_at(const char* from) {
    return {static_cast<std::int64_t>(reinterpret_cast<std::uint64_t>(from) - counter_origin) >> 3};
}

/// Elements of a size that is known only now.
struct Sized {};

/// Brings elements together that lie `step` bytes apart.
template <class Element>
inline void gather_run(char* buffer, int itemsize, const char* from, long long step, long long n) {
    constexpr bool copies = !std::is_same_v<Element, Counter>;
    if (copies && step == itemsize && n >= 32) {  // a call for fewer takes longer
        std::memcpy(buffer, from, n * itemsize);
    } else if constexpr (std::is_same_v<Element, Sized>) {
        for (; n > 0; --n, from += step, buffer += itemsize) std::memcpy(buffer, from, itemsize);
    } else {
        const auto put = [&](int j, const char* at) {
            const Element element = element_at<Element>(at);
            std::memcpy(buffer + j * sizeof element, &element, sizeof element);
        };
        // Four at once, at addresses that do not wait for each other.
        const long long three = 3 * step;
        for (; n >= 4; n -= 4, from += 4 * step, buffer += 4 * sizeof(Element)) {
            put(0, from);
            put(1, from + step);
            put(2, from + 2 * step);
            put(3, from + three);
        }
        for (; n > 0; --n, from += step, buffer += sizeof(Element)) put(0, from);
    }
}

template <class Element>
void gather_runs(char* buffer, int itemsize, const char* from, int ndim, const long long* shape,
                 const long long* strides, long long position, long long n) {
    if (ndim == 0) return gather_run<Element>(buffer, itemsize, from, 0, n);
    const int last = ndim - 1;
    long long index[max_reduction_dims];
    for (int d = last; d > 0; --d) {
        if (((position | shape[d]) >> 32) == 0) {  // 64-bit division is slow
            const auto small = static_cast<std::uint32_t>(position), length = static_cast<std::uint32_t>(shape[d]);
            index[d] = small % length;
            position = small / length;
        } else {
            index[d] = position % shape[d];
            position /= shape[d];
        }
    }
    index[0] = position;
    for (int d = 0; d < last; ++d) from += index[d] * strides[d];
    const int size = std::is_same_v<Element, Sized> ? itemsize : static_cast<int>(sizeof(Element));
    const long long length = shape[last], step = strides[last];
    for (long long begin = index[last];; begin = 0) {
        const long long run = std::min(length - begin, n);
        gather_run<Element>(buffer, itemsize, from + begin * step, step, run);
        n -= run;
        if (n == 0) return;
        buffer += run * size;
        for (int d = last - 1; d >= 0; --d) {
            from += strides[d];
            if (++index[d] < shape[d]) break;
            from -= shape[d] * strides[d];
            index[d] = 0;
        }
    }
}

}  // namespace

void gather(void* buffer, int itemsize, const char* from, int ndim, const long long* shape, const long long* strides,
            long long position, long long n) {
    const auto by = [&](auto function) {
        function(static_cast<char*>(buffer), itemsize, from, ndim, shape, strides, position, n);
    };
    switch (itemsize) {
        case 0: return by(gather_runs<Counter>);
        case 1: return by(gather_runs<std::uint8_t>);
        case 2: return by(gather_runs<std::uint16_t>);
        case 4: return by(gather_runs<std::uint32_t>);
        case 8: return by(gather_runs<std::uint64_t>);
        case 16: return by(gather_runs<std::array<std::uint64_t, 2>>);
        default: return by(gather_runs<Sized>);
    }
}

}  // namespace cuprum::backend::cpu
