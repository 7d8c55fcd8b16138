// Deferred evaluation: what python/cuprum/_deferred.py makes a context manager and a function of.
#include "cuprum/deferred.h"

#include <optional>
#include <string>

#include "convert.h"

namespace cuprum::python {
namespace {

using namespace nanobind::literals;

/// A Deferred that ends when Python says so.
class Entered {
public:
    explicit Entered(bool on) { deferred_.emplace(on); }
    void leave() { deferred_.reset(); }

private:
    std::optional<Deferred> deferred_;
};

}  // namespace

void bind_deferred(nb::module_& m) {
    m.def("is_deferred", &is_deferred, doc("is_deferred"));
    nb::class_<Entered>(m, "_Deferred").def(nb::init<bool>(), "on"_a).def("_leave", &Entered::leave);
    m.def("_eval_all", [] { eval(); });
    m.def("_eval", [](ArrayArg a) { eval(std::span(&static_cast<const ndarray&>(a), 1)); }, "a"_a);
    m.def("_explain", [](ArrayArg a, const std::string& format) { return explain(a, format); }, "a"_a, "format"_a);
    m.def("_end_deferred_kernels", &end_deferred_kernels, nb::call_guard<nb::gil_scoped_release>());
    m.def("_wait_for_deferred_kernels", &wait_for_deferred_kernels);
}

}  // namespace cuprum::python
