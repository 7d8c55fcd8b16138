// Zeros of SciPy's special functions.
#pragma once

#include <cstdint>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum::scipy::special {

/// The first zeros of the Bessel function of the first kind, without 0 itself.
///
/// Parameters
///     n: the order, a whole number, at most 10**6.
///     nt: how many zeros, 1 or more.
/// Returns
///     A float64 array of `nt` zeros in ascending order.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.jn_zeros(0, 3)
///     array([2.40482556, 5.52007811, 8.65372791])
/// Source
///     Steps of the phase whose tangent is the quotient of both kinds, from DLMF 10.21.40.
CUPRUM_PYTHON ndarray jn_zeros(std::int64_t n, std::int64_t nt);

/// The first zeros of the derivative of the Bessel function of the first kind, without 0 itself.
///
/// Parameters
///     n: the order, a whole number, at most 10**6.
///     nt: how many zeros, 1 or more.
/// Returns
///     A float64 array of `nt` zeros in ascending order.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.jnp_zeros(0, 3)
///     array([ 3.83170597,  7.01558667, 10.17346814])
/// Source
///     Steps of the phase whose tangent is the quotient of both kinds, from DLMF 10.21.40.
CUPRUM_PYTHON ndarray jnp_zeros(std::int64_t n, std::int64_t nt);

/// The first zeros of the Bessel function of the second kind, without 0 itself.
///
/// Parameters
///     n: the order, a whole number, at most 10**6.
///     nt: how many zeros, 1 or more.
/// Returns
///     A float64 array of `nt` zeros in ascending order.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.yn_zeros(0, 3)
///     array([0.89357697, 3.95767842, 7.08605106])
/// Source
///     Steps of the phase whose tangent is the quotient of both kinds, from DLMF 10.21.40.
CUPRUM_PYTHON ndarray yn_zeros(std::int64_t n, std::int64_t nt);

/// The first zeros of the derivative of the Bessel function of the second kind, without 0 itself.
///
/// Parameters
///     n: the order, a whole number, at most 10**6.
///     nt: how many zeros, 1 or more.
/// Returns
///     A float64 array of `nt` zeros in ascending order.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.ynp_zeros(0, 3)
///     array([2.19714133, 5.42968104, 8.59600587])
/// Source
///     Steps of the phase whose tangent is the quotient of both kinds, from DLMF 10.21.40.
CUPRUM_PYTHON ndarray ynp_zeros(std::int64_t n, std::int64_t nt);

/// What ai_zeros() and bi_zeros() give.
struct AiryZeros {
    ndarray zeros, slope_zeros, values, slopes;
};

/// The first zeros of Airy's function Ai and of its derivative.
///
/// Parameters
///     nt: how many, 1 or more.
/// Returns
///     Four float64 arrays: the zeros of Ai, those of Ai', Ai at the zeros of Ai', Ai' at the zeros of Ai.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.ai_zeros(2)[0]
///     array([-2.33810741, -4.08794944])
/// Source
///     Newton's steps from DLMF 9.9.6 and 9.9.8.
CUPRUM_PYTHON AiryZeros ai_zeros(std::int64_t nt);

/// The first zeros of Airy's function Bi and of its derivative that are real numbers.
///
/// Parameters
///     nt: how many, 1 or more.
/// Returns
///     Four float64 arrays: the zeros of Bi, those of Bi', Bi at the zeros of Bi', Bi' at the zeros of Bi.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.bi_zeros(2)[0]
///     array([-1.17371322, -3.2710933 ])
/// Source
///     Newton's steps from DLMF 9.9.10 and 9.9.12.
CUPRUM_PYTHON AiryZeros bi_zeros(std::int64_t nt);

/// The first zeros of the error function in the first quadrant, by their absolute values.
///
/// Parameters
///     nt: how many, 1 or more.
/// Returns
///     A complex128 array.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.erf_zeros(1)
///     array([1.45061616+1.880943j])
/// Source
///     Newton's steps from DLMF 7.13.1.
CUPRUM_PYTHON ndarray erf_zeros(std::int64_t nt);

/// The first zeros of Fresnel's integral of the cosine in the first quadrant, by their absolute values.
///
/// Parameters
///     nt: how many, 1 or more.
/// Returns
///     A complex128 array.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.fresnelc_zeros(1)
///     array([1.74366749+0.30573506j])
/// Source
///     Newton's steps from DLMF 7.13.5.
CUPRUM_PYTHON ndarray fresnelc_zeros(std::int64_t nt);

