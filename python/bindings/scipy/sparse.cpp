// cuprumx.scipy.sparse: functions of what its classes are made of whose overloads make objects of several classes.
#include "cuprum/scipy/sparse.h"

#include "sparse_args.h"

namespace cuprum::python {

void bind_declared_sparse(nb::module_& m);

namespace {

using namespace nanobind::literals;
using namespace scipy::sparse;

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

void bind_sparse_functions(nb::module_& m) {
    m.def("tensor_empty", [](ShapeArg shape, DTypeArg dtype) { return sparse_tensor(shape, dtype); });
    m.def("tensor_from_dense", [](DeviceArrayArg dense) { return sparse_tensor(dense.get()); });
    m.def("tensor_from_matrix", [](const sparse_matrix& a, ShapeArg shape) { return sparse_tensor(a, shape); });
    m.def("tensordot", [](const sparse_tensor& a, const sparse_tensor& b, ShapeArg one, ShapeArg two) {
        return tensordot(a, b, one, two);
    });
    m.def("tensordot_dense", [](const sparse_tensor& a, DeviceArrayArg b, ShapeArg one, ShapeArg two) {
        return tensordot(a, b.get(), one, two);
    });
    m.def(
        "matmul", [](CoreOrArrayArg a, CoreOrArrayArg b) -> Typed<"Matrix | Tensor | ndarray"> {
            if (is_ndarray(a.object)) return core_object(matmul(unwrap(a.object), b.get()));
            if (is_ndarray(b.object)) return core_object(matmul(a.get(), unwrap(b.object)));
            return core_object(matmul(a.get(), b.get()));
        });
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

}  // namespace

void bind_scipy_sparse(nb::module_& core) {
    bind_declared_sparse(core);  // first, as signatures name its classes
    nb::module_ m = core.def_submodule("_scipy_sparse");
    bind_sparse_functions(m);
}

}  // namespace cuprum::python
