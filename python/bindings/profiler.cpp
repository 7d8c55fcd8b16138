// Times of functions, and traces.
#include "cuprum/profiler.h"

#include <atomic>

#include "array.h"
#include "cuprum/deferred.h"
#include "cuprum/gil_release.h"

namespace cuprum::python {
namespace {

// Whether a file is of cuprum or cuprumx: lines in them are not the program's.
bool is_ours(const std::string& file) {
    // No static with an initialiser: that would be locked while Python's own lock may change hands.
    static std::atomic<const std::vector<std::string>*> known{nullptr};
    const std::vector<std::string>* folders = known.load();
    if (!folders) {
        auto home = nb::cast<std::string>(
            nb::module_::import_("os.path").attr("dirname")(nb::module_::import_("cuprum").attr("__file__")));
        known = folders = new std::vector{home + "/", home + "x/"};
    }
    for (const std::string& folder : *folders)
        if (file.starts_with(folder)) return true;
    return false;
}

// The innermost line that is not cuprum's own: "program.py:3 in f".
std::string python_line() {
    if (!nb::is_alive()) return {};
    nb::gil_scoped_acquire held;
    PyObject* raw = reinterpret_cast<PyObject*>(PyEval_GetFrame());
    if (!raw) return {};
    nb::error_scope kept;
    nb::object frame = nb::borrow(raw);
    while (!frame.is_none()) {
        nb::object code = frame.attr("f_code");
        auto file = nb::cast<std::string>(code.attr("co_filename"));
        if (!is_ours(file)) {
            const std::size_t slash = file.rfind('/');
            nb::object line = frame.attr("f_lineno");
            return (slash == std::string::npos ? file : file.substr(slash + 1)) + ":" +
                   nb::cast<std::string>(nb::str(line)) + " in " + nb::cast<std::string>(code.attr("co_name"));
        }
        frame = frame.attr("f_back");
    }
    return {};
}

nb::tuple benchmark(nb::callable function, nb::tuple args, nb::dict kwargs, int n_repeat, int n_warmup,
                    double max_duration, std::vector<int> devices) {
    profiler::BenchmarkOptions options{n_repeat, n_warmup, max_duration, std::move(devices),
                                       [](const std::function<void()>& wait) {
                                           const runtime::GilRelease released;
                                           wait();
                                       }};
    PyObject* given = kwargs.size() ? kwargs.ptr() : nullptr;
    auto result = profiler::benchmark(
        "",
        [&] {
            PyObject* returned = PyObject_Call(function.ptr(), args.ptr(), given);
            if (!returned) raise_python_error();
            const nb::object kept = nb::steal(returned);
            eval();  // what waits is computed only while somebody holds it
        },
        options);
    nb::list times;
    times.append(result.cpu_times);
    for (auto& each : result.gpu_times) times.append(std::move(each));
    return nb::make_tuple(times, result.devices);
}

}  // namespace

void bind_profiler(nb::module_& m) {
    profiler::set_locator(python_line);
    nb::module_ module = m.def_submodule("_profiler", "What cuprumx.profiler is made of.");
    module.def("benchmark", benchmark, "function"_a, "args"_a, "kwargs"_a, "n_repeat"_a, "n_warmup"_a, "max_duration"_a,
               "devices"_a,
               "Times of each call, in seconds: a list for the host and one for each device; and the devices.");
    module.def(
        "benchmark_text",
        [](std::string name, std::vector<double> cpu, std::vector<std::vector<double>> gpu, std::vector<int> devices,
           bool show_gpu) {
            return profiler::BenchmarkResult{std::move(name), std::move(cpu), std::move(gpu), std::move(devices)}
                .to_str(show_gpu);
        },
        "name"_a, "cpu_times"_a, "gpu_times"_a, "devices"_a, "show_gpu"_a, "One line for the times.");

    using Event = profiler::TraceEvent;
    nb::class_<Event> event(module, "TraceEvent",
                            "One thing that a program gave a device to do while it was traced. Times are microseconds "
                            "since the trace began.");
    event.def_ro("kind", &Event::kind, "'kernel', 'copy', 'fill', 'compile', 'allocate', 'free' or 'range'.");
    event.def_ro("name", &Event::name, "Of the kernel, or what was done.");
    event.def_ro("device", &Event::device, "The device's number.");
    event.def_ro("stream", &Event::stream, "The stream's handle.");
    event.def_ro("thread", &Event::thread, "A number for the thread that asked for it.");
    event.def_ro("begin", &Event::begin, "When the device began it; on a GPU, an event before it says so.");
    event.def_ro("duration", &Event::duration, "How long the device took.");
    event.def_ro("call_begin", &Event::call_begin, "When it was asked for.");
    event.def_ro("call_duration", &Event::call_duration, "How long the host took to ask for it.");
    event.def_ro("bytes", &Event::bytes, "Read and written, or allocated; 0 where it is not known.");
    event.def_ro("line", &Event::place, "The Python line that caused it: 'program.py:3 in f'.");
    event.def_prop_ro("gigabytes_per_second", &Event::gigabytes_per_second,
                      "10**9 bytes a second; 0 where bytes or time are not known.");
    event.def("__repr__", [](const Event& e) {
        return "<" + e.kind + " " + e.name + ", " + std::to_string(e.duration) + " us, " + std::to_string(e.bytes) +
               " bytes, " + e.place + ">";
    });

    using Trace = profiler::Trace;
    const nb::call_guard<runtime::GilRelease> released;
    nb::class_<Trace>(module, "Trace", "Sees what devices are given to do until stop().")
        .def(nb::init<>())
        .def("stop", &Trace::stop, released, "Wait for the devices and collect what was seen.")
        .def_prop_ro(
            "events", [](const Trace& t) { return t.events(); }, "What was seen, as TraceEvents.")
        .def("table", &Trace::table, "grouped"_a = false, "Text with a line an event, or a line a group of equal ones.")
        .def("write_chrome", &Trace::write_chrome, "path"_a, released, "Write a file for chrome://tracing.")
        .def("write_svg", &Trace::write_svg, "path"_a, released, "Write a picture.");

    // A range is opened and closed by two calls, not by a scope.
    nb::class_<profiler::Range>(module, "Range", "A part of a program, in traces, while this lives.")
        .def(nb::init<std::string>(), "name"_a);
}

}  // namespace cuprum::python
