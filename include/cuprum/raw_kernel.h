// Kernels and whole programs that users write in CUDA C++. They run on a GPU, and on a CPU that stands in for one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "cuprum/array_struct.h"
#include "cuprum/cuda.h"
#include "cuprum/ndarray.h"

namespace cuprum {

/// Numbers along x, y and z. In a launch, 0 counts as 1, as in CuPy.
struct Dim3 {
    std::uint32_t x = 1, y = 1, z = 1;
};

/// An argument of a raw kernel: an array, whose address is passed; a number or a struct, passed by value, as an array
/// is in the forms of `mdspan` and `cstruct`; a pointer.
class KernelArgument {
public:
    /// A `value` of eight bytes may be an address; `content` is none, whatever its size.
    enum class Kind : std::uint8_t { value, content, pointer, python_int, python_float };

    KernelArgument(const ndarray& array) : array_(&array), size_(sizeof(void*)), kind_(Kind::pointer) {}
    KernelArgument(const ArrayStruct& view)
        : array_(&view.array()), array_struct_(&view), size_(view.size()), kind_(Kind::value) {}
    KernelArgument(std::nullptr_t) : KernelArgument(static_cast<const void*>(nullptr)) {}
    KernelArgument(const void* pointer) : size_(sizeof pointer), kind_(Kind::pointer) { bits_.pointer = pointer; }
    /// Anything else is copied as it lies in memory, when the kernel is started.
    template <class T>
        requires(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !std::is_same_v<T, std::nullptr_t>)
    KernelArgument(const T& value) : address_(&value), size_(sizeof value), kind_(Kind::value) {}

    /// `size` bytes at an address.
    static KernelArgument bytes(const void* address, std::size_t size, Kind kind = Kind::value) {
        KernelArgument argument(nullptr);
        argument.address_ = address;
        argument.size_ = size;
        argument.kind_ = kind;
        return argument;
    }
    /// Eight bytes, kept here.
    static KernelArgument bytes_of(std::uint64_t bits) {
        KernelArgument argument(nullptr);
        argument.bits_.integer = static_cast<std::int64_t>(bits);
        argument.kind_ = Kind::value;
        return argument;
    }
    static KernelArgument python_int(std::int64_t value) {
        KernelArgument argument(nullptr);
        argument.bits_.integer = value;
        argument.kind_ = Kind::python_int;
        return argument;
    }
    static KernelArgument python_float(double value) {
        KernelArgument argument(nullptr);
        argument.bits_.real = value;
        argument.kind_ = Kind::python_float;
        return argument;
    }

