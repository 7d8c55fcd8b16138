// What bound functions have beyond nanobind's. Errors about an argument say which one of which function it is: a
// conversion knows neither, so what calls the function looks afterwards; bound functions are called through one more
// pointer for that. The place is a note of the exception, as its message is CuPy's to the letter: lessons print it, and
// programs look for it. And the functions' types get what Python's own have.
#include <algorithm>
#include <array>
#include <string_view>

#include "convert.h"
#include "placement.h"
#include "ufunc.h"

namespace cuprum::python {
namespace {

using namespace nanobind::literals;

// What the last refused conversion was given, and what was said of it; null where no call has told of it yet.
thread_local PyObject* refused = nullptr;
thread_local std::string refusal;

// The names of a function's parameters, from its signature "def name(first: type = value, *rest, ...) -> type".
std::vector<std::string> parameters(nb::handle function) {
    nb::object first = function.attr("__nb_signature__")[nb::int_(0)];
    const auto text = nb::cast<std::string>(first[nb::int_(0)]);
    std::vector<std::string> names;
    int depth = 0;
    bool in_name = false;
    for (std::size_t i = text.find('('); i < text.size(); ++i) {
        const char c = text[i];
        if (c == ')' && depth == 1) break;
        if (c == '(' || c == '[') ++depth;
        if (c == ')' || c == ']') --depth;
        if (depth == 1 && (c == '(' || c == ',')) {
            names.emplace_back();
            in_name = true;
        } else if (c == ':' || c == '=') {
            in_name = false;
        } else if (in_name && c != ' ') {
            names.back() += c;
        }
    }
    std::erase_if(names, [](const std::string& name) { return name.empty() || name == "*" || name == "/"; });
    return names;
}

bool is_or_holds(PyObject* argument, PyObject* object) {
    if (argument == object) return true;
    if (!PyList_Check(argument) && !PyTuple_Check(argument)) return false;
    PyObject** items = PySequence_Fast_ITEMS(argument);
    return std::find(items, items + PySequence_Fast_GET_SIZE(argument), object) !=
           items + PySequence_Fast_GET_SIZE(argument);
}

// "argument 'a' of sort"; nothing where the object is none of the arguments.
std::string place_of(PyObject* object, PyObject* function, PyObject* const* args, Py_ssize_t count,
                     PyObject* keywords) {
    std::string parameter;
    const std::vector<std::string> names = parameters(function);
    for (Py_ssize_t i = 0; i < count && parameter.empty(); ++i) {
        if (!is_or_holds(args[i], object)) continue;
        const std::size_t last = names.size() - 1;
        parameter = names.empty() ? "" : names[std::min(static_cast<std::size_t>(i), last)];
        for (const std::string& name : names)
            if (name.starts_with("*") && static_cast<std::size_t>(&name - names.data()) <= static_cast<std::size_t>(i))
                parameter = name;
    }
    for (Py_ssize_t i = 0; keywords && i < PyTuple_GET_SIZE(keywords) && parameter.empty(); ++i)
        if (is_or_holds(args[count + i], object))
            parameter = nb::cast<std::string>(nb::handle(PyTuple_GET_ITEM(keywords, i)));
    if (parameter.empty()) return "";
    nb::handle bound(function);
    return "argument '" + parameter + "' of " + nb::cast<std::string>(bound.attr("__qualname__"));
}

void name_argument(PyObject* function, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
    PyObject* object = std::exchange(refused, nullptr);
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) return;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    try {
        const bool same = nb::cast<std::string>(nb::str(nb::handle(value))) == refusal;
        const std::string place = same ? place_of(object, function, args, count, keywords) : "";
        if (!place.empty() && nb::hasattr(nb::handle(value), "add_note")) nb::handle(value).attr("add_note")(place);
    } catch (nb::python_error&) {
        // The error is told without the place.
    }
    PyErr_Restore(type, value, traceback);
}

// The functions' own entries: nanobind has a handful of them, and each short way is one.
constexpr std::size_t most_entries = 64;
std::array<vectorcallfunc, most_entries> entries{};

template <std::size_t i, bool placed>
PyObject* entry(PyObject* function, PyObject* const* args, std::size_t flags, PyObject* keywords) {
    // nanobind keeps a mark in one of the upper bits.
    const Py_ssize_t count = PyVectorcall_NARGS(flags) & 0x7fffffff;
    PyObject* result = nullptr;
    if (!placed || is_one_device()) {
        result = entries[i](function, args, flags, keywords);
    } else {
        result = guarded([&] {
            const Placement here(args, keywords ? count + PyTuple_GET_SIZE(keywords) : count);
            return entries[i](function, args, flags, keywords);
        });
    }
    if (!result && refused) [[unlikely]]
        name_argument(function, args, count, keywords);
    return result;
}

template <bool placed, std::size_t... i>
constexpr std::array<vectorcallfunc, sizeof...(i)> make_table(std::index_sequence<i...>) {
    return {entry<i, placed>...};
}
constexpr auto placed_table = make_table<true>(std::make_index_sequence<most_entries>());
constexpr auto free_table = make_table<false>(std::make_index_sequence<most_entries>());

// Functions that are about the current device, or know the array's own.
bool is_about_current_device(std::string_view name) {
    static constexpr std::string_view names[] = {
        "array",     "asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "copy", "copyto", "from_dlpack",
        "to_device", "get",     "set",        "asnumpy",           "__dlpack__"};
    return std::ranges::find(names, name) != std::end(names);
}

void lead_through(PyObject* function, std::string_view name) {
    auto* place =
        reinterpret_cast<vectorcallfunc*>(reinterpret_cast<char*>(function) + Py_TYPE(function)->tp_vectorcall_offset);
    for (std::size_t i = 0; i < most_entries; ++i) {
        if (*place == placed_table[i] || *place == free_table[i]) return;
        if (entries[i] && entries[i] != *place) continue;
        entries[i] = *place;
        *place = is_about_current_device(name) ? free_table[i] : placed_table[i];
        return;
    }
}

void lead_members_through(nb::handle owner, int depth) {
    for (auto [name, member] : nb::borrow<nb::dict>(owner.attr("__dict__").attr("copy")())) {
        const std::string_view type = Py_TYPE(nb::handle(member).ptr())->tp_name;
        if (type == "nanobind.nb_func" || type == "nanobind.nb_method")
            lead_through(nb::handle(member).ptr(), nb::cast<std::string>(name));
        else if (depth > 0 && (PyType_Check(nb::handle(member).ptr()) || PyModule_Check(nb::handle(member).ptr())))
            lead_members_through(member, depth - 1);
    }
}

}  // namespace

