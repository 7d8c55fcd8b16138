// Memory shared with other Python libraries: DLPack's capsules and CUDA's array interface.
#include "exchange.h"

#include <cstring>
#include <string>

#include "array.h"
#include "cuprum/cuda.h"
#include "cuprum/cuda_runtime.h"
#include "cuprum/environment.h"
#include "cuprum/gil_release.h"
#include "cuprum/interop.h"
#include "cuprum/structured.h"
#include "device_arg.h"
#include "memory.h"

namespace cuprum::python {
namespace {

bool on_gpu() { return cuda::is_available(); }

// Streams as DLPack and the array interface number them: 1 is the default stream, 2 the calling thread's own.
std::intptr_t number_of_current_stream() {
    const auto handle = reinterpret_cast<std::intptr_t>(cuda::current_stream_handle());
    return handle ? handle : 1;
}
cuda::Stream stream_of_number(std::int64_t number) {
    if (number == 1) return cuda::Stream::null();
    if (number == 2) return cuda::Stream::per_thread();
    return cuda::Stream::external(reinterpret_cast<void*>(number));
}

// ------------------------------------------------------------------------------------------------------------- DLPack

constexpr const char *name_of_tensor[] = {"dltensor", "used_dltensor"},
                     *name_of_versioned[] = {"dltensor_versioned", "used_dltensor_versioned"};

// A capsule that lets its tensor go unless somebody has taken it, which its name tells.
template <class Managed>
nb::object capsule_of(Managed* managed, const char* name) {
    PyObject* capsule = PyCapsule_New(managed, name, [](PyObject* object) {
        const char* now = PyCapsule_GetName(object);
        if (!now || std::strncmp(now, "used_", 5) == 0) return;
        auto* left = static_cast<Managed*>(PyCapsule_GetPointer(object, now));
        if (left && left->deleter) left->deleter(left);
    });
    if (!capsule) {
        managed->deleter(managed);
        raise_python_error();
    }
    return nb::steal(capsule);
}

// The newest DLPack to speak, as (major, minor); CUPY_DLPACK_EXPORT_VERSION keeps it down.
std::pair<std::int64_t, std::int64_t> version_of(nb::handle value) {
    if (!PyTuple_Check(value.ptr()) || PyTuple_GET_SIZE(value.ptr()) != 2)
        throw TypeError("max_version must be a tuple (major, minor) or None, not " +
                        nb::cast<std::string>(nb::repr(value)));
    return {to_index(nb::object(value[0]).ptr()), to_index(nb::object(value[1]).ptr())};
}
bool is_versioned(nb::handle max_version) {
    if (max_version.is_none() || version_of(max_version).first < 1) return false;
    return !runtime::environment("DLPACK_EXPORT_VERSION").starts_with("0");
}

// Makes the consumer's stream wait for what ours was given so far, on the array's device.
void order_before(nb::handle stream, int device) {
    if (!stream.is_none() && !PyIndex_Check(stream.ptr()))
        throw ValueError("a stream is told to DLPack by a number, not by " + nb::cast<std::string>(nb::repr(stream)));
    std::int64_t number = stream.is_none() ? 1 : to_index(stream.ptr());
    if (number < -1)
        throw ValueError("stream " + std::to_string(number) +
                         " is not one that DLPack knows on CUDA: 1 is the default stream, 2 the thread's own");
    // The standard has no 0, but CuPy and PyTorch take it for the default stream, whose pointer it is.
    if (number == 0) {
        const char* warning = "Stream 0 is none that DLPack knows on CUDA: it is taken for 1, the default stream";
        if (PyErr_WarnEx(PyExc_UserWarning, warning, 1) < 0) raise_python_error();
        number = 1;
    }
    if (!on_gpu() || number == -1) return;
    const cuda::DeviceGuard there(device);
    if (number != number_of_current_stream()) stream_of_number(number).wait_event(cuda::get_current_stream().record());
}

Typed<"Any"> export_dlpack(SelfArg self, Typed<"Any"> stream, Typed<"tuple[int, int]"> max_version,
                           Typed<"tuple[int, int]"> dl_device, Typed<"bool"> copy) {
    const bool versioned = is_versioned(max_version);
    const ndarray* array = &unwrap(self.ptr());
    std::optional<dlpack::Device> as;
    const bool wants_copy = copy.ptr() == Py_True;
    if (!dl_device.is_none()) {
        const dlpack::Device here = dlpack_device(*array);
        const auto type = to_index(nb::object(dl_device[0]).ptr()), id = to_index(nb::object(dl_device[1]).ptr());
        const bool to_host_memory = type == dlpack::cpu && here.type != dlpack::cpu;
        if (to_host_memory && !wants_copy && is_on_host(*array)) {
            // Managed memory: the host reads it once the device has done what it was given.
            const cuda::DeviceGuard there(array->device());
            const runtime::GilRelease released;
            cuda::get_current_stream().synchronize();
            as = dlpack::Device{dlpack::cpu, 0};
        } else if (to_host_memory) {
            if (copy.ptr() == Py_False) throw ValueError("going to the host needs a copy, and copy=False forbids it");
            if (!stream.is_none()) order_before(stream, array->device());
            nb::object host = to_host(*array, 'K');
            return versioned ? host.attr("__dlpack__")("max_version"_a = max_version) : host.attr("__dlpack__")();
        }
        if (!as && (type != here.type || id != here.id))
            throw BufferError("the array is on DLPack's device (" + std::to_string(here.type) + ", " +
                              std::to_string(here.id) + "); it can be shared there and on the host, and (" +
                              std::to_string(type) + ", " + std::to_string(id) + ") was asked for");
    }
    ndarray copied;
    if (wants_copy) array = &(copied = array->copy('K'));
    if (!as) order_before(stream, array->device());
    if (!versioned) return capsule_of(to_dlpack(*array, as), name_of_tensor[0]);
    return capsule_of(to_dlpack_versioned(*array, wants_copy ? dlpack::is_copied : 0, as), name_of_versioned[0]);
}

// The array of a capsule, which from then on is used.
ndarray take_capsule(nb::handle capsule) {
    const char* name = PyCapsule_GetName(capsule.ptr());
    PyErr_Clear();
    const std::string given = name ? name : "no name";
    const auto take = [&](auto* managed, const char* used) {
        if (!managed) raise_python_error();
        PyCapsule_SetName(capsule.ptr(), used);
        return from_dlpack(managed);
    };
    if (given == name_of_versioned[0])
        return take(static_cast<dlpack::ManagedTensorVersioned*>(PyCapsule_GetPointer(capsule.ptr(), name)),
                    name_of_versioned[1]);
    if (given == name_of_tensor[0])
        return take(static_cast<dlpack::ManagedTensor*>(PyCapsule_GetPointer(capsule.ptr(), name)), name_of_tensor[1]);
    if (given == name_of_versioned[1] || given == name_of_tensor[1])
        throw ValueError("this DLPack capsule was used already; a capsule can be taken once, ask for a new one");
    throw ValueError("a DLPack capsule is called 'dltensor' or 'dltensor_versioned', and this one '" + given + "'");
}

// What an object exports, by the newest protocol that it speaks.
nb::object capsule_from(nb::handle array, nb::object stream, nb::object dl_device, nb::object copy) {
    nb::object exporter = array.attr("__dlpack__");
    nb::dict wishes;
    wishes["max_version"] = nb::make_tuple(dlpack::major_version, dlpack::minor_version);
    if (!stream.is_none()) wishes["stream"] = stream;
    if (!dl_device.is_none()) wishes["dl_device"] = dl_device;
    if (!copy.is_none()) wishes["copy"] = copy;
    try {
        return exporter(**wishes);
    } catch (nb::python_error& error) {
        // Before version 1 there was the stream alone.
        if (!error.matches(PyExc_TypeError)) throw;
    }
    return stream.is_none() ? exporter() : exporter("stream"_a = stream);
}

Array import_dlpack(Arg<"Any"> given, DeviceArg device, Typed<"bool"> copy) {
    const nb::handle array(given.object);
    const bool wants_copy = copy.ptr() == Py_True, forbids_copy = copy.ptr() == Py_False;
    const auto there = device.guard();
    if (PyCapsule_CheckExact(array.ptr())) {
        ndarray taken = take_capsule(array);
        return wrap_object(wants_copy ? taken.copy('K') : std::move(taken));
    }
    if (!nb::hasattr(array, "__dlpack__"))
        throw TypeError(std::string("from_dlpack takes an object with __dlpack__, not ") +
                        Py_TYPE(array.ptr())->tp_name);
    nb::object place = array.attr("__dlpack_device__")();
    const auto type = to_index(nb::object(place[0]).ptr()), id = to_index(nb::object(place[1]).ptr());
    const bool on_host = type == dlpack::cpu || type == dlpack::cuda_host;
    if (on_gpu() && type == dlpack::cpu) {
        if (forbids_copy) throw ValueError("going to the device needs a copy, and copy=False forbids it");
        return wrap_object(
            make_array(nb::object(nb::module_::import_("numpy").attr("from_dlpack")(array)).ptr(), {}, true));
    }
    if (!on_gpu() && !on_host) {
        if (forbids_copy) throw ValueError("going to the host needs a copy, and copy=False forbids it");
        // Another library's GPU: it brings the data to the host itself, where it speaks DLPack 1.
        return wrap_object(take_capsule(
            capsule_from(array, nb::none(), nb::make_tuple(static_cast<int>(dlpack::cpu), 0), nb::none())));
    }
    std::optional<cuda::DeviceGuard> theirs;
    if (type == dlpack::cuda) theirs.emplace(static_cast<int>(id));
    nb::object stream = on_gpu() ? nb::object(nb::int_(number_of_current_stream())) : nb::none();
    ndarray shared = take_capsule(capsule_from(array, stream, nb::none(), forbids_copy ? copy : nb::none()));
    const bool elsewhere = there && shared.device() != cuda::Device().id() && on_gpu();
    theirs.reset();
    if (elsewhere && forbids_copy) throw ValueError("going to another device needs a copy, and copy=False forbids it");
    return wrap_object(wants_copy || elsewhere ? shared.copy('K') : std::move(shared));
}

// ------------------------------------------------------------------------------------------- CUDA's array interface

// The fields of a dtype in their order, with the bytes between them; plain bytes where they overlap or go back.
nb::object descr_of(DType dtype) {
    nb::handle described(numpy_dtype(dtype));
    try {
        return described.attr("descr");
    } catch (nb::python_error& error) {
        if (!error.matches(PyExc_ValueError)) throw;
    }
    nb::list plain;
    plain.append(nb::make_tuple("", described.attr("str")));
    return plain;
}

// Whether arrays of the CPU backend have the interface too, with addresses of the host: for programs that ask for the
// attribute to tell arrays of a device, where no library would take such an address for a device's.
bool shows_host_memory() {
    static const bool asked = runtime::environment("CPU_ARRAY_INTERFACE") == "1";
    return asked;
}

Typed<"dict[str, Any]"> cuda_array_interface(const ndarray& array) {
    if (!on_gpu() && !shows_host_memory())
        throw nb::attribute_error(
            "the array lives in the host's memory, which has no __cuda_array_interface__ unless "
            "CUPRUM_CPU_ARRAY_INTERFACE=1 is set");
    nb::dict result;
    result["shape"] = from_dims(array.shape());
    result["typestr"] = nb::handle(numpy_dtype(array.dtype())).attr("str");
    result["descr"] = descr_of(array.dtype());
    result["data"] = nb::make_tuple(
        reinterpret_cast<std::uintptr_t>(array.size() ? array.pointer(cuda::Access::write) : nullptr), false);
    result["strides"] = array.is_c_contiguous() ? nb::none() : nb::object(from_dims(array.strides()));
    if (!on_gpu()) {
        result["version"] = 3;
        result["stream"] = nb::none();
    } else if (runtime::environment("CUDA_ARRAY_INTERFACE_EXPORT_VERSION") == "2") {
        result["version"] = 2;
        cuda::get_current_stream().synchronize();  // Version 2 has no word for a stream.
    } else {
        result["version"] = 3;
        result["stream"] = number_of_current_stream();
    }
    return result;
}

[[noreturn]] void lie(const std::string& what) { throw ValueError("__cuda_array_interface__ " + what); }

nb::object entry(const nb::dict& description, const char* key) {
    if (!description.contains(key)) lie(std::string("has no '") + key + "'");
    return description[key];
}

Dims dims_of(nb::handle value, const char* key) {
    if (!PyTuple_Check(value.ptr()))
        lie(std::string("has a '") + key + "' that is no tuple: " + nb::cast<std::string>(nb::repr(value)));
    Dims dims;
    for (nb::handle each : nb::borrow<nb::tuple>(value)) {
        if (!PyIndex_Check(each.ptr()))
            lie(std::string("has a '") + key +
                "' of other things than ints: " + nb::cast<std::string>(nb::repr(value)));
        dims.push_back(to_index(each.ptr()));
    }
    return dims;
}

// What an interface says, once it has been seen to make sense.
struct Described {
    DType dtype;
    Shape shape;
    std::optional<Strides> strides;
    std::uintptr_t address;
    bool may_write;
    std::optional<std::int64_t> stream;
};

// What `descr` tells beside a 'V': fields one behind another, those without a name being gaps.
DType described_dtype(const nb::object& typestr, const nb::object& descr) {
    const DType plain = to_dtype(typestr.ptr());
    if (kind(plain) != 'V' || !PyList_Check(descr.ptr())) return plain;
    std::vector<Field> fields;
    std::int64_t offset = 0;
    for (nb::handle part : descr) {
        if (!PyTuple_Check(part.ptr()) || nb::len(part) < 2)
            lie("has a 'descr' that is no list of fields: " + nb::cast<std::string>(nb::repr(descr)));
        nb::object name = part[nb::int_(0)], title = nb::none();
        if (PyTuple_Check(name.ptr())) {
            title = name[nb::int_(0)];
            name = nb::object(name[nb::int_(1)]);
        }
        Field field{nb::cast<std::string>(name), to_dtype(nb::object(part[nb::int_(1)]).ptr()), {}, offset, {}};
        if (!title.is_none()) field.title = nb::cast<std::string>(nb::str(title));
        if (nb::len(part) > 2) field.shape = to_shape(nb::object(part[nb::int_(2)]).ptr());
        offset += field.nbytes();
        if (!field.name.empty()) fields.push_back(std::move(field));
    }
    if (fields.empty()) return plain;
    if (offset != itemsize(plain))
        lie("has a 'descr' of " + std::to_string(offset) + " bytes for elements of " + std::to_string(itemsize(plain)));
    return structured_dtype(std::move(fields), false, itemsize(plain));
}

Described read_interface(nb::handle object) {
    nb::object value = object.attr("__cuda_array_interface__");
    if (!PyDict_Check(value.ptr())) lie(std::string("is no dictionary but ") + Py_TYPE(value.ptr())->tp_name);
    auto description = nb::borrow<nb::dict>(value);
    Described found;
    if (nb::object version = description.get("version", nb::int_(0));
        !PyLong_Check(version.ptr()) || to_index(version.ptr()) < 0)
        lie("has a 'version' that is no number: " + nb::cast<std::string>(nb::repr(version)));
    nb::object typestr = entry(description, "typestr");
    if (!PyUnicode_Check(typestr.ptr()))
        lie("has a 'typestr' that is no string: " + nb::cast<std::string>(nb::repr(typestr)));
    if (nb::cast<std::string>(typestr).starts_with(">"))
        lie("has big-endian elements: " + nb::cast<std::string>(typestr));
    found.dtype = described_dtype(typestr, description.get("descr", nb::none()));
    found.shape = dims_of(entry(description, "shape"), "shape");
    for (std::int64_t length : found.shape)
        if (length < 0) lie("has a negative length in its shape " + to_string(found.shape));
    if (nb::object strides = description.get("strides", nb::none()); !strides.is_none()) {
        found.strides = dims_of(strides, "strides");
        if (found.strides->size() != found.shape.size())
            lie("has the strides " + to_string(*found.strides) + " for the shape " + to_string(found.shape));
    }
    nb::object data = entry(description, "data");
    if (!PyTuple_Check(data.ptr()) || PyTuple_GET_SIZE(data.ptr()) != 2 || !PyLong_Check(nb::object(data[0]).ptr()))
        lie("has 'data' that is no (address, read-only) pair: " + nb::cast<std::string>(nb::repr(data)));
    if (!nb::try_cast(nb::object(data[0]), found.address))
        lie("has data at an impossible address: " + nb::cast<std::string>(nb::repr(data)));
    found.may_write = !nb::bool_(nb::object(data[1]));
    if (!found.address && element_count(found.shape))
        lie("has data of the shape " + to_string(found.shape) + " at address 0");
    if (!description.get("mask", nb::none()).is_none()) lie("has a mask, which arrays here cannot have");
    if (nb::object stream = description.get("stream", nb::none()); !stream.is_none()) {
        if (!PyLong_Check(stream.ptr()) || to_index(stream.ptr()) <= 0)
            lie("names the stream " + nb::cast<std::string>(nb::repr(stream)) +
                "; 1 is the default stream, 2 the thread's own");
        found.stream = to_index(stream.ptr());
    }
    return found;
}

// Whether an object says by DLPack that it is not in the host's memory.
bool is_of_gpu(nb::handle object) {
    if (!nb::hasattr(object, "__dlpack_device__")) return false;
    nb::object place = object.attr("__dlpack_device__")();
    return to_index(nb::object(place[0]).ptr()) != dlpack::cpu;
}

}  // namespace

std::optional<ndarray> from_cuda_array_interface(nb::handle object) {
    // What is given most often has none; asking takes longer than making a small array.
    PyObject* raw = object.ptr();
    if (PyList_CheckExact(raw) || PyTuple_CheckExact(raw) || PyLong_CheckExact(raw) || PyFloat_CheckExact(raw) ||
        is_numpy_array(raw))
        return std::nullopt;
    if (!nb::hasattr(object, "__cuda_array_interface__")) return std::nullopt;
    const Described found = read_interface(object);
    if (!on_gpu() && (!shows_host_memory() || is_of_gpu(object)))
        throw TypeError(std::string(Py_TYPE(object.ptr())->tp_name) +
                        " has its data on a GPU, and this process computes on the CPU; bring it to the "
                        "host with its own means first");
    const int here = cuda::Device().id();
    int device = here;
    if (found.address && on_gpu()) {
        const auto known = cuda::runtime::pointerGetAttributes(reinterpret_cast<void*>(found.address));
        if (known.type == 0)
            lie("has data at " + std::to_string(found.address) + ", which is no memory that a GPU can reach");
        if (known.device >= 0) device = known.device;
    }
    static const bool synchronizes = runtime::environment("CUDA_ARRAY_INTERFACE_SYNC") != "0";
    if (on_gpu() && found.stream && synchronizes && (*found.stream != number_of_current_stream() || device != here)) {
        const cuda::Event done = [&] {
            const cuda::DeviceGuard there(device);  // The stream is one of this device, whichever is current.
            return stream_of_number(*found.stream).record();
        }();
        cuda::get_current_stream().wait_event(done);
    }
    // The object is let go by whatever thread holds the array last.
    std::shared_ptr<nb::object> owner(new nb::object(nb::borrow(object)), [](nb::object* kept) {
        if (!nb::is_alive()) return;
        nb::gil_scoped_acquire held;
        delete kept;
    });
    ndarray shared = from_memory(reinterpret_cast<void*>(found.address), found.dtype, found.shape, found.strides,
                                 device, [owner] {});
    return found.may_write ? std::move(shared) : shared.copy('K');
}

void bind_exchange(nb::class_<PyArray>& type) {
    type.def("__dlpack__", export_dlpack, nb::kw_only(), "stream"_a = nb::none(), "max_version"_a = nb::none(),
             "dl_device"_a = nb::none(), "copy"_a = nb::none(), "A DLPack capsule that shares the memory.");
    type.def(
        "__dlpack_device__",
        [](const ndarray& a) {
            const dlpack::Device device = dlpack_device(a);
            return Typed<"tuple[int, int]">(nb::make_tuple(device.type, device.id));
        },
        "DLPack's numbers for the kind of device and the device.");
    type.def(
        "toDlpack",
        [](SelfArg self) {
            if (PyErr_WarnEx(PyExc_DeprecationWarning,
                             "toDlpack() is deprecated; give the array itself to from_dlpack()", 1) < 0)
                raise_python_error();
            return export_dlpack(self, nb::object(nb::none()), nb::object(nb::none()), nb::object(nb::none()),
                                 nb::object(nb::none()));
        },
        "A DLPack capsule that shares the memory.");
    type.def_prop_ro("__cuda_array_interface__", cuda_array_interface,
                     "The memory's address and layout, for other CUDA libraries.");
}

void bind_exchange(nb::module_& m) {
    m.def(
        "from_dlpack", import_dlpack, "array"_a.none(), nb::kw_only(), "device"_a = nb::none(), "copy"_a = nb::none(),
        "An array that shares the memory of an object with __dlpack__; memory of another kind of device is copied.\n\n"
        "Parameters\n    array: an array of another library.\n    device: where the array shall lie: a device or its\n"
        "    number; that of the memory by default.\n    copy: True always copies, False never, None where needed.\n"
        "Returns\n    The array.\nRaises\n    TypeError: an object without __dlpack__. BufferError: the other library\n"
        "    does not share the memory.\n"
        "Example\n    >>> cuprum.from_dlpack(numpy.arange(3))\n    array([0, 1, 2])");
    m.def(
        "fromDlpack", [](Arg<"Any"> capsule) { return import_dlpack(capsule, DeviceArg{{Py_None}}, nb::none()); },
        "dltensor"_a, "An array that shares the memory of a DLPack capsule.");
}

}  // namespace cuprum::python
