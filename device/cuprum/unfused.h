// A row of ufuncs names this header where the terms of its sums cancel: on a GPU products and sums are then rounded one
// after the other, as on a CPU, and what is left of such a sum is what SciPy has.
#pragma once
