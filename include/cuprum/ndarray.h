// The array: a view of a buffer with a dtype, a shape and strides.
#pragma once

#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cuprum/block.h"
#include "cuprum/dtype.h"
#include "cuprum/error.h"
#include "cuprum/lifetime.h"
#include "cuprum/scalar.h"
#include "cuprum/shape.h"

namespace cuprum {

class ndarray;

/// One counted allocation, which arrays share.
using BufferRef = cuda::BlockRef;

/// `start:stop:step` with each part optional, as in Python.
struct Slice {
    std::optional<std::int64_t> start = {}, stop = {}, step = {};
};
struct NewAxis {};
struct Ellipsis {};
inline constexpr NewAxis newaxis{};
inline constexpr Ellipsis ellipsis{};
inline constexpr Slice all_of{};  ///< `:`

/// One entry of an index: an integer, a slice, `newaxis`, `ellipsis`, a boolean, or an integer or boolean array.
using Index = std::variant<std::int64_t, Slice, NewAxis, Ellipsis, bool, ndarray>;

/// An n-dimensional array on a device. A value type whose copies share their data, as NumPy's views do.
///
/// Example:
///     auto a = cuprum::arange(6).reshape({2, 3});
///     auto b = a.at({cuprum::Slice{}, 1});      // a[:, 1]
class ndarray {
public:
    /// An empty float64 array of shape (0,).
    ndarray();
    /// A view. `offset` and `strides` are in bytes.
    ndarray(BufferRef buffer, std::int64_t offset, DType dtype, Shape shape, Strides strides);
    /// A view of another array's memory, as `with_layout` makes it.
    ndarray(const ndarray& array, std::span<const std::int64_t> shape, std::span<const std::int64_t> strides,
            std::int64_t extra_offset);

    DType dtype() const noexcept { return dtype_; }
    const Shape& shape() const noexcept CUPRUM_LIFETIMEBOUND { return shape_; }
    const Strides& strides() const noexcept CUPRUM_LIFETIMEBOUND { return strides_; }
    std::int64_t shape(int axis) const { return shape_[normalize_axis(axis, ndim())]; }
    int ndim() const noexcept { return shape_.size(); }
    std::int64_t size() const noexcept { return size_; }                         ///< Elements.
    std::int64_t itemsize() const noexcept { return cuprum::itemsize(dtype_); }  ///< Bytes an element.
    std::int64_t nbytes() const noexcept { return size_ * itemsize(); }
    int device() const noexcept { return buffer_ ? buffer_->device() : 0; }
    const BufferRef& buffer() const noexcept CUPRUM_LIFETIMEBOUND { return buffer_; }
    std::int64_t offset() const noexcept { return offset_; }  ///< Bytes from the buffer's start to the first element.
    bool is_c_contiguous() const noexcept { return c_contiguous_; }
    bool is_f_contiguous() const noexcept { return f_contiguous_; }
    bool is_contiguous() const noexcept { return c_contiguous_ || f_contiguous_; }

    /// The address of the first element, for exchange with other libraries, who may keep it: from now on no work with
    /// this memory waits (cuprum/deferred.h). Memory that is pending is computed first; while a function is traced,
    /// that is a TypeError. Null where there is no memory.
    void* pointer(cuda::Access access) const {
        if (buffer_) buffer_->share_address();
        return address(access);
    }
    /// The same for one copy or launch, which follows at once; the address must not be kept longer. Kernels and library
    /// routines get theirs from kernel::DataAccess.
    void* address(cuda::Access access) const {
        return buffer_ ? static_cast<char*>(buffer_->pointer(access)) + offset_ : nullptr;
    }

