// The short names that SciPy has for the points and weights of Gauss's quadratures.
#pragma once

#include "cuprum/scipy/special_quadratures.h"

namespace cuprum::scipy::special {

inline constexpr auto& p_roots = roots_legendre;
inline constexpr auto& t_roots = roots_chebyt;
inline constexpr auto& u_roots = roots_chebyu;
inline constexpr auto& c_roots = roots_chebyc;
inline constexpr auto& s_roots = roots_chebys;
inline constexpr auto& j_roots = roots_jacobi;
inline constexpr auto& l_roots = roots_laguerre;
inline constexpr auto& la_roots = roots_genlaguerre;
inline constexpr auto& h_roots = roots_hermite;
inline constexpr auto& he_roots = roots_hermitenorm;
inline constexpr auto& cg_roots = roots_gegenbauer;
inline constexpr auto& ps_roots = roots_sh_legendre;
inline constexpr auto& ts_roots = roots_sh_chebyt;
inline constexpr auto& us_roots = roots_sh_chebyu;
inline constexpr auto& js_roots = roots_sh_jacobi;

}  // namespace cuprum::scipy::special