    const ndarray* array() const { return array_; }
    /// The form in which the array is passed; null where that is its address.
    const ArrayStruct* array_struct() const { return array_struct_; }
    const void* address() const { return address_ ? address_ : &bits_; }
    std::size_t size() const { return size_; }
    Kind kind() const { return kind_; }

private:
    const ndarray* array_ = nullptr;
    const ArrayStruct* array_struct_ = nullptr;
    const void* address_ = nullptr;
    union {
        const void* pointer;
        std::int64_t integer;
        double real;
    } bits_{};
    std::size_t size_;
    Kind kind_;
};

/// How a program is compiled.
struct RawOptions {
    std::vector<std::string> options{};           ///< NVRTC's, such as "-DSIZE=3" or "--std=c++17".
    std::string backend = "nvrtc";                ///< Or "nvcc", which is the same on a CPU.
    bool enable_cooperative_groups = false;       ///< Whether blocks may wait for each other, on a GPU.
    std::vector<std::string> name_expressions{};  ///< C++ names of what is not extern "C": "scale<float>".
    bool calls = false;                           ///< As in ElementwiseKernelOptions.
    bool translate_cucomplex = false;             ///< Whether cuComplex.h's names mean complex<T>.
};

class RawModule;

/// A kernel written in CUDA C++.
class RawKernel {
public:
    /// A kernel written in CUDA C++.
    ///
    /// On a GPU the text is compiled by NVRTC, on a CPU by Clang, where the threads of a block run one after another,
    /// as vectorised loops or, if they wait for each other, in turns. It is compiled at the first call, once for all
    /// kernels of the same text and options, and kept on disk.
    ///
    /// Arrays are passed as pointers to their first element, whatever their strides. Python numbers are passed as C++'s
    /// `long long`, `double`, `bool` and `complex<double>`, NumPy's scalars by their dtype, structured ones and host
    /// arrays by value, None as a null pointer; an integer may be given for a parameter of fewer bytes. `a.mdspan()`
    /// and `a.cstruct` pass an array with its shape and strides.
    ///
    /// Parameters
    ///     code: the program.
    ///     name: the kernel's name, declared extern "C", or a C++ name such as 'scale<float>'.
    ///     options: for the compiler, as NVRTC takes them.
    ///     backend: 'nvrtc', or 'nvcc', which must be installed. On a CPU both are cuprum's own compiler.
    ///     translate_cucomplex: whether the names of cuComplex.h, where the program includes it, mean `complex<T>`, so
    ///         that operators and both precisions work with its functions.
    ///     enable_cooperative_groups: whether blocks may wait for each other (on a GPU).
    ///     jitify: accepted; the C library's small headers are there.
    /// Raises
    ///     CompileException: at the first call or `compile`, with the compiler's log and the numbered lines.
    /// Example
    ///     >>> add = cuprum.RawKernel(r'''
    ///     ... extern "C" __global__ void add(const float* x, const float* y, float* z) {
    ///     ...     int i = blockDim.x * blockIdx.x + threadIdx.x;
    ///     ...     z[i] = x[i] + y[i];
    ///     ... }''', 'add')
    ///     >>> x = cuprum.arange(4, dtype='float32')
    ///     >>> z = cuprum.empty_like(x)
    ///     >>> add((1,), (4,), (x, x, z))
    ///     >>> z
    ///     array([0., 2., 4., 6.], dtype=float32)
    RawKernel(std::string code, std::string name, RawOptions options = {});
    ~RawKernel();
    /// Copies are the same compiled kernel.
    RawKernel(const RawKernel&) noexcept;
    RawKernel& operator=(const RawKernel&) noexcept;
    RawKernel(RawKernel&&) noexcept;
    RawKernel& operator=(RawKernel&&) noexcept;

    /// Runs the kernel.
    ///
    /// Parameters
    ///     grid: how many blocks there are along up to three axes.
    ///     block: how many threads a block has along up to three axes.
    ///     args: the arguments; those behind the kernel's last parameter are not used, as in CUDA.
    ///     shared_mem: bytes of dynamic shared memory for each block.
    ///     stream: where it runs; the current stream if None.
    /// Raises
    ///     TypeError: there are fewer arguments than parameters, or one does not fit its parameter. CUDARuntimeError:
    ///     the grid, the block or the shared memory is more than there is, or, on a CPU, the kernel failed.
    void launch(Dim3 grid, Dim3 block, std::span<const KernelArgument> arguments, std::size_t shared_mem = 0,
                const cuda::Stream* stream = nullptr) const;

    /// Runs the kernel with arrays, numbers, structs and pointers.
    template <class... Arguments>
    void operator()(Dim3 grid, Dim3 block, const Arguments&... arguments) const {
        const std::array<KernelArgument, sizeof...(Arguments)> list{KernelArgument(arguments)...};
        launch(grid, block, list);
    }

    /// Compiles and loads the kernel for the current device, if that has not happened yet. Python: what `compile_log`
    /// says is written to a `log_stream`.
    ///
    /// Raises
    ///     CompileException: the text does not compile.
    void compile() const;

    /// What the compiler says of the kernel besides errors: it compiles it anew. Empty for machine code.
    ///
    /// Raises
    ///     CompileException: the text does not compile.
    std::string compile_log() const;

