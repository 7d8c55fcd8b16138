// What elements of structured and void dtypes are in a user's kernel. Fields are told by their place:
//     out.at<1>() = -in.at<0>();
#pragma once

#include <cuprum/base.h>

// A namespace that has no functions, which calls with such elements would find beside the program's own.
namespace cuprum::records {

/// A field of type T at a place within a record.
template <class T, int at>
struct field {
    using type = T;
    static constexpr int offset = at;
};

template <int I, class First, class... Rest>
struct field_at : field_at<I - 1, Rest...> {};
template <class First, class... Rest>
struct field_at<0, First, Rest...> : First {};

/// `Bytes` bytes in which fields lie.
template <int Bytes, int Alignment, class... Fields>
struct alignas(Alignment) record {
    static constexpr int field_count = sizeof...(Fields);

    unsigned char data[Bytes];

    template <int I>
    CUPRUM_DEVICE auto& at() {
        using chosen = field_at<I, Fields...>;
        return *reinterpret_cast<typename chosen::type*>(data + chosen::offset);
    }
    template <int I>
    CUPRUM_DEVICE const auto& at() const {
        using chosen = field_at<I, Fields...>;
        return *reinterpret_cast<const typename chosen::type*>(data + chosen::offset);
    }
};

/// A field with elements of its own: `in.at<0>()[2]`.
template <class T, int N>
struct subarray {
    static constexpr int size = N;
    T elements[N];
    CUPRUM_DEVICE T& operator[](int i) { return elements[i]; }
    CUPRUM_DEVICE const T& operator[](int i) const { return elements[i]; }
};

/// An element of plain bytes.
template <int Bytes>
struct void_bytes {
    unsigned char data[Bytes];
    CUPRUM_DEVICE bool operator==(const void_bytes& other) const {
        for (int i = 0; i < Bytes; ++i)
            if (data[i] != other.data[i]) return false;
        return true;
    }
    CUPRUM_DEVICE bool operator!=(const void_bytes& other) const { return !(*this == other); }
};

}  // namespace cuprum::records
