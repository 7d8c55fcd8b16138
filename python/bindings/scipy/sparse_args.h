// Sparse matrices and graphs as Python gives them.
#pragma once

#include "../argument.h"
#include "../array.h"
#include "../declared.h"
#include "../ufunc.h"
#include "cuprum/scipy/csgraph.h"
#include "cuprum/scipy/sparse_construct.h"
#include "cuprum/scipy/sparse_eigen.h"
#include "cuprum/scipy/sparse_indexing.h"
#include "cuprum/scipy/sparse_iterations.h"
#include "cuprum/scipy/sparse_random.h"
#include "cuprum/scipy/sparse_reductions.h"
#include "optional_arg.h"

namespace cuprum::python {

/// A sparse matrix, SciPy's too, which is copied to the device.
struct SparseMatrixArg : ObjectArg {
    CUPRUM_TAKES("Any", false)
    bool is_sparse() const;
    operator scipy::sparse::sparse_matrix() const;
};
/// The same with SciPy's class of errors for dense graphs.
struct SparseGraphArg : SparseMatrixArg {
    operator scipy::sparse::sparse_matrix() const;
};
/// A graph: a sparse matrix, or what makes a dense array.
struct GraphArg : SparseMatrixArg {
    operator scipy::sparse::csgraph::Graph() const;
};

/// A matrix, sparse or dense; a vector is a row.
struct MatrixLikeArg : SparseMatrixArg {
    bool is_array() const;  ///< Whether it is a sparse array, no matrix.
    operator scipy::sparse::MatrixLike() const;
};
/// The same, of which is known whether it is dense. A sparse array of another number of dimensions than two is dense.
struct DenseOrSparseArg : MatrixLikeArg {
    bool is_array() const { return !is_sparse() || MatrixLikeArg::is_array(); }
    scipy::sparse::linalg::DenseOrSparse get() const;
};
/// The same, of which NumPy's arrays are refused.
struct DeviceDenseOrSparseArg : DenseOrSparseArg {
    scipy::sparse::linalg::DenseOrSparse get() const;
};
/// SciPy's factors of a sparse matrix.
struct SparseFactorsArg : Arg<"Any"> {
    scipy::sparse::linalg::SparseFactors get() const;
};
/// A sequence of these.
struct MatricesArg : ObjectArg {
    CUPRUM_TAKES("Sequence[Any]", false)
    bool is_array() const;
    operator scipy::sparse::Matrices() const;
};
/// Rows of these, or None.
struct BlocksArg : ObjectArg {
    CUPRUM_TAKES("Sequence[Sequence[Any]]", false)
    bool is_array() const;
    operator scipy::sparse::Blocks() const;
};
/// A sparse matrix or array of any number of dimensions.
struct TensorArg : MatrixLikeArg {
    operator scipy::sparse::sparse_tensor() const;
};
/// An index of a sparse matrix or array, as `[]` takes it.
struct SparseIndexArg : ObjectArg {
    CUPRUM_TAKES("Any", true)
    std::vector<scipy::sparse::SparseIndex> get() const;
};
/// What sparse objects of Python's are made of.
struct CoreArg : ObjectArg {
    CUPRUM_TAKES("Matrix | Tensor", false)
    scipy::sparse::Sparse get() const;
};
/// The same, or an array.
struct CoreOrArrayArg : CoreArg {
    CUPRUM_TAKES("Matrix | Tensor | ndarray", false)
    template <class F>
    decltype(auto) visit(F&& function) const {
        return is_ndarray(object) ? function(unwrap(object)) : function(get());
    }
};
/// The same, or an operand of a ufunc: an array or a number.
struct CoreOrOperandArg : CoreArg {
    CUPRUM_TAKES("Matrix | Tensor | ArrayLike", false)
    template <class F>
    decltype(auto) visit(F&& function) const {
        if (nb::isinstance<scipy::sparse::sparse_matrix>(nb::handle(object)) ||
            nb::isinstance<scipy::sparse::sparse_tensor>(nb::handle(object)))
            return function(get());
        const OperandArg other = argument<OperandArg>(object);
        return function(Operand(other));
    }
};
/// The same, or a number.
struct CoreOrNumberArg : CoreArg {
    CUPRUM_TAKES("Matrix | Tensor | Scalar", false)
    template <class F>
    decltype(auto) visit(F&& function) const {
        const std::optional<Scalar> number = to_scalar(object);
        return number ? function(*number) : function(get());
    }
};
/// An operation by the name of NumPy's ufunc.
struct BinaryArg : Arg<"str"> {
    scipy::sparse::Binary get() const { return scipy::sparse::binary_from_name(argument<AnyWordArg<"str">>(object)); }
};
struct FoldArg : Arg<"Literal['sum', 'max', 'min', 'nanmax', 'nanmin']"> {
    scipy::sparse::Fold get() const;
};
/// An axis, a tuple of them, or None for all.
struct ReducedAxesArg : ObjectArg {
    CUPRUM_TAKES("int | tuple[int, ...]", true)
    operator Axes() const;
};
/// The number of each diagonal, or one number.
struct OffsetsArg : ObjectArg {
    CUPRUM_TAKES("int | Sequence[int] | ndarray", false)
    bool is_one() const;
    Dims get() const;
};
/// Diagonals; one alone may be without a list.
struct DiagonalsArg : ObjectArg {
    CUPRUM_TAKES("Sequence[ArrayLike] | ArrayLike", false)
    const std::vector<ndarray>& get(const OffsetsArg& offsets) const;

private:
    mutable std::optional<std::vector<ndarray>> made_;
};
/// A dtype, None for that of all diagonals, or `...`, for which SciPy makes floats of integers.
struct DiagonalsDTypeArg : ObjectArg {
    CUPRUM_TAKES("DTypeLike | types.EllipsisType", true)
    std::optional<DType> of(const std::vector<ndarray>& diagonals) const;
};
/// A seed, a RandomState, a Generator, or None; NumPy's too.
struct RandomNumbersArg : ObjectArg {
    CUPRUM_TAKES("Any", true)
    scipy::sparse::RandomNumbers get() const;
};
/// A function of a number of elements, or None.
struct SamplerArg : ObjectArg {
    CUPRUM_TAKES("Callable[..., Any]", true)
    scipy::sparse::Sampler get() const;
};
/// The name of a format, or None.
struct OptionalFormatArg : ObjectArg {
    CUPRUM_TAKES("Literal['csr', 'csc', 'coo', 'dia', 'bsr']", true)
    std::optional<scipy::sparse::Format> get() const;
    scipy::sparse::Format required() const;  ///< ValueError for None.
    operator std::optional<scipy::sparse::Format>() const { return get(); }
};
/// A whole number, with SciPy's class of errors.
struct SparseIntegerArg : ObjectArg {
    CUPRUM_TAKES("int", false)
    operator std::int64_t() const;
};
/// A tuple or list of axes, or None.
struct SparseAxesArg : ObjectArg {
    CUPRUM_TAKES("Sequence[int]", true)
    operator Axes() const;
};

/// A number or None.
struct OptionalFloatArg : ObjectArg {
    CUPRUM_TAKES("float", true)
    operator std::optional<double>() const {
        if (is_none()) return std::nullopt;
        return nb::cast<double>(nb::float_(nb::borrow(object)));
    }
};

/// What a sparse matrix or array of Python's is made of, a `sparse_matrix` or a `sparse_tensor`.
nb::object core_of(const SparseMatrixArg& sparse);
/// A function of a vector or of a matrix of columns: a sparse or dense matrix, an operator, or a function of Python's.
scipy::sparse::linalg::Apply apply_of(nb::handle object);
/// A matrix, or an object with `shape` and `matvec`; NumPy's and SciPy's are copied to the device.
struct OperatorArg : ObjectArg {
    CUPRUM_TAKES("Any", false)
    operator scipy::sparse::linalg::LinearOperator() const;
};
/// The same, with CuPy's class of errors for what is none, NumPy's arrays among them.
struct DeviceOperatorArg : OperatorArg {
    operator scipy::sparse::linalg::LinearOperator() const;
};
struct OptionalOperatorArg : ObjectArg {
    CUPRUM_TAKES("Any", true)
    operator std::optional<scipy::sparse::linalg::LinearOperator>() const;
};
/// A function, or None.
struct CallbackArg : ObjectArg {
    CUPRUM_TAKES("Callable[..., Any]", true)
    operator scipy::sparse::linalg::Callback() const;
};
/// A function of an array.
struct ApplyArg : ObjectArg {
    CUPRUM_TAKES("Callable[[ndarray], ndarray]", false)
    operator scipy::sparse::linalg::Apply() const { return apply_of(object); }
};
/// The same, or None.
struct OptionalApplyArg : ObjectArg {
    CUPRUM_TAKES("Any", true)
    operator scipy::sparse::linalg::Apply() const { return apply_of(object); }
};
/// A whole number, which may be a float, or None; other numbers are a ValueError, as SciPy's.
struct WholeNumberArg : ObjectArg {
    CUPRUM_TAKES("int", false)
    operator std::int64_t() const;
};
struct OptionalWholeNumberArg : ObjectArg {
    CUPRUM_TAKES("int", true)
    operator std::optional<std::int64_t>() const {
        if (is_none()) return std::nullopt;
        return std::int64_t(argument<WholeNumberArg>(object));
    }
};
/// Which singular vectors are wanted.
struct SingularVectorsArg : Arg<"bool | Literal['u', 'vh']"> {
    operator std::variant<bool, std::string_view>() const;
};
/// None, an array or the word "Mb".
struct InitialGuessArg : ObjectArg {
    CUPRUM_TAKES("ArrayLike | Literal['Mb']", true)
    operator scipy::sparse::linalg::InitialGuess() const;
};
/// The number `atol` or `tol`; anything else has SciPy's class of errors.
struct ToleranceArg : ObjectArg {
    static constexpr auto type = nb::detail::const_name("float");
    operator double() const;
};
/// A list of pairs of a vector and its image, which a solver changes; or None. `vector_place` tells which of a pair is
/// the vector. An image may be None.
struct RecycledPairsArg : ObjectArg {
    CUPRUM_TAKES("list[tuple[ndarray | None, ndarray | None]]", true)
    explicit RecycledPairsArg(int vector_place) : vector_place_(vector_place) {}
    std::vector<scipy::sparse::linalg::Recycled>* kept() const;
    /// Changes the list after the call.
    void write_back() const;

private:
    int vector_place_;
    mutable std::vector<scipy::sparse::linalg::Recycled> kept_;
};
template <int vector_place>
struct RecycledArg : RecycledPairsArg {
    RecycledArg() : RecycledPairsArg(vector_place) {}
};
struct OptionalComplexArg : ObjectArg {
    CUPRUM_TAKES("complex", true)
    operator std::optional<std::complex<double>>() const;
};

inline std::optional<ndarray> optional_array(const OptionalArrayArg& argument) {
    if (argument.is_none()) return std::nullopt;
    return argument.get();
}

/// A Python object of a matrix: of the class of matrices where the argument is one, else an array.
Typed<"Any"> to_python(const scipy::sparse::sparse_matrix& matrix, const SparseMatrixArg& like);
/// A Python object of a matrix, or of an array of any number of dimensions: an array has no dimensions where it is
/// dense.
Typed<"Any"> to_python(const scipy::sparse::sparse_matrix& matrix, bool is_array);
Typed<"Any"> to_python(const scipy::sparse::sparse_tensor& tensor, bool is_array);
Typed<"Any"> to_python(const scipy::sparse::linalg::DenseOrSparse& matrix, bool is_array);
inline Typed<"Any"> to_python(const scipy::sparse::sparse_matrix& matrix) { return to_python(matrix, false); }
inline nb::object to_python(scipy::sparse::Format format) { return nb::str(scipy::sparse::name_of(format)); }
/// An object of what Python's classes are made of.
inline nb::object core_object(scipy::sparse::sparse_matrix&& made) { return nb::cast(std::move(made)); }
inline nb::object core_object(scipy::sparse::sparse_tensor&& made) { return nb::cast(std::move(made)); }
inline nb::object core_object(ndarray&& made) { return wrap_object(std::move(made)); }
template <class... Kinds>
nb::object core_object(std::variant<Kinds...>&& made) {
    return std::visit([](auto& one) { return core_object(std::move(one)); }, made);
}
inline nb::object to_python(scipy::sparse::linalg::StepArrays&& steps) {
    nb::list made;
    for (ndarray& one : steps) made.append(wrap_object(std::move(one)));
    return made;
}
/// (u, s, vh), with None for vectors that are not there; s alone where neither is.
nb::object to_python(scipy::sparse::linalg::SingularValues&& found);
inline nb::object to_python(scipy::sparse::linalg::SuperLU&& factors) { return nb::cast(std::move(factors)); }

}  // namespace cuprum::python
