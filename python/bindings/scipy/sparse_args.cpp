// Sparse matrices between Python's classes, which are Python's own, and C++.
#include "sparse_args.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <cmath>

#include "../argument.h"
#include "cuprum/types.h"
#include "number.h"

namespace cuprum::python {

using namespace scipy::sparse;

namespace {

nb::object parts(const char* name) { return nb::module_::import_("cuprumx.scipy.sparse._parts").attr(name); }

}  // namespace

bool SparseMatrixArg::is_sparse() const { return nb::cast<bool>(parts("is_sparse_like")(nb::handle(object))); }

nb::object core_of(const SparseMatrixArg& sparse) { return parts("core_of")(nb::handle(sparse.object)); }

SparseMatrixArg::operator sparse_matrix() const {
    if (!is_sparse()) throw TypeError("graph must be in CSC, CSR, or COO format.");
    return nb::cast<sparse_matrix>(core_of(*this));
}

SparseGraphArg::operator sparse_matrix() const {
    if (!is_sparse()) throw ValueError("csgraph must be sparse");
    return SparseMatrixArg::operator sparse_matrix();
}

GraphArg::operator scipy::sparse::csgraph::Graph() const {
    if (is_sparse()) return SparseMatrixArg::operator sparse_matrix();
    return argument<ArrayArg>(object).get();
}

bool MatrixLikeArg::is_array() const { return nb::cast<bool>(parts("is_array")(nb::handle(object))); }

MatrixLikeArg::operator MatrixLike() const {
    if (is_sparse()) {
        const nb::object core = core_of(*this);
        if (nb::isinstance<sparse_tensor>(core)) return nb::cast<const sparse_tensor&>(core);
        return nb::cast<const sparse_matrix&>(core);
    }
    return argument<ArrayArg>(object).get();
}

scipy::sparse::linalg::DenseOrSparse DenseOrSparseArg::get() const {
    if (is_ndarray(object)) return unwrap(object);
    // What a matrix of this module is made of, without a call of Python's.
    if (const nb::object core = nb::getattr(nb::handle(object), "_m", nb::none()); nb::isinstance<sparse_matrix>(core))
        return nb::cast<const sparse_matrix&>(core);
    if (!is_sparse()) {
        return argument<ArrayArg>(object).get();
    }
    const nb::object core = core_of(*this);
    if (nb::isinstance<sparse_tensor>(core)) return toarray(nb::cast<const sparse_tensor&>(core));
    return nb::cast<const sparse_matrix&>(core);
}

scipy::sparse::linalg::DenseOrSparse DeviceDenseOrSparseArg::get() const {
    if (!is_ndarray(object) && !is_sparse())
        refuse_argument(object, std::string("b must be a cuprum array, not ") + Py_TYPE(object)->tp_name);
    return DenseOrSparseArg::get();
}

scipy::sparse::linalg::SparseFactors SparseFactorsArg::get() const {
    const nb::handle given(object);
    for (const char* name : {"L", "U", "perm_r", "perm_c", "shape"})
        if (!nb::hasattr(given, name)) throw TypeError("obj must be scipy.sparse.linalg.SuperLU");
    const auto matrix = [&](const char* name) {
        return nb::cast<sparse_matrix>(parts("core_of")(nb::object(given.attr(name)), "csr"));
    };
    const auto order = [&](const char* name) {
        return make_array(nb::object(given.attr(name)).ptr(), std::nullopt, false);
    };
    return {matrix("L"), matrix("U"), order("perm_r"), order("perm_c")};
}

namespace {

MatrixLikeArg matrix_like(nb::handle object) { return argument<MatrixLikeArg>(object); }

/// Calls a function with each matrix of a sequence, and with null for None where that is allowed.
template <class Function>
void for_each_matrix(nb::handle sequence, bool allows_none, Function&& function) {
    for (nb::handle item : nb::iter(sequence)) {
        const MatrixLikeArg matrix = matrix_like(item);
        function(allows_none && item.is_none() ? nullptr : &matrix);
    }
}

void check_sequence(PyObject* object) {
    if (!PyList_Check(object) && !PyTuple_Check(object) && !is_numpy_array(object))
        throw ValueError("blocks must be a sequence of matrices");
}

}  // namespace

bool MatricesArg::is_array() const {
    bool found = false;
    for_each_matrix(nb::handle(object), false, [&](const MatrixLikeArg* a) { found = found || a->is_array(); });
    return found;
}

MatricesArg::operator Matrices() const {
    check_sequence(object);
    Matrices matrices;
    for_each_matrix(nb::handle(object), false, [&](const MatrixLikeArg* a) { matrices.push_back(*a); });
    return matrices;
}

bool BlocksArg::is_array() const {
    bool found = false;
    for (nb::handle row : nb::iter(nb::handle(object)))
        for_each_matrix(row, true, [&](const MatrixLikeArg* a) { found = found || (a && a->is_array()); });
    return found;
}

BlocksArg::operator Blocks() const {
    check_sequence(object);
    Blocks blocks;
    for (nb::handle row : nb::iter(nb::handle(object))) {
        auto& made = blocks.emplace_back();
        for_each_matrix(row, true, [&](const MatrixLikeArg* a) {
            made.push_back(a ? std::optional<MatrixLike>(*a) : std::nullopt);
        });
    }
    return blocks;
}

TensorArg::operator sparse_tensor() const {
    if (!is_sparse()) refuse_argument(object, "a sparse array is needed, not " + std::string(Py_TYPE(object)->tp_name));
    return nb::cast<sparse_tensor>(parts("tensor_of")(nb::handle(object)));
}

namespace {

/// An array of NumPy's: its least and greatest number are found on the host.
SparseIndex index_of_numpy(const nb::object& array) {
    const std::string kind = nb::cast<std::string>(array.attr("dtype").attr("kind"));
    if (kind == "b") return IndexArray(make_array(array.ptr(), std::nullopt, false));
    if (kind != "i" && kind != "u")
        throw IndexError("arrays used as indices must be of integer (or boolean) type, found " +
                         nb::cast<std::string>(nb::str(nb::handle(nb::object(array.attr("dtype"))))));
    if (nb::cast<int>(array.attr("ndim")) == 0) return to_index(nb::object(array.attr("item")()).ptr());
    std::optional<std::int64_t> least, greatest;
    if (nb::cast<std::int64_t>(array.attr("size")) > 0) {
        least = to_index(nb::object(array.attr("min")()).ptr());
        greatest = to_index(nb::object(array.attr("max")()).ptr());
    }
    return IndexArray(make_array(array.ptr(), DType::int64, false), least, greatest);
}

/// A list of numbers or truths as NumPy makes an array of it; one of nothing is none of floats.
nb::object array_of_list(nb::handle list) {
    const nb::object array = nb::module_::import_("numpy").attr("asarray")(list);
    return nb::cast<std::int64_t>(array.attr("size")) > 0 ? array : nb::object(array.attr("astype")("int64"));
}

SparseIndex index_entry(nb::handle entry) {
    PyObject* object = entry.ptr();
    if (entry.is_none()) return newaxis;
    if (object == Py_Ellipsis) return ellipsis;
    if (PyLong_CheckExact(object)) return to_index(object);
    if (PySlice_Check(object)) return std::get<Slice>(to_indices(object).front());
    if (is_ndarray(object)) {
        const ndarray& array = unwrap(object);
        if (array.ndim() == 0 && is_integer(array.dtype())) return array.item().to_int();
        return IndexArray(array);
    }
    if (is_numpy_array(object)) return index_of_numpy(nb::borrow(entry));
    if (PyList_Check(object) || PyTuple_Check(object) || PyRange_Check(object))
        return index_of_numpy(array_of_list(entry));
    const auto scalar = to_scalar(object);
    if (!(scalar && scalar->dtype() == DType::bool_)) {
        if (PyIndex_Check(object)) return to_index(object);
        const MatrixLikeArg sparse = matrix_like(entry);
        if (sparse.is_sparse()) {
            const nb::object core = core_of(sparse);
            if (nb::isinstance<sparse_tensor>(core)) return Sparse(nb::cast<const sparse_tensor&>(core));
            return Sparse(nb::cast<const sparse_matrix&>(core));
        }
    }
    throw IndexError("Index dimension must be 1 or 2, not that of the unsupported index " +
                     nb::cast<std::string>(nb::repr(entry)) +
                     ": integers, slices, lists and arrays of integers or bools are valid");
}

}  // namespace

Sparse CoreArg::get() const {
    const nb::handle core(object);
    if (nb::isinstance<sparse_matrix>(core)) return nb::cast<const sparse_matrix&>(core);
    return nb::cast<const sparse_tensor&>(core);
}

Fold FoldArg::get() const {
    constexpr std::pair<const char*, Fold> names[] = {
        {"sum", Fold::sum}, {"max", Fold::max}, {"min", Fold::min}, {"nanmax", Fold::nanmax}, {"nanmin", Fold::nanmin}};
    for (const auto& [name, how] : names)
        if (PyUnicode_Check(object) && PyUnicode_CompareWithASCIIString(object, name) == 0) return how;
    throw ValueError("unknown reduction '" + nb::cast<std::string>(nb::str(nb::handle(object))) + "'");
}

ReducedAxesArg::operator Axes() const {
    if (is_none()) return {};
    const bool several = PyTuple_Check(object);
    Axes axes = Dims();
    const Py_ssize_t count = several ? PyTuple_GET_SIZE(object) : 1;
    for (Py_ssize_t k = 0; k < count; ++k) {
        PyObject* one = several ? PyTuple_GET_ITEM(object, k) : object;
        if (!PyIndex_Check(one)) throw TypeError(std::string("axis must be an integer, not ") + Py_TYPE(one)->tp_name);
        axes->push_back(to_index(one));
    }
    return axes;
}

std::vector<SparseIndex> SparseIndexArg::get() const {
    std::vector<SparseIndex> index;
    if (!PyTuple_Check(object)) {
        index.push_back(index_entry(nb::handle(object)));
        return index;
    }
    for (nb::handle entry : nb::borrow<nb::tuple>(object)) index.push_back(index_entry(entry));
    return index;
}

namespace {

/// What a function of Python's gives, as an array of the library.
ndarray array_given(const nb::object& given) {
    return is_ndarray(given.ptr()) ? unwrap(given.ptr()) : make_array(given.ptr(), std::nullopt, false);
}

}  // namespace

namespace {

/// Whether an object is one number, an array without axes included.
bool is_one_number(nb::handle object) {
    if (is_ndarray(object.ptr())) return unwrap(object.ptr()).ndim() == 0;
    return to_scalar(object.ptr()).has_value();
}

ndarray vector_of(nb::handle object) {
    auto array = argument<ArrayArg>(object);
    const ndarray& given = array.get();
    return given.ndim() == 0 ? given.reshape({1}) : given;
}

}  // namespace

bool OffsetsArg::is_one() const { return is_one_number(nb::handle(object)); }

Dims OffsetsArg::get() const {
    const auto whole = [](nb::handle number) { return to_index(nb::object(nb::int_(number)).ptr()); };
    if (is_one()) return {whole(nb::handle(object))};
    nb::object list = nb::borrow(object);
    if (is_ndarray(object)) list = list.attr("get")();
    Dims numbers;
    for (nb::handle number : nb::iter(list)) numbers.push_back(whole(number));
    return numbers;
}

const std::vector<ndarray>& DiagonalsArg::get(const OffsetsArg& offsets) const {
    if (made_) return *made_;
    const nb::handle given(object);
    if (!offsets.is_one()) {
        made_.emplace();
        for (nb::handle diagonal : nb::iter(given)) made_->push_back(vector_of(diagonal));
        return *made_;
    }
    if (nb::len(given) > 0 && !is_one_number(nb::object(given[0])))
        throw ValueError("Different number of diagonals and offsets.");
    return made_.emplace({vector_of(given)});
}

std::optional<DType> DiagonalsDTypeArg::of(const std::vector<ndarray>& diagonals) const {
    if (object != Py_Ellipsis && !is_none()) return to_dtype(object);
    if (diagonals.empty()) return std::nullopt;
    DType all = diagonals[0].dtype();
    for (const ndarray& diagonal : diagonals) all = promote_types(all, diagonal.dtype());
    if (is_none()) return all;
    if (is_integer(all) &&
        PyErr_WarnEx(PyExc_FutureWarning,
                     "diagonals of integers become float64, as no dtype is given; dtype=None will keep theirs", 1) < 0)
        raise_python_error();
    return std::nullopt;
}

RandomNumbers RandomNumbersArg::get() const {
    if (is_none()) return {};
    nb::object source = nb::borrow(object);
    if (is_index(object))
        source = nb::module_::import_("cuprum.random").attr("RandomState")(nb::int_(to_index(object)));
    RandomNumbers numbers;
    const nb::object integers = source.attr(nb::hasattr(source, "integers") ? "integers" : "randint"),
                     uniform = source.attr(nb::hasattr(source, "random") ? "random" : "random_sample"),
                     permutation = source.attr("permutation");
    numbers.integers = [integers](std::int64_t high, std::int64_t count) {
        return array_given(integers(0, high, nb::arg("size") = count));
    };
    numbers.uniform = [uniform](std::int64_t count) { return array_given(uniform(nb::arg("size") = count)); };
    numbers.permutation = [permutation](std::int64_t n) { return array_given(permutation(n)); };
    return numbers;
}

Sampler SamplerArg::get() const {
    if (is_none()) return {};
    const nb::object function = nb::borrow(object);
    return [function](std::int64_t count) {
        try {
            return array_given(function(nb::arg("size") = count));
        } catch (nb::python_error& error) {
            if (!error.matches(PyExc_TypeError)) throw;
        }
        return array_given(function(count));
    };
}

std::optional<Format> OptionalFormatArg::get() const {
    if (is_none()) return std::nullopt;
    const std::string name = nb::cast<std::string>(nb::str(nb::handle(object)));
    for (const Format format : {Format::csr, Format::csc, Format::coo, Format::dia, Format::bsr})
        if (name == name_of(format)) return format;
    throw ValueError("Format " + name + " is unknown: csr, csc, coo, dia and bsr are known");
}

Format OptionalFormatArg::required() const {
    if (const std::optional<Format> format = get()) return *format;
    throw ValueError("a format is needed: csr, csc, coo, dia or bsr");
}

SparseIntegerArg::operator std::int64_t() const {
    if (!is_index(object)) throw ValueError("an axis or an exponent must be an integer");
    return to_index(object);
}

SparseAxesArg::operator Axes() const {
    if (!is_none() && !PyTuple_Check(object) && !PyList_Check(object))
        throw TypeError("axis must be an integer/tuple of ints, not " + std::string(Py_TYPE(object)->tp_name));
    return to_axes(object);
}

// ------------------------------------------------------------------------------------------------------------
// operators

namespace {

using namespace scipy::sparse::linalg;

LinearOperator operator_of(nb::handle object) {
    const MatrixLikeArg matrix = matrix_like(object);
    if (is_ndarray(object.ptr())) return unwrap(object.ptr());
    if (matrix.is_sparse()) return sparse_matrix(MatrixLike(matrix));
    const nb::module_ operators = nb::module_::import_("cuprumx.scipy.sparse._operators");
    const nb::object made = operators.attr("aslinearoperator")(object);
    if (nb::isinstance(made, operators.attr("MatrixLinearOperator"))) return operator_of(made.attr("A"));
    const auto shape = nb::cast<nb::tuple>(made.attr("shape"));
    const nb::object dtype = made.attr("dtype");
    return {{nb::cast<std::int64_t>(shape[0]), nb::cast<std::int64_t>(shape[1])},
            apply_of(made.attr("matvec")),
            apply_of(made.attr("rmatvec")),
            apply_of(made.attr("matmat")),
            apply_of(made.attr("rmatmat")),
            dtype.is_none() ? DType::float64 : to_dtype(dtype.ptr())};
}

}  // namespace

Apply apply_of(nb::handle object) {
    if (object.is_none()) return {};
    if (is_ndarray(object.ptr()) || matrix_like(object).is_sparse() || !PyCallable_Check(object.ptr()) ||
        nb::hasattr(object, "matmat"))
        return operator_of(object);
    const nb::object function = nb::borrow(object);
    return [function](const ndarray& v) {
        const nb::object result = function(wrap_object(ndarray(v)));
        if (!is_ndarray(result.ptr())) throw TypeError("an operator must return a cuprum array");
        const ndarray& made = unwrap(result.ptr());
        return made.ndim() == v.ndim() ? made : made.reshape({-1});
    };
}

WholeNumberArg::operator std::int64_t() const {
    const double number = Scalar(argument<ScalarArg>(object)).to_double();
    if (std::floor(number) != number) throw ValueError("expected an integer, found " + std::to_string(number));
    return static_cast<std::int64_t>(number);
}

SingularVectorsArg::operator std::variant<bool, std::string_view>() const {
    const nb::handle wanted(object);
    if (PyUnicode_Check(object)) return nb::cast<std::string_view>(wanted);
    for (const bool both : {true, false})
        if (wanted.equal(nb::bool_(both))) return both;
    throw ValueError("`return_singular_vectors` must be in {True, False, 'u', 'vh'}");
}

nb::object to_python(scipy::sparse::linalg::SingularValues&& found) {
    nb::object s = wrap_object(std::move(found.s));
    if (!found.u && !found.vh) return s;
    const auto side = [](std::optional<ndarray>& vectors) {
        return vectors ? nb::object(wrap_object(std::move(*vectors))) : nb::none();
    };
    return nb::make_tuple(side(found.u), s, side(found.vh));
}

OperatorArg::operator LinearOperator() const { return operator_of(nb::handle(object)); }

DeviceOperatorArg::operator LinearOperator() const {
    const nb::handle given(object);
    if (!is_ndarray(object) && !matrix_like(given).is_sparse() && !nb::hasattr(given, "matvec"))
        throw TypeError("A must be a sparse or dense matrix of cuprum's, or an operator");
    return operator_of(given);
}

OptionalOperatorArg::operator std::optional<LinearOperator>() const {
    if (is_none()) return std::nullopt;
    return operator_of(nb::handle(object));
}

CallbackArg::operator Callback() const {
    if (is_none()) return {};
    const nb::object function = nb::borrow(object);
    return [function](const ndarray& x) { function(wrap_object(ndarray(x))); };
}

InitialGuessArg::operator InitialGuess() const {
    if (is_none()) return {};
    if (PyUnicode_Check(object)) return std::string_view(PyUnicode_AsUTF8(object));
    return argument<ArrayArg>(object).get();
}

ToleranceArg::operator double() const {
    const std::optional<Scalar> number = scalar_or_item(object);
    if (!number)
        throw ValueError("`atol` and `tol` must be real, non-negative numbers, found " +
                         std::string(Py_TYPE(object)->tp_name));
    return number->to_double();
}

OptionalComplexArg::operator std::optional<std::complex<double>>() const {
    if (is_none()) return std::nullopt;
    return Scalar(argument<ScalarArg>(object)).to_complex();
}

std::vector<scipy::sparse::linalg::Recycled>* RecycledPairsArg::kept() const {
    if (is_none()) return nullptr;
    for (nb::handle pair : nb::iter(nb::handle(object))) {
        const nb::object vector = pair[vector_place_], image = pair[1 - vector_place_];
        if (!is_ndarray(vector.ptr()) || !(image.is_none() || is_ndarray(image.ptr())))
            throw TypeError("vectors that are kept for further solutions are pairs of cuprum arrays");
        scipy::sparse::linalg::Recycled& one = kept_.emplace_back(unwrap(vector.ptr()));
        if (!image.is_none()) one.image = unwrap(image.ptr());
    }
    return &kept_;
}

void RecycledPairsArg::write_back() const {
    if (is_none()) return;
    nb::list pairs;
    for (const auto& [vector, image] : kept_) {
        nb::object pair[2];
        pair[vector_place_] = wrap_object(ndarray(vector));
        pair[1 - vector_place_] = image ? nb::object(wrap_object(ndarray(*image))) : nb::none();
        pairs.append(nb::make_tuple(pair[0], pair[1]));
    }
    nb::handle(object).attr("__setitem__")(nb::slice(nb::none(), nb::none(), nb::none()), pairs);
}

Typed<"Any"> to_python(const sparse_matrix& matrix, bool is_array) { return parts("wrap")(nb::cast(matrix), is_array); }

Typed<"Any"> to_python(const sparse_tensor& tensor, bool is_array) {
    if (tensor.ndim() == 2) return to_python(tensor.matrix(1), is_array);
    return parts("of_tensor")(nb::cast(tensor));
}

Typed<"Any"> to_python(const scipy::sparse::linalg::DenseOrSparse& matrix, bool is_array) {
    if (const auto* dense = std::get_if<ndarray>(&matrix)) return wrap_object(ndarray(*dense));
    return to_python(std::get<sparse_matrix>(matrix), is_array);
}

Typed<"Any"> to_python(const sparse_matrix& matrix, const SparseMatrixArg& like) {
    const bool is_array = !like.object || !nb::cast<bool>(parts("issparse")(nb::handle(like.object))) ||
                          nb::cast<bool>(nb::handle(like.object).attr("_is_array"));
    return to_python(matrix, is_array);
}

}  // namespace cuprum::python
