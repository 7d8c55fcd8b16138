// `cuprum.cuda.nccl`: collective operations of several devices.
#include "cuprum/nccl.h"

#include "array.h"

namespace cuprum::python {
namespace {

namespace nccl = cuda::nccl;

// A C++ exception with NCCL's status.
void bind_nccl_error(nb::module_& m) {
    static nb::handle error = nb::handle(PyErr_NewExceptionWithDoc(
        "cuprum.cuda.nccl.NcclError", "A call of NCCL failed. `status` is its number for the reason.",
        PyExc_RuntimeError, nullptr));
    m.attr("NcclError") = error;
    nb::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
        } catch (const nccl::NcclError& e) {
            nb::object value = error(e.what());
            value.attr("status") = e.status;
            PyErr_SetObject(error.ptr(), value.ptr());
        }
    });
}

void bind_nccl_functions(nb::module_& m) {
    nb::class_<nccl::NcclConfig>(m, "NcclConfig", "How a group is made: NcclConfig(split_share=0).")
        .def(
            "__init__", [](nccl::NcclConfig* self, int split_share) { new (self) nccl::NcclConfig{split_share}; },
            "split_share"_a = 0)
        .def_rw("split_share", &nccl::NcclConfig::split_share,
                "Whether a part of a group shares the whole one's resources.");
    m.def(
        "get_unique_id",
        [] {
            nb::list numbers;
            for (char byte : nccl::get_unique_id()) numbers.append(static_cast<int>(static_cast<signed char>(byte)));
            return Typed<"tuple[int, ...]">(nb::tuple(numbers));
        },
        doc("cuda::nccl::get_unique_id"));
    for (auto [name, value] : {std::pair("CHAR", 0), {"INT8", 0},    {"UINT8", 1},  {"INT", 2},     {"INT32", 2},
                               {"UINT32", 3},        {"INT64", 4},   {"UINT64", 5}, {"HALF", 6},    {"FLOAT16", 6},
                               {"FLOAT", 7},         {"FLOAT32", 7}, {"DOUBLE", 8}, {"FLOAT64", 8}, {"BFLOAT16", 9},
                               {"SUM", 0},           {"PROD", 1},    {"MAX", 2},    {"MIN", 3},     {"AVG", 4}})
        m.attr((std::string("NCCL_") + name).c_str()) = value;
}

}  // namespace

void bind_nccl(nb::module_& core) {
    nb::module_ m = core.def_submodule("_cuda_nccl");
    m.attr("__name__") = "cuprum.cuda.nccl";
    bind_nccl_error(m);
    bind_nccl_functions(m);
}

}  // namespace cuprum::python
