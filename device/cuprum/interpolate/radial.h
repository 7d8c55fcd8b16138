// Radial functions around scattered points: the equations of their coefficients, their sums, and the nearest points.
#pragma once

#include <cuprum/interpolate/intervals.h>
#include <cuprum/real_math.h>

namespace cuprum {

/// The function of the square of a distance.
CUPRUM_DEVICE double radial_function(int kernel, double square) {
    switch (kernel) {
        case radial_linear: return -sqrt(square);
        case radial_thin_plate: return square == 0 ? 0 : square * log(square) / 2;
        case radial_cubic: return square * sqrt(square);
        case radial_quintic: return -square * square * sqrt(square);
        case radial_multiquadric: return -sqrt(square + 1);
        case radial_inverse_multiquadric: return 1 / sqrt(square + 1);
        case radial_inverse_quadratic: return 1 / (square + 1);
        default: return exp(-square);
    }
}

CUPRUM_DEVICE double scaled_square(const double* a, const double* b, int dimensions, double epsilon) {
    double total = 0;
    for (int d = 0; d < dimensions; ++d) {
        const double distance = (a[d] - b[d]) * epsilon;
        total += distance * distance;
    }
    return total;
}

CUPRUM_DEVICE double monomial(const double* x, const double* shift, const double* scale, const int* powers,
                              int dimensions) {
    double product = 1;
    for (int d = 0; d < dimensions; ++d) {
        const double s = (x[d] - shift[d]) / scale[d];
        for (int p = 0; p < powers[d]; ++p) product *= s;
    }
    return product;
}

/// One element of a system's matrix: distances, then monomials at the points to the right and below, then zeros.
CUPRUM_DEVICE void radial_element(const RadialSystemArgs& args, long long i) {
    const long long size = args.count + args.monomials, system = i / (size * size), rest = i - system * size * size;
    long long row = rest / size, column = rest - row * size;
    if (row > column) {
        const long long kept = row;
        row = column;
        column = kept;
    }
    const int dimensions = args.dimensions;
    const auto point = [&](long long k) { return args.neighbours ? args.neighbours[system * args.count + k] : k; };
    double value = 0;
    if (row < args.count) {
        const double* x = args.points + point(row) * dimensions;
        if (column < args.count) {
            value = radial_function(
                args.kernel, scaled_square(x, args.points + point(column) * dimensions, dimensions, args.epsilon));
            if (row == column) value += args.smoothing[point(row)];
        } else {
            value = monomial(x, args.shift + system * dimensions, args.scale + system * dimensions,
                             args.powers + (column - args.count) * dimensions, dimensions);
        }
    }
    args.out[i] = value;
}

/// The middle of a neighbourhood's points along an axis, and half of their extent.
CUPRUM_DEVICE void radial_extent(const RadialSystemArgs& args, long long i) {
    const long long system = i / args.dimensions, axis = i - system * args.dimensions;
    double low = limits<double>::infinity(), high = -low;
    for (long long k = 0; k < args.count; ++k) {
        const long long point = args.neighbours ? args.neighbours[system * args.count + k] : k;
        const double x = args.points[point * args.dimensions + axis];
        low = x < low ? x : low;
        high = x > high ? x : high;
    }
    args.shift[i] = (high + low) / 2;
    args.scale[i] = high == low ? 1 : (high - low) / 2;
}

CUPRUM_DEVICE void radial_value(const RadialArgs& args, long long i) {
    const long long place = i / args.columns, column = i - place * args.columns;
    const int dimensions = args.dimensions;
    const double* x = args.places + place * dimensions;
    const long long* neighbours = args.neighbours ? args.neighbours + place * args.count : nullptr;
    const long long system = neighbours ? place : 0;
    const double* c = (const double*)args.coefficients + system * (args.count + args.monomials) * args.columns + column;
    double total = 0;
    for (long long k = 0; k < args.count; ++k, c += args.columns) {
        const long long point = neighbours ? neighbours[k] : k;
        total += *c * radial_function(args.kernel,
                                      scaled_square(x, args.centers + point * dimensions, dimensions, args.epsilon));
    }
    for (int m = 0; m < args.monomials; ++m, c += args.columns)
        total += *c * monomial(x, args.shift + system * dimensions, args.scale + system * dimensions,
                               args.powers + m * dimensions, dimensions);
    ((double*)args.out)[i] = total;
}

}  // namespace cuprum