    const std::string& name() const;
    const std::string& code() const;
    const RawOptions& options() const;
    /// The module that the kernel was taken from by `RawModule::get_function`, or that it is alone in.
    RawModule module() const;
    /// Whether it was made from a program, and not taken from a module.
    bool is_alone() const;
    /// The file that the machine code comes from, if it does.
    const std::string& file_path() const;

    /// The driver's handle of the compiled kernel, a CUfunction; on a CPU a number that stands for the kernel.
    std::uintptr_t handle() const;
    /// What is known of the compiled kernel, by the names of the CUDA driver: registers, bytes of memory of each kind.
    std::map<std::string, int> attributes() const;
    /// The most dynamic shared memory, in bytes, that a launch may ask for; more than 48 KiB must be set first.
    int max_dynamic_shared_size_bytes() const;
    void set_max_dynamic_shared_size_bytes(int bytes);
    /// How much of a multiprocessor's memory is best kept for shared memory, in percent; -1 leaves it to the driver.
    int preferred_shared_memory_carveout() const;
    void set_preferred_shared_memory_carveout(int percent);

private:
    friend class RawModule;
    struct Impl;
    explicit RawKernel(std::shared_ptr<Impl> impl);
    std::shared_ptr<Impl> impl_;
};

/// A program in CUDA C++ with several kernels and variables.
class RawModule {
public:
    /// A program in CUDA C++ with several kernels and variables.
    ///
    /// Parameters
    ///     code: the program; or
    ///     path: a file with machine code (cubin) or PTX, for a GPU.
    ///     options, backend, translate_cucomplex, enable_cooperative_groups, jitify: as RawKernel's.
    ///     name_expressions: the C++ names of kernels and variables that are not extern "C", such as 'scale<float>' or
    ///     '&table'.
    /// Raises
    ///     ValueError: neither or both of `code` and `path` are given.
    /// Example
    ///     >>> module = cuprum.RawModule(code=r'''
    ///     ... template <class T>
    ///     ... __global__ void scale(T* x, T by) { x[threadIdx.x] *= by; }
    ///     ... ''', name_expressions=['scale<float>', 'scale<double>'])
    ///     >>> x = cuprum.ones(2)
    ///     >>> module.get_function('scale<double>')((1,), (2,), (x, 3.0))
    ///     >>> x
    ///     array([3., 3.])
    explicit RawModule(std::string code, RawOptions options = {});
    /// A module from a file of machine code (cubin) or PTX.
    static RawModule from_file(std::string path, bool enable_cooperative_groups = false);

    /// A kernel of the module.
    ///
    /// Parameters
    ///     name: as it is declared extern "C", or as it is among the name_expressions.
    /// Raises
    ///     CUDARuntimeError: the module has no such kernel.
    RawKernel get_function(const std::string& name) const;

    /// The memory of a variable of the module.
    ///
    /// Parameters
    ///     name: of a `__device__` or `__constant__` variable.
    /// Returns
    ///     Its memory on the current device.
    /// Raises
    ///     CUDARuntimeError: the module has no such variable.
    cuda::BlockRef get_global(const std::string& name) const;

    /// Compiles and loads the module for the current device, if that has not happened yet. Python: what `compile_log`
    /// says is written to a `log_stream`.
    ///
    /// Raises
    ///     CompileException: the text does not compile.
    void compile() const;

    /// What the compiler says of the module besides errors: it compiles it anew. Empty for machine code.
    ///
    /// Raises
    ///     CompileException: the text does not compile.
    std::string compile_log() const;

    /// The driver's handle of the loaded module, a CUmodule; on a CPU a number that stands for the module.
    std::uintptr_t handle() const;

    const std::string& code() const;
    const RawOptions& options() const;
    const std::string& file_path() const;

private:
    struct Impl;
    explicit RawModule(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
    friend class RawKernel;
    std::shared_ptr<Impl> impl_;
};

}  // namespace cuprum
