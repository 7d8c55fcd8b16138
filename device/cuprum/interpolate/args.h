// What the host hands to the kernels of piecewise polynomials and splines. Read by the host compiler and by both kernel
// compilers. All arrays are C-contiguous; `items` counts what threads work on, one a thread.
#pragma once

namespace cuprum {

constexpr int interpolation_block = 128;  // threads
constexpr int interpolation_group = 4;    // items a thread of a GPU where much is the same for all
constexpr int interpolation_axes = 8;     // of a grid, at most
constexpr int spline_degree = 63;         // at most

/// What a function gives beyond its last places.
enum Outside : int { outside_nan, outside_continued, outside_periodic, outside_zero, outside_nearest };

/// Values of piecewise polynomials, columns of them that share their places.
struct PiecewiseArgs {
    const void* coefficients;  // order x intervals x columns
    const double* breaks;      // intervals + 1, ascending or descending
    const double* places;
    void* out;  // places x columns
    long long items, intervals, columns;
    int order;  // coefficients in an interval
    int derivative;
    int outside;  // an Outside
};

/// Where piecewise polynomials have a value.
struct RootArgs {
    const double* coefficients;           // order x intervals x columns
    const double* breaks;                 // intervals + 1
    double* roots;                        // items x order
    int* counts;                          // roots of an interval; negative where all of it has the value
    int* jumps;                           // whether it is crossed between an interval and the one before
    long long items, intervals, columns;  // items: columns x intervals
    double value;
    int order, extrapolate;
};

/// The coefficients of cubic polynomials with given values and slopes at the ends of intervals.
struct HermiteArgs {
    const double* x;     // intervals + 1
    const void* y;       // (intervals + 1) x columns
    const void* slopes;  // the same
    void* out;           // 4 x intervals x columns
    long long items, intervals, columns;
};

enum SplineEnd : int { end_not_a_knot, end_slope, end_curvature, end_periodic };

/// The slopes of cubic splines at their knots.
struct CubicSplineArgs {
    const double* x;           // count
    const void* y;             // count x columns
    const void *first, *last;  // what the ends have, columns; null for those that have nothing
    void* out;                 // count x columns
    double* uppers;            // (chunk + 2 * cubic_overlap) x items: scratch
    void* rights;              // the same
    long long items;           // chunks x columns
    long long count, columns;
    long long chunk;            // knots of which a thread writes the slopes
    int first_kind, last_kind;  // SplineEnds
};
constexpr int cubic_overlap = 64;  // knots before and behind its chunk that a thread takes into account

/// The slopes of monotone interpolation.
struct PchipArgs {
    const double* x;  // count
    const double* y;  // count x columns
    double* out;      // the same
    long long items, count, columns;
};

/// Values of B-splines, columns of them that share their knots.
struct SplineArgs {
    const double* knots;
    const void* coefficients;  // count x columns
    const double* places;
    void* out;  // places x columns
    long long items, count, columns;
    int degree, derivative;
    int outside;  // an Outside
};

/// The basis functions that are not zero at places, degree + 1 a place, and their numbers.
struct SplineBasisArgs {
    const double* knots;
    const double* places;
    double* values;
    long long* numbers;
    long long items, count;
    int degree, outside;
};

/// Solves equations with the factors of a banded matrix, one right-hand side a thread.
struct BandedArgs {
    const double* rows;       // count x (3 * band + 1): row i holds columns i - band ... i + 2 * band of L and U
    const long long* pivots;  // count: with which row each one is exchanged
    void* values;             // count x items: the right-hand sides, then the solutions
    long long items;          // right-hand sides
    long long count;
    int band;
};

/// What lies along each axis of a grid.
struct GridAxes {
    const double* points[interpolation_axes];
    long long lengths[interpolation_axes];
    long long strides[interpolation_axes];  // of the values, in elements
};

struct GridArgs {
    GridAxes axes;
    const void* values;    // of the grid, then columns
    const double* places;  // places x dimensions
    void* out;             // places x columns
    int* outside;          // one an axis, set where a place lies outside; null where nobody asks
    long long items, columns;
    int dimensions;
    int fills;  // whether places outside have the value `fill`; otherwise the grid is continued
    alignas(16) char fill[16];
};

/// Values of tensor products of splines or of piecewise polynomials.
struct TensorArgs {
    GridAxes axes;                                // knots, how many, and the strides of the coefficients
    long long power_strides[interpolation_axes];  // of polynomials: from one power to the next
    const void* coefficients;
    const double* places;  // places x dimensions
    void* out;             // places x columns
    long long items, columns;
    int dimensions;
    int outside;
    int degrees[interpolation_axes];      // of polynomials: how many coefficients there are
    int derivatives[interpolation_axes];  //
};

/// Values of polynomials by Newton's or by the barycentric formula.
struct PolynomialArgs {
    const void* nodes;      // count, of the type of places
    const double* weights;  // count, of the barycentric formula
    const void* values;     // count x columns: the divided differences, or the values at the nodes
    const void* places;     // real or complex
    void* out;              // Newton: derivatives x places x columns
    long long items, count, columns, places_count;
    int derivatives;
};

/// Sums of radial functions and a polynomial.
struct RadialArgs {
    const double* places;         // places x dimensions
    const double* centers;        // centers x dimensions; of neighbourhoods all points
    const long long* neighbours;  // places x centers: which of the points; null for all
    const double* shift;          // dimensions, of the polynomial
    const double* scale;          //
    const int* powers;            // monomials x dimensions
    const void* coefficients;     // (centers + monomials) x columns, of neighbourhoods for each place
    void* out;                    // places x columns
    long long items, count, columns;
    double epsilon;
    int kernel, dimensions, monomials;
};

/// The equations of radial functions: a square matrix of centers + monomials.
struct RadialSystemArgs {
    const double* points;         // all points x dimensions
    const long long* neighbours;  // systems x count, or null for one system of all points
    const double* smoothing;      // one a point
    double* shift;                // systems x dimensions: given for one system, written for neighbourhoods
    double* scale;
    const int* powers;
    double* out;  // systems x (count + monomials)^2
    long long items, count;
    double epsilon;
    int kernel, dimensions, monomials;
};

/// Values between scattered points of the plane, in the triangles that hold the places.
struct TriangleArgs {
    const double* points;   // points x 2
    const int* triangles;   // triangles x 3: points
    const int* neighbours;  // triangles x 3: those opposite of points, or negative
    const int* found;       // for each place its triangle, or negative
    const double* places;   // places x 2
    const void* values;     // points x columns
    const void* gradients;  // points x 2 x columns
    void* out;              // places x columns
    long long items, columns;
    alignas(16) char fill[16];  // the value outside
};

/// One step towards the gradients of least curvature along the edges of a triangulation.
struct GradientArgs {
    const double* points;  // points x 2
    const int* starts;     // points + 1: where the neighbours of each point begin
    const int* neighbours;
    const void* values;  // points x columns
    const void* before;  // points x 2 x columns
    void* after;
    long long items, columns;
};

enum RadialKernel : int {
    radial_linear,
    radial_thin_plate,
    radial_cubic,
    radial_quintic,
    radial_multiquadric,
    radial_inverse_multiquadric,
    radial_inverse_quadratic,
    radial_gaussian
};

}  // namespace cuprum