/// The first zeros of Fresnel's integral of the sine in the first quadrant, by their absolute values.
///
/// Parameters
///     nt: how many, 1 or more.
/// Returns
///     A complex128 array.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.fresnels_zeros(1)
///     array([2.00925701+0.2885479j])
/// Source
///     Newton's steps from DLMF 7.13.5.
CUPRUM_PYTHON ndarray fresnels_zeros(std::int64_t nt);

/// What fresnel_zeros() gives.
struct FresnelZeros {
    ndarray sine, cosine;
};

/// The first zeros of both of Fresnel's integrals in the first quadrant, by their absolute values.
///
/// Parameters
///     nt: how many, 1 or more.
/// Returns
///     Two complex128 arrays: the zeros of the integral of the sine and of that of the cosine.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.fresnel_zeros(1)
///     (array([2.00925701+0.2885479j]), array([1.74366749+0.30573506j]))
/// Source
///     Newton's steps from DLMF 7.13.5.
CUPRUM_PYTHON FresnelZeros fresnel_zeros(std::int64_t nt);

/// The first positive zeros of Kelvin's function ber.
///
/// Parameters
///     nt: how many, 1 or more.
/// Returns
///     A float64 array.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.ber_zeros(1)
///     array([2.84891782])
/// Source
///     Newton's steps from DLMF 10.70.
CUPRUM_PYTHON ndarray ber_zeros(std::int64_t nt);

/// The first positive zeros of Kelvin's function bei.
///
/// Parameters
///     nt: how many, 1 or more.
/// Returns
///     A float64 array.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.bei_zeros(1)
///     array([5.02622395])
/// Source
///     Newton's steps from DLMF 10.70.
CUPRUM_PYTHON ndarray bei_zeros(std::int64_t nt);

/// The first positive zeros of Kelvin's function ker.
///
/// Parameters
///     nt: how many, 1 or more.
/// Returns
///     A float64 array.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.ker_zeros(1)
///     array([1.71854296])
/// Source
///     Newton's steps from DLMF 10.70.
CUPRUM_PYTHON ndarray ker_zeros(std::int64_t nt);

/// The first positive zeros of Kelvin's function kei.
///
/// Parameters
///     nt: how many, 1 or more.
/// Returns
///     A float64 array.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.kei_zeros(1)
///     array([3.91466761])
/// Source
///     Newton's steps from DLMF 10.70.
CUPRUM_PYTHON ndarray kei_zeros(std::int64_t nt);

/// The first positive zeros of the derivative of Kelvin's function ber.
///
/// Parameters
///     nt: how many, 1 or more.
/// Returns
///     A float64 array.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.berp_zeros(1)
///     array([6.03871081])
/// Source
///     Newton's steps from DLMF 10.70.
CUPRUM_PYTHON ndarray berp_zeros(std::int64_t nt);

/// The first positive zeros of the derivative of Kelvin's function bei.
///
/// Parameters
///     nt: how many, 1 or more.
/// Returns
///     A float64 array.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.beip_zeros(1)
///     array([3.7726733])
/// Source
///     Newton's steps from DLMF 10.70.
CUPRUM_PYTHON ndarray beip_zeros(std::int64_t nt);

/// The first positive zeros of the derivative of Kelvin's function ker.
///
/// Parameters
///     nt: how many, 1 or more.
/// Returns
///     A float64 array.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.kerp_zeros(1)
///     array([2.66583979])
/// Source
///     Newton's steps from DLMF 10.70.
CUPRUM_PYTHON ndarray kerp_zeros(std::int64_t nt);

/// The first positive zeros of the derivative of Kelvin's function kei.
///
/// Parameters
///     nt: how many, 1 or more.
/// Returns
///     A float64 array.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.keip_zeros(1)
///     array([4.93181194])
/// Source
///     Newton's steps from DLMF 10.70.
CUPRUM_PYTHON ndarray keip_zeros(std::int64_t nt);

/// What kelvin_zeros() gives.
struct KelvinZeros {
    ndarray ber, bei, ker, kei, berp, beip, kerp, keip;
};

