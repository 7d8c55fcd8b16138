#include "cuprum/raw_kernel.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "core/identifier.h"
#include "cuprum/error.h"
#include "kernel/cache/cache.h"
#include "kernel/cache/log.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/recorder.h"
#include "kernel/user/parameters.h"
#include "runtime/context.h"
#include "runtime/raw_kernels.h"
#include "runtime/raw_limits.h"
#include "runtime/settings.h"

namespace cuprum {

using runtime::FunctionHandle;
using runtime::ModuleHandle;
using Parameters = std::vector<runtime::KernelParameter>;

namespace {

/// One value a device, made when it is first asked for.
template <class T>
class PerDevice {
public:
    template <class Make>
    const T& get(Make&& make) {
        const int device = runtime::context.device;
        if (device < fast_devices)
            if (const T* found = fast_[device].load(std::memory_order_acquire)) [[likely]]
                return *found;
        T made = make(device);
        std::lock_guard lock(mutex_);
        // Another thread may have been first; what it made serves as well.
        const T& kept = values_.try_emplace(device, std::move(made)).first->second;
        if (device < fast_devices) fast_[device].store(&kept, std::memory_order_release);
        return kept;
    }

private:
    static constexpr int fast_devices = 16;
    std::atomic<const T*> fast_[fast_devices]{};
    std::mutex mutex_;
    std::map<int, T> values_;
};

/// Whether CUPRUM_CHECK asks for something that the compiler can add; a GPU has tools of its own for it.
bool checks(std::string_view what) { return runtime::check_is_on(what) && runtime::device_traits().checks_raw_kernels; }

/// Where the elements of an argument lie.
runtime::ArgumentExtent extent_of(const KernelArgument& argument) {
    runtime::ArgumentExtent extent;
    if (argument.array_struct()) return extent;
    const ndarray* array = argument.array();
    if (!array) {
        constexpr std::uint64_t nothing = 0;
        extent.is_null =
            argument.size() == sizeof nothing && std::memcmp(argument.address(), &nothing, sizeof nothing) == 0;
        return extent;
    }
    extent.is_array = true;
    extent.itemsize = static_cast<std::size_t>(itemsize(array->dtype()));
    extent.dtype = info(array->dtype()).name;
    if (array->size() == 0) return extent;
    extent.first = extent.begin = static_cast<const char*>(array->address(cuda::Access::read));
    extent.bytes = extent.itemsize;
    for (int axis = 0; axis < array->ndim(); ++axis) {
        const std::int64_t reach = (array->shape()[axis] - 1) * array->strides()[axis];
        extent.begin += std::min<std::int64_t>(reach, 0);
        extent.bytes += static_cast<std::size_t>(std::abs(reach));
    }
    return extent;
}

/// Where the structs of a launch's arrays are made.
class StructRoom {
public:
    explicit StructRoom(std::span<const KernelArgument> arguments) {
        std::size_t words = 0;
        for (const KernelArgument& argument : arguments)
            if (const ArrayStruct* view = argument.array_struct()) words += view->largest_size() / word;
        if (words) words_.resize(words);
    }

    /// Of the size of the kernel's parameter; 0 where a driver older than CUDA 12.4 does not tell it, with which comes
    /// an older libcu++.
    void* write(const ArrayStruct& view, std::size_t bytes, const void* address) {
        void* to = words_.data() + used_;
        if (bytes == 0) bytes = view.largest_size();
        view.write(to, bytes, address);
        used_ += bytes / word;
        return to;
    }

private:
    static constexpr std::size_t word = sizeof(std::uint64_t);
    std::vector<std::uint64_t> words_;
    std::size_t used_ = 0;
};

/// Memory of a module, which lives until the process ends.
class GlobalBlock final : public cuda::Block {
public:
    GlobalBlock(void* pointer, std::size_t bytes, int device) : Block(pointer, bytes, device, nullptr) {
        share_address();
    }

private:
    void reclaim() noexcept override { delete this; }
};

}  // namespace

namespace {

/// The program with our header in the place of cuComplex.h.
std::string with_complex_bridge(std::string code) {
    constexpr std::string_view from = "cuComplex.h", to = "cupy/complex/cuComplex_bridge.h";
    for (std::size_t at = 0; (at = code.find(from, at)) != std::string::npos; at += to.size())
        code.replace(at, from.size(), to);
    return code;
}

}  // namespace

struct RawModule::Impl {
    struct Loaded {
        ModuleHandle module;
        std::map<std::string, std::string> symbols;  ///< Of the name expressions.
    };

