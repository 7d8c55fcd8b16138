// `cuprum.cuda.nvtx`: marks and ranges that NVIDIA's profilers show.
#include "cuprum/nvtx.h"

#include "array.h"

namespace cuprum::python {
namespace {

std::string message_of(nb::handle message) { return nb::cast<std::string>(nb::str(message)); }

void bind_marks(nb::module_& m) {
    namespace nvtx = cuda::nvtx;
    m.attr("available") = nvtx::is_available();
    m.def(
        "Mark", [](Typed<"str | bytes"> message, int id) { nvtx::mark(message_of(message), nvtx::color(id)); },
        "message"_a, "id_color"_a = -1, "Mark a moment.");
    m.def(
        "MarkC", [](Typed<"str | bytes"> message, std::uint32_t color) { nvtx::mark(message_of(message), color); },
        "message"_a, "color"_a = 0, "Mark a moment in an ARGB color.");
    m.def(
        "RangePush",
        [](Typed<"str | bytes"> message, int id) { nvtx::range_push(message_of(message), nvtx::color(id)); },
        "message"_a, "id_color"_a = -1, "Begin a range of the calling thread.");
    m.def(
        "RangePushC",
        [](Typed<"str | bytes"> message, std::uint32_t color) { nvtx::range_push(message_of(message), color); },
        "message"_a, "color"_a = 0, "Begin a range of the calling thread in an ARGB color.");
    m.def("RangePop", nvtx::range_pop, "End the range that was begun last.");
    m.def(
        "RangeStart",
        [](Typed<"str | bytes"> message, std::uint32_t color) { return nvtx::range_start(message_of(message), color); },
        "message"_a, "color"_a = 0, "Begin a range that any thread may end by the number returned.");
    m.def("RangeEnd", nvtx::range_end, "range_id"_a, "End such a range.");
}

}  // namespace

void bind_nvtx(nb::module_& cuda_module) {
    nb::module_ m = cuda_module.def_submodule("_nvtx");
    m.attr("__name__") = "cuprum.cuda.nvtx";
    bind_marks(m);
}

}  // namespace cuprum::python