/// The first positive zeros of all of Kelvin's functions and their derivatives.
///
/// Parameters
///     nt: how many, 1 or more.
/// Returns
///     Eight float64 arrays: the zeros of ber, bei, ker and kei, then those of their derivatives.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.kelvin_zeros(1)[0]
///     array([2.84891782])
/// Source
///     Newton's steps from DLMF 10.70.
CUPRUM_PYTHON KelvinZeros kelvin_zeros(std::int64_t nt);

/// Zeros, and what does not vanish at them: Y1, or the slope.
struct ZerosAndValues {
    ndarray zeros, values;
};

/// The first zeros of the Bessel function Y0, and Y1 there, which is minus the derivative.
///
/// Parameters
///     nt: how many, 1 or more.
///     complex: whether those of negative real and positive imaginary part are meant, not the real ones.
/// Returns
///     Two complex128 arrays: the zeros, and Y1 at them, which SciPy, too, gives for the derivative.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.y0_zeros(1)
///     (array([0.89357697+0.j]), array([-0.8794208+0.j]))
/// Source
///     yn_zeros(); complex ones by Newton's steps from where DLMF 10.11.2 and 10.17.4 put them.
CUPRUM_PYTHON ZerosAndValues y0_zeros(std::int64_t nt, bool complex = false);

/// The first zeros of the Bessel function Y1, and its derivative there.
///
/// Parameters
///     nt: how many, 1 or more.
///     complex: whether those of negative real and positive imaginary part are meant, not the real ones.
/// Returns
///     Two complex128 arrays: the zeros, and the derivative at them.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.y1_zeros(1)
///     (array([2.19714133+0.j]), array([0.52078641+0.j]))
/// Source
///     yn_zeros(); complex ones by Newton's steps from where DLMF 10.11.2 and 10.17.4 put them.
CUPRUM_PYTHON ZerosAndValues y1_zeros(std::int64_t nt, bool complex = false);

/// The first zeros of the derivative of the Bessel function Y1, and Y1 there.
///
/// Parameters
///     nt: how many, 1 or more.
///     complex: whether those of positive imaginary part are meant, not the real ones.
/// Returns
///     Two complex128 arrays: the zeros of the derivative, and the values of Y1 at them.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.y1p_zeros(1)
///     (array([3.68302286+0.j]), array([0.41672993+0.j]))
/// Source
///     ynp_zeros(); complex ones by Newton's steps from where DLMF 10.11.2 and 10.17.4 put them.
CUPRUM_PYTHON ZerosAndValues y1p_zeros(std::int64_t nt, bool complex = false);

/// What jnjnp_zeros() gives.
struct BesselZeros {
    ndarray zeros, orders, serials, kinds;
};

/// The first zeros of the Bessel functions of the first kind of all whole orders, and of their derivatives.
///
/// Parameters
///     nt: how many, at most 1200.
/// Returns
///     Four arrays: the zeros in ascending order, of which 0 is the first, as one of J0'; and in int32 the order, which
///     zero of its function each is, and 0 for a zero of Jn, 1 for one of Jn'.
/// Raises
///     ValueError: `nt` is greater than 1200, or negative.
/// Example
///     >>> cuprumx.scipy.special.jnjnp_zeros(3)[0]
///     array([0.        , 1.84118378, 2.40482556])
/// Source
///     jn_zeros() and jnp_zeros(), sorted.
CUPRUM_PYTHON BesselZeros jnjnp_zeros(std::int64_t nt);

/// What jnyn_zeros() gives.
struct BothBesselZeros {
    ndarray jn, jnp, yn, ynp;
};

/// The first positive zeros of the Bessel functions of both kinds and of their derivatives.
///
/// Parameters
///     n: the order, a whole number, at most 10**6.
///     nt: how many, 1 or more.
/// Returns
///     Four float64 arrays: the zeros of Jn, of Jn', of Yn and of Yn'.
/// Raises
///     ValueError: `nt` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.jnyn_zeros(0, 1)
///     (array([2.40482556]), array([3.83170597]), array([0.89357697]), array([2.19714133]))
/// Source
///     jn_zeros(), jnp_zeros(), yn_zeros() and ynp_zeros().
CUPRUM_PYTHON BothBesselZeros jnyn_zeros(std::int64_t n, std::int64_t nt);

}  // namespace cuprum::scipy::special
