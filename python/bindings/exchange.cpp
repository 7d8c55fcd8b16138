#include "exchange.h"

#include <nanobind/ndarray.h>

#include <cstring>
#include <limits>

#include "array.h"
#include "cuprum/cuda.h"
#include "memory.h"

namespace cuprum::python {
namespace {

namespace dlpack = nb::dlpack;
constexpr int cpu_device = nb::device::cpu::value, cuda_device = nb::device::cuda::value;

bool on_cuda() { return std::strcmp(backend_name(), "cuda") == 0; }

dlpack::dtype to_dlpack(DType dtype) {
    dlpack::dtype_code code = dlpack::dtype_code::Float;
    switch (kind(dtype)) {
        case 'b': code = dlpack::dtype_code::Bool; break;
        case 'i': code = dlpack::dtype_code::Int; break;
        case 'u': code = dlpack::dtype_code::UInt; break;
        case 'c': code = dlpack::dtype_code::Complex; break;
        default:
            if (dtype == DType::bfloat16) code = dlpack::dtype_code::Bfloat;
    }
    return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(8 * itemsize(dtype)), 1};
}

DType from_dlpack(dlpack::dtype type) {
    for (const DTypeInfo& row : dtype_table)
        if (to_dlpack(row.dtype) == type) return row.dtype;
    throw nb::buffer_error("the tensor's dtype is none that arrays can have");
}

// Makes the consumer's stream wait for what ours was given; DLPack says 1 for the default stream and -1 for no waiting.
void order_after_current(nb::handle stream) {
    if (!on_cuda()) return;
    std::intptr_t handle = stream.is_none() ? 1 : static_cast<std::intptr_t>(to_index(stream.ptr()));
    if (handle == -1) return;
    cuda::Stream::external(reinterpret_cast<void*>(handle)).wait_event(cuda::get_current_stream().record());
}

nb::object export_dlpack(nb::handle self, nb::object stream, nb::object max_version, nb::object dl_device, nb::object copy) {
    const ndarray& array = unwrap(self.ptr());
    const bool wants_copy = copy.ptr() == Py_True;
    const int device_type = on_cuda() ? cuda_device : cpu_device;
    if (!dl_device.is_none() && nb::cast<int>(dl_device[0]) != device_type) {
        if (nb::cast<int>(dl_device[0]) != cpu_device)
            throw nb::buffer_error("arrays of this process can be exported to their own device and to the host only");
        if (copy.ptr() == Py_False) throw nb::buffer_error("going to the host needs a copy, and copy=False forbids it");
        return to_host(array, 'K').attr("__dlpack__")();
    }
    nb::object owner = wants_copy ? wrap_object(array.copy('K')) : nb::borrow(self);
    const ndarray& source = unwrap(owner.ptr());
    std::vector<std::size_t> shape(source.shape().begin(), source.shape().end());
    std::vector<std::int64_t> strides;
    for (std::int64_t step : source.strides()) {
        if (step % source.itemsize()) throw nb::buffer_error("DLPack only describes strides that are multiples of the itemsize");
        strides.push_back(step / source.itemsize());
    }
    order_after_current(stream);
    nb::ndarray<nb::array_api> tensor(source.address(), shape.size(), shape.data(), owner, strides.data(), to_dlpack(source.dtype()),
                                      device_type, on_cuda() ? source.device() : 0);
    nb::object exported = nb::cast(tensor);
    return max_version.is_none() ? exported.attr("__dlpack__")() : exported.attr("__dlpack__")("max_version"_a = max_version);
}

// Bytes from the lowest to the highest element, as (offset of the lowest from the first, length).
std::pair<std::int64_t, std::int64_t> extent(const Shape& shape, const Strides& strides, std::int64_t itemsize) {
    std::int64_t low = 0, high = itemsize;
    for (int i = 0; i < shape.size(); ++i) {
        if (shape[i] == 0) return {0, 0};
        (strides[i] < 0 ? low : high) += (shape[i] - 1) * strides[i];
    }
    return {low, high - low};
}

ndarray adopt(std::uintptr_t address, DType dtype, Shape shape, Strides strides, int device, nb::object owner) {
    auto [low, bytes] = extent(shape, strides, itemsize(dtype));
    auto block = unowned_block(address + static_cast<std::uintptr_t>(low), static_cast<std::size_t>(bytes), device, std::move(owner));
    return ndarray(std::move(block), -low, dtype, std::move(shape), std::move(strides));
}

ndarray adopt(const nb::ndarray<>& tensor) {
    DType dtype = from_dlpack(tensor.dtype());
    Shape shape;
    Strides strides;
    for (std::size_t i = 0; i < tensor.ndim(); ++i) {
        shape.push_back(static_cast<std::int64_t>(tensor.shape(i)));
        strides.push_back(tensor.stride(i) * itemsize(dtype));
    }
    nb::object owner = nb::capsule(new nb::ndarray<>(tensor), [](void* kept) noexcept { delete static_cast<nb::ndarray<>*>(kept); });
    return adopt(reinterpret_cast<std::uintptr_t>(tensor.data()), dtype, std::move(shape), std::move(strides),
                 on_cuda() ? tensor.device_id() : 0, std::move(owner));
}

nb::object capsule_of(nb::handle array, nb::object stream) {
    nb::object exporter = array.attr("__dlpack__");
    try {
        return exporter("stream"_a = stream, "max_version"_a = nb::make_tuple(1, 1));
    } catch (nb::python_error& error) {
        if (!error.matches(PyExc_TypeError)) throw;
        return exporter("stream"_a = stream);
    }
}

nb::object import_dlpack(nb::handle array, nb::object device, nb::object copy) {
    (void)device;
    const bool wants_copy = copy.ptr() == Py_True;
    if (is_ndarray(array.ptr())) return wants_copy ? wrap_object(unwrap(array.ptr()).copy('K')) : wrap_object(ndarray(unwrap(array.ptr())));
    nb::object capsule;
    if (nb::isinstance<nb::capsule>(array)) {
        capsule = nb::borrow(array);
    } else {
        if (!nb::hasattr(array, "__dlpack__"))
            throw TypeError(std::string("from_dlpack takes an object with __dlpack__, not ") + Py_TYPE(array.ptr())->tp_name);
        int type = nb::cast<int>(nb::object(array.attr("__dlpack_device__")()[0]));
        if (type != (on_cuda() ? cuda_device : cpu_device)) {
            if (type != cpu_device) throw nb::buffer_error("the tensor lives on a device that this process's arrays do not");
            if (copy.ptr() == Py_False) throw ValueError("going to the device needs a copy, and copy=False forbids it");
            return wrap_object(make_array(nb::object(nb::module_::import_("numpy").attr("from_dlpack")(array)).ptr(), {}, true));
        }
        nb::object stream = nb::none();
        if (on_cuda()) {
            auto handle = reinterpret_cast<std::intptr_t>(cuda::current_stream_handle());
            stream = nb::int_(handle ? handle : 1);
        }
        capsule = capsule_of(array, stream);
    }
    nb::ndarray<> tensor;
    if (!nb::try_cast(capsule, tensor)) {
        // Memory that must not be written to is copied, since arrays here are always writeable.
        nb::ndarray<nb::ro> readable;
        if (copy.ptr() == Py_False || !nb::try_cast(capsule, readable)) throw nb::buffer_error("the tensor cannot be shared");
        return wrap_object(adopt(nb::ndarray<>(readable)).copy('K'));
    }
    ndarray result = adopt(tensor);
    return wrap_object(wants_copy ? result.copy('K') : std::move(result));
}

nb::object cuda_array_interface(const ndarray& array) {
    if (!on_cuda()) throw nb::attribute_error("the array lives in the host's memory, which has no __cuda_array_interface__");
    nb::dict result;
    result["shape"] = from_dims(array.shape());
    result["typestr"] = nb::handle(numpy_dtype(array.dtype())).attr("str");
    result["data"] = nb::make_tuple(reinterpret_cast<std::uintptr_t>(array.size() ? array.address() : nullptr), false);
    result["strides"] = array.is_c_contiguous() ? nb::none() : nb::object(from_dims(array.strides()));
    result["version"] = 3;
    auto stream = reinterpret_cast<std::intptr_t>(cuda::current_stream_handle());
    result["stream"] = stream ? stream : 1;
    return result;
}

}  // namespace

