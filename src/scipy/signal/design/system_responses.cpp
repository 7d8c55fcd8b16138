// Responses of linear systems: to an impulse, to a step, and at each frequency.
#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/ufunc.h"
#include "scipy/signal/design/state_space.h"

namespace cuprum::scipy::signal {
namespace {

using design::Complex;
using design::Matrix;

/// The state after an impulse, b + X0 as NumPy adds them.
Numbers state_after(const Matrix& b, const std::optional<Numbers>& X0) {
    const Matrix added = X0 ? design::matrix_of(*X0, "impulse") : Matrix(1, 1);
    const auto extent = [](std::int64_t x, std::int64_t y) {
        if (x != y && x != 1 && y != 1)
            throw ValueError("impulse: X0 must go together with B, found the lengths " + std::to_string(y) + " and " +
                             std::to_string(x));
        return x == 1 ? y : x;
    };
    Matrix sum(extent(b.rows, added.rows), extent(b.columns, added.columns), b.is_complex || added.is_complex);
    for (std::int64_t i = 0; i < sum.rows; ++i)
        for (std::int64_t j = 0; j < sum.columns; ++j)
            sum(i, j) = b(b.rows == 1 ? 0 : i, b.columns == 1 ? 0 : j) +
                        added(added.rows == 1 ? 0 : i, added.columns == 1 ? 0 : j);
    return {sum.values, {static_cast<std::int64_t>(sum.values.size())}, sum.is_complex};
}

Numbers times_of(const StateSpace& system, const std::optional<Numbers>& T, std::int64_t N) {
    return T ? *T : Numbers(response_times(system.A, N));
}

/// The responses of a system of samples where each input in turn is one, at the first time alone or at all.
TimeResponses responses(const StateSpace& system, double dt, const std::optional<Numbers>& x0,
                        const std::optional<Numbers>& t, std::int64_t n, bool is_step) {
    const Numbers times = t ? *t : Numbers(linspace(0, static_cast<double>(n) * dt, n, false));
    if (times.ndim() == 0) throw IndexError("t must be a list of times, found a number");
    const std::int64_t steps = times.shape()[0], inputs = design::space_of(system, "dstep").b.columns;
    TimeResponses result;
    for (std::int64_t k = 0; k < inputs; ++k) {
        Matrix u(steps, inputs);
        for (std::int64_t i = 0; i < (is_step ? steps : std::min<std::int64_t>(steps, 1)); ++i) u(i, k) = 1;
        Simulation made = dlsim(system, dt, Numbers(u.values, {steps, inputs}, false), times, x0);
        result.t = std::move(made.t);
        result.y.push_back(std::move(made.y));
    }
    return result;
}

/// One input and one output have polynomials, or zeros, of one axis, or of two with one row and column.
void check_single(const ndarray& numbers, const char* function) {
    if (numbers.ndim() > 1 && numbers.size() != 1)
        throw ValueError(std::string(function) + " requires a SISO (single input, single output) system.");
}

}  // namespace

TimeResponse impulse(const StateSpace& system, const std::optional<Numbers>& X0, const std::optional<Numbers>& T,
                     std::int64_t N) {
    const Numbers times = times_of(system, T, N);
    Simulation made = lsim(system, {}, times, state_after(design::space_of(system, "impulse").b, X0), false);
    return {std::move(made.t), std::move(made.y)};
}

TimeResponse step(const StateSpace& system, const std::optional<Numbers>& X0, const std::optional<Numbers>& T,
                  std::int64_t N) {
    const Numbers times = times_of(system, T, N);
    const Numbers ones(std::vector<Complex>(times.values().size(), 1), times.shape(), false);
    Simulation made = lsim(system, ones, times, X0, false);
    return {std::move(made.t), std::move(made.y)};
}

TimeResponses dimpulse(const StateSpace& system, double dt, const std::optional<Numbers>& x0,
                       const std::optional<Numbers>& t, std::int64_t n) {
    return responses(system, dt, x0, t, n, false);
}

TimeResponses dstep(const StateSpace& system, double dt, const std::optional<Numbers>& x0,
                    const std::optional<Numbers>& t, std::int64_t n) {
    return responses(system, dt, x0, t, n, true);
}

Response freqresp(const Coefficients& system, const FrequencyChoice& w) {
    check_single(system.b, "freqresp()");
    return freqs(system.b.ravel(), system.a, w);
}

Response freqresp(const ZerosPoles& system, const FrequencyChoice& w) {
    check_single(system.z, "freqresp()");
    return freqs_zpk(system.z, system.p, design::number_of(system.k), w);
}

Response freqresp(const StateSpace& system, const FrequencyChoice& w) {
    return freqresp(ss2zpk(system.A, system.B, system.C, system.D), w);
}

Response dfreqresp(const Coefficients& system, const FrequencyChoice& w, bool whole) {
    check_single(system.b, "dfreqresp");
    ndarray b = system.b.ravel(), a = system.a;
    const std::int64_t missing = a.size() - b.size();  // powers of z become powers of 1 / z
    const auto aligned = [](const ndarray& shorter, std::int64_t zeros_before) {
        return concatenate({zeros({zeros_before}, DType::float64), shorter});
    };
    if (missing > 0) b = aligned(b, missing);
    if (missing < 0) a = aligned(a, -missing);
    return freqz(b, a, w, {.whole = whole});
}

Response dfreqresp(const ZerosPoles& system, const FrequencyChoice& w, bool whole) {
    check_single(system.z, "dfreqresp");
    return freqz_zpk(system.z, system.p, system.k, w, {.whole = whole});
}

Response dfreqresp(const StateSpace& system, const FrequencyChoice& w, bool whole) {
    const Coefficients f = ss2tf(system.A, system.B, system.C, system.D);
    return dfreqresp(normalize(f.b, f.a), w, whole);
}

Bode dbode(const Response& response, double dt) {
    Bode result = bode(response);
    result.w = divide(result.w, dt);
    return result;
}

}  // namespace cuprum::scipy::signal
