#pragma once
#include <xsf/config.h>

#include <xsf/legendre.h>
#include <xsf/numbers.h>

namespace xsf {
namespace detail {

    template <typename T>
    void sph_harm_y_next(int m, T phi, T p, complex<T> &res) {
        res = p * exp(numbers::i_v<T> * T(m) * phi);
    }

} // namespace detail

template <typename T, typename Func>
void sph_harm_y_for_each_n(int n, int m, T theta, T phi, complex<T> &res, Func f) {
    T p[2];
    sph_legendre_p_for_each_n(n, m, theta, p, [m, phi, &res, &f](int n, const T(&p)[2]) {
        detail::sph_harm_y_next(m, phi, p[1], res);

        f(n, m, res);
    });
}

template <typename T>
complex<T> sph_harm_y(int n, int m, T theta, T phi) {
    complex<T> res_n;
    sph_harm_y_for_each_n(n, m, theta, phi, res_n, [](int n, int m, const complex<T> &res_n) {});

    return res_n;
}

} // namespace xsf
