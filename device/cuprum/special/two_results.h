// Functions of xsf with two results, which compute in double.
#pragma once

#include <cuprum/special/wide.h>

namespace cuprum::special {

template <class Function, class T, class... Operands>
CUPRUM_DEVICE void two(Function function, T& first, T& second, Operands... operands) {
    double one, other;
    function(static_cast<double>(operands)..., one, other);
    first = static_cast<T>(one);
    second = static_cast<T>(other);
}

}  // namespace cuprum::special
