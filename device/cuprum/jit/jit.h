// What the text that jit::Builder makes stands on: views of arrays, and tuples.
#pragma once

#include <cuprum/cast.h>

namespace cuprum::jit {

template <class T>
struct iterator;

/// An array as a kernel's parameter, written by jit::pack: the address, the lengths of the axes and, unless the
/// elements lie in C order without gaps, the strides in bytes. `Count` is int where 32 bits can count the bytes.
template <class T, int ndim, bool contiguous, class Count>
struct array {
    T* data;
    Count shape[ndim];
    Count strides[ndim];

    CUPRUM_DEVICE long long stride(int axis) const { return strides[axis]; }

    template <int axis = 0>
    CUPRUM_DEVICE Count offset() const {
        return 0;
    }
    template <int axis = 0, class First, class... Rest>
    CUPRUM_DEVICE Count offset(First first, Rest... rest) const {
        return static_cast<Count>(first) * strides[axis] + offset<axis + 1>(rest...);
    }
    template <class... Index>
    CUPRUM_DEVICE T* address(Index... index) const {
        return reinterpret_cast<T*>(reinterpret_cast<char*>(data) + offset(index...));
    }
    /// The view that is left when the first axes are indexed.
    template <class... Index>
    CUPRUM_DEVICE array<T, ndim - static_cast<int>(sizeof...(Index)), contiguous, Count> subarray(
        Index... index) const {
        array<T, ndim - static_cast<int>(sizeof...(Index)), contiguous, Count> rest;
        rest.data = address(index...);
        for (int axis = static_cast<int>(sizeof...(Index)); axis < ndim; ++axis) {
            rest.shape[axis - static_cast<int>(sizeof...(Index))] = shape[axis];
            rest.strides[axis - static_cast<int>(sizeof...(Index))] = strides[axis];
        }
        return rest;
    }
    template <class... Index>
    CUPRUM_DEVICE T& at(Index... index) const {
        return *address(index...);
    }
    CUPRUM_DEVICE long long size() const {
        long long count = 1;
        for (int axis = 0; axis < ndim; ++axis) count *= shape[axis];
        return count;
    }
    CUPRUM_DEVICE iterator<T> begin() const { return {data, strides[0]}; }
    CUPRUM_DEVICE iterator<T> end() const { return begin() + shape[0]; }
};

template <class T, int ndim, class Count>
struct array<T, ndim, true, Count> {
    T* data;
    Count shape[ndim];

    CUPRUM_DEVICE long long stride(int axis) const {
        long long bytes = sizeof(T);
        for (int k = ndim - 1; k > axis; --k) bytes *= shape[k];
        return bytes;
    }

    template <int axis>
    CUPRUM_DEVICE Count offset(Count before) const {
        if constexpr (axis == ndim) return before;
        else return offset<axis + 1>(before * shape[axis]);
    }
    template <int axis, class First, class... Rest>
    CUPRUM_DEVICE Count offset(Count before, First first, Rest... rest) const {
        if constexpr (axis == 0) return offset<1>(static_cast<Count>(first), rest...);
        else return offset<axis + 1>(before * shape[axis] + static_cast<Count>(first), rest...);
    }
    template <class... Index>
    CUPRUM_DEVICE T* address(Index... index) const {
        return data + offset<0>(Count(0), index...);
    }
    template <class... Index>
    CUPRUM_DEVICE array<T, ndim - static_cast<int>(sizeof...(Index)), true, Count> subarray(Index... index) const {
        array<T, ndim - static_cast<int>(sizeof...(Index)), true, Count> rest;
        rest.data = address(index...);
        for (int axis = static_cast<int>(sizeof...(Index)); axis < ndim; ++axis)
            rest.shape[axis - static_cast<int>(sizeof...(Index))] = shape[axis];
        return rest;
    }
    template <class... Index>
    CUPRUM_DEVICE T& at(Index... index) const {
        return *address(index...);
    }
    CUPRUM_DEVICE long long size() const {
        long long count = 1;
        for (int axis = 0; axis < ndim; ++axis) count *= shape[axis];
        return count;
    }
    CUPRUM_DEVICE iterator<T> begin() const { return {data, sizeof(T)}; }
    CUPRUM_DEVICE iterator<T> end() const { return begin() + shape[0]; }
};

/// An array of no dimensions: a single element.
template <class T, class Count>
struct array<T, 0, true, Count> {
    T* data;
    CUPRUM_DEVICE T& at() const { return *data; }
    CUPRUM_DEVICE long long size() const { return 1; }
};
template <class T, class Count>
struct array<T, 0, false, Count> : array<T, 0, true, Count> {};

/// Several values, made as `tuple<int, float>{1, 2.0f}`.
template <class... T>
struct tuple;
template <>
struct tuple<> {};
template <class First, class... Rest>
struct tuple<First, Rest...> {
    First first;
    tuple<Rest...> rest;

    tuple() = default;
    CUPRUM_DEVICE constexpr tuple(First first, Rest... rest) : first(first), rest{rest...} {}
    template <class... Others>
        requires(sizeof...(Others) == sizeof...(Rest) + 1 && !is_same<tuple<Others...>, tuple>)
    CUPRUM_DEVICE constexpr explicit tuple(const tuple<Others...>& other)
        : first(First(other.first)), rest(tuple<Rest...>(other.rest)) {}
};

template <int index, class First, class... Rest>
CUPRUM_DEVICE constexpr auto& get(tuple<First, Rest...>& values) {
    if constexpr (index == 0) return values.first;
    else return get<index - 1>(values.rest);
}
template <int index, class First, class... Rest>
CUPRUM_DEVICE constexpr const auto& get(const tuple<First, Rest...>& values) {
    if constexpr (index == 0) return values.first;
    else return get<index - 1>(values.rest);
}

}  // namespace cuprum::jit
