// What the chapter's functions share: arrays as kernels want them, checks, and launches of kernels of items.
#pragma once

#include <cmath>
#include <string>

#include "cuprum/interpolate/args.h"
#include "cuprum/ndarray.h"
#include "cuprum/scipy/sparse.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"

namespace cuprum::scipy::interpolate {

/// A device function that is called for each item: its header, its name without types, its struct of arguments.
struct ItemFunction {
    const char *header, *name, *args;
    std::int64_t grain = 256;  ///< Items that are worth a thread's wake-up.
    bool grouped = false;      ///< A struct with such a function instead, made once for several items.
};

/// Launches `function<types...>` over `args.items` items.
template <class Args>
void run_items(const kernel::DataAccess& data, const ItemFunction& function, const Args& args,
               std::initializer_list<DType> types = {}) {
    if (args.items == 0) return;
    static kernel::KernelTable<> functions;
    kernel::KernelKey key(function.name);
    for (const DType type : types) key.put(type);
    const auto handle = functions.function(key, [&]() -> kernel::KernelSource {
        std::string name = std::string("cuprum_") + function.name, instance;
        for (const DType type : types) {
            name += std::string("_") + info(type).name;
            instance += instance.empty() ? "<" : ", ";
            instance += kernel::storage_type(type);
        }
        if (!instance.empty()) instance += ">";
        return {name,
                std::string("#include <cuprum/interpolate/") + function.header +
                    (function.grouped ? ">\nCUPRUM_ITEM_GROUPS(" : ">\nCUPRUM_ITEMS(") + name + ", " + function.args +
                    ", " + function.name + instance + ")\n",
                {}};
    });
    data.launch(
        handle,
        kernel::plan_items(args.items, interpolation_block, function.grain, function.grouped ? interpolation_group : 1),
        args);
}

/// float64, or complex128 for complex numbers: what interpolants compute in.
inline DType computing_dtype(DType dtype) { return is_complex(dtype) ? DType::complex128 : DType::float64; }

/// The array, C-contiguous and of a dtype.
inline ndarray contiguous(const ndarray& a, DType dtype) {
    const ndarray cast = a.astype(dtype, 'K', Casting::unsafe, false);
    return cast.is_c_contiguous() ? cast : cast.copy('C');
}
inline ndarray contiguous_places(const ndarray& a) {
    if (is_complex(a.dtype())) throw TypeError("interpolation takes places that are real numbers, found complex ones");
    return contiguous(a, DType::float64);
}

/// Of places that are complex numbers the real parts.
inline ndarray real_part_of(const ndarray& x) { return is_complex(x.dtype()) ? x.real() : x; }

/// The elements of an array of real numbers on the host, as float64.
inline std::vector<double> on_host(const ndarray& a) { return contiguous(a, DType::float64).to_vector<double>(); }

/// Lengths of the axes from `first` on, and their product.
inline Shape axes_from(const ndarray& a, int first) {
    Shape shape;
    for (int d = first; d < a.ndim(); ++d) shape.push_back(a.shape()[d]);
    return shape;
}
inline std::int64_t columns_from(const ndarray& a, int first) { return element_count(axes_from(a, first)); }
inline Shape joined(const Shape& a, const Shape& b) {
    Shape shape(a);
    for (const std::int64_t length : b) shape.push_back(length);
    return shape;
}
inline Shape joined(std::initializer_list<std::int64_t> a, const Shape& b) { return joined(Shape(a), b); }

class BSpline;

/// A csr matrix whose rows have equally many elements: (rows, elements of each), with the columns that these are in.
sparse::sparse_matrix matrix_of_rows(const ndarray& values, const ndarray& numbers, std::int64_t columns);

/// The values of a spline, or of a derivative, with what an `Outside` says beyond its last knots.
ndarray evaluate_spline(const BSpline& spline, const ndarray& places, int nu, int outside);

/// A result whose first `count` axes are those of the places, with these moved to where data had its axis.
ndarray moved_back(const ndarray& result, int count, int axis);

/// Throws ValueError unless numbers increase strictly (or do not decrease) along a vector; one look from the host.
void check_increasing(const ndarray& x, bool strictly, const char* message);

/// Throws ValueError where a number is not finite.
void check_all_finite(const ndarray& a, const char* message);

}  // namespace cuprum::scipy::interpolate
