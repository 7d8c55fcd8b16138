// Numerically stable computation of iv(v+1, x) / iv(v, x)

#pragma once
#include <xsf/config.h>

#include <xsf/cephes/dd_real.h>
#include <xsf/config.h>
#include <xsf/error.h>
#include <xsf/tools.h>

namespace xsf {

/* Generates the "tail" of Perron's continued fraction for iv(v,x)/iv(v-1,x).
 *
 * The Perron continued fraction is studied in [1].  It is given by
 *
 *         iv(v, x)      x    -(2v+1)x   -(2v+3)x   -(2v+5)x
 *   R := --------- = ------ ---------- ---------- ---------- ...
 *        iv(v-1,x)   x+2v + 2(v+x)+1 + 2(v+x)+2 + 2(v+x)+3 +
 *
 * Given a suitable constant c, the continued fraction may be rearranged
 * into the following form to avoid premature floating point overflow:
 *
 *        xc                -(2vc+c)(xc) -(2vc+3c)(xc) -(2vc+5c)(xc)
 *   R = -----,  fc = 2vc + ------------ ------------- ------------- ...
 *       xc+fc              2(vc+xc)+c + 2(vc+xc)+2c + 2(vc+xc)+3c +
 *
 * This class generates the fractions of fc after 2vc.
 *
 * [1] Gautschi, W. and Slavik, J. (1978). "On the computation of modified
 *     Bessel function ratios." Mathematics of Computation, 32(143):865-875.
 */
template <class T>
struct IvRatioCFTailGenerator {

    XSF_HOST_DEVICE IvRatioCFTailGenerator(T vc, T xc, T c) noexcept {
        a0_ = -(2 * vc - c) * xc;
        as_ = -2 * c * xc;
        b0_ = 2 * (vc + xc);
        bs_ = c;
        k_ = 0;
    }

    XSF_HOST_DEVICE xstd::pair<T, T> operator()() noexcept {
        using xstd::fma;
        ++k_;
        return {fma(static_cast<T>(k_), as_, a0_), fma(static_cast<T>(k_), bs_, b0_)};
    }

  private:
    T a0_, as_;       // a[k] == a0 + as*k, k >= 1
    T b0_, bs_;       // b[k] == b0 + bs*k, k >= 1
    xstd::uint64_t k_; // current index
};

} // namespace xsf
