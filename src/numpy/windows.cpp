#include "numpy/windows.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "cuprum/creation.h"
#include "cuprum/ufunc.h"
#include "cuprum/windows.h"
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
    step.body = "const double last = in1 - 1, n = cast<double>(in0) * 2 - last;\n";
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
// in2 is pi / last, and the cosine of twice an angle costs no second one.
constexpr char blackman_formula[] =
    "const double wave = cos(in2 * n); out0 = 0.42 + 0.5 * wave + 0.08 * (2 * wave * wave - 1);";
constexpr char hamming_formula[] = "out0 = 0.54 + 0.46 * cos(in2 * n);";
constexpr char hanning_formula[] = "out0 = 0.5 + 0.5 * cos(in2 * n);";
// I0 of beta sqrt(1 - x^2), where x runs from -1 to 1, so that 1 - x^2 = 4 place (last - place) / last^2; in2 is
// (beta / last)^2, in3 1 / I0(beta). Behind `last` there are no values. The middle is 1, whatever their roundings.
constexpr char kaiser_formula[] =
    "const double place = cast<double>(in0), rest = last - place, share = place * rest;"
    "out0 = place == rest && in3 > 0 ? 1 : i0_of_square(share < 0 ? share : in2 * share) * in3;";
KernelFamily bartlett_family("bartlett", window<bartlett_formula>),
    blackman_family("blackman", window<blackman_formula>), hamming_family("hamming", window<hamming_formula>),
    hanning_family("hanning", window<hanning_formula>), kaiser_family("kaiser", window<kaiser_formula, kaiser_headers>);

ndarray make(KernelFamily& family, double points, double length, double parameter = 0, double factor = 1) {
    if (std::isnan(points)) throw ValueError("a window needs a number of points, found NaN");
    if (length <= 0) return empty({0});
    if (points == 1) return ones({1});
    if (length > 9e18) throw ValueError("Maximum allowed size exceeded");
    const ndarray place = kernel::counter({static_cast<std::int64_t>(std::ceil(length))}, {1});
    ElementwiseCall call(family, {});
    call.add(place);
    call.add(Scalar(points), DType::float64);
    call.add(Scalar(parameter), DType::float64);
    call.add(Scalar(factor), DType::float64);
    return call.run(DType::float64);
}

// As in NumPy, M may be any number: as many points as there are values of `n` below M, or of Kaiser's place.
double odd_steps(double M) { return M < 1 ? 0 : M - 0.5; }

}  // namespace

double bessel_i0(double x) {
    x = std::abs(x);
    if (x <= 30) {
        // All terms of the power series are positive, so that it loses no digits.
        const double quarter = x * x / 4;
        double term = 1, sum = 1;
        for (int k = 1; term > 1e-17 * sum; ++k) {
            term *= quarter / (static_cast<double>(k) * k);
            sum += term;
        }
        return sum;
    }
    double term = 1, sum = 1;
    for (int k = 1; k < 60; ++k) {
        const double odd = 2 * k - 1;
        term *= odd * odd / (8 * x * k);
        if (term < 1e-17) break;
        sum += term;
    }
    // Halves of exp(x), which alone overflows before I0 does.
    const double root = std::exp(x / 2);
    return root / std::sqrt(2 * std::numbers::pi * x) * sum * root;
}

ndarray bartlett(double M) { return make(bartlett_family, M, odd_steps(M)); }
ndarray blackman(double M) { return make(blackman_family, M, odd_steps(M), std::numbers::pi / (M - 1)); }
ndarray hamming(double M) { return make(hamming_family, M, odd_steps(M), std::numbers::pi / (M - 1)); }
ndarray hanning(double M) { return make(hanning_family, M, odd_steps(M), std::numbers::pi / (M - 1)); }
ndarray kaiser(double M, double beta) {
    const double share = std::min(std::abs(beta / (M - 1)), 1e100);  // beyond, squares are infinite
    return make(kaiser_family, M, M, share * share, 1 / bessel_i0(beta));
}

}  // namespace cuprum
