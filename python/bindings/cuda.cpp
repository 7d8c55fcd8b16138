// `cuprum.cuda`: devices, streams and events, and of the runtime what they need; and what tells of the library's state.
#include "cuprum/cuda.h"

#include <nanobind/stl/map.h>
#include <unistd.h>

#include <filesystem>

#include "array.h"
#include "callables.h"
#include "cuprum/cuda_runtime.h"
#include "cuprum/environment.h"
#include "cuprum/gil_release.h"
#include "cuprum/kernel_cache.h"
#include "cuprum/prebuilt_kernels.h"
#include "cuprum/synchronization.h"
#include "memory.h"

#ifdef Py_LIMITED_API
extern "C" int PyGILState_Check();  // There in all versions, though its declaration is not.
#endif

namespace cuprum::python {

void bind_memory(nb::module_& m);
void bind_memory_pools(nb::module_& m, nb::module_& cuda_module);
void bind_pinned_memory(nb::module_& m, nb::module_& cuda_module);
void bind_cuda_runtime(nb::module_& m);
void bind_declared_numpy_cuda(nb::module_& m);
void bind_nccl(nb::module_& m);
void bind_nvtx(nb::module_& cuda_module);
void bind_texture(nb::module_& cuda_module);

namespace {

const nb::call_guard<runtime::GilRelease> without_gil;

// Python's interpreter lock, which the library lets go while it takes long.
constexpr runtime::GilHooks interpreter_lock = {
    []() -> void* { return nb::is_alive() && PyGILState_Check() ? PyEval_SaveThread() : nullptr; },
    [](void* held) {
        try {
            PyEval_RestoreThread(static_cast<PyThreadState*>(held));
        } catch (...) {
            // The interpreter ends, and before Python 3.14 it ends other threads by unwinding them, through frames that
            // do not allow it. Such a thread stays here until the process is gone.
            for (;;) pause();
        }
    },
};

// What `with` blocks of the calling thread have replaced.
template <class T>
std::vector<T>& replaced() {
    thread_local std::vector<T> stack;
    return stack;
}

template <class T>
T take_back() {
    auto& stack = replaced<T>();
    if (stack.empty()) throw Error("a context is left that this thread has not entered");
    T value = std::move(stack.back());
    stack.pop_back();
    return value;
}

void bind_device(nb::module_& m) {
    auto type = nb::borrow<nb::class_<cuda::Device>>(nb::type<cuda::Device>());
    type.def("__int__", &cuda::Device::id);
    type.def("__hash__", &cuda::Device::id);
    type.def("__reduce__", [](Self<cuda::Device> self) {
        return nb::make_tuple(nb::handle(self).type(), nb::make_tuple(self->id()));
    });
    type.def(
        "__eq__",
        [](cuda::Device a, nb::handle b) { return nb::isinstance<cuda::Device>(b) && a == nb::cast<cuda::Device>(b); },
        nb::arg().none());
    type.def("__lt__", [](cuda::Device a, cuda::Device b) { return a.id() < b.id(); }, nb::is_operator());
    type.def("__le__", [](cuda::Device a, cuda::Device b) { return a.id() <= b.id(); }, nb::is_operator());
    type.def("__gt__", [](cuda::Device a, cuda::Device b) { return a.id() > b.id(); }, nb::is_operator());
    type.def("__ge__", [](cuda::Device a, cuda::Device b) { return a.id() >= b.id(); }, nb::is_operator());
    for (auto [name, library] : {std::pair("cublas_handle", "cublas"),
                                 {"cusolver_handle", "cusolver"},
                                 {"cusolver_sp_handle", "cusolver_sp"},
                                 {"cusparse_handle", "cusparse"},
                                 {"cutensor_handle", "cutensor"}})
        type.def_prop_ro(
            name,
            [library](cuda::Device device) { return reinterpret_cast<std::uintptr_t>(device.library_handle(library)); },
            "The calling thread's handle of the library, set to the current stream.");
    type.def("__enter__", [](Self<cuda::Device> self) {
        cuda::Device previous;
        self->use();
        replaced<cuda::Device>().push_back(previous);
        return nb::borrow(nb::handle(self));
    });
    type.def("__exit__", [](cuda::Device, nb::args) { take_back<cuda::Device>().use(); });
    m.def("get_device_id", [] { return cuda::Device().id(); }, "The number of the current device.");
}

std::optional<int> device_number(int id) { return id < 0 ? std::nullopt : std::optional(id); }

struct ExternalStream : cuda::Stream {
    int device_id;  // what the maker said; -1 for the device that was current
};

// A stream made elsewhere, with the object to which it belongs: it lives as long as the stream's object does.
nb::object external_stream(std::uintptr_t handle, int device_id, nb::handle owner) {
    nb::object made = nb::cast(
        ExternalStream{cuda::Stream::external(reinterpret_cast<void*>(handle), device_number(device_id)), device_id});
    made.attr("_foreign_stream_ref") = owner;
    return made;
}

// The Python object of a stream of which there is one.
template <const cuda::Stream& (*make)()>
Typed<"Stream"> the_one() {
    static PyObject* stream = nb::cast(make()).release().ptr();
    return nb::borrow(stream);
}

// A container of the calling thread. Python's dictionary of the thread holds it, and lets its objects go with the
// interpreter's lock held.
template <class Container>
Container of_thread(const char* name) {
    PyObject* thread = PyThreadState_GetDict();
    if (!thread) throw Error("the thread has no Python state");
    nb::dict dictionary = nb::borrow<nb::dict>(thread);
    if (!dictionary.contains(name)) dictionary[name] = Container();
    return nb::cast<Container>(dictionary[name]);
}

// The object that became the calling thread's stream on a device. It may carry more than the stream does: a subclass,
// or another library's object to which the stream belongs.
nb::object current_object(int device) {
    nb::dict objects = of_thread<nb::dict>("cuprum.current_streams");
    const cuda::Stream current = cuda::get_current_stream(device);
    nb::int_ key(device);
    if (!objects.contains(key) || nb::cast<const cuda::Stream&>(objects[key]) != current) {
        const bool null = current == cuda::Stream::null(), thread = current == cuda::Stream::per_thread();
        objects[key] = null     ? nb::object(the_one<&cuda::Stream::null>())
                       : thread ? nb::object(the_one<&cuda::Stream::per_thread>())
                                : nb::cast(current);
    }
    return nb::borrow(objects[key]);
}

void make_current(nb::handle stream) {
    nb::cast<const cuda::Stream&>(stream).use();
    of_thread<nb::dict>("cuprum.current_streams")[nb::int_(cuda::Device().id())] = stream;
}

// The streams of the `with` blocks that the calling thread is in, each with its device.
nb::list entered_streams() { return of_thread<nb::list>("cuprum.entered_streams"); }

// Leaves a block. The stream of the block around it becomes current, or the default stream where there is none, as in
// CuPy: what `use` made current before or in the block does not count.
void leave_stream() {
    nb::list entered = entered_streams();
    if (nb::len(entered) == 0) throw Error("a context is left that this thread has not entered");
    const nb::object left = entered.attr("pop")();
    const int device = nb::cast<int>(left[0]);
    static const bool per_thread = runtime::environment_says_yes("CUDA_PER_THREAD_DEFAULT_STREAM");
    nb::object around = per_thread ? the_one<&cuda::Stream::per_thread>() : the_one<&cuda::Stream::null>();
    for (nb::handle block : entered)
        if (nb::cast<int>(block[0]) == device) around = block[1];
    cuda::DeviceGuard guard{cuda::Device(device)};
    make_current(around);
}

void bind_stream_attributes(nb::class_<cuda::Stream>& stream) {
    stream.def(
        "__init__",
        [](cuda::Stream* self, bool null, bool non_blocking, bool ptds, std::optional<int> priority) {
            if (null && ptds) throw ValueError("a stream is the null stream or the thread's default stream, not both");
            if (null) new (self) cuda::Stream(cuda::Stream::null());
            else if (ptds) new (self) cuda::Stream(cuda::Stream::per_thread());
            else new (self) cuda::Stream(non_blocking, priority);
        },
        "null"_a = false, "non_blocking"_a = false, "ptds"_a = false, "priority"_a = nb::none());
    stream.def_prop_ro_static(
        "null", [](nb::handle) { return the_one<&cuda::Stream::null>(); },
        "The default stream of whatever device is current.");
    stream.def_prop_ro_static(
        "ptds", [](nb::handle) { return the_one<&cuda::Stream::per_thread>(); },
        "The default stream of the calling thread.");
    stream.def_prop_ro(
        "ptr", [](const cuda::Stream& s) { return reinterpret_cast<std::uintptr_t>(s.handle()); }, "The handle.");
    stream.def("__cuda_stream__",
               [](const cuda::Stream& s) { return nb::make_tuple(0, reinterpret_cast<std::uintptr_t>(s.handle())); });
    stream.def_prop_ro("device_id", &cuda::Stream::device_id, "The number of its device; -1 for the default streams.");
    stream.def_prop_ro("is_non_blocking", &cuda::Stream::is_non_blocking,
                       "Whether it does not wait for the null stream.");
    stream.def_prop_ro("priority", &cuda::Stream::priority, "A lower one goes first.");
    stream.def_prop_ro("done", &cuda::Stream::done, "Whether all that it was given is done.");
}

void bind_stream_work(nb::class_<cuda::Stream>& stream) {
    stream.def("synchronize", &cuda::Stream::synchronize, without_gil, "Wait for all that it was given to do.");
    stream.def(
        "use",
        [](Self<cuda::Stream> self) {
            make_current(self);
            return Typed<"cuprum.cuda.Stream">(nb::borrow(nb::handle(self)));
        },
        "Make it the calling thread's stream on the current device.");
    stream.def(
        "record", [](const cuda::Stream& self, Typed<"cuprum.cuda.Event"> event) -> Typed<"cuprum.cuda.Event"> {
            if (event.is_none()) return nb::cast(self.record());
            self.record(nb::cast<cuda::Event&>(event));
            return event;
        },
        "event"_a = nb::none(), "Record an event, a new one unless one is given, and return it.");
    stream.def("wait_event", &cuda::Stream::wait_event, "event"_a,
               "Make what comes next on this stream wait for an event.");
    stream.def(
        "launch_host_func",
        [](const cuda::Stream& self, nb::callable callback, Typed<"Any"> arg) {
            auto function = host_function(nb::cpp_function([callback, arg] { callback(arg); }));
            const runtime::GilRelease unlocked;
            self.launch_host_func(std::move(function));
        },
        "callback"_a, "arg"_a.none(),
        "Call callback(arg) on another thread when all that the stream was given is done; it must not use the device.");
    stream.def(
        "add_callback",
        [](Self<cuda::Stream> self, nb::callable callback, Typed<"Any"> arg) {
            const cuda::Stream& given = *self;
            auto function = host_function(
                nb::cpp_function([stream = nb::borrow(nb::handle(self)), callback, arg] { callback(stream, 0, arg); }));
            const runtime::GilRelease unlocked;
            given.add_callback([function = std::move(function)](int) { function(); });
        },
        "callback"_a, "arg"_a.none(),
        "Call callback(stream, status, arg) on another thread when all that the stream was given is done.");
}

void bind_capture(nb::class_<cuda::Stream>& stream) {
    stream.def(
        "begin_capture",
        [](const cuda::Stream& self, std::optional<int> mode) {
            if (mode && (*mode < 0 || *mode > 2))
                throw ValueError("there is no capture mode " + std::to_string(*mode) +
                                 "; see cuda.runtime.streamCaptureMode...");
            self.begin_capture(
                static_cast<cuda::CaptureMode>(mode.value_or(static_cast<int>(cuda::CaptureMode::relaxed))));
        },
        "mode"_a = nb::none(),
        "Make what the stream is given the steps of a graph, instead of doing it, until end_capture. The same thread "
        "must end it. What "
        "cannot be captured raises, such as waiting for the stream or reading results on the host.");
    stream.def("end_capture", &cuda::Stream::end_capture, without_gil, "End the capture and return its Graph.");
    stream.def("is_capturing", &cuda::Stream::is_capturing, "Whether the stream is being captured.");
}

void bind_stream_protocols(nb::class_<cuda::Stream>& stream) {
    stream.def_static(
        "from_external",
        [](Typed<"Any"> obj) {
            if (!nb::hasattr(obj, "__cuda_stream__"))
                throw TypeError(nb::cast<std::string>(nb::repr(obj.type())) + " does not implement __cuda_stream__");
            nb::object answer = obj.attr("__cuda_stream__");
            if (PyCallable_Check(answer.ptr())) answer = answer();
            const auto refuse = [&](const std::string& what) {
                throw TypeError("__cuda_stream__ " + what + ", not " + nb::cast<std::string>(nb::repr(answer)));
            };
            if (!nb::isinstance<nb::tuple>(answer) || nb::len(answer) != 2) refuse("must return a 2-tuple");
            nb::object version = answer[0], handle = answer[1];
            if (!nb::isinstance<nb::int_>(version) || !nb::isinstance<nb::int_>(handle))
                refuse("must return (int, int)");
            if (!version.equal(nb::int_(0))) refuse("of an unsupported version: 0 is known");
            return Typed<"cuprum.cuda.Stream">(external_stream(nb::cast<std::uintptr_t>(handle), -1, obj));
        },
        "obj"_a, "The stream of another library's object that has __cuda_stream__.");
    stream.def("__repr__", &cuda::Stream::repr);
    stream.def("__hash__", [](const cuda::Stream& s) { return std::hash<void*>()(s.handle()); });
    stream.def(
        "__eq__",
        [](const cuda::Stream& a, nb::handle b) {
            return nb::isinstance<cuda::Stream>(b) && a == nb::cast<const cuda::Stream&>(b);
        },
        nb::arg().none());
    stream.def("__enter__", [](Self<cuda::Stream> self) {
        make_current(self);
        entered_streams().append(nb::make_tuple(cuda::Device().id(), nb::borrow(nb::handle(self))));
        return nb::borrow(nb::handle(self));
    });
    stream.def("__exit__", [](const cuda::Stream&, nb::args) { leave_stream(); });
}

void bind_graph(nb::class_<cuda::Graph>& graph) {
    graph
        .def(
            "launch",
            [](const cuda::Graph& self, const cuda::Stream* stream) { stream ? self.launch(*stream) : self.launch(); },
            "stream"_a = nb::none(), without_gil,
            "Give the steps to a stream, the current one by default. Of a stream that is captured they become one "
            "step.")
        .def(
            "upload",
            [](const cuda::Graph& self, const cuda::Stream* stream) { stream ? self.upload(*stream) : self.upload(); },
            "stream"_a = nb::none(), without_gil, "Do ahead what the first launch would need.")
        .def("debug_dot_str", &cuda::Graph::debug_dot_str, "flags"_a = 0, "The graph in the DOT language.")
        .def_prop_ro(
            "graph", [](const cuda::Graph& g) { return reinterpret_cast<std::uintptr_t>(g.graph()); },
            "The driver's handle.")
        .def_prop_ro(
            "graphExec", [](const cuda::Graph& g) { return reinterpret_cast<std::uintptr_t>(g.graph_exec()); },
            "The handle of what is launched.");
}

void bind_external_stream(nb::module_& m) {
    nb::class_<ExternalStream, cuda::Stream>(m, "ExternalStream", nb::dynamic_attr(),
                                             "A stream made elsewhere, which stays with its maker.")
        .def(
            "__init__",
            [](ExternalStream* self, std::uintptr_t ptr, int device_id) {
                if (PyErr_WarnEx(PyExc_DeprecationWarning, "ExternalStream is deprecated; use Stream.from_external",
                                 1) < 0)
                    raise_python_error();
                new (self) ExternalStream{
                    cuda::Stream::external(reinterpret_cast<void*>(ptr), device_number(device_id)), device_id};
            },
            "ptr"_a, "device_id"_a = -1)
        .def_ro("device_id", &ExternalStream::device_id, "The number of its device as its maker gave it, or -1.");
}

void bind_streams(nb::module_& m) {
    auto graph = nb::borrow<nb::class_<cuda::Graph>>(nb::type<cuda::Graph>());
    auto stream = nb::borrow<nb::class_<cuda::Stream>>(nb::type<cuda::Stream>());
    bind_stream_attributes(stream);
    bind_stream_work(stream);
    bind_capture(stream);
    bind_stream_protocols(stream);
    bind_graph(graph);
    bind_external_stream(m);
    m.def("_set_may_synchronize", &cuda::set_may_synchronize, "allow"_a);
    m.def(
        "get_current_stream",
        [](int device_id) {
            return Typed<"cuprum.cuda.Stream">(current_object(device_id < 0 ? cuda::Device().id() : device_id));
        },
        "device_id"_a = -1,
        "The calling thread's stream on a device, the current one unless given.\n\n"
        "Example\n"
        "    >>> with cp.cuda.Stream() as stream:\n"
        "    ...     print(cp.cuda.get_current_stream() == stream)\n"
        "    True\n");
}

nb::dict cache_information() {
    kernel::CacheInfo info = kernel::cache_info();
    nb::list packs;
    for (const kernel::PackInfo& pack : info.packs) {
        nb::dict entry;
        entry["path"] = pack.path;
        entry["target"] = pack.target;
        entry["compiler"] = pack.compiler_version;
        entry["kernels"] = pack.kernels;
        entry["modules"] = pack.modules;
        entry["bytes"] = pack.bytes;
        packs.append(entry);
    }
    nb::dict result;
    result["folder"] = info.folder;
    result["files"] = info.files;
    result["bytes"] = info.bytes;
    result["limit"] = info.limit;
    result["packs"] = packs;
    result["memory_hits"] = info.memory_hits;
    result["folder_hits"] = info.folder_hits;
    result["pack_hits"] = info.pack_hits;
    result["compiled"] = info.compiled;
    result["compile_ms"] = info.compile_ms;
    return result;
}

nb::dict build_prebuilt_kernels(const std::string& target, const std::string& folder, unsigned threads,
                                nb::object progress, bool common) {
    auto report = [&](std::size_t done, std::size_t total) {
        if (progress.is_none()) return;
        nb::gil_scoped_acquire held;
        progress(done, total);
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    };
    kernel::PackSummary summary;
    {
        const runtime::GilRelease unlocked;
        summary = kernel::build_prebuilt_kernels(target, folder, threads, report,
                                                 common ? kernel::PrebuiltSet::common : kernel::PrebuiltSet::all);
    }
    nb::dict result;
    result["path"] = (std::filesystem::path(folder.empty() ? kernel::user_pack_folder() : folder) /
                      (target + (common ? "-common.pack" : ".pack")))
                         .string();
    result["kernels"] = summary.kernels;
    result["modules"] = summary.modules;
    result["reused"] = summary.reused;
    result["bytes"] = summary.bytes;
    return result;
}

// NVIDIA's wheels stand beside other packages.
void look_for_libraries_in_packages() {
    for (nb::handle entry : nb::module_::import_("sys").attr("path")) {
        std::string folder;
        if (nb::try_cast(entry, folder) && folder.starts_with('/')) runtime::add_library_search_path(std::move(folder));
    }
}

void bind_state(nb::module_& m) {
    look_for_libraries_in_packages();
    m.def("backend", &backend_name, "'cuda' or 'cpu': what arrays are computed with in this process.");
    m.def("is_available", &cuda::is_available, "Whether arrays are computed on a CUDA device.");
    m.def("_compiler_version", kernel::compiler_version);
    m.def("_cache_info", cache_information);
    m.def("_cache_clear", kernel::cache_clear);
    m.def("_device_targets", kernel::device_targets);
    m.def("_show_compilations", kernel::show_compilations, "show"_a);
    m.def("_build_prebuilt_kernels", build_prebuilt_kernels, "target"_a, "folder"_a, "threads"_a,
          "progress"_a = nb::none(), "common"_a = false);
    m.def("_repr_cpp", [](const ndarray& a) { return cuprum::repr(a); });
    m.def("_str_cpp", [](const ndarray& a) { return cuprum::to_string(a); });
}

}  // namespace

void bind_cuda(nb::module_& m) {
    runtime::gil_hooks = &interpreter_lock;
    nb::module_ cuda_module = m.def_submodule("_cuda");
    cuda_module.attr("__name__") = "cuprum.cuda";  // where users find the classes
    bind_memory(cuda_module);
    bind_pinned_memory(m, cuda_module);
    bind_nccl(m);
    nb::class_<cuda::Graph>(
        cuda_module, "Graph",
        "Work that was captured from a stream, to be launched again and again; made by Stream.end_capture.\n\n"
        "Example\n"
        "    >>> a = cp.zeros(3)\n"
        "    >>> with cp.cuda.Stream(non_blocking=True) as stream:\n"
        "    ...     _ = a + 1  # compiles the kernel\n"
        "    ...     stream.begin_capture()\n"
        "    ...     a += 1\n"
        "    ...     graph = stream.end_capture()\n"
        "    ...     for _ in range(4):\n"
        "    ...         graph.launch()\n"
        "    ...     stream.synchronize()\n"
        "    >>> a\n"
        "    array([4., 4., 4.])\n");
    nb::class_<cuda::Stream>(cuda_module, "Stream",
                             "An order in which a device works. `with stream:` makes it the calling thread's.\n\n"
                             "Example\n"
                             "    >>> stream = cp.cuda.Stream(non_blocking=True)\n"
                             "    >>> with stream:\n"
                             "    ...     a = cp.arange(3) * 2\n"
                             "    >>> stream.synchronize()\n"
                             "    >>> a\n"
                             "    array([0, 2, 4])\n");
    bind_declared_numpy_cuda(m);  // after the classes that its signatures name
    bind_memory_pools(m, cuda_module);
    bind_device(cuda_module);
    bind_streams(cuda_module);
    nb::module_ runtime_module = m.def_submodule("_cuda_runtime");
    bind_cuda_runtime(runtime_module);
    bind_nvtx(cuda_module);
    bind_texture(cuda_module);
    bind_state(m);
}

}  // namespace cuprum::python
