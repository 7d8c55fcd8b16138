#include "scipy/signal/design/orders.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuprum/scipy/signal_design.h"
#include "kernel/engine/placement.h"
#include "numerics/minimize.h"
#include "scipy/signal/design/prototypes.h"
#include "scipy/signal/design/transforms.h"

namespace cuprum::scipy::signal {
namespace design {
namespace {

using std::numbers::pi;

/// Where the edges of the stopband come to lie in the lowpass prototype: the nearer one.
double stop_edge(const Reals& pass, const Reals& stop) {
    double nearest = INFINITY;
    for (double edge : stop)
        nearest = std::min(nearest, std::abs(edge * (pass[0] - pass[1]) / (edge * edge - pass[0] * pass[1])));
    return nearest;
}

enum class Kind { butterworth, chebyshev, elliptic };

double order_of_bandstop(Kind kind, const Reals& pass, const Reals& stop, double gpass, double gstop) {
    const double nat = stop_edge(pass, stop), g_stop = std::pow(10, 0.1 * std::abs(gstop)) - 1,
                 g_pass = std::pow(10, 0.1 * std::abs(gpass)) - 1;
    switch (kind) {
        case Kind::butterworth: return std::log10(g_stop / g_pass) / (2 * std::log10(nat));
        case Kind::chebyshev: return std::acosh(std::sqrt(g_stop / g_pass)) / std::acosh(nat);
        default: {
            const double m0 = 1 / (nat * nat), arg1 = std::sqrt(g_pass / g_stop), m1 = arg1 * arg1;
            return elliptic_integral(m0) * elliptic_integral(1 - m1) /
                   (elliptic_integral(1 - m0) * elliptic_integral(m1));
        }
    }
}

enum class Band { low = 1, high, stop, pass };

struct Prototype {
    Band band;
    Reals pass, stop;  // edges of the analog filter
    double nat;        // the edge of the stopband of the lowpass prototype
};

Prototype prototype_of(Kind kind, const Specification& specification) {
    check_losses(specification.gpass, specification.gstop);
    const std::size_t edges = specification.wp.size();
    if (edges != specification.ws.size() || edges < 1 || edges > 2)
        throw ValueError("wp and ws must have one or two elements each, and the same number, found " +
                         std::to_string(edges) + " and " + std::to_string(specification.ws.size()));
    if (specification.fs) {
        checked_rate(*specification.fs);
        if (specification.analog) throw ValueError("fs cannot be specified for an analog filter");
    }
    Prototype p{static_cast<Band>(2 * static_cast<int>(edges) - 1), specification.wp, specification.ws, 0};
    for (Reals* list : {&p.pass, &p.stop})
        for (double& w : *list) {
            if (specification.fs) w = 2 * w / *specification.fs;
            if (!specification.analog) w = std::tan(pi * w / 2);
        }
    if (specification.wp[0] >= specification.ws[0]) p.band = static_cast<Band>(static_cast<int>(p.band) + 1);
    const auto order = [&](std::size_t edge) {
        return [&, edge](double w) {
            Reals tried = p.pass;
            tried[edge] = w;
            return order_of_bandstop(kind, tried, p.stop, specification.gpass, specification.gstop);
        };
    };
    switch (p.band) {
        case Band::low: p.nat = p.stop[0] / p.pass[0]; break;
        case Band::high: p.nat = p.pass[0] / p.stop[0]; break;
        case Band::stop: {
            // The passband may be wider than asked for, which may make the order less.
            const double first = numerics::minimize_bounded(order(0), p.pass[0], p.stop[0] - 1e-12),
                         second = numerics::minimize_bounded(order(1), p.stop[1] + 1e-12, p.pass[1]);
            p.pass = {first, second};
            p.nat = stop_edge(p.pass, p.stop);
            break;
        }
        case Band::pass: {
            p.nat = INFINITY;
            for (double edge : p.stop)
                p.nat =
                    std::min(p.nat, std::abs((edge * edge - p.pass[0] * p.pass[1]) / (edge * (p.pass[0] - p.pass[1]))));
        }
    }
    p.nat = std::abs(p.nat);
    return p;
}

std::int64_t whole(double order) {
    if (!(std::abs(order) < 1e9)) throw ValueError("no finite order of a filter does what gpass and gstop ask for");
    return static_cast<std::int64_t>(std::ceil(order));
}

Reals butterworth_frequencies(const Prototype& p, std::int64_t n, double g_pass) {
    double w0 = 1;
    if (n == 0) warn(SignalWarning::runtime, "Order is zero...check input parameters.");
    else w0 = std::pow(g_pass, -1 / (2 * static_cast<double>(n)));
    const Reals& e = p.pass;
    switch (p.band) {
        case Band::low: return {w0 * e[0]};
        case Band::high: return {e[0] / w0};
        case Band::stop: {
            const double width = e[1] - e[0], root = std::sqrt(width * width + 4 * w0 * w0 * e[0] * e[1]);
            Reals w{std::abs((width + root) / (2 * w0)), std::abs((width - root) / (2 * w0))};
            std::sort(w.begin(), w.end());
            return w;
        }
        default: {
            const double width = e[1] - e[0], root = std::sqrt(w0 * w0 / 4 * width * width + e[0] * e[1]);
            Reals w{std::abs(w0 * width / 2 + root), std::abs(-w0 * width / 2 + root)};
            std::sort(w.begin(), w.end());
            return w;
        }
    }
}

Reals chebyshev2_frequencies(const Prototype& p, double factor) {
    const Reals& e = p.pass;
    switch (p.band) {
        case Band::low: return {e[0] / factor};
        case Band::high: return {e[0] * factor};
        case Band::stop: {
            const double width = e[1] - e[0],
                         w = -factor / 2 * width + std::sqrt(factor * factor * width * width / 4 + e[1] * e[0]);
            return {w, e[1] * e[0] / w};
        }
        default: {
            const double width = e[1] - e[0],
                         w = -width / (2 * factor) + std::sqrt(width * width / (4 * factor * factor) + e[1] * e[0]);
            return {w, e[1] * e[0] / w};
        }
    }
}

}  // namespace

void check_losses(double gpass, double gstop) {
    if (gpass <= 0) throw ValueError("gpass should be larger than 0.0, found " + std::to_string(gpass));
    if (gstop <= 0) throw ValueError("gstop should be larger than 0.0, found " + std::to_string(gstop));
    if (gpass > gstop)
        throw ValueError("gpass should be smaller than gstop, found " + std::to_string(gpass) + " and " +
                         std::to_string(gstop));
}

Order lowest_order(Family family, Specification specification) {
    const Kind kind = family == Family::butterworth ? Kind::butterworth
                      : family == Family::elliptic  ? Kind::elliptic
                                                    : Kind::chebyshev;
    const Prototype p = prototype_of(kind, specification);
    const double g_stop = std::pow(10, 0.1 * specification.gstop) - 1,
                 g_pass = std::pow(10, 0.1 * specification.gpass) - 1;
    const double step = std::acosh(std::sqrt(g_stop / g_pass));
    Order result;
    switch (family) {
        case Family::butterworth:
            result.n = whole(std::log10(g_stop / g_pass) / (2 * std::log10(p.nat)));
            result.wn = butterworth_frequencies(p, result.n, g_pass);
            break;
        case Family::chebyshev1:
            result.n = whole(step / std::acosh(p.nat));
            result.wn = p.pass;
            break;
        case Family::chebyshev2:
            result.n = whole(step / std::acosh(p.nat));
            if (result.n == 0) throw ZeroDivisionError("cheb2ord: the order is zero; check gpass and gstop");
            result.wn = chebyshev2_frequencies(p, 1 / std::cosh(step / static_cast<double>(result.n)));
            break;
        default: {
            const double m1 = power_of_ten_less_one(0.1 * specification.gpass) /
                              power_of_ten_less_one(0.1 * specification.gstop),
                         m0 = 1 / p.nat * (1 / p.nat);
            result.n = whole(elliptic_integral(m0) * elliptic_integral_complement(m1) /
                             (elliptic_integral_complement(m0) * elliptic_integral(m1)));
            result.wn = p.pass;
        }
    }
    for (double& w : result.wn) {
        if (!specification.analog) w = std::atan(w) * 2 / pi;
        if (specification.fs) w = w * *specification.fs / 2;
    }
    return result;
}

}  // namespace design

namespace {

FilterOrder order_of(design::Family family, const char* name, const Numbers& wp, const Numbers& ws, double gpass,
                     double gstop, bool analog, std::optional<double> fs) {
    const design::Order order =
        design::lowest_order(family, {wp.reals(name), ws.reals(name), gpass, gstop, analog, fs});
    const Shape shape = order.wn.size() == 1 ? Shape{} : Shape{2};
    return {order.n, design::array_of(design::List(order.wn), shape)};
}

}  // namespace

FilterOrder buttord(const Numbers& wp, const Numbers& ws, double gpass, double gstop, bool analog,
                    std::optional<double> fs) {
    const kernel::Placement here(wp, ws);
    return order_of(design::Family::butterworth, "buttord", wp, ws, gpass, gstop, analog, fs);
}
FilterOrder cheb1ord(const Numbers& wp, const Numbers& ws, double gpass, double gstop, bool analog,
                     std::optional<double> fs) {
    const kernel::Placement here(wp, ws);
    return order_of(design::Family::chebyshev1, "cheb1ord", wp, ws, gpass, gstop, analog, fs);
}
FilterOrder cheb2ord(const Numbers& wp, const Numbers& ws, double gpass, double gstop, bool analog,
                     std::optional<double> fs) {
    const kernel::Placement here(wp, ws);
    return order_of(design::Family::chebyshev2, "cheb2ord", wp, ws, gpass, gstop, analog, fs);
}
FilterOrder ellipord(const Numbers& wp, const Numbers& ws, double gpass, double gstop, bool analog,
                     std::optional<double> fs) {
    const kernel::Placement here(wp, ws);
    return order_of(design::Family::elliptic, "ellipord", wp, ws, gpass, gstop, analog, fs);
}

double band_stop_obj(double wp, std::int64_t ind, const Numbers& passb, const Numbers& stopb, double gpass,
                     double gstop, std::string_view type) {
    const kernel::Placement here(passb, stopb);
    design::check_losses(gpass, gstop);
    std::vector<double> pass = passb.reals("band_stop_obj");
    const std::vector<double> stop = stopb.reals("band_stop_obj");
    if (pass.size() != 2 || stop.size() != 2)
        throw ValueError("band_stop_obj takes two edges of each band, found " + std::to_string(pass.size()) + " and " +
                         std::to_string(stop.size()));
    if (ind < -2 || ind > 1) throw IndexError("band_stop_obj: ind must be 0 or 1, found " + std::to_string(ind));
    pass[static_cast<std::size_t>(ind < 0 ? ind + 2 : ind)] = wp;
    design::Kind kind;
    if (type == "butter") kind = design::Kind::butterworth;
    else if (type == "cheby") kind = design::Kind::chebyshev;
    else if (type == "ellip") kind = design::Kind::elliptic;
    else throw ValueError("Incorrect type: '" + std::string(type) + "' is none of 'butter', 'cheby' and 'ellip'");
    return design::order_of_bandstop(kind, pass, stop, gpass, gstop);
}

}  // namespace cuprum::scipy::signal
