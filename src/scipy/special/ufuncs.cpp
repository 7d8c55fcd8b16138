// The ufuncs of scipy.special, made from their rows.
#include "cuprum/scipy/special.h"

namespace cuprum::scipy::special {

#define CUPRUM_UFUNC_TABLE "cuprum/scipy/special_functions.def"
#define CUPRUM_UFUNC_MODULE "scipy.special"
#include "kernel/ufunc/define_ufuncs.inc"

}  // namespace cuprum::scipy::special