std::optional<ndarray> from_cuda_array_interface(nb::handle object) {
    if (!on_cuda() || !nb::hasattr(object, "__cuda_array_interface__")) return std::nullopt;
    nb::dict description = nb::cast<nb::dict>(object.attr("__cuda_array_interface__"));
    DType dtype = to_dtype(nb::object(description["typestr"]).ptr());
    Shape shape = to_shape(nb::object(description["shape"]).ptr());
    nb::object steps = description.get("strides", nb::none());
    Strides strides = steps.is_none() ? contiguous_strides(shape, itemsize(dtype)) : to_shape(steps.ptr());
    nb::object stream = description.get("stream", nb::none());
    if (!stream.is_none()) {
        cuda::Stream producer = cuda::Stream::external(reinterpret_cast<void*>(to_index(stream.ptr())));
        cuda::get_current_stream().wait_event(producer.record());
    }
    auto address = nb::cast<std::uintptr_t>(nb::object(description["data"][0]));
    return adopt(address, dtype, std::move(shape), std::move(strides), cuda::Device().id(), nb::borrow(object));
}

void bind_exchange(nb::class_<PyArray>& type) {
    type.def("__dlpack__", export_dlpack, nb::kw_only(), "stream"_a = nb::none(), "max_version"_a = nb::none(),
             "dl_device"_a = nb::none(), "copy"_a = nb::none(), "A DLPack capsule that shares the memory.");
    type.def("__dlpack_device__", [](const ndarray& a) { return nb::make_tuple(on_cuda() ? cuda_device : cpu_device, on_cuda() ? a.device() : 0); });
    type.def("toDlpack", [](nb::handle self) { return export_dlpack(self, nb::none(), nb::none(), nb::none(), nb::none()); },
             "A DLPack capsule that shares the memory.");
    type.def_prop_ro("__cuda_array_interface__", cuda_array_interface, "The memory's address and layout, for other CUDA libraries.");
}

void bind_exchange(nb::module_& m) {
    m.def("from_dlpack", import_dlpack, "array"_a, nb::kw_only(), "device"_a = nb::none(), "copy"_a = nb::none(),
          "An array that shares the memory of an object with __dlpack__; memory of another kind of device is copied.");
    m.def("fromDlpack", [](nb::handle capsule) { return import_dlpack(capsule, nb::none(), nb::none()); }, "dltensor"_a,
          "An array that shares the memory of a DLPack capsule.");
}

}  // namespace cuprum::python
