// What all functions of images share: their parameters as SciPy takes them, and launches of their kernels.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cuprum/creation.h"
#include "cuprum/ndimage/args.h"
#include "cuprum/scipy/ndimage.h"
#include "kernel/engine/data_access.h"
#include "kernel/plan/sizes.h"
#include "scipy/ndimage/plan.h"

namespace cuprum::scipy::ndimage {

/// The array that a function writes: a new one, or the one that was given. `data` is contiguous, of the dtype and shape
/// of the result, and shares no memory with the input; `done` brings it to where the caller wants it.
class Target {
public:
    Target(const ndarray& input, const Output& output, const Shape* shape = nullptr, bool complex_output = false);
    DType dtype() const { return dtype_; }
    const ndarray& data();
    /// `result` is what was computed: `data`, or another array, which may have another dtype.
    ndarray done(const ndarray& result);
    ndarray done() { return done(data()); }

private:
    std::optional<ndarray> given_, data_;
    Shape shape_;
    DType dtype_;
    const void* source_;     // the input's memory, which no result may be a view of
    bool in_place_ = false;  // the given array is written to at once
};

/// SciPy's modes. Of filters the grids' are the others by another name. Throws Error for another word.
NdMode mode_of(std::string_view name, bool filter = true);

/// The axes that a filter works on, as SciPy checks them.
Dims checked_axes(const Axes& axes, int ndim);

/// Tells the handler of warnings, if there is one.
void warn(const char* message);
/// Warns where a size is given that a footprint overrules.
void warn_of_size(bool size, bool footprint);

void refuse_complex(const ndarray& input);
/// Throws Error for dtypes that SciPy's images cannot have: 16-bit floats and structures.
void check_dtype(DType dtype);

/// Throws ValueError unless a window of `size` may be shifted so far.
void check_origin(std::int64_t size, std::int64_t origin);

/// The same array, contiguous in C order, of a dtype.
ndarray contiguous(const ndarray& a, DType dtype);
inline ndarray contiguous(const ndarray& a) { return contiguous(a, a.dtype()); }

/// An array as lines: (outer, n, inner) around one axis.
struct Lines {
    std::int64_t outer = 1, n = 1, inner = 1;
    Lines(const Shape& shape, int axis);
};

/// The input, in float64 where it is of integers or booleans that do not hold the value outside of it: that counts as
/// it is, as in SciPy.
ndarray holding_fill(const ndarray& input, NdMode mode, const Scalar& cval);

/// One element of a dtype from a number, as arguments hold it. Numbers beyond an integer's range become its ends.
void store_value(const Scalar& value, DType dtype, char* target, bool saturate = false);

/// The real or imaginary part of a complex number.
Scalar real_part(const Scalar& value);
Scalar imag_part(const Scalar& value);

/// A small array's elements, on the host.
std::vector<double> host_doubles(const ndarray& a);
std::vector<char> host_bools(const ndarray& a);

/// The kernel that `macro` of a header makes of types: CUPRUM_ND_x(name, types...). `extra` is text before it, which
/// `tag` tells from others.
runtime::FunctionHandle kernel_of(const char* header, const char* macro, std::initializer_list<std::string> types,
                                  const std::string& extra = {}, const std::string& tag = {});

/// Runs a kernel of independent items, `Args::items` of them.
template <class Args>
void launch_items(const kernel::DataAccess& data, runtime::FunctionHandle function, const Args& args,
                  std::int64_t grain = 1024) {
    if (args.items > 0) data.launch(function, kernel::plan_items(args.items, nd_block, grain), args);
}

/// Names of dtypes in kernels: of what is read, whose bools may be any bytes, and of what is written.
std::string read_type(DType dtype);
std::string write_type(DType dtype);

}  // namespace cuprum::scipy::ndimage
