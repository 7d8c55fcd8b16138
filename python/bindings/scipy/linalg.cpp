// `cuprumx.scipy.linalg`: whether `bandwidth` gives numbers or arrays depends on the number of dimensions.
#include "cuprum/scipy/linalg.h"

#include "../convert.h"
#include "../released.h"

namespace cuprum::python {

void bind_scipy_linalg(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_linalg");
    m.def(
        "bandwidth",
        [](ArrayArg a) {
            const ndarray& x = a;
            using Result = Typed<"tuple[int, int] | tuple[ndarray, ndarray]">;
            if (x.ndim() > 2) {
                const auto [lower, upper] = scipy::linalg::bandwidths(x);
                return Result(nb::make_tuple(lower, upper));
            }
            const auto [lower, upper] = released([&] { return scipy::linalg::bandwidth(x); });
            return Result(nb::make_tuple(lower, upper));
        },
        "a"_a, doc("scipy::linalg::bandwidth"));
}

}  // namespace cuprum::python
