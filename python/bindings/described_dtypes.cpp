#include "described_dtypes.h"

#include <mutex>
#include <unordered_map>

#include "cuprum/structured.h"

namespace cuprum::python {
namespace {

nb::object numpy(const char* name) { return nb::module_::import_("numpy").attr(name); }

// NumPy's objects that stand for dtypes which were described, kept for the life of the process. A lock is never held
// over a call of Python.
struct Known {
    std::mutex mutex;
    std::unordered_map<PyObject*, DType> handles;
    std::vector<PyObject*> objects;  // by handle

    std::optional<DType> find(PyObject* object) {
        std::lock_guard lock(mutex);
        if (auto found = handles.find(object); found != handles.end()) return found->second;
        return std::nullopt;
    }
    PyObject* find(DType dtype) {
        const auto place = static_cast<std::size_t>(dtype) - first_described;
        std::lock_guard lock(mutex);
        return place < objects.size() ? objects[place] : nullptr;
    }
    // The first object that is kept for a dtype stays.
    PyObject* keep(DType dtype, const nb::object& object) {
        const auto place = static_cast<std::size_t>(dtype) - first_described;
        std::lock_guard lock(mutex);
        if (place >= objects.size()) objects.resize(place + 1);
        if (!objects[place]) {
            objects[place] = nb::object(object).release().ptr();
            handles.emplace(objects[place], dtype);
        }
        return objects[place];
    }
};
Known& known() {
    static auto* instance = new Known;
    return *instance;
}

nb::object make_struct(DType dtype) {
    nb::list names, formats, offsets, titles;
    bool titled = false;
    for (const Field& field : fields(dtype)) {
        nb::object format = nb::borrow(numpy_dtype(field.dtype));
        if (!field.shape.empty()) format = nb::make_tuple(format, from_dims(field.shape));
        names.append(field.name);
        formats.append(format);
        offsets.append(field.offset);
        titles.append(field.title.empty() ? nb::none() : nb::object(nb::cast(field.title)));
        titled |= !field.title.empty();
    }
    nb::dict all;
    all["names"] = names;
    all["formats"] = formats;
    all["offsets"] = offsets;
    if (titled) all["titles"] = titles;
    all["itemsize"] = itemsize(dtype);
    return numpy("dtype")(all, is_aligned_struct(dtype));
}

[[noreturn]] void throw_unsupported(nb::handle dtype, const char* why) {
    throw ValueError("Unsupported dtype " + nb::cast<std::string>(nb::str(dtype)) + ": " + why);
}

Field field_from_numpy(nb::handle whole, nb::handle name) {
    nb::object entry = whole.attr("fields")[name], dtype = entry[nb::int_(0)], subarray = dtype.attr("subdtype");
    Field field{nb::cast<std::string>(name), DType::bool_, {}, to_index(nb::object(entry[nb::int_(1)]).ptr()), {}};
    if (nb::len(entry) > 2) field.title = nb::cast<std::string>(nb::str(entry[nb::int_(2)]));
    if (!subarray.is_none()) {
        field.shape = to_shape(nb::object(subarray[nb::int_(1)]).ptr());
        dtype = subarray[nb::int_(0)];
    }
    try {
        field.dtype = to_dtype(dtype.ptr());
    } catch (const Error&) {
        throw_unsupported(whole, "a field's elements are no numbers, bytes or times of this machine");
    }
    return field;
}

}  // namespace

PyObject* numpy_described(DType dtype) {
    if (PyObject* object = known().find(dtype)) return object;
    nb::object made = is_structured(dtype) ? make_struct(dtype) : numpy("dtype")(info(dtype).name);
    return known().keep(dtype, made);
}

std::optional<DType> described_from_numpy(PyObject* object) {
    if (auto found = known().find(object)) return found;
    nb::handle dtype(object);
    const auto kind = nb::cast<std::string>(dtype.attr("kind"));
    if (kind == "M" || kind == "m") {
        if (!nb::cast<bool>(dtype.attr("isnative"))) throw_unsupported(dtype, "its bytes are those of another machine");
        nb::object unit = numpy("datetime_data")(dtype);
        const auto name = nb::cast<std::string>(nb::object(unit[nb::int_(0)]));
        const std::string count = std::to_string(to_index(nb::object(unit[nb::int_(1)]).ptr()));
        const DType time = time_dtype(kind[0], name == "generic" ? "" : count + name);
        known().keep(time, nb::borrow(object));
        return time;
    }
    if (kind != "V" || !dtype.attr("type").is(numpy("void"))) return std::nullopt;
    if (!dtype.attr("subdtype").is_none()) throw_unsupported(dtype, "a subarray is a field's, not an array's");
    if (nb::cast<bool>(dtype.attr("hasobject"))) throw_unsupported(dtype, "it contains references to Python's objects");
    const auto itemsize = nb::cast<std::int64_t>(dtype.attr("itemsize"));
    if (itemsize == 0) throw_unsupported(dtype, "its elements have no bytes");
    nb::object names = dtype.attr("names");
    if (names.is_none()) return void_dtype(itemsize);
    std::vector<Field> fields;
    for (nb::handle name : names) fields.push_back(field_from_numpy(dtype, name));
    const DType described =
        structured_dtype(std::move(fields), nb::cast<bool>(dtype.attr("isalignedstruct")), itemsize);
    if (dtype.attr("metadata").is_none()) known().keep(described, nb::borrow(object));
    return described;
}

bool is_described_scalar(PyObject* object) {
    static PyObject* types = nb::make_tuple(numpy("void"), numpy("datetime64"), numpy("timedelta64")).release().ptr();
    return PyObject_IsInstance(object, types) == 1;
}

std::optional<FieldNames> field_names(PyObject* key) {
    if (PyUnicode_Check(key)) return FieldNames{true, {nb::cast<std::string>(nb::handle(key))}};
    if (!PyList_Check(key) || PyList_GET_SIZE(key) == 0) return std::nullopt;
    FieldNames found{false, {}};
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(key); ++i) {
        PyObject* name = PyList_GET_ITEM(key, i);
        if (!PyUnicode_Check(name)) return std::nullopt;
        found.names.push_back(nb::cast<std::string>(nb::handle(name)));
    }
    return found;
}

ndarray select_fields(const ndarray& a, const FieldNames& wanted) {
    if (wanted.one) return a.field(wanted.names[0]);
    for (const std::string& name : wanted.names)
        if (!find_field(a.dtype(), name)) {
            PyErr_SetString(PyExc_KeyError, name.c_str());
            raise_python_error();
        }
    return a.fields(wanted.names);
}

}  // namespace cuprum::python
