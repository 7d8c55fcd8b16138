// The lowest order of a filter that meets a specification.
#pragma once

#include <optional>

#include "scipy/signal/design/host_numbers.h"

namespace cuprum::scipy::signal::design {

enum class Family { butterworth, chebyshev1, chebyshev2, elliptic, bessel };

struct Specification {
    Reals wp, ws;
    double gpass = 0, gstop = 0;
    bool analog = false;
    std::optional<double> fs = {};
};
struct Order {
    std::int64_t n = 0;
    Reals wn;
};
Order lowest_order(Family family, Specification specification);

void check_losses(double gpass, double gstop);

}  // namespace cuprum::scipy::signal::design