    // Views (src/core/view.cpp).
    ndarray reshape(const Shape& shape,
                    char order = 'C') const;  ///< A view where it can be, else a copy; one length may be -1.
    ndarray transpose() const;
    ndarray transpose(const Dims& axes) const;
    ndarray T() const { return transpose(); }
    ndarray swapaxes(std::int64_t axis1, std::int64_t axis2) const;
    ndarray squeeze(const Axes& axes = {}) const;
    ndarray diagonal(std::int64_t offset = 0, std::int64_t axis1 = 0, std::int64_t axis2 = 1) const;
    ndarray view(DType dtype) const;  ///< The same bytes as another dtype.
    /// A field of a structured array, `a["x"]`: a view, with the axes of a subarray behind the array's own. Throws
    /// ValueError where there is no such field, or where its elements are not aligned as kernels need them.
    ndarray field(std::string_view name) const;
    /// Several fields: a view under the structured dtype of these alone, which lie where they did.
    ndarray fields(std::span<const std::string> names) const;
    ndarray fields(std::initializer_list<std::string> names) const {
        return fields(std::span(names.begin(), names.size()));
    }
    ndarray real() const;
    ndarray imag() const;  ///< A view for complex arrays, zeros for others.
    /// The same data under other dimensions; the caller answers for their being inside the buffer.
    ndarray with_layout(Shape shape, Strides strides, std::int64_t extra_offset = 0) const;
    /// The view with this shape in which repeated axes have stride 0. Throws ValueError where it cannot be.
    ndarray broadcast_to(const Shape& shape) const;

    // Copies (src/kernel/engine/array/copy.cpp).
    ndarray copy(char order = 'C') const;
    ndarray astype(DType dtype, char order = 'K', Casting casting = Casting::unsafe, bool copy = true) const;
    ndarray ravel(char order = 'C') const;
    ndarray flatten(char order = 'C') const;
    void fill(const Scalar& value) const;

    // Indexing (src/kernel/engine/array/indexing.cpp).
    ndarray at(std::span<const Index> index) const;
    ndarray at(std::initializer_list<Index> index) const { return at(std::span(index.begin(), index.size())); }
    template <class... I>
    ndarray operator()(I&&... index) const {
        return at({Index(std::forward<I>(index))...});
    }
    /// `a[index] = value`, with NumPy's broadcasting and casting.
    void assign(std::span<const Index> index, const ndarray& value) const;
    void assign(std::initializer_list<Index> index, const ndarray& value) const {
        assign(std::span(index.begin(), index.size()), value);
    }
    void assign(std::span<const Index> index, const Scalar& value) const;
    void assign(std::initializer_list<Index> index, const Scalar& value) const {
        assign(std::span(index.begin(), index.size()), value);
    }

    // To the host (src/kernel/engine/array/transfer.cpp).
    /// Copies the elements to `target` in C or F order; waits until they are there.
    void get(void* target, char order = 'C') const;
    /// Copies `nbytes()` bytes in C order from the host.
    void set(const void* source) const;
    /// The one element of a size-one array. Throws ValueError for other sizes.
    Scalar item() const;
    template <class T>
    std::vector<T> to_vector() const {
        if (dtype_of<T> != dtype_)
            throw TypeError("to_vector: the array holds " + std::string(info(dtype_).name) + ", not " +
                            info(dtype_of<T>).name + "; convert it with astype first");
        std::vector<T> result(static_cast<std::size_t>(size_));
        get(result.data());
        return result;
    }

private:
    void update_flags() noexcept;

    BufferRef buffer_;
    std::int64_t offset_ = 0;
    std::int64_t size_ = 0;
    Shape shape_;
    Strides strides_;
    DType dtype_ = DType::float64;
    bool c_contiguous_ = true;
    bool f_contiguous_ = true;
};

/// As NumPy prints an array: `to_string` like `str`, `repr` like `repr`.
std::string to_string(const ndarray& array);
std::string repr(const ndarray& array);
std::ostream& operator<<(std::ostream& stream, const ndarray& array);

/// What a function of elements takes: an array, or a scalar (weak where it is a literal). It refers to the array, which
/// has to live longer: keep the array where it is needed after the call, and never an operand of a temporary array.
class Operand {
public:
    Operand(const ndarray& array CUPRUM_LIFETIMEBOUND) : array_(&array) {}
    Operand(const Scalar& scalar) : scalar_(scalar) {}
    template <class T>
        requires std::is_arithmetic_v<T>
    Operand(T value) : scalar_(value) {}
    template <class T>
    Operand(std::complex<T> value) : scalar_(value) {}

    bool is_array() const noexcept { return array_ != nullptr; }
    const ndarray& array() const noexcept { return *array_; }
    const Scalar& scalar() const noexcept { return scalar_; }
    DType dtype() const noexcept { return array_ ? array_->dtype() : scalar_.dtype(); }
    bool is_weak() const noexcept { return !array_ && scalar_.is_weak(); }

private:
    const ndarray* array_ = nullptr;  // lives longer than the operand
    Scalar scalar_;
};

}  // namespace cuprum
