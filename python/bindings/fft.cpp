// What holds plans of Fourier transforms: their caches, plans and callbacks as objects; settings of the library.
#include "cuprum/fft.h"

#include <nanobind/stl/shared_ptr.h>

#include "array.h"
#include "cuprum/fft_plan.h"
#include "fft.h"

namespace cuprum::python {

using fft::Norm;

Norm to_norm(PyObject* object) {
    if (object == Py_None) return Norm::backward;
    if (!PyUnicode_Check(object))
        throw ValueError("Invalid norm value " + nb::cast<std::string>(nb::str(nb::handle(object))) +
                         "; should be \"backward\", \"ortho\" or \"forward\".");
    Py_ssize_t length = 0;
    const char* text = PyUnicode_AsUTF8AndSize(object, &length);
    if (!text) raise_python_error();
    return fft::norm_from_name({text, static_cast<std::size_t>(length)});
}

namespace {

constinit thread_local PyObject* plan_in_use = nullptr;

}  // namespace

PyObject* current_plan() { return plan_in_use; }

namespace {

void bind_plan_cache(nb::module_& m) {
    using fft::PlanCache;
    nb::class_<PlanCache>(m, "PlanCache", "Plans of Fourier transforms, the least recently used of which go first.")
        .def(
            "__init__",
            [](PlanCache* self, AxisArg size, AxisArg memsize, AxisArg dev) {
                const std::int64_t device = dev;
                new (self)
                    PlanCache(size, memsize, device < 0 ? fft::plan_cache()->device() : static_cast<int>(device));
            },
            "size"_a = 16, "memsize"_a = -1, "dev"_a = -1)
        .def("get_size", &PlanCache::size, "How many plans are held at most; -1 is no limit.")
        .def(
            "set_size", [](PlanCache& self, AxisArg size) { self.set_size(size); }, "size"_a)
        .def("get_memsize", &PlanCache::memsize, "How many bytes plans may take together; -1 is no limit.")
        .def(
            "set_memsize", [](PlanCache& self, AxisArg memsize) { self.set_memsize(memsize); }, "memsize"_a)
        .def("get_curr_size", &PlanCache::current_size, "How many plans are held.")
        .def("get_curr_memsize", &PlanCache::current_memsize, "How many bytes they take.")
        .def("clear", &PlanCache::clear, "Lets go of all plans.")
        .def(
            "show_info", [](const PlanCache& self) { nb::print(self.info().c_str()); },
            "Prints the limits and what is held.")
        .def(
            "_keys",
            [](const PlanCache& self) {
                nb::list keys;
                for (const fft::PlanKey& key : self.keys()) {
                    nb::list lengths;
                    for (std::int64_t length : key.lengths) lengths.append(length);
                    keys.append(
                        nb::make_tuple(key.kind, key.real == DType::float64, nb::tuple(lengths), key.batch, key.bytes));
                }
                return keys;
            },
            "The kind, whether it is of double precision, the lengths, the batch and the bytes of each plan, the last "
            "used first.")
        .def("__len__", &PlanCache::current_size)
        .def("__repr__", &PlanCache::info);
}

void bind_callbacks(nb::module_& m) {
    using fft::Callbacks;
    nb::class_<Callbacks>(m, "Callbacks", doc("fft::Callbacks"))
        .def(
            "__init__",
            [](Callbacks* self, std::string load, std::string store, OptionalArrayArg load_data,
               OptionalArrayArg store_data, std::string load_name, std::string store_name) {
                const auto data = [](const OptionalArrayArg& argument) {
                    const ndarray* array = argument.pointer();
                    return array ? std::optional<ndarray>(*array) : std::optional<ndarray>();
                };
                new (self) Callbacks(std::move(load), std::move(store), data(load_data), data(store_data),
                                     std::move(load_name), std::move(store_name));
            },
            "load"_a, "store"_a, "load_data"_a = nb::none(), "store_data"_a = nb::none(), "load_name"_a = "",
            "store_name"_a = "")
        .def("enter", &Callbacks::enter, "From now on the calling thread's transforms pass through these callbacks.")
        .def("leave", &Callbacks::leave, "Ends what `enter` began.");
}

void bind_plans(nb::module_& m) {
    nb::class_<fft::Plan>(m, "_Plan")
        .def("__init__",
             [](fft::Plan* self, const std::string& kind, DTypeArg real, ShapeArg lengths, std::int64_t batch,
                const std::string& order) {
                 new (self) fft::Plan(fft::transform_kind(kind), real, Shape(lengths), batch,
                                      order.size() == 1 ? order[0] : '?');
             })
        .def("set_layouts",
             [](fft::Plan& self, ShapeArg inembed, std::int64_t istride, std::int64_t idist, ShapeArg onembed,
                std::int64_t ostride, std::int64_t odist) {
                 self.set_layouts({Shape(inembed), istride, idist}, {Shape(onembed), ostride, odist});
             })
        .def_prop_ro("has_layouts", &fft::Plan::has_layouts)
        .def_prop_ro("is_close", &fft::Plan::is_close)
        .def_prop_ro("output_shape", &fft::Plan::output_shape)
        .def_prop_ro("extents",
                     [](const fft::Plan& self) {
                         const auto [input, output] = self.extents();
                         return nb::make_tuple(input, output);
                     })
        .def("result_shape", &fft::Plan::result_shape)
        .def("check", &fft::Plan::check)
        .def("execute", [](const fft::Plan& self, const ndarray& a, const ndarray& out,
                           bool forward) { released([&] { self.execute(a, out, forward); }); })
        .def("workspace_bytes", [](const fft::Plan& self) { return self.workspace_bytes(); })
        .def("execute_memory", [](const fft::Plan& self, const ndarray& a, const ndarray& out, bool forward) {
            released([&] { self.execute_memory(a, out, forward); });
        });
    m.def("_current_plan", [] { return Typed<"Any">(nb::borrow(plan_in_use ? plan_in_use : Py_None)); });
    m.def(
        "_set_current_plan",
        [](Arg<"Any"> plan) {
            PyObject* const before = plan_in_use;
            plan_in_use = plan.is_none() ? nullptr : Py_NewRef(plan.object);
            Py_XDECREF(before);
        },
        nb::arg().none());
    m.def(
        "_transform_axes",
        [](ShapeArg of, OptionalShapeArg shape, AxesArg axes, const std::string& kind) {
            const fft::TransformAxes found = fft::transform_axes(Shape(of), shape, axes, fft::transform_kind(kind));
            return nb::make_tuple(from_dims(found.lengths), from_dims(found.axes));
        },
        nb::arg(), nb::arg().none(), nb::arg().none(), nb::arg());
}

void bind_library(nb::module_& m) {
    m.def("library_version", fft::library_version, "The version of cuFFT as a number; 0 on a CPU.");
    m.def(
        "transform_pairs",
        [](DeviceArrayArg a, DeviceArrayArg out, ShapeArg lengths, BoolArg forward) {
            const ndarray &x = a, &target = out;
            const Dims shape = lengths;
            const bool ahead = forward;
            released([&] { fft::transform_pairs(x, target, shape, ahead); });
        },
        "a"_a, "out"_a, "lengths"_a, "forward"_a = true, doc("fft::transform_pairs"));
    m.def(
        "settings",
        [] {
            const fft::Settings s = fft::settings();
            return nb::make_tuple(s.several_axes, s.several_devices, s.devices);
        },
        "Whether several axes may be one plan's, whether several devices work together, and which.");
    m.def(
        "set_settings",
        [](bool several_axes, bool several_devices, const std::vector<int>& devices) {
            fft::set_settings({several_axes, several_devices, devices});
        },
        "several_axes"_a, "several_devices"_a, "devices"_a);
    m.def("get_plan_cache", fft::plan_cache, "The calling thread's plans of the current device.");
}

}  // namespace

void bind_fft(nb::module_& core) {
    nb::module_ m = core.def_submodule("_fft");
    bind_plan_cache(m);
    bind_callbacks(m);
    bind_plans(m);
    bind_library(m);
}

}  // namespace cuprum::python
