// Simulation of linear systems step by step, on the host: the state is small, and launches would take longer.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuprum/creation.h"
#include "cuprum/interpolation.h"
#include "cuprum/kernel.h"
#include "cuprum/logic.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/signal/design/state_space.h"

namespace cuprum::scipy::signal {
namespace {

using design::Complex;
using design::Matrix;
using design::Space;

ndarray without_ones(const Matrix& m) {
    Shape shape;
    for (const std::int64_t extent : {m.rows, m.columns})
        if (extent != 1) shape.push_back(extent);
    return design::array_of(design::List(m.values, m.is_complex), shape);
}

/// Inputs as a matrix with a row for each time.
Matrix inputs_of(const Numbers& u, const char* function) {
    Matrix m = design::matrix_of(u, function);
    if (u.ndim() < 2) m = m.transposed();
    return m;
}

void set_row(Matrix& m, std::int64_t row, const Numbers& values, const char* function) {
    if (values.size() != 1 && values.size() != m.columns)
        throw ValueError(std::string(function) + ": the first state must have " + std::to_string(m.columns) +
                         " elements, found " + std::to_string(values.size()));
    m.is_complex = m.is_complex || values.is_complex();
    for (std::int64_t j = 0; j < m.columns; ++j)
        m(row, j) = values.values()[values.size() == 1 ? 0 : static_cast<std::size_t>(j)];
}

/// Row `to` += row `from` of `a` times the transposed matrix.
void add_product(Matrix& out, std::int64_t to, const Matrix& matrix, const Matrix& a, std::int64_t from) {
    for (std::int64_t i = 0; i < matrix.rows; ++i) {
        Complex sum = 0;
        for (std::int64_t j = 0; j < matrix.columns; ++j) sum += matrix(i, j) * a(from, j);
        out(to, i) += sum;
    }
}

/// What one step adds: the next state from this one, from the input before it, and from that at its end.
struct Step {
    Matrix state, before, after;
};

Step step_of(const Space& s, double dt, bool interpolated) {
    const std::int64_t n = s.a.rows, m = s.b.columns;
    Matrix all(n + 2 * m, n + 2 * m);
    all.set_block(0, 0, Complex(dt) * s.a);
    all.set_block(0, n, Complex(dt) * s.b);
    if (interpolated) all.set_block(n, n + m, Matrix::identity(m));
    const Matrix e = design::exponential(all), after = e.block(0, n + m, n, m), held = e.block(0, n, n, m);
    return {e.block(0, 0, n, n), interpolated ? held - after : held, after};
}

}  // namespace

Simulation lsim(const ContinuousSystem& system, const std::optional<Numbers>& U, const Numbers& T,
                const std::optional<Numbers>& X0, bool interp) {
    const kernel::Placement here(U, T, X0);
    const Space s = design::space_of(system.space(), "lsim");
    if (T.ndim() > 1) throw ValueError("T must be a rank-1 array, found the shape " + to_string(T.shape()));
    const std::vector<double> times = T.reals("lsim");
    if (times.empty()) throw IndexError("lsim: T has no times");
    const auto steps = static_cast<std::int64_t>(times.size());
    const bool is_complex = s.a.is_complex || s.b.is_complex || (X0 && X0->is_complex()) || (U && U->is_complex());
    Matrix x(steps, s.a.rows, is_complex), y(steps, s.c.rows, is_complex || s.c.is_complex || s.d.is_complex);
    if (X0) set_row(x, 0, *X0, "lsim");
    if (times[0] < 0 || std::isnan(times[0])) throw ValueError("Initial time must be nonnegative");
    if (times[0] > 0) {
        Matrix moved(1, s.a.rows);
        add_product(moved, 0, design::exponential(Complex(times[0]) * s.a), x, 0);
        x.set_block(0, 0, moved);
    }
    const bool no_input = !U || std::all_of(U->values().begin(), U->values().end(), [](Complex u) { return u == 0.0; });
    Matrix u(steps, s.b.columns);
    if (!no_input) {
        u = inputs_of(*U, "lsim");
        if (u.rows != steps && !(steps == 1 && u.columns == 1))
            throw ValueError("U must have the same number of rows as elements in T: " + std::to_string(steps) +
                             ", found " + std::to_string(u.rows));
        if (u.rows != steps) u = u.transposed();
        if (u.columns != s.b.columns)
            throw ValueError("System does not define that many inputs: it has " + std::to_string(s.b.columns) +
                             ", found " + std::to_string(u.columns));
    }
    if (steps > 1) {
        const double dt = times[1] - times[0];
        for (std::size_t i = 1; i < times.size(); ++i)
            if (!(std::abs(times[i] - times[i - 1] - dt) <= 1e-8 + 1e-5 * std::abs(dt)))
                throw ValueError("Time steps are not equally spaced.");
        const Step step = step_of(s, dt, interp);
        for (std::int64_t i = 1; i < steps; ++i) {
            add_product(x, i, step.state, x, i - 1);
            if (no_input) continue;
            add_product(x, i, step.before, u, i - 1);
            if (interp) add_product(x, i, step.after, u, i);
        }
    }
    for (std::int64_t i = 0; i < steps; ++i) {
        add_product(y, i, s.c, x, i);
        if (!no_input) add_product(y, i, s.d, u, i);
    }
    return {design::array_of(design::List(times)), without_ones(y), without_ones(x)};
}

DiscreteSimulation dlsim(const DiscreteSystem& system, const Numbers& u, const std::optional<Numbers>& t,
                         const std::optional<Numbers>& x0) {
    const kernel::Placement here(u, t, x0);
    const Space s = design::space_of(system.space(), "dlsim");
    const double dt = system.dt;
    Matrix inputs = inputs_of(u, "dlsim");
    double stop = static_cast<double>(inputs.rows - 1) * dt;
    std::int64_t samples = inputs.rows;
    if (t) {
        const std::vector<double> times = t->reals("dlsim");
        if (times.empty()) throw IndexError("dlsim: t has no times");
        if (static_cast<std::int64_t>(times.size()) != inputs.rows)
            throw ValueError("dlsim: u and t must have the same length, found " + std::to_string(inputs.rows) +
                             " and " + std::to_string(times.size()));
        stop = times.back();
        if (!(std::abs(stop / dt) < 0x1p40))
            throw ValueError("dlsim: t ends at " + std::to_string(stop) +
                             ", which is too many steps of dt = " + std::to_string(dt));
        samples = static_cast<std::int64_t>(std::floor(stop / dt)) + 1;
        for (std::size_t i = 1; i < times.size(); ++i)
            if (!(times[i] > times[i - 1])) throw ValueError("dlsim: t must be strictly increasing");
        if (times.size() < 2) throw ValueError("dlsim: t needs at least two times");
        if (samples < 1) throw ValueError("dlsim: the last time must not be negative");
        Matrix between(samples, inputs.columns, inputs.is_complex);
        std::size_t k = 0;
        for (std::int64_t i = 0; i < samples; ++i) {
            const double time = samples > 1 ? stop / static_cast<double>(samples - 1) * static_cast<double>(i) : 0;
            while (k + 2 < times.size() && time >= times[k + 1]) ++k;
            const double part = (time - times[k]) / (times[k + 1] - times[k]);
            for (std::int64_t j = 0; j < inputs.columns; ++j)
                between(i, j) = (1 - part) * inputs(static_cast<std::int64_t>(k), j) +
                                part * inputs(static_cast<std::int64_t>(k) + 1, j);
        }
        inputs = between;
    }
    if (inputs.columns != s.b.columns)
        throw ValueError("dlsim: the system has " + std::to_string(s.b.columns) + " inputs, found " +
                         std::to_string(inputs.columns));
    Matrix x(samples, s.a.rows), y(samples, s.c.rows);
    if (x0 && samples) set_row(x, 0, *x0, "dlsim");
    for (std::int64_t i = 0; i < samples; ++i) {
        add_product(y, i, s.c, x, i);
        add_product(y, i, s.d, inputs, i);
        if (i + 1 == samples) break;
        add_product(x, i + 1, s.a, x, i);
        add_product(x, i + 1, s.b, inputs, i);
    }
    DiscreteSimulation result{linspace(0, stop, samples), design::array_of(y), {}};
    if (std::holds_alternative<StateSpace>(system.form)) result.x = design::array_of(x);
    return result;
}

ndarray response_times(const Numbers& A, std::int64_t n) {
    double slowest = INFINITY;
    for (const Complex& value : design::eigenvalues(design::matrix_of(A, "response_times")).values)
        slowest = std::min(slowest, std::abs(value.real()));
    if (slowest == 0) slowest = 1;
    return linspace(0, 7 / slowest, n);
}

Bode bode(const Response& response) {
    static const ElementwiseKernel gain("complex128 h", "float64 mag", "mag = 20 * log10(hypot(h.real(), h.imag()))",
                                        "cuprum_gain_in_decibels");
    const ndarray h = response.h.astype(DType::complex128, 'K', Casting::unsafe, false);
    return {response.w, gain(h), multiply(unwrap(angle(h)), 180 / std::numbers::pi)};
}

}  // namespace cuprum::scipy::signal
