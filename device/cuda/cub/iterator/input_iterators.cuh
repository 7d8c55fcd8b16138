// CUB's input iterators, for a CPU: what is computed where it is read.
#pragma once

#include <cub/thread/thread_load.cuh>
#include <cub/util_type.cuh>

namespace cub {
namespace detail {

/// What iterators that count have in common; `Self` tells what lies at a place.
template <class Self, class Offset>
struct CountedIterator {
    using difference_type = Offset;

    __forceinline__ decltype(auto) operator*() const { return self().at(0); }
    template <class Distance>
    __forceinline__ decltype(auto) operator[](Distance distance) const {
        return self().at(static_cast<Offset>(distance));
    }
    template <class Distance>
    __forceinline__ Self operator+(Distance distance) const {
        Self result = self();
        result.move(static_cast<Offset>(distance));
        return result;
    }
    template <class Distance>
    __forceinline__ Self operator-(Distance distance) const {
        return *this + -static_cast<Offset>(distance);
    }
    template <class Distance>
    __forceinline__ Self& operator+=(Distance distance) {
        self().move(static_cast<Offset>(distance));
        return self();
    }
    template <class Distance>
    __forceinline__ Self& operator-=(Distance distance) {
        return *this += -static_cast<Offset>(distance);
    }
    __forceinline__ Self& operator++() { return *this += 1; }
    __forceinline__ Self operator++(int) {
        Self before = self();
        *this += 1;
        return before;
    }

private:
    __forceinline__ Self& self() { return static_cast<Self&>(*this); }
    __forceinline__ const Self& self() const { return static_cast<const Self&>(*this); }
};

}  // namespace detail

/// value, value + 1, ...
template <class V, class Offset = ptrdiff_t>
struct CountingInputIterator : detail::CountedIterator<CountingInputIterator<V, Offset>, Offset> {
    using value_type = V;
    __forceinline__ CountingInputIterator(const V& value) : value_(value) {}
    __forceinline__ V at(Offset distance) const { return value_ + static_cast<V>(distance); }
    __forceinline__ void move(Offset distance) { value_ += static_cast<V>(distance); }
    __forceinline__ bool operator==(const CountingInputIterator& other) const { return value_ == other.value_; }

private:
    V value_;
};

/// One value.
template <class V, class Offset = ptrdiff_t>
struct ConstantInputIterator : detail::CountedIterator<ConstantInputIterator<V, Offset>, Offset> {
    using value_type = V;
    __forceinline__ ConstantInputIterator(V value, Offset place = 0) : value_(value), place_(place) {}
    __forceinline__ V at(Offset) const { return value_; }
    __forceinline__ void move(Offset distance) { place_ += distance; }
    __forceinline__ bool operator==(const ConstantInputIterator& other) const {
        return place_ == other.place_ && value_ == other.value_;
    }

private:
    V value_;
    Offset place_;
};

/// What a function makes of another iterator's values.
template <class V, class Conversion, class Iterator, class Offset = ptrdiff_t>
struct TransformInputIterator
    : detail::CountedIterator<TransformInputIterator<V, Conversion, Iterator, Offset>, Offset> {
    using value_type = V;
    __forceinline__ TransformInputIterator(Iterator input, Conversion conversion)
        : input_(input), conversion_(conversion) {}
    __forceinline__ V at(Offset distance) const { return conversion_(input_[distance]); }
    __forceinline__ void move(Offset distance) { input_ += distance; }
    __forceinline__ bool operator==(const TransformInputIterator& other) const { return input_ == other.input_; }

private:
    Iterator input_;
    mutable Conversion conversion_;
};

/// Another iterator's values, each with its place.
template <class Iterator, class Offset = ptrdiff_t, class V = void>
struct ArgIndexInputIterator : detail::CountedIterator<ArgIndexInputIterator<Iterator, Offset, V>, Offset> {
private:
    template <class Given, class Own>
    struct Choice {
        using type = Given;
    };
    template <class Own>
    struct Choice<void, Own> {
        using type = Own;
    };
    template <class T>
    static T plain(const T&);
    using Value = typename Choice<V, decltype(plain(*Iterator()))>::type;

public:
    using value_type = KeyValuePair<Offset, Value>;
    __forceinline__ ArgIndexInputIterator(Iterator input, Offset place = 0) : input_(input), place_(place) {}
    __forceinline__ value_type at(Offset distance) const {
        return {place_ + distance, static_cast<Value>(input_[place_ + distance])};
    }
    __forceinline__ void move(Offset distance) { place_ += distance; }
    __forceinline__ void normalize() {
        input_ += place_;
        place_ = 0;
    }
    __forceinline__ bool operator==(const ArgIndexInputIterator& other) const {
        return input_ == other.input_ && place_ == other.place_;
    }

private:
    Iterator input_;
    Offset place_;
};

/// Pointers with a hint for caches, which a CPU does not need.
template <CacheLoadModifier Modifier, class V, class Offset = ptrdiff_t>
struct CacheModifiedInputIterator : detail::CountedIterator<CacheModifiedInputIterator<Modifier, V, Offset>, Offset> {
    using value_type = V;
    template <class Q>
    __forceinline__ CacheModifiedInputIterator(Q* ptr) : ptr(ptr) {}
    __forceinline__ V at(Offset distance) const { return ptr[distance]; }
    __forceinline__ void move(Offset distance) { ptr += distance; }
    __forceinline__ bool operator==(const CacheModifiedInputIterator& other) const { return ptr == other.ptr; }

    const V* ptr;
};
template <CacheStoreModifier Modifier, class V, class Offset = ptrdiff_t>
struct CacheModifiedOutputIterator : detail::CountedIterator<CacheModifiedOutputIterator<Modifier, V, Offset>, Offset> {
    using value_type = V;
    template <class Q>
    __forceinline__ CacheModifiedOutputIterator(Q* ptr) : ptr(ptr) {}
    __forceinline__ V& at(Offset distance) const { return ptr[distance]; }
    __forceinline__ void move(Offset distance) { ptr += distance; }
    __forceinline__ bool operator==(const CacheModifiedOutputIterator& other) const { return ptr == other.ptr; }

    V* ptr;
};

/// Where results go that nobody wants.
template <class Offset = ptrdiff_t>
struct DiscardOutputIterator : detail::CountedIterator<DiscardOutputIterator<Offset>, Offset> {
    struct Nothing {
        template <class T>
        __forceinline__ const Nothing& operator=(const T&) const {
            return *this;
        }
    };
    __forceinline__ DiscardOutputIterator(Offset place = 0) : place_(place) {}
    __forceinline__ Nothing at(Offset) const { return {}; }
    __forceinline__ void move(Offset distance) { place_ += distance; }
    __forceinline__ bool operator==(const DiscardOutputIterator& other) const { return place_ == other.place_; }

private:
    Offset place_;
};

}  // namespace cub
