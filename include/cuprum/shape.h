// Shapes and strides: up to 64 integers, the usual few of them stored in place.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cuprum/lifetime.h"

namespace cuprum {

inline constexpr int max_ndim = 64;  ///< As in NumPy 2.

/// A short list of integers with value semantics; no heap for up to `inline_capacity` of them.
class Dims {
public:
    static constexpr int inline_capacity = 6;

    Dims() noexcept : data_(inline_) {}
    explicit Dims(int count, std::int64_t value = 0) : Dims() {
        reserve_exact(count);
        std::fill_n(data_, count, value);
        size_ = count;
    }
    Dims(std::initializer_list<std::int64_t> values) : Dims() {
        assign(values.begin(), static_cast<int>(values.size()));
    }
    Dims(std::span<const std::int64_t> values) : Dims() { assign(values.data(), static_cast<int>(values.size())); }
    Dims(const std::vector<std::int64_t>& values) : Dims() { assign(values.data(), static_cast<int>(values.size())); }
    Dims(const Dims& other) : Dims() { assign(other.data_, other.size_); }
    Dims(Dims&& other) noexcept : Dims() { steal(other); }
    Dims& operator=(const Dims& other) {
        if (this != &other) assign(other.data_, other.size_);
        return *this;
    }
    Dims& operator=(Dims&& other) noexcept {
        if (this != &other) {
            release();
            steal(other);
        }
        return *this;
    }
    ~Dims() { release(); }

    int size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    std::int64_t* data() noexcept CUPRUM_LIFETIMEBOUND { return data_; }
    const std::int64_t* data() const noexcept CUPRUM_LIFETIMEBOUND { return data_; }
    std::int64_t& operator[](int i) noexcept CUPRUM_LIFETIMEBOUND { return data_[i]; }
    std::int64_t operator[](int i) const noexcept { return data_[i]; }
    std::int64_t* begin() noexcept CUPRUM_LIFETIMEBOUND { return data_; }
    std::int64_t* end() noexcept CUPRUM_LIFETIMEBOUND { return data_ + size_; }
    const std::int64_t* begin() const noexcept CUPRUM_LIFETIMEBOUND { return data_; }
    const std::int64_t* end() const noexcept CUPRUM_LIFETIMEBOUND { return data_ + size_; }
    std::int64_t back() const noexcept { return data_[size_ - 1]; }
    operator std::span<const std::int64_t>() const noexcept CUPRUM_LIFETIMEBOUND {
        return {data_, static_cast<std::size_t>(size_)};
    }

    void push_back(std::int64_t value) {
        if (size_ == capacity_) grow(size_ + 1);
        data_[size_++] = value;
    }
    void insert(int position, std::int64_t value) {
        push_back(value);
        std::rotate(data_ + position, data_ + size_ - 1, data_ + size_);
    }
    void erase(int position) {
        std::copy(data_ + position + 1, data_ + size_, data_ + position);
        --size_;
    }
    /// Changes the count; new entries are zero.
    void resize(int count) {
        if (count > capacity_) grow(count);
        if (count > size_) std::fill(data_ + size_, data_ + count, 0);
        size_ = count;
    }
    void clear() noexcept { size_ = 0; }

    friend bool operator==(const Dims& a, const Dims& b) noexcept {
        if (a.size_ != b.size_) return false;
        for (int i = 0; i < a.size_; ++i)
            if (a.data_[i] != b.data_[i]) return false;
        return true;
    }

private:
    // Most shapes have one or two entries. A call of memmove takes longer than their copy, and a vector register that
    // loads entries which were just stored one by one waits for them.
    static void copy(const std::int64_t* from, int count, std::int64_t* to) noexcept {
        if (count > 2) {
            std::copy_n(from, count, to);
            return;
        }
        if (count > 0) to[0] = from[0];
        if (count > 1) to[1] = from[1];
    }
    void assign(const std::int64_t* values, int count) {
        reserve_exact(count);
        copy(values, count, data_);
        size_ = count;
    }
    void reserve_exact(int count) {
        if (count > capacity_) {
            release();
            data_ = new std::int64_t[count];
            capacity_ = count;
        }
    }
    void grow(int count) {
        int capacity = std::max(count, 2 * capacity_);
        auto* data = new std::int64_t[capacity];
        std::copy_n(data_, size_, data);
        release();
        data_ = data;
        capacity_ = capacity;
    }
    void release() noexcept {
        if (data_ != inline_) delete[] data_;
        data_ = inline_;
        capacity_ = inline_capacity;
    }
    void steal(Dims& other) noexcept {
        if (other.data_ == other.inline_) {
            copy(other.inline_, other.size_, inline_);
        } else {
            data_ = other.data_;
            capacity_ = other.capacity_;
            other.data_ = other.inline_;
            other.capacity_ = inline_capacity;
        }
        size_ = other.size_;
        other.size_ = 0;
    }

    std::int64_t* data_;
    int size_ = 0;
    int capacity_ = inline_capacity;
    std::int64_t inline_[inline_capacity];
};

using Shape = Dims;    ///< Elements along each axis.
using Strides = Dims;  ///< Bytes between neighbours along each axis.

/// The axes along which a function works: one, `0`; several, `{0, 1}`; or none named, which mostly means all of them.
/// Negative ones count from the last axis.
class Axes : public std::optional<Dims> {
public:
    Axes() = default;
    Axes(std::nullopt_t) {}
    template <std::integral Integer>
    Axes(Integer axis) : optional(Dims{static_cast<std::int64_t>(axis)}) {}
    Axes(std::initializer_list<std::int64_t> axes) : optional(Dims(axes)) {}
    Axes(Dims axes) : optional(std::move(axes)) {}
    Axes(std::optional<Dims> axes) : optional(std::move(axes)) {}
};

/// "(2, 3)", as Python prints a tuple.
std::string to_string(const Dims& dims);

/// The number of elements of a shape. Throws ValueError where a length is negative or the product overflows.
std::int64_t element_count(const Shape& shape);

/// The shape to which all of these broadcast. Throws ValueError, worded as NumPy words it.
Shape broadcast_shapes(std::span<const Shape> shapes);

/// An axis in [0, ndim) from one in [-ndim, ndim). Throws AxisError.
int normalize_axis(std::int64_t axis, int ndim, const char* argument = nullptr);

/// Axes in [0, ndim), in the order given. Throws AxisError, and ValueError where one is repeated.
Dims normalize_axes(const Dims& axes, int ndim, const char* argument = nullptr);

/// Strides of a new array: order 'C' (last axis fastest) or 'F'.
Strides contiguous_strides(const Shape& shape, std::int64_t itemsize, char order = 'C');

}  // namespace cuprum
