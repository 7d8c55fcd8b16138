// What of cuprumx.scipy.ndimage returns less where it is given an array for its result.
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
}

}  // namespace cuprum::python