    std::string code, path;
    RawOptions options;
    PerDevice<Loaded> loaded;

    const Loaded& load() {
        return loaded.get(
            [&](int device) { return path.empty() ? compile(device, options.name_expressions) : read(device); });
    }

    runtime::CompileRequest request(const std::vector<std::string>& names) const {
        runtime::CompileRequest request{options.translate_cucomplex ? with_complex_bridge(code) : code, options.options,
                                        names};
        request.is_cuda = true;
        request.with_nvcc = options.backend == "nvcc";
        if (!request.with_nvcc || !runtime::device_traits().runs_machine_code) {
            kernel::CompilerOptions divided = kernel::divide_options(options.options);
            request.options = std::move(divided.options);
            request.definitions = std::move(divided.definitions);
        }
        request.code.calls = options.calls;
        static const bool memory = checks("memory"), races = checks("races");
        request.check_memory = memory;
        request.check_races = races;
        return request;
    }

    std::string log(const std::vector<std::string>& names) const {
        if (!path.empty()) return {};
        return kernel::cache_compile_log(runtime::context.device, request(names));
    }

    Loaded compile(int device, const std::vector<std::string>& names) const {
        kernel::LoadedModule made = kernel::cache_get_module(device, request(names));
        Loaded result{made.module, {}};
        for (std::size_t i = 0; i < names.size(); ++i) result.symbols[names[i]] = made.symbols[i];
        return result;
    }

    Loaded read(int device) const {
        if (!runtime::device_traits().runs_machine_code)
            throw NotSupportedError(
                "'" + path +
                "' would hold machine code or PTX for a GPU; a CPU runs only programs that are given as code");
        std::ifstream file(path, std::ios::binary);
        if (!file) throw ValueError("the file '" + path + "' cannot be read");
        const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
        return {runtime::backend().load(device, bytes), {}};
    }

    std::string symbol(const std::string& name) {
        const Loaded& module = load();
        const auto known = module.symbols.find(name);
        return known == module.symbols.end() ? name : known->second;
    }
};

struct RawKernel::Impl {
    struct Ready {
        FunctionHandle function;
        const Parameters* parameters;
    };

    std::shared_ptr<RawModule::Impl> module;
    std::string name;
    bool is_alone;  ///< Whether the module was made for this kernel, and may be compiled for its name.
    PerDevice<Ready> ready;

    const Ready& get() {
        return ready.get([&](int device) {
            runtime::RawKernels& raw = runtime::backend().raw_kernels();
            const FunctionHandle function = find(device, raw);
            kernel::log_fetch(function, name, "of a module", 0);
            return Ready{function, raw.parameters(function)};
        });
    }

    FunctionHandle find(int device, runtime::RawKernels& raw) {
        if (!is_alone || is_identifier(name)) {
            const auto& loaded = module->load();
            const std::string symbol = module->symbol(name);
            if (!is_alone || raw.has_function(loaded.module, symbol)) return raw.function(loaded.module, symbol);
            // Its name may be C++'s. The program itself is known to compile.
            try {
                return by_expression(device, raw);
            } catch (const CompileException&) {
                runtime::throw_not_found("kernel", name);
            }
        }
        return by_expression(device, raw);
    }

