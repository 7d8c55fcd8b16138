// cuprumx.scipy.signal: warnings of designs of filters, which are Python's.
#include "../convert.h"
#include "cuprum/scipy/signal_numbers.h"

namespace cuprum::python {
namespace {

using namespace scipy::signal;

nb::object& bad_coefficients() {
    static nb::object category;
    return category;
}

void show_warning(SignalWarning kind, const char* message) {
    PyObject* category = kind == SignalWarning::bad_coefficients ? bad_coefficients().ptr()
                         : kind == SignalWarning::runtime        ? PyExc_RuntimeWarning
                                                                 : PyExc_UserWarning;
    if (PyErr_WarnEx(category, message, 1) < 0) raise_python_error();
}

}  // namespace

void bind_scipy_signal_design(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_signal");
    bad_coefficients() = nb::steal(PyErr_NewExceptionWithDoc("cuprumx.scipy.signal.BadCoefficients",
                                                             "A warning of badly conditioned coefficients of a filter.",
                                                             PyExc_UserWarning, nullptr));
    m.attr("_BadCoefficients") = bad_coefficients();
    set_signal_warning(show_warning);
}

}  // namespace cuprum::python