void refuse_argument(PyObject* object, const std::string& message) {
    refused = object;
    refusal = message;
    if (is_numpy_array(object)) throw MixedArraysError(message);
    throw TypeError(message);
}

void bind_functions(nb::module_& m) {
    lead_members_through(m, 2);
    for (const char* type : {"ufunc", "_GUFunc", "ElementwiseKernel", "ReductionKernel", "RawKernel", "_Fusion"})
        place_calls(reinterpret_cast<PyTypeObject*>(m.attr(type).ptr()));
    m.def(
        "_device_of",
        [](nb::args operands) -> std::optional<int> {
            DeviceOfOperands device;
            device.see(operands.ptr());
            return device.other();
        },
        "operands"_a, "The device that a function of operands runs on; None where that is the current one.");
    m.def(
        "_place_calls", [](bool placed) { device_count.store(placed ? 0 : 1, std::memory_order_relaxed); }, "placed"_a,
        "Whether calls from Python find the device of their operands; without it C++ alone does, which tests look at.");
    m.def("_extend_type", [](nb::handle type, const char* name, nb::handle value) {
        auto* extended = reinterpret_cast<PyTypeObject*>(type.ptr());
        const auto fixed = extended->tp_flags & Py_TPFLAGS_IMMUTABLETYPE;
        extended->tp_flags &= ~fixed;
        nb::setattr(type, name, value);
        extended->tp_flags |= fixed;
    });
}

}  // namespace cuprum::python
