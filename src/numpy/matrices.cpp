// Matrices by their diagonals, and powers of a vector.
#include "cuprum/creation.h"
#include "cuprum/types.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/placement.h"
#include "runtime/device_traits.h"

namespace cuprum {
namespace {

using kernel::Expression;
using kernel::KernelFamily;

// Counts how far right of the k-th diagonal of the last two axes an element lies.
ndarray right_of_diagonal(const Shape& shape, std::int64_t k) {
    const int ndim = shape.size();
    Dims steps(ndim);
    steps[ndim - 2] = -1;
    steps[ndim - 1] = 1;
    return kernel::counter(shape, steps, -std::clamp(k, -shape[ndim - 2], shape[ndim - 1]));
}

// A matrix of zeros and ones by a condition on that count.
template <const char* condition>
Expression mask(std::span<const DType> dtypes) {
    Expression graph;
    const kernel::ValueId right = graph.add_counter();
    graph.outputs.push_back(
        {graph.add_step({std::string("out0 = ") + condition, {DType::int64}, {DType::bool_}, {right}}), dtypes[0]});
    return graph;
}

// An array's own elements where a condition on that count holds, zeros elsewhere.
template <const char* condition>
Expression masked(std::span<const DType> dtypes) {
    const DType dtype = dtypes[0];
    Expression graph;
    const kernel::ValueId right = graph.add_counter(), value = graph.add_input(dtype);
    graph.outputs.push_back({graph.add_step({std::string("out0 = ") + condition + " ? in1 : out0_t(0)",
                                             {DType::int64, dtype},
                                             {dtype},
                                             {right, value}}),
                             dtype});
    return graph;
}

constexpr char on[] = "in0 == 0", at_or_below[] = "in0 <= 0", at_or_above[] = "in0 >= 0";
KernelFamily eye_family("eye", mask<on>), tri_family("tri", mask<at_or_below>);
KernelFamily tril_family("tril", masked<at_or_below>), triu_family("triu", masked<at_or_above>);

ndarray make(KernelFamily& family, const Shape& shape, std::int64_t k, DType dtype, char order) {
    element_count(shape);
    const ndarray right = right_of_diagonal(shape, k);
    ElementwiseCall call(family, {});
    call.add(right);
    return call.run(dtype, order);
}

ndarray triangle(KernelFamily& family, const ndarray& m, std::int64_t k) {
    const kernel::Placement here(m);
    if (m.ndim() == 0) throw TypeError("tril and triu take arrays of one dimension or more, found none");
    Shape shape(m.shape());
    if (shape.size() == 1) shape.insert(0, shape[0]);  // every row is the vector
    const ndarray right = right_of_diagonal(shape, k);
    ElementwiseCall call(family, {});
    call.add(right);
    call.add(m);
    return call.run(m.dtype(), 'C');
}

KernelFamily vander_family("vander", [](std::span<const DType> dtypes) {
    const DType dtype = dtypes[0];
    Expression graph;
    const kernel::ValueId exponent = graph.add_counter(), x = graph.add_input(dtypes[3]);
    graph.outputs.push_back(
        {graph.add_step({"out0 = out0_t(1); for (long long i = 0; i < in0; ++i) out0 = multiply(out0, in1);",
                         {DType::int64, dtype},
                         {dtype},
                         {exponent, x}}),
         dtype});
    return graph;
});

}  // namespace

ndarray eye(std::int64_t N, std::optional<std::int64_t> M, std::int64_t k, DType dtype, char order) {
    // From this size on a GPU is faster where it clears the array and then fills the diagonal.
    constexpr std::int64_t many = 1 << 21;
    const Shape shape{N, M.value_or(N)};
    if (N >= 0 && shape[1] >= 0 && (!runtime::device_traits().thread_blocks || element_count(shape) >= many)) {
        const ndarray result = zeros(shape, dtype, order);
        if (k < shape[1] && k > -N) result.diagonal(k).fill(1);
        return result;
    }
    return make(eye_family, shape, k, dtype, order);
}

ndarray identity(std::int64_t n, DType dtype) { return eye(n, {}, 0, dtype); }

ndarray tri(std::int64_t N, std::optional<std::int64_t> M, std::int64_t k, DType dtype) {
    return make(tri_family, {std::max<std::int64_t>(N, 0), std::max<std::int64_t>(M.value_or(N), 0)}, k, dtype, 'C');
}

ndarray tril(const ndarray& m, std::int64_t k) { return triangle(tril_family, m, k); }
ndarray triu(const ndarray& m, std::int64_t k) { return triangle(triu_family, m, k); }

ndarray diag(const ndarray& v, std::int64_t k) {
    const kernel::Placement here(v);
    if (v.ndim() == 2) return v.diagonal(k);
    if (v.ndim() != 1) throw ValueError("Input must be 1- or 2-d.");
    const std::int64_t n = v.size() + std::abs(k);
    ndarray result = zeros({n, n}, v.dtype());
    copy_to(v, result.diagonal(k));
    return result;
}

ndarray diagflat(const ndarray& v, std::int64_t k) { return diag(v.ravel(), k); }

ndarray vander(const ndarray& x, std::optional<std::int64_t> N, bool increasing) {
    const kernel::Placement here(x);
    if (x.ndim() != 1) throw ValueError("x must be a one-dimensional array or sequence.");
    const std::int64_t columns = N.value_or(x.size());
    const Shape shape{x.size(), columns};
    element_count(shape);
    const ndarray exponent = increasing ? kernel::counter(shape, {0, 1}) : kernel::counter(shape, {0, -1}, columns - 1);
    const ndarray column = x.reshape({x.size(), 1});
    const DType dtype = promote_types(x.dtype(), DType::int64);
    ElementwiseCall call(vander_family, {dtype});
    call.add(exponent);
    call.add(column);
    return call.run(dtype, 'C');
}

}  // namespace cuprum
