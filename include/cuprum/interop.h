// Arrays that share their memory with other libraries, through DLPack's structs (https://dmlc.github.io/dlpack).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "cuprum/ndarray.h"

namespace cuprum {

/// DLPack's structs as its standard lays them out; cast pointers between these and another header's of the same name.
namespace dlpack {

enum DeviceType : std::int32_t { cpu = 1, cuda = 2, cuda_host = 3, cuda_managed = 13 };
enum TypeCode : std::uint8_t { int_ = 0, uint = 1, float_ = 2, bfloat = 4, complex = 5, bool_ = 6 };
inline constexpr std::uint64_t read_only = 1, is_copied = 2;  ///< Flags.
inline constexpr std::uint32_t major_version = 1, minor_version = 1;

struct Device {
    std::int32_t type = cpu;
    std::int32_t id = 0;
};
struct DataType {
    std::uint8_t code = 0, bits = 0;
    std::uint16_t lanes = 1;
};
struct Tensor {
    void* data = nullptr;
    Device device;
    std::int32_t ndim = 0;
    DataType dtype;
    std::int64_t* shape = nullptr;
    std::int64_t* strides = nullptr;  ///< In elements; may be null for C order.
    std::uint64_t byte_offset = 0;
};
/// Of DLPack before 1.0.
struct ManagedTensor {
    Tensor tensor;
    void* manager = nullptr;
    void (*deleter)(ManagedTensor*) = nullptr;
};
struct ManagedTensorVersioned {
    std::uint32_t major = major_version, minor = minor_version;
    void* manager = nullptr;
    void (*deleter)(ManagedTensorVersioned*) = nullptr;
    std::uint64_t flags = 0;
    Tensor tensor;
};

}  // namespace dlpack

/// Memory that cannot be shared as it was asked for; Python's BufferError.
class BufferError : public Error {
public:
    using Error::Error;
};

/// Where an array lies, as DLPack says it.
dlpack::Device dlpack_device(const ndarray& array);

/// Whether the host reads the array's memory where it is: on the CPU backend, and page-locked or managed memory of
/// CUDA. It must wait for the array's stream first.
bool is_on_host(const ndarray& array);

/// A tensor that shares the array's memory and keeps it alive until its deleter is called, by any thread.
///
/// Parameters
///     array: the array.
///     as: the device that the tensor tells, its own by default; dlpack::cpu for memory that `is_on_host`.
/// Returns
///     A tensor of DLPack before version 1; whoever takes it calls `deleter(tensor)`.
/// Raises
///     BufferError: strides that are no multiples of the itemsize, which DLPack cannot describe; memory that the host
///     cannot reach for dlpack::cpu.
dlpack::ManagedTensor* to_dlpack(const ndarray& array, std::optional<dlpack::Device> as = {});
/// The same in DLPack 1; `flags` such as dlpack::is_copied are passed on.
dlpack::ManagedTensorVersioned* to_dlpack_versioned(const ndarray& array, std::uint64_t flags = 0,
                                                    std::optional<dlpack::Device> as = {});

/// An array that shares a tensor's memory. The tensor is taken over: its deleter is called with the last array that
/// shares it, or before this throws.
///
/// Parameters
///     tensor: the tensor, on a device of this process's backend, or in page-locked or managed memory of CUDA.
/// Returns
///     A view of the tensor's memory; a copy where that may only be read, since arrays here are always writeable.
/// Raises
///     BufferError: another kind of device, a dtype that arrays cannot have, or a tensor that makes no sense.
ndarray from_dlpack(dlpack::ManagedTensor* tensor);
ndarray from_dlpack(dlpack::ManagedTensorVersioned* tensor);

/// An array over memory that somebody else owns.
///
/// Parameters
///     address: of the first element.
///     dtype, shape: as of any array.
///     strides: in bytes; C order unless given.
///     device: the number of the device that holds the memory.
///     release: called when no array uses the memory any more, by whatever thread that happens in.
/// Returns
///     A view of the memory.
ndarray from_memory(void* address, DType dtype, const Shape& shape, std::optional<Strides> strides, int device,
                    std::function<void()> release = {});

}  // namespace cuprum
