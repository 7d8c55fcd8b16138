// CUB's function objects, for a CPU.
#pragma once

#include <cuprum/cuda/collectives.h>

#include <cub/util_type.cuh>

namespace cub {

using Sum = cuprum::cuda_on_cpu::Plus;
using Max = cuprum::cuda_on_cpu::Maximum;
using Min = cuprum::cuda_on_cpu::Minimum;

struct Equality {
    template <class A, class B>
    __forceinline__ bool operator()(const A& a, const B& b) const {
        return a == b;
    }
};
struct Inequality {
    template <class A, class B>
    __forceinline__ bool operator()(const A& a, const B& b) const {
        return a != b;
    }
};
template <class EqualityOp>
struct InequalityWrapper {
    EqualityOp op;
    __forceinline__ InequalityWrapper(EqualityOp op) : op(op) {}
    template <class A, class B>
    __forceinline__ bool operator()(const A& a, const B& b) {
        return !op(a, b);
    }
};
struct Difference {
    template <class A, class B>
    __forceinline__ auto operator()(const A& a, const B& b) const {
        return a - b;
    }
};
struct Division {
    template <class A, class B>
    __forceinline__ auto operator()(const A& a, const B& b) const {
        return a / b;
    }
};

/// Of pairs of a place and a value, the one of the largest value and then the smallest place.
struct ArgMax {
    template <class K, class V>
    __forceinline__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
        return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
struct ArgMin {
    template <class K, class V>
    __forceinline__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};

template <class B>
struct CastOp {
    template <class A>
    __forceinline__ B operator()(const A& a) const {
        return static_cast<B>(a);
    }
};
template <class ScanOp>
struct SwizzleScanOp {
    ScanOp scan_op;
    __forceinline__ SwizzleScanOp(ScanOp scan_op) : scan_op(scan_op) {}
    template <class T>
    __forceinline__ T operator()(const T& a, const T& b) {
        return scan_op(b, a);
    }
};

/// Values are combined until a pair's key, the count of segments begun, is not 0.
template <class ReductionOp>
struct ReduceBySegmentOp {
    ReductionOp op;
    __forceinline__ ReduceBySegmentOp() {}
    __forceinline__ ReduceBySegmentOp(ReductionOp op) : op(op) {}
    template <class Pair>
    __forceinline__ Pair operator()(const Pair& first, const Pair& second) {
        Pair result;
        result.key = first.key + second.key;
        result.value = second.key ? second.value : op(first.value, second.value);
        return result;
    }
};
/// Values are combined while keys are equal.
template <class ReductionOp>
struct ReduceByKeyOp {
    ReductionOp op;
    __forceinline__ ReduceByKeyOp() {}
    __forceinline__ ReduceByKeyOp(ReductionOp op) : op(op) {}
    template <class Pair>
    __forceinline__ Pair operator()(const Pair& first, const Pair& second) {
        Pair result = second;
        if (first.key == second.key) result.value = op(first.value, second.value);
        return result;
    }
};

}  // namespace cub