    FunctionHandle by_expression(int device, runtime::RawKernels& raw) const {
        const auto loaded = module->compile(device, {name});
        return raw.function(loaded.module, loaded.symbols.at(name));
    }

    [[noreturn]] void refuse_count(std::size_t given, std::size_t wanted) const {
        throw TypeError("the kernel '" + name + "' takes " + std::to_string(wanted) + " arguments, and " +
                        std::to_string(given) + " were given");
    }

    [[noreturn]] void refuse(std::size_t index, const runtime::KernelParameter& parameter,
                             const std::string& why) const {
        std::string which = "argument " + std::to_string(index);
        if (!parameter.type.empty())
            which += " ('" + parameter.type + (parameter.name.empty() ? "" : " " + parameter.name) + "')";
        throw TypeError(which + " of the kernel '" + name + "' has " + std::to_string(parameter.size) + " bytes, and " +
                        why);
    }

    /// Whether an mdspan may have another layout than layout_stride. A driver does not tell of types: then the
    /// program's text does, as one without strides and with wide indices is as long as one with strides and narrow
    /// ones.
    bool may_have_no_strides(const runtime::KernelParameter& parameter) const {
        const auto names = [](const std::string& text, const char* layout) {
            return text.find(layout) != std::string::npos;
        };
        if (names(parameter.type, "layout_stride")) return false;
        const std::string& code = module->code;
        return names(code, "layout_right") || names(code, "layout_left") ||
               (names(code, "mdspan") && !names(code, "layout_stride"));
    }

