// Definite integrals as differences of an antiderivative, over whole periods and what is left of them.
#pragma once

#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/scipy/interpolate.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "numpy/axes.h"

namespace cuprum::scipy::interpolate {

/// The integral from a to b of what `antiderivative` is one of; a period goes from `places[first]` to `places[last]`.
template <class Antiderivative>
ndarray integral_over(const Antiderivative& antiderivative, const ndarray& places, std::int64_t first,
                      std::int64_t last, double a, double b, Extrapolate extrapolate) {
    const auto between = [&](std::vector<double> ends, Extrapolate outside) {
        const ndarray values = antiderivative(
            array_from_host(ends.data(), DType::float64, {static_cast<std::int64_t>(ends.size())}), 0, outside);
        ndarray total = subtract(place_of(values, 0, 1), place_of(values, 0, 0));
        for (std::size_t k = 2; k < ends.size(); k += 2)
            total = total + subtract(place_of(values, 0, static_cast<std::int64_t>(k) + 1),
                                     place_of(values, 0, static_cast<std::int64_t>(k)));
        return total;
    };
    if (extrapolate != Extrapolate::periodic) return between({a, b}, extrapolate);
    const bool turned = b < a;
    if (turned) std::swap(a, b);
    double begin, end;
    place_of(places, 0, first).get(&begin);
    place_of(places, 0, last).get(&end);
    if (end < begin) std::swap(begin, end);  // places may descend
    const auto remainder = [](double value, double by) {
        const double rest = std::fmod(value, by);
        return rest != 0 && (rest < 0) != (by < 0) ? rest + by : rest;
    };
    const double period = end - begin, left = remainder(b - a, period), whole = std::round((b - a - left) / period);
    a = begin + remainder(a - begin, period);
    b = a + left;
    ndarray total =
        b <= end ? between({a, b}, Extrapolate::no) : between({a, end, begin, begin + left + a - end}, Extrapolate::no);
    if (whole > 0) total = total + between({begin, end}, Extrapolate::no) * whole;
    return turned ? negative(total) : total;
}

}  // namespace cuprum::scipy::interpolate
