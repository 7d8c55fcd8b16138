// State spaces on the host.
#pragma once

#include <optional>

#include "cuprum/scipy/signal_systems.h"
#include "scipy/signal/design/host_numbers.h"

namespace cuprum::scipy::signal::design {

struct Space {
    Matrix a, b, c, d;
};

/// Four matrices that fit together; those that are not given, or empty, are zero.
Space fitted(std::optional<Matrix> a, std::optional<Matrix> b, std::optional<Matrix> c, std::optional<Matrix> d);
Space space_of(const StateSpace& system, const char* function);
StateSpaceArrays on_device(const Space& space);

}  // namespace cuprum::scipy::signal::design