    /// Whether a parameter can be filled with what was given.
    void check(std::size_t index, const KernelArgument& argument, const runtime::KernelParameter& parameter) const {
        using Kind = KernelArgument::Kind;
        if (argument.kind() == Kind::python_int && parameter.size < 8) {
            std::int64_t value;
            std::memcpy(&value, argument.address(), sizeof value);
            const unsigned bits = 8 * static_cast<unsigned>(parameter.size);
            if (value < -(std::int64_t{1} << (bits - 1)) || value >= std::int64_t{1} << bits)
                throw OverflowError("argument " + std::to_string(index) + " of the kernel '" + name + "' is " +
                                    std::to_string(value) + ", which does not fit the parameter's " +
                                    std::to_string(parameter.size) + " bytes");
            return;
        }
        if (const ArrayStruct* view = argument.array_struct()) {
            if (parameter.is_pointer || !view->fits(parameter.size, may_have_no_strides(parameter)))
                refuse(index, parameter,
                       view->description() + ", of " + std::to_string(view->size()) + " bytes, was given");
            return;
        }
        if (parameter.is_pointer && (argument.kind() == Kind::python_float || argument.kind() == Kind::content ||
                                     (argument.kind() == Kind::value && argument.size() != 8)))
            refuse(index, parameter,
                   "is a pointer, for which a number, a struct or a NumPy array was given; asarray copies a NumPy "
                   "array to the device");
        if (parameter.size == argument.size()) return;
        switch (argument.kind()) {
            case Kind::pointer:
                refuse(index, parameter, "an array, which is passed as a pointer of 8 bytes, was given");
            case Kind::python_float:
                refuse(index, parameter,
                       "a Python float, which is passed as a double of 8 bytes, was given: pass numpy.float32(value)");
            default:  // a driver does not tell which parameters are pointers
                refuse(index, parameter,
                       "a value of " + std::to_string(argument.size()) + " bytes was given" +
                           (parameter.size == 8 ? "; asarray copies a NumPy array to the device" : ""));
        }
    }
};

// Kernels.

RawKernel::RawKernel(std::string code, std::string name, RawOptions options)
    : impl_(
          std::make_shared<Impl>(std::make_shared<RawModule::Impl>(std::move(code), std::string(), std::move(options)),
                                 std::move(name), true)) {
    if (impl_->name.empty()) throw ValueError("a raw kernel needs the name of a __global__ function");
    const std::string& backend = impl_->module->options.backend;
    if (backend != "nvrtc" && backend != "nvcc")
        throw ValueError("backend is 'nvrtc' or 'nvcc', not '" + backend + "'");
}
RawKernel::RawKernel(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
RawKernel::~RawKernel() = default;
RawKernel::RawKernel(const RawKernel&) noexcept = default;
RawKernel& RawKernel::operator=(const RawKernel&) noexcept = default;
RawKernel::RawKernel(RawKernel&&) noexcept = default;
RawKernel& RawKernel::operator=(RawKernel&&) noexcept = default;

void RawKernel::launch(Dim3 grid, Dim3 block, std::span<const KernelArgument> arguments, std::size_t shared_mem,
                       const cuda::Stream* stream) const {
    if (runtime::context.recorder) [[unlikely]]
        kernel::refuse_launch("the raw kernel '" + impl_->name + "'");
    std::optional<cuda::StreamGuard> guard;
    if (stream) guard.emplace(*stream);
    runtime::Launch launch;
    // Nothing along an axis counts as one, as in CuPy.
    const std::uint32_t blocks[] = {grid.x, grid.y, grid.z}, threads[] = {block.x, block.y, block.z};
    for (int i = 0; i < 3; ++i) {
        launch.grid[i] = std::max(1u, blocks[i]);
        launch.block[i] = std::max(1u, threads[i]);
    }
    runtime::check_geometry(launch);
    if (shared_mem > runtime::largest_shared) runtime::refuse_shared(shared_mem, runtime::largest_shared, impl_->name);
    launch.shared_bytes = static_cast<std::uint32_t>(shared_mem);
    launch.items = std::int64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];

    const Impl::Ready& ready = impl_->get();
    const Parameters* parameters = ready.parameters;
    if (parameters) {
        if (arguments.size() < parameters->size()) impl_->refuse_count(arguments.size(), parameters->size());
        arguments = arguments.first(parameters->size());  // CUDA does not look at more, and programs count on it.
    }

    // Addresses of the arguments; an array's is its pointer's, or where its struct is made.
    constexpr std::size_t at_hand = 32;
    void *few_addresses[at_hand], *few_pointers[at_hand];
    std::vector<void*> many;
    void **addresses = few_addresses, **pointers = few_pointers;
    kernel::DataAccess data;
    if (arguments.size() > at_hand) {
        many.resize(2 * arguments.size());
        addresses = many.data();
        pointers = addresses + arguments.size();
    }
    StructRoom structs(arguments);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const KernelArgument& argument = arguments[i];
        if (parameters) impl_->check(i, argument, (*parameters)[i]);
        if (const ndarray* array = argument.array()) {
            pointers[i] = array->size() ? data.update(*array) : nullptr;
            addresses[i] = &pointers[i];
            if (const ArrayStruct* view = argument.array_struct())
                addresses[i] = structs.write(*view, parameters ? (*parameters)[i].size : 0, pointers[i]);
        } else {
            addresses[i] = const_cast<void*>(argument.address());
        }
    }
    if (kernel::logging || runtime::watching.load(std::memory_order_relaxed)) [[unlikely]]
        kernel::see_launch(ready.function, launch, 0);
    std::vector<runtime::ArgumentExtent> extents;
    static const bool watched = checks("memory");
    if (watched)
        for (const KernelArgument& argument : arguments) extents.push_back(extent_of(argument));
    runtime::backend().raw_kernels().launch(ready.function, launch, addresses, runtime::context.stream,
                                            impl_->module->options.enable_cooperative_groups,
                                            watched ? extents.data() : nullptr);
}

