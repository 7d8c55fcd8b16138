// cuprumx.scipy.sparse: what its classes are made of.
#include "cuprum/scipy/sparse.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "../argument.h"
#include "../array.h"
#include "../placement.h"
#include "../ufunc.h"
#include "cuprum/creation.h"
#include "cuprum/scipy/sparse_arithmetic.h"
#include "cuprum/scipy/sparse_reductions.h"
#include "sparse_args.h"

namespace cuprum::python {
namespace {

using namespace nanobind::literals;
using namespace scipy::sparse;
using Matrix = sparse_matrix;

Shape pair_of(std::int64_t rows, std::int64_t columns) { return {rows, columns}; }

std::optional<Shape> optional_shape(const OptionalShapeArg& shape) { return shape; }

nb::tuple tuple_of(const Shape& shape) {
    return nb::tuple(nb::cast(std::vector<std::int64_t>(shape.begin(), shape.end())));
}

Sparse sparse_of(nb::handle core) {
    if (nb::isinstance<Matrix>(core)) return nb::cast<const Matrix&>(core);
    return nb::cast<const sparse_tensor&>(core);
}

/// An axis, a tuple of them, or None for all.
struct SparseAxisArg : ObjectArg {
    CUPRUM_TAKES("int | tuple[int, ...]", true)
    operator Axes() const {
        if (is_none()) return {};
        const bool several = PyTuple_Check(object);
        Dims axes;
        const Py_ssize_t count = several ? PyTuple_GET_SIZE(object) : 1;
        for (Py_ssize_t k = 0; k < count; ++k) {
            PyObject* one = several ? PyTuple_GET_ITEM(object, k) : object;
            if (!PyIndex_Check(one))
                throw TypeError(std::string("axis must be an integer, not ") + Py_TYPE(one)->tp_name);
            axes.push_back(to_index(one));
        }
        return axes;
    }
};

/// What a sparse object of Python's is made of.
struct CoreArg : ObjectArg {
    CUPRUM_TAKES("Matrix | Tensor", false)
    operator Sparse() const { return sparse_of(object); }
};

template <class... Kinds>
Typed<"Matrix | Tensor | ndarray"> core_object(std::variant<Kinds...> made) {
    return std::visit(
        []<class Kind>(Kind& one) -> nb::object {
            if constexpr (std::is_same_v<Kind, ndarray>) return wrap_object(std::move(one));
            else return nb::cast(std::move(one));
        },
        made);
}

Fold fold_from_name(std::string_view name) {
    if (name == "sum") return Fold::sum;
    if (name == "max") return Fold::max;
    if (name == "min") return Fold::min;
    if (name == "nanmax") return Fold::nanmax;
    if (name == "nanmin") return Fold::nanmin;
    throw ValueError("unknown reduction '" + std::string(name) + "'");
}

int ndim_of(const MatrixLikeArg& a) {
    if (a.is_sparse()) return static_cast<int>(nb::len(nb::object(nb::handle(a.object).attr("shape"))));
    return argument<ArrayArg>(a.object).get().ndim();
}

sparse_tensor tensor_of(const MatrixLikeArg& a) {
    TensorArg tensor;
    ArrayArg dense;
    tensor.object = dense.object = a.object;
    return a.is_sparse() ? sparse_tensor(tensor) : sparse_tensor(dense.get());
}

void bind_sparse_tensor(nb::module_& m) {
    auto type = nb::class_<sparse_tensor>(m, "Tensor");
    set_device_finder(type, [](PyObject* a) {
        const ndarray& data = nb::inst_ptr<sparse_tensor>(nb::handle(a))->data();
        return data.size() ? data.device() : -1;
    });
    type.def_prop_ro("format", [](const sparse_tensor&) { return "coo"; });
    type.def_prop_ro("shape", [](const sparse_tensor& a) { return tuple_of(a.shape()); });
    type.def_prop_ro("dtype", [](const sparse_tensor& a) { return a.dtype(); });
    type.def_prop_ro("nnz", [](const sparse_tensor& a) { return a.nnz(); });
    type.def_prop_ro("data", [](const sparse_tensor& a) { return a.data(); });
    type.def_prop_ro("coords", [](const sparse_tensor& a) { return nb::tuple(nb::cast(a.coords())); });
    type.def_prop_ro("canonical", [](const sparse_tensor& a) { return a.has_canonical_format(); });
    type.def("set_canonical", [](sparse_tensor& a, BoolArg canonical) { a.set_canonical(canonical); });
    type.def("with_data", [](const sparse_tensor& a, DeviceArrayArg data) { return a.with_data(data); });
    type.def("copy", [](const sparse_tensor& a) { return a.copy(); });
    type.def("astype", [](const sparse_tensor& a, DTypeArg dtype, BoolArg copy) { return a.astype(dtype, copy); });
    type.def("transpose", [](const sparse_tensor& a, ShapeArg axes) { return a.transpose(axes); });
    type.def("reshape", [](const sparse_tensor& a, ShapeArg shape, OrderArg order) { return a.reshape(shape, order); });
    type.def("broadcast_to", [](const sparse_tensor& a, ShapeArg shape) { return a.broadcast_to(shape); });
    type.def("sum_duplicates", [](const sparse_tensor& a) { return a.sum_duplicates(); });
    type.def("eliminate_zeros", [](const sparse_tensor& a) { return a.eliminate_zeros(); });
    type.def("slice", [](const sparse_tensor& a, AxisArg axis, AxisArg start, AxisArg step, AxisArg count) {
        return a.slice(static_cast<int>(static_cast<std::int64_t>(axis)), start, step, count);
    });
    type.def("flat_indices", [](const sparse_tensor& a) { return a.flat_indices(); });
    type.def("matrix", [](const sparse_tensor& a, AxisArg first) {
        return a.matrix(static_cast<int>(static_cast<std::int64_t>(first)));
    });
    type.def("in_rows", [](const sparse_tensor& a, AxisArg width) { return a.in_rows(width); });
    type.def(
        "toarray",
        [](const sparse_tensor& a, OrderArg order) {
            return char(order) == 'F' ? asfortranarray(toarray(a)) : toarray(a);
        },
        "order"_a = "C");

    m.def("tensor_empty", [](ShapeArg shape, DTypeArg dtype) { return sparse_tensor(shape, dtype); });
    m.def("tensor", [](DeviceArrayArg data, ArraysArg coords, OptionalShapeArg shape) {
        return sparse_tensor(data, coords, optional_shape(shape));
    });
    m.def("tensor_from_dense", [](DeviceArrayArg dense) { return sparse_tensor(dense.get()); });
    m.def("tensor_from_matrix", [](const Matrix& a, ShapeArg shape) { return sparse_tensor(a, shape); });
    m.def("tensordot", [](const sparse_tensor& a, const sparse_tensor& b, ShapeArg one, ShapeArg two) {
        return tensordot(a, b, one, two);
    });
    m.def("tensordot_dense", [](const sparse_tensor& a, DeviceArrayArg b, ShapeArg one, ShapeArg two) {
        return tensordot(a, b.get(), one, two);
    });
}

void bind_sparse_matrix(nb::module_& m) {
    auto type = nb::class_<Matrix>(m, "Matrix");
    set_device_finder(type, [](PyObject* a) {
        const ndarray& data = nb::inst_ptr<Matrix>(nb::handle(a))->data();
        return data.size() ? data.device() : -1;
    });
    type.def_prop_ro("format", [](const Matrix& a) { return name_of(a.format()); });
    type.def_prop_ro("shape", [](const Matrix& a) { return nb::make_tuple(a.rows(), a.columns()); });
    type.def_prop_ro("dtype", [](const Matrix& a) { return a.dtype(); });
    type.def_prop_ro("nnz", [](const Matrix& a) { return a.nnz(); });
    type.def_prop_ro("data", [](const Matrix& a) { return a.data(); });
    type.def_prop_ro("indices", [](const Matrix& a) { return a.indices(); });
    type.def_prop_ro("indptr", [](const Matrix& a) { return a.indptr(); });
    type.def_prop_ro("row", [](const Matrix& a) { return a.row(); });
    type.def_prop_ro("col", [](const Matrix& a) { return a.col(); });
    type.def_prop_ro("offsets", [](const Matrix& a) { return a.offsets(); });
    type.def_prop_ro("block_shape", [](const Matrix& a) {
        const Shape shape = a.block_shape();
        return nb::make_tuple(shape[0], shape[1]);
    });
    type.def_prop_ro("sorted", [](const Matrix& a) { return a.has_sorted_indices(); });
    type.def_prop_ro("canonical", [](const Matrix& a) { return a.has_canonical_format(); });
    type.def("set_sorted", [](Matrix& a, BoolArg sorted) { a.set_sorted(sorted); });
    type.def("set_canonical", [](Matrix& a, BoolArg canonical) { a.set_canonical(canonical); });
    type.def("with_data", [](const Matrix& a, DeviceArrayArg data) { return a.with_data(data); });
    type.def("copy", [](const Matrix& a) { return a.copy(); });
    type.def("astype", [](const Matrix& a, DTypeArg dtype, BoolArg copy) { return a.astype(dtype, copy); });
    type.def("transpose", [](const Matrix& a) { return a.transpose(); });
    type.def("to_format",
             [](const Matrix& a, WordArg<"str"> format) { return to_format(a, format_from_name(format)); });
    type.def("sum_duplicates", [](const Matrix& a) { return sum_duplicates(a); });
    type.def("sorted_indices", [](const Matrix& a) { return sorted_indices(a); });
    type.def("eliminate_zeros", [](const Matrix& a) { return eliminate_zeros(a); });
    type.def("toarray", [](const Matrix& a, OrderArg order) { return toarray(a, order); });
    type.def("text", [](const Matrix& a, AxisArg most) { return to_string(a, most); });
}

void bind_sparse_construct(nb::module_& m) {
    m.def("empty", [](WordArg<"str"> format, AxisArg rows, AxisArg columns, DTypeArg dtype) {
        return Matrix(format_from_name(format), rows, columns, dtype);
    });
    m.def("compressed", [](WordArg<"str"> format, DeviceArrayArg data, DeviceArrayArg indices, DeviceArrayArg indptr,
                           OptionalShapeArg shape) {
        const std::optional<Shape> lengths = optional_shape(shape);
        return format_from_name(format) == Format::csr ? csr_matrix(data, indices, indptr, lengths)
                                                       : csc_matrix(data, indices, indptr, lengths);
    });
    m.def("from_arrays",
          [](WordArg<"str"> format, DeviceArrayArg data, DeviceArrayArg indices, DeviceArrayArg indptr, AxisArg rows,
             AxisArg columns) { return Matrix(format_from_name(format), data, indices, indptr, rows, columns); });
    m.def("coordinates", [](DeviceArrayArg data, DeviceArrayArg row, DeviceArrayArg col, OptionalShapeArg shape,
                            BoolArg trusted) { return coo_matrix(data, row, col, optional_shape(shape), trusted); });
    m.def("diagonals", [](DeviceArrayArg data, DeviceArrayArg offsets, AxisArg rows, AxisArg columns) {
        return dia_matrix(data, offsets, pair_of(rows, columns));
    });
    m.def("blocks", [](DeviceArrayArg data, DeviceArrayArg indices, DeviceArrayArg indptr, OptionalShapeArg shape) {
        return bsr_matrix(data, indices, indptr, optional_shape(shape));
    });
    m.def("to_blocks", [](const Matrix& a, AxisArg rows, AxisArg columns) { return tobsr(a, rows, columns); });
    m.def("from_dense",
          [](DeviceArrayArg a, WordArg<"str"> format) { return from_dense(a, format_from_name(format)); });
    // Of sparse arrays of other numbers of dimensions than two it is another function.
    m.def(
        "kron", [](MatrixLikeArg A, MatrixLikeArg B, OptionalFormatArg format) -> Typed<"Any"> {
            const int one = ndim_of(A), two = ndim_of(B);
            const bool is_array = A.is_array() || B.is_array();
            if (!is_array && (one > 2 || two > 2))
                throw TypeError("kron of no sparse array expected 2D array or matrix, found " + std::to_string(one) +
                                " and " + std::to_string(two) + " dimensions");
            if (!is_array || !(one > 2 || two > 2 || (one == 1 && two == 1)))
                return to_python(kron(MatrixLike(A), MatrixLike(B), format), is_array);
            const nb::object product = to_python(kron(tensor_of(A), tensor_of(B)), true);
            return product.attr("asformat")(nb::handle(format.object));
        },
        "A"_a, "B"_a, "format"_a = nb::none(), doc("scipy::sparse::kron"));
}

void bind_sparse_combining(nb::module_& m) {
    m.def("reshape", [](const Matrix& a, AxisArg rows, AxisArg columns, OrderArg order) {
        return reshape(a, rows, columns, order);
    });
    m.def("resize", [](const Matrix& a, AxisArg rows, AxisArg columns) { return resize(a, rows, columns); });
}

void bind_sparse_arithmetic(nb::module_& m) {
    m.def("binary", [](CoreArg a, CoreArg b, WordArg<"str"> operation) {
        return core_object(binary(Sparse(a), Sparse(b), binary_from_name(operation)));
    });
    m.def("multiply", [](CoreArg a, Arg<"Matrix | Tensor | ndarray"> b) {
        if (is_ndarray(b.object)) return core_object(scipy::sparse::multiply(Sparse(a), unwrap(b.object)));
        return core_object(scipy::sparse::multiply(Sparse(a), sparse_of(b.object)));
    });
    m.def("compare", [](CoreArg a, Arg<"Matrix | Tensor | Scalar"> b, WordArg<"str"> operation) {
        if (const std::optional<Scalar> number = to_scalar(b.object))
            return core_object(compare(Sparse(a), *number, binary_from_name(operation)));
        return core_object(compare(Sparse(a), sparse_of(b.object), binary_from_name(operation)));
    });
    m.def("extremum", [](CoreArg a, ScalarArg b, WordArg<"str"> operation) {
        return core_object(extremum(Sparse(a), Scalar(b), binary_from_name(operation)));
    });
    m.def("matmul", [](Arg<"Matrix | Tensor | ndarray"> a, Arg<"Matrix | Tensor | ndarray"> b) {
        using Made = Typed<"Matrix | Tensor | ndarray">;
        if (is_ndarray(a.object)) return Made(wrap_object(matmul(unwrap(a.object), sparse_of(b.object))));
        if (is_ndarray(b.object)) return Made(wrap_object(matmul(sparse_of(a.object), unwrap(b.object))));
        return core_object(matmul(sparse_of(a.object), sparse_of(b.object)));
    });
    m.def("elementwise",
          [](const PyUfunc& ufunc, CoreArg a) { return core_object(elementwise(*ufunc.ufunc, Sparse(a))); });
    m.def("power", [](CoreArg a, ScalarArg n, OptionalDTypeArg dtype) {
        return core_object(scipy::sparse::power(Sparse(a), Scalar(n), dtype));
    });
    m.def("sum", [](CoreArg a, SparseAxisArg axis, OptionalDTypeArg dtype) { return sum(Sparse(a), axis, dtype); });
    m.def("mean", [](CoreArg a, SparseAxisArg axis, OptionalDTypeArg dtype) { return mean(Sparse(a), axis, dtype); });
    m.def("extrema", [](CoreArg a, WordArg<"str"> how, SparseAxisArg axis, BoolArg stored) {
        return extrema(Sparse(a), fold_from_name(how), axis, stored);
    });
    m.def("arguments", [](CoreArg a, BoolArg largest, SparseAxisArg axis, BoolArg stored) {
        return arguments(Sparse(a), largest, axis, stored);
    });
    m.def("count_nonzero", [](CoreArg a, SparseAxisArg axis) { return count_nonzero(Sparse(a), axis); });
    m.def("count_stored", [](CoreArg a, SparseAxisArg axis) { return count_stored(Sparse(a), axis); });
}

void bind_sparse_indexing(nb::module_& m) {
    m.def("getitem", [](CoreArg a, SparseIndexArg index, BoolArg is_array) {
        return core_object(getitem(Sparse(a), index.get(), is_array));
    });
    m.def("with_items", [](CoreArg a, SparseIndexArg index, Arg<"Matrix | Tensor | ndarray"> x, BoolArg is_array) {
        const Sparse core = a;
        const std::vector<SparseIndex> entries = index.get();
        if (is_ndarray(x.object)) return core_object(with_items(core, entries, unwrap(x.object), is_array));
        return core_object(with_items(core, entries, sparse_of(x.object), is_array));
    });
    m.def("with_diagonal", [](const Matrix& a, ArrayArg values, AxisArg k) { return with_diagonal(a, values, k); });
    m.def("diagonal", [](const Matrix& a, AxisArg k) { return diagonal(a, k); });
}

}  // namespace

void bind_scipy_sparse(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_sparse");
    bind_sparse_matrix(m);
    bind_sparse_construct(m);
    bind_sparse_combining(m);
    bind_sparse_arithmetic(m);
    bind_sparse_indexing(m);
    bind_sparse_tensor(m);
}

}  // namespace cuprum::python
