#include "cuprum/windows.h"

#include <cmath>
#include <string>

#include "cuprum/creation.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/elementwise/elementwise_call.h"

namespace cuprum {
namespace {

using kernel::Expression;
using kernel::KernelFamily;

constexpr char no_headers[] = "";

// A window at the place in0, by its number of points in1 and two parameters in2 and in3. `n` runs from 1 - M by steps
// of two.
Expression window_of(const std::string& formula, const char* headers) {
    Expression graph;
    Expression::Step step;
    step.arguments = {graph.add_counter(), graph.add_input(DType::float64), graph.add_input(DType::float64),
                      graph.add_input(DType::float64)};
    step.in_types = {DType::int64, DType::float64, DType::float64, DType::float64};
    step.out_types = {DType::float64};
    step.body = "const double pi = 3.141592653589793, last = in1 - 1, n = cast<double>(in0) * 2 - last;\n";
    step.body += formula;
    step.headers = headers;
    step.cost = Cost::expensive;
    graph.outputs.push_back({graph.add_step(std::move(step)), DType::float64});
    return graph;
}

template <const char* formula, const char* headers = no_headers>
Expression window(std::span<const DType>) {
    return window_of(formula, headers);
}

constexpr char kaiser_headers[] = "cuprum/bessel.h";
constexpr char bartlett_formula[] = "out0 = n <= 0 ? 1 + n / last : 1 - n / last;";
constexpr char blackman_formula[] = "out0 = 0.42 + 0.5 * cos(pi * n / last) + 0.08 * cos(2 * pi * n / last);";
constexpr char hamming_formula[] = "out0 = 0.54 + 0.46 * cos(pi * n / last);";
constexpr char hanning_formula[] = "out0 = 0.5 + 0.5 * cos(pi * n / last);";
constexpr char kaiser_formula[] =
    "const double half = last / 2, x = (cast<double>(in0) - half) / half; out0 = i0(in2 * sqrt(1 - x * x)) / in3;";
KernelFamily bartlett_family("bartlett", window<bartlett_formula>),
    blackman_family("blackman", window<blackman_formula>), hamming_family("hamming", window<hamming_formula>),
    hanning_family("hanning", window<hanning_formula>), kaiser_family("kaiser", window<kaiser_formula, kaiser_headers>);

ndarray make(KernelFamily& family, double points, double length, double parameter = 0, const Operand& divisor = 1.0) {
    if (std::isnan(points)) throw ValueError("a window needs a number of points, found NaN");
    if (length <= 0) return empty({0});
    if (points == 1) return ones({1});
    if (length > 9e18) throw ValueError("Maximum allowed size exceeded");
    const ndarray place = kernel::counter({static_cast<std::int64_t>(std::ceil(length))}, {1});
    ElementwiseCall call(family, {});
    call.add(place);
    call.add(Scalar(points), DType::float64);
    call.add(Scalar(parameter), DType::float64);
    call.add(divisor, DType::float64);
    return call.run(DType::float64);
}

// As in NumPy, M may be any number: as many points as there are values of `n` below M, or of Kaiser's place.
double odd_steps(double M) { return M < 1 ? 0 : M - 0.5; }

}  // namespace

ndarray bartlett(double M) { return make(bartlett_family, M, odd_steps(M)); }
ndarray blackman(double M) { return make(blackman_family, M, odd_steps(M)); }
ndarray hamming(double M) { return make(hamming_family, M, odd_steps(M)); }
ndarray hanning(double M) { return make(hanning_family, M, odd_steps(M)); }
ndarray kaiser(double M, double beta) {
    const ndarray largest = i0(full({}, beta));
    return make(kaiser_family, M, M, beta, largest);
}

}  // namespace cuprum
