// Memory shared with other libraries.
#include "cuprum/interop.h"

#include <memory>
#include <utility>

#include "cuprum/error.h"
#include "runtime/backend.h"
#include "runtime/context.h"
#include "runtime/device_traits.h"
#include "runtime/services.h"
#include "runtime/stream_uses.h"

namespace cuprum {
namespace {

constexpr int most_dimensions = 64;                    // NumPy's limit, and arrays'
constexpr int memory_of_host = 1, memory_managed = 3;  // as CUDA numbers kinds of memory

// Memory of another library. It gets it back when all streams that used it have done so: what it does with it then is
// not ordered after them.
class ForeignBlock final : public cuda::Block {
public:
    ForeignBlock(void* pointer, std::size_t bytes, int device, std::function<void()> release)
        : Block(pointer, bytes, device, nullptr), release_(std::move(release)) {
        share_address();
    }

private:
    void note_use(cuda::StreamHandle stream) override { uses_.add(runtime::context.device, stream); }
    void reclaim() noexcept override {
        uses_.wait();
        try {
            if (release_) release_();
        } catch (...) {
            // Nobody is left to be told.
        }
        delete this;
    }
    std::function<void()> release_;
    runtime::StreamUses uses_;
};

dlpack::DataType to_dlpack(DType dtype) {
    std::uint8_t code = dlpack::float_;
    switch (kind(dtype)) {
        case 'b': code = dlpack::bool_; break;
        case 'i': code = dlpack::int_; break;
        case 'u': code = dlpack::uint; break;
        case 'c': code = dlpack::complex; break;
        case 'V':
        case 'M':
        case 'm':
            throw BufferError(std::string("DLPack has numbers alone, and the array's elements are of dtype ") +
                              info(dtype).name + "; share a field, or a view() as numbers");
        default:
            if (dtype == DType::bfloat16) code = dlpack::bfloat;
    }
    return {code, static_cast<std::uint8_t>(8 * itemsize(dtype)), 1};
}

DType from_dlpack(dlpack::DataType type) {
    for (const DTypeInfo& row : dtype_table) {
        const dlpack::DataType known = to_dlpack(row.dtype);
        if (known.code == type.code && known.bits == type.bits && known.lanes == type.lanes) return row.dtype;
    }
    throw BufferError("the tensor's elements have DLPack's type code " + std::to_string(type.code) + ", " +
                      std::to_string(type.bits) + " bits and " + std::to_string(type.lanes) +
                      " lanes, which arrays cannot have");
}

// What a tensor that was given away holds on to.
template <class Managed>
struct Given {
    Managed managed;
    ndarray array;
    std::vector<std::int64_t> lengths;  ///< The shape, then the strides.
};

// Whether the host may read the memory where it is.
bool host_reaches(const ndarray& array) {
    if (runtime::device_traits().host_reads_memory || array.size() == 0) return true;
    const int type = runtime::backend().services().pointer_attributes(array.address(cuda::Access::read)).type;
    return type == memory_of_host || type == memory_managed;
}

template <class Managed>
Given<Managed>* give(const ndarray& array, const std::optional<dlpack::Device>& as) {
    auto given = std::make_unique<Given<Managed>>();
    given->array = array;
    const int ndim = array.ndim();
    given->lengths.assign(array.shape().begin(), array.shape().end());
    for (int axis = 0; axis < ndim; ++axis) {
        const std::int64_t step = array.strides()[axis];
        if (step % array.itemsize() && array.shape()[axis] > 1)
            throw BufferError("the strides " + to_string(array.strides()) + " are no multiples of the itemsize " +
                              std::to_string(array.itemsize()) + ", which DLPack cannot describe; share a copy");
        given->lengths.push_back(step / array.itemsize());
    }
    dlpack::Tensor& tensor = given->managed.tensor;
    tensor.data = array.size() ? array.pointer(cuda::Access::write) : nullptr;
    tensor.device = as.value_or(dlpack_device(array));
    if (tensor.device.type == dlpack::cpu && !host_reaches(array))
        throw BufferError("the array's memory is reached by its device alone; share a copy on the host");
    tensor.ndim = ndim;
    tensor.dtype = to_dlpack(array.dtype());
    tensor.shape = given->lengths.data();
    tensor.strides = given->lengths.data() + ndim;
    given->managed.manager = given.get();
    given->managed.deleter = [](Managed* managed) { delete static_cast<Given<Managed>*>(managed->manager); };
    return given.release();
}

bool is_reachable(const dlpack::Device& device) {
    if (runtime::device_traits().host_reads_memory)
        return device.type == dlpack::cpu || device.type == dlpack::cuda_host;
    return device.type == dlpack::cuda || device.type == dlpack::cuda_host || device.type == dlpack::cuda_managed;
}

// Whether the number of the device says which one holds the memory.
bool is_of_device(const dlpack::Device& device) {
    return device.type == dlpack::cuda || device.type == dlpack::cuda_managed;
}

template <class Managed>
ndarray take(Managed* managed, bool may_write) {
    // From here on the tensor is let go on every way out.
    std::shared_ptr<Managed> owner(managed, [](Managed* taken) {
        if (taken->deleter) taken->deleter(taken);
    });
    const dlpack::Tensor& tensor = managed->tensor;
    if (!is_reachable(tensor.device))
        throw BufferError("the tensor lies on a device of DLPack's type " + std::to_string(tensor.device.type) +
                          ", where this process's arrays cannot be: they live on " + runtime::backend().name());
    if (tensor.ndim < 0 || tensor.ndim > most_dimensions || (tensor.ndim && !tensor.shape))
        throw BufferError("the tensor says that it has " + std::to_string(tensor.ndim) + " dimensions");
    const DType dtype = from_dlpack(tensor.dtype);
    Shape shape;
    for (int axis = 0; axis < tensor.ndim; ++axis) {
        if (tensor.shape[axis] < 0)
            throw BufferError("the tensor says that an axis has the length " + std::to_string(tensor.shape[axis]));
        shape.push_back(tensor.shape[axis]);
    }
    std::optional<Strides> strides;
    if (tensor.strides) {
        strides.emplace();
        for (int axis = 0; axis < tensor.ndim; ++axis) {
            std::int64_t step;
            if (__builtin_mul_overflow(tensor.strides[axis], itemsize(dtype), &step))
                throw BufferError("the tensor says that the elements of an axis are " +
                                  std::to_string(tensor.strides[axis]) + " apart, which no memory is");
            strides->push_back(step);
        }
    }
    std::uintptr_t address = 0;
    if (__builtin_add_overflow(reinterpret_cast<std::uintptr_t>(tensor.data), tensor.byte_offset, &address))
        throw BufferError("the tensor says that its elements begin " + std::to_string(tensor.byte_offset) +
                          " bytes behind its address, which is beyond all memory");
    const int device = is_of_device(tensor.device) ? tensor.device.id : runtime::context.device;
    if (device < 0 || device >= runtime::backend().device_count())
        throw BufferError("the tensor says that it lies on device " + std::to_string(device) + ", and there are " +
                          std::to_string(runtime::backend().device_count()));
    ndarray shared;
    try {
        if (!tensor.data && element_count(shape))
            throw BufferError("the tensor has " + std::to_string(element_count(shape)) + " elements and no memory");
        shared = from_memory(reinterpret_cast<void*>(address), dtype, shape, strides, device, [owner] {});
    } catch (const ValueError& error) {  // of a shape or strides that cannot be
        throw BufferError(std::string("the tensor makes no sense: ") + error.what());
    }
    return may_write ? shared : shared.copy('K');
}

}  // namespace

dlpack::Device dlpack_device(const ndarray& array) {
    return runtime::device_traits().host_reads_memory ? dlpack::Device{dlpack::cpu, 0}
                                                      : dlpack::Device{dlpack::cuda, array.device()};
}

bool is_on_host(const ndarray& array) { return host_reaches(array); }

dlpack::ManagedTensor* to_dlpack(const ndarray& array, std::optional<dlpack::Device> as) {
    return &give<dlpack::ManagedTensor>(array, as)->managed;
}

dlpack::ManagedTensorVersioned* to_dlpack_versioned(const ndarray& array, std::uint64_t flags,
                                                    std::optional<dlpack::Device> as) {
    auto* given = give<dlpack::ManagedTensorVersioned>(array, as);
    given->managed.flags = flags;
    return &given->managed;
}

ndarray from_dlpack(dlpack::ManagedTensor* tensor) { return take(tensor, true); }

ndarray from_dlpack(dlpack::ManagedTensorVersioned* tensor) {
    if (tensor->major > dlpack::major_version) {
        const std::string version = std::to_string(tensor->major) + "." + std::to_string(tensor->minor);
        if (tensor->deleter) tensor->deleter(tensor);
        throw BufferError("the tensor is of DLPack " + version + ", and version 1 is what can be read");
    }
    return take(tensor, !(tensor->flags & dlpack::read_only));
}

ndarray from_memory(void* address, DType dtype, const Shape& shape, std::optional<Strides> strides, int device,
                    std::function<void()> release) {
    if (!strides) strides = contiguous_strides(shape, itemsize(dtype));
    if (strides->size() != shape.size())
        throw ValueError("the shape " + to_string(shape) + " and the strides " + to_string(*strides) +
                         " have different lengths");
    // From the lowest byte to the end of the highest element.
    std::int64_t low = 0, high = itemsize(dtype);
    const bool nothing = element_count(shape) == 0;  // negative and overflowing lengths are refused
    for (int axis = 0; axis < shape.size() && !nothing; ++axis) {
        std::int64_t reach;
        std::int64_t& end = (*strides)[axis] < 0 ? low : high;
        if (__builtin_mul_overflow(shape[axis] - 1, (*strides)[axis], &reach) ||
            __builtin_add_overflow(end, reach, &end))
            throw ValueError("an array of shape " + to_string(shape) + " and strides " + to_string(*strides) +
                             " is larger than memory can be");
    }
    if (nothing) low = high = 0;
    const auto first = reinterpret_cast<std::uintptr_t>(address);
    std::int64_t bytes;
    if (__builtin_sub_overflow(high, low, &bytes) || (low < 0 && first < 0 - static_cast<std::uintptr_t>(low)) ||
        first + static_cast<std::uintptr_t>(high) < first)
        throw ValueError("an array of shape " + to_string(shape) + " and strides " + to_string(*strides) +
                         " at the address " + std::to_string(first) + " is beyond all memory");
    // Kernels read whole elements; a GPU's process is lost when one lies across its natural bounds.
    const std::uint64_t alignment = info(dtype).alignment;
    bool is_aligned = nothing || first % alignment == 0;
    for (int axis = 0; axis < shape.size() && !nothing; ++axis)
        is_aligned &= shape[axis] < 2 || static_cast<std::uint64_t>((*strides)[axis]) % alignment == 0;
    if (!is_aligned)
        throw ValueError("elements of dtype " + std::string(info(dtype).name) + " must lie at multiples of " +
                         std::to_string(alignment) + " bytes; the address " + std::to_string(first) +
                         " with the strides " + to_string(*strides) + " is not aligned: share a copy");
    cuda::BlockRef block(new ForeignBlock(static_cast<char*>(address) + low, static_cast<std::size_t>(bytes), device,
                                          std::move(release)));
    return ndarray(std::move(block), -low, dtype, shape, *strides);
}

}  // namespace cuprum
