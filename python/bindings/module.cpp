// The extension module cuprum._core: each chapter's file adds its own part.
#include <nanobind/nanobind.h>

NB_MODULE(_core, m) { m.attr("__version__") = CUPRUM_VERSION; }
