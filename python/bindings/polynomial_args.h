// Arguments of functions of polynomials.
#pragma once

#include "argument.h"
#include "convert.h"
#include "cuprum/polynomial.h"

namespace cuprum::python {

/// Coefficients: a polynomial's, or an array.
struct PolynomialArg : ArrayArg {
    CUPRUM_TAKES("ArrayLike | poly1d", false)
    bool is_polynomial() const { return nb::isinstance<poly1d>(nb::handle(object)); }
    const poly1d& polynomial() const { return *nb::inst_ptr<poly1d>(nb::handle(object)); }
    const ndarray& coefficients() const { return is_polynomial() ? polynomial().coeffs() : get(); }
};

/// A result in the form of the arguments: a polynomial where one of them is a polynomial.
inline Typed<"Any"> in_form_of(std::initializer_list<PolynomialArg> arguments, ndarray&& result) {
    for (const PolynomialArg& argument : arguments)
        if (argument.is_polynomial()) return nb::cast(poly1d(result));
    return wrap_object(std::move(result));
}
inline Typed<"tuple[Any, Any]"> in_form_of(std::initializer_list<PolynomialArg> arguments,
                                           std::pair<ndarray, ndarray>&& results) {
    return nb::make_tuple(in_form_of(arguments, std::move(results.first)),
                          in_form_of(arguments, std::move(results.second)));
}

/// Series, each of its own length.
struct SeriesArg : ObjectArg {
    CUPRUM_TAKES("Sequence[ArrayLike]", false)
    operator std::vector<ndarray>() const {
        std::vector<ndarray> series;
        for (nb::handle entry : nb::iter(nb::handle(object))) {
            series.push_back(argument<ArrayArg>(entry).get());
        }
        return series;
    }
};

}  // namespace cuprum::python
