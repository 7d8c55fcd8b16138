#include "scipy/ndimage/support.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "cuprum/layout.h"
#include "cuprum/logic.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/storage.h"

namespace cuprum::scipy::ndimage {
namespace {

std::atomic<ImageWarning> warning_handler = nullptr;

}  // namespace

ImageWarning set_image_warning(ImageWarning handler) { return warning_handler.exchange(handler); }

void warn(const char* message) {
    if (const ImageWarning handler = warning_handler) handler(message);
}

void warn_of_size(bool size, bool footprint) {
    if (size && footprint) warn("ignoring size because footprint is set");
}

Target::Target(const ndarray& input, const Output& output, const Shape* shape, bool complex_output)
    : shape_(shape ? *shape : input.shape()), dtype_(input.dtype()), source_(input.buffer().get()) {
    if (output.array) {
        if (output.array->shape() != shape_)
            throw Error("output shape not correct: " + to_string(output.array->shape()) + ", where " +
                        to_string(shape_) + " is wanted");
        dtype_ = output.array->dtype();
        if (complex_output && !is_complex(dtype_)) throw Error("output must have complex dtype");
        given_ = output.array;
        in_place_ = given_->is_c_contiguous() && !may_share_memory(input, *given_);
    } else {
        dtype_ = output.dtype.value_or(input.dtype());
        if (complex_output && !is_complex(dtype_)) {
            if (output.dtype) warn("promoting specified output dtype to complex");
            dtype_ = promote_types(dtype_, DType::complex64);
        }
    }
    if (!is_number(dtype_)) throw Error("output must have numeric dtype");
}

const ndarray& Target::data() {
    if (!data_) data_ = in_place_ ? *given_ : empty(shape_, dtype_);
    return *data_;
}

ndarray Target::done(const ndarray& result) {
    if (!given_) {
        if (result.buffer().get() == source_) return result.astype(dtype_, 'C');
        return contiguous(result, dtype_);
    }
    if (result.buffer().get() != given_->buffer().get() || result.offset() != given_->offset() ||
        result.dtype() != dtype_)
        copy_to(contiguous(result, dtype_), *given_);
    return *given_;
}

NdMode mode_of(std::string_view name, bool filter) {
    if (name == "reflect" || name == "grid-mirror") return nd_reflect;
    if (name == "constant") return nd_constant;
    if (name == "nearest") return nd_nearest;
    if (name == "mirror") return nd_mirror;
    if (name == "wrap") return nd_wrap;
    if (name == "grid-wrap") return filter ? nd_wrap : nd_grid_wrap;
    if (name == "grid-constant") return filter ? nd_constant : nd_grid_constant;
    throw Error("boundary mode not supported: '" + std::string(name) +
                "'; it may be 'reflect', 'constant', 'nearest', 'mirror', 'wrap', 'grid-mirror', 'grid-constant' or "
                "'grid-wrap'");
}

Dims checked_axes(const Axes& axes, int ndim) {
    Dims result;
    if (!axes) {
        for (int d = 0; d < ndim; ++d) result.push_back(d);
        return result;
    }
    for (const std::int64_t axis : *axes) {
        if (axis < -ndim || axis >= ndim)
            throw ValueError("specified axis: " + std::to_string(axis) + " is out of range");
        const std::int64_t found = axis < 0 ? axis + ndim : axis;
        if (std::find(result.begin(), result.end(), found) != result.end()) throw ValueError("axes must be unique");
        result.push_back(found);
    }
    return result;
}

void refuse_complex(const ndarray& input) {
    if (is_complex(input.dtype())) throw TypeError("Complex type not supported");
}

void check_dtype(DType dtype) {
    if (!is_number(dtype) || dtype == DType::float16 || dtype == DType::bfloat16)
        throw Error(std::string("data type not supported: ") + info(dtype).name + "; convert it with astype first");
}

void check_origin(std::int64_t size, std::int64_t origin) {
    if (size / 2 + origin < 0 || size / 2 + origin >= size)
        throw ValueError("invalid origin: " + std::to_string(origin) + " for a window of " + std::to_string(size));
}

ndarray contiguous(const ndarray& a, DType dtype) {
    // SciPy's bools are bytes, to which a number below 1 is 0.
    if (dtype == DType::bool_ && is_inexact(a.dtype())) return contiguous(a.astype(DType::uint8, 'C'), dtype);
    // Negative numbers wrap around in unsigned integers, as C's usually do.
    if (is_floating(a.dtype()) && dtype == DType::uint32) return contiguous(a.astype(DType::int64, 'C'), dtype);
    if (is_floating(a.dtype()) && dtype == DType::uint64)
        return contiguous(where(less(a, 0), a.astype(DType::int64).astype(dtype), a.astype(dtype)), dtype);
    return a.is_c_contiguous() && a.dtype() == dtype ? a : a.astype(dtype, 'C', Casting::unsafe, false).copy('C');
}

Lines::Lines(const Shape& shape, int axis) {
    for (int d = 0; d < axis; ++d) outer *= shape[d];
    n = shape[axis];
    for (int d = axis + 1; d < shape.size(); ++d) inner *= shape[d];
}

namespace {

bool holds(DType dtype, const Scalar& value) {
    if (is_inexact(dtype)) return true;
    if (is_complex(value.dtype())) return holds(dtype, real_part(value));
    const double number = value.to_double();
    if (dtype == DType::bool_) return number == 0 || number == 1;
    const IntegerInfo range = iinfo(dtype);
    return number == std::trunc(number) && number >= static_cast<double>(range.min) &&
           number <= static_cast<double>(range.max);
}

}  // namespace

ndarray holding_fill(const ndarray& input, NdMode mode, const Scalar& cval) {
    return mode != nd_constant || holds(input.dtype(), cval) ? input : input.astype(DType::float64);
}

void store_value(const Scalar& value, DType dtype, char* target, bool saturate) {
    if (saturate && is_integer(dtype) && !is_integer(value.dtype())) {
        const IntegerInfo range = iinfo(dtype);
        const double number = value.to_double();
        if (number <= static_cast<double>(range.min)) return Scalar(range.min).as(dtype).store(dtype, target);
        if (number >= static_cast<double>(range.max)) return Scalar(range.max).as(dtype).store(dtype, target);
    }
    if (is_complex(value.dtype()) && !is_complex(dtype)) return real_part(value).as(dtype).store(dtype, target);
    value.as(dtype).store(dtype, target);
}

Scalar real_part(const Scalar& value) { return is_complex(value.dtype()) ? Scalar(value.to_complex().real()) : value; }
Scalar imag_part(const Scalar& value) { return Scalar(value.to_complex().imag()); }

std::vector<double> host_doubles(const ndarray& a) { return contiguous(a, DType::float64).to_vector<double>(); }

std::vector<char> host_bools(const ndarray& a) {
    const ndarray flags = a.dtype() == DType::bool_ ? a : not_equal(a, 0);
    const auto bytes = contiguous(flags, DType::uint8).to_vector<std::uint8_t>();
    return {bytes.begin(), bytes.end()};
}

runtime::FunctionHandle kernel_of(const char* header, const char* macro, std::initializer_list<std::string> types,
                                  const std::string& extra, const std::string& tag) {
    static kernel::KernelTable<> functions;
    kernel::KernelKey key{std::string_view(macro), std::string_view(tag)};
    for (const std::string& type : types) key.put(std::string_view(type));
    return functions.function(key, [&]() -> kernel::KernelSource {
        std::string name = std::string("cuprum_") + macro, arguments;
        for (const std::string& type : types) {
            arguments += ", " + type;
            name += "_";
            const std::size_t colon = type.rfind(':');
            for (char c : type.substr(colon == std::string::npos ? 0 : colon + 1))
                name += (std::isalnum(static_cast<unsigned char>(c)) != 0) ? c : '_';
        }
        if (!tag.empty()) name += "_" + tag;
        std::transform(name.begin(), name.end(), name.begin(),
                       [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
        return {.name = name,
                .text = std::string("#include <cuprum/ndimage/") + header + ">\n" + extra + "CUPRUM_ND_" + macro + "(" +
                        name + arguments + ")\n",
                .has_definitions = !extra.empty()};
    });
}

std::string read_type(DType dtype) { return kernel::input_type(dtype); }
std::string write_type(DType dtype) { return kernel::storage_type(dtype); }

}  // namespace cuprum::scipy::ndimage
