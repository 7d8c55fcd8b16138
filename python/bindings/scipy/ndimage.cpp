// What of cuprumx.scipy.ndimage returns more or less by what it is given.
#include "cuprum/scipy/ndimage.h"

#include "../array.h"
#include "ndimage_args.h"

namespace cuprum::python {

using namespace scipy::ndimage;

void bind_scipy_ndimage(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_ndimage");
    set_image_warning([](const char* message) {
        if (PyErr_WarnEx(PyExc_UserWarning, message, 1) < 0) raise_python_error();
    });
    m.def(
        "label",
        [](DeviceArrayArg input, ImageArrayArg structure,
           ImageOutputArg output) -> Typed<"tuple[ndarray, int] if output is None else tuple[ndarray, int] | int"> {
            auto [labels, count] = label(input, structure.optional(), output);
            if (output.is_array()) return nb::cast(count);
            return nb::make_tuple(wrap_object(std::move(labels)), count);
        },
        "input"_a, "structure"_a = nb::none(), "output"_a = nb::none(), doc("scipy::ndimage::label"));
    m.def(
        "iterate_structure",
        [](DeviceArrayArg structure, AxisArg iterations,
           OptionalArg<"int | Sequence[int]"> origin) -> Typed<"ndarray | tuple[ndarray, list[int]]"> {
            const std::int64_t times = iterations;
            const nb::object made = wrap_object(iterate_structure(structure, times));
            if (origin.is_none() || times < 2) return made;  // as in SciPy and CuPy: the structure alone
            nb::list origins;
            for (const std::int64_t one :
                 Integers(argument<ImageIntegersArg>(origin.object)).expanded(structure.get().ndim()))
                origins.append(times * one);
            return nb::make_tuple(made, origins);
        },
        "structure"_a, "iterations"_a, "origin"_a = nb::none(), doc("scipy::ndimage::iterate_structure"));
}

}  // namespace cuprum::python