void RawKernel::compile() const { impl_->get(); }
std::string RawKernel::compile_log() const {
    const bool is_expression = impl_->is_alone && !is_identifier(impl_->name);
    return impl_->module->log(is_expression ? std::vector{impl_->name} : impl_->module->options.name_expressions);
}
const std::string& RawKernel::name() const { return impl_->name; }
const std::string& RawKernel::code() const { return impl_->module->code; }
const RawOptions& RawKernel::options() const { return impl_->module->options; }
RawModule RawKernel::module() const { return RawModule(impl_->module); }
bool RawKernel::is_alone() const { return impl_->is_alone; }
const std::string& RawKernel::file_path() const { return impl_->module->path; }

std::uintptr_t RawKernel::handle() const {
    return runtime::backend().raw_kernels().native_function(impl_->get().function);
}

std::map<std::string, int> RawKernel::attributes() const {
    const auto a = runtime::backend().raw_kernels().attributes(impl_->get().function);
    return {{"max_threads_per_block", a.max_threads_per_block},
            {"shared_size_bytes", a.shared_size_bytes},
            {"const_size_bytes", a.const_size_bytes},
            {"local_size_bytes", a.local_size_bytes},
            {"num_regs", a.num_regs},
            {"ptx_version", a.ptx_version},
            {"binary_version", a.binary_version},
            {"cache_mode_ca", a.cache_mode_ca},
            {"max_dynamic_shared_size_bytes", a.max_dynamic_shared_size_bytes},
            {"preferred_shared_memory_carveout", a.preferred_shared_memory_carveout}};
}

int RawKernel::max_dynamic_shared_size_bytes() const {
    return runtime::backend().raw_kernels().attributes(impl_->get().function).max_dynamic_shared_size_bytes;
}
void RawKernel::set_max_dynamic_shared_size_bytes(int bytes) {
    runtime::backend().raw_kernels().set_max_dynamic_shared_size(impl_->get().function, bytes);
}
int RawKernel::preferred_shared_memory_carveout() const {
    return runtime::backend().raw_kernels().attributes(impl_->get().function).preferred_shared_memory_carveout;
}
void RawKernel::set_preferred_shared_memory_carveout(int percent) {
    runtime::backend().raw_kernels().set_preferred_shared_memory_carveout(impl_->get().function, percent);
}

// Modules.

RawModule::RawModule(std::string code, RawOptions options)
    : impl_(std::make_shared<Impl>(std::move(code), std::string(), std::move(options))) {
    const RawOptions& chosen = impl_->options;
    if (chosen.backend != "nvrtc" && chosen.backend != "nvcc")
        throw ValueError("backend is 'nvrtc' or 'nvcc', not '" + chosen.backend + "'");
    if (chosen.backend == "nvcc" && !chosen.name_expressions.empty())
        throw ValueError(
            "name_expressions are resolved by NVRTC: leave backend='nvrtc', or declare the functions extern \"C\"");
}

RawModule RawModule::from_file(std::string path, bool enable_cooperative_groups) {
    RawOptions options;
    options.enable_cooperative_groups = enable_cooperative_groups;
    return RawModule(std::make_shared<Impl>(std::string(), std::move(path), std::move(options)));
}

RawKernel RawModule::get_function(const std::string& name) const {
    RawKernel kernel(std::make_shared<RawKernel::Impl>(impl_, name, false));
    kernel.compile();
    return kernel;
}

cuda::BlockRef RawModule::get_global(const std::string& name) const {
    const auto& loaded = impl_->load();
    const auto found = runtime::backend().raw_kernels().global(loaded.module, impl_->symbol(name));
    return cuda::BlockRef(new GlobalBlock(found.address, found.bytes, runtime::context.device));
}

std::uintptr_t RawModule::handle() const {
    return runtime::backend().raw_kernels().native_module(impl_->load().module);
}

void RawModule::compile() const { impl_->load(); }
std::string RawModule::compile_log() const { return impl_->log(impl_->options.name_expressions); }
const std::string& RawModule::code() const { return impl_->code; }
const RawOptions& RawModule::options() const { return impl_->options; }
const std::string& RawModule::file_path() const { return impl_->path; }

}  // namespace cuprum
