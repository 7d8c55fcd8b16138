// Minima and roots of functions of a few numbers on the host.
#pragma once

#include <functional>
#include <vector>

namespace cuprum::numerics {

/// A minimum of a function of several numbers, by the simplex method of Nelder and Mead (A simplex method for function
/// minimization, 1965). The steps from `start` to the first simplex are 5 %, as in SciPy.
std::vector<double> nelder_mead(const std::function<double(const std::vector<double>&)>& f, std::vector<double> start);

/// The minimum between two bounds to an absolute error of 1e-5, by parabolas and golden sections (Brent, Algorithms for
/// Minimization Without Derivatives, chapter 5): SciPy's fminbound.
double minimize_bounded(const std::function<double(double)>& f, double low, double high);

/// The root between two bounds, at which f changes its sign from positive to negative, by bisection to the last bit.
double bisect(const std::function<double(double)>& f, double low, double high);

}  // namespace cuprum::numerics
