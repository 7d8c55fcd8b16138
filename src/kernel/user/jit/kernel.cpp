// From arguments to the kernel that was made for their types, and its launch.
#include <atomic>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string_view>

#include "cuprum/error.h"
#include "cuprum/jit.h"
#include "kernel/engine/launch.h"
#include "kernel/engine/recorder.h"
#include "kernel/user/jit/parameter.h"
#include "runtime/context.h"

namespace cuprum::jit {

namespace {

/// How much dynamic shared memory a launch may ask for without saying so beforehand.
constexpr std::size_t default_shared = 48 * 1024;

/// All that a kernel's text depends on, an argument: a letter of the key.
char16_t code_of(const ndarray& a, Layout layout) {
    return static_cast<char16_t>(1u << 15 | static_cast<unsigned>(table_index(a.dtype())) << 11 |
                                 static_cast<unsigned>(layout.contiguous) << 10 |
                                 static_cast<unsigned>(layout.small) << 9 | static_cast<unsigned>(a.ndim()));
}

}  // namespace

struct Kernel::State {
    struct Entry {
        std::vector<Type> types;
        RawKernel kernel;
    };
    using Entries = std::map<std::u16string, Entry, std::less<>>;

    Make make;
    Mode mode;
    mutable std::shared_mutex mutex;
    Entries entries;
    std::atomic<Entries::value_type*> last{nullptr};

    RawKernel& find(std::u16string_view key, std::span<const Operand> arguments) {
        if (auto* entry = last.load(std::memory_order_acquire); entry && entry->first == key)
            return entry->second.kernel;
        {
            std::shared_lock lock(mutex);
            if (auto found = entries.find(key); found != entries.end()) {
                last.store(&*found, std::memory_order_release);
                return found->second.kernel;
            }
        }
        // Made without a lock: two threads may make the same kernel, and the cache compiles it once.
        std::vector<Type> types;
        for (const Operand& argument : arguments)
            types.push_back(argument.is_array() ? Type::of(argument.array())
                                                : Type::scalar(literal_dtype(mode, argument.scalar())));
        const std::u16string kept(key);  // making a kernel may launch another one
        Builder builder(mode);
        make(builder, types);
        RawOptions options;
        options.options = {"--std=c++20"};
        options.enable_cooperative_groups = builder.is_cooperative();
        options.calls = builder.has_calls();
        Entry entry{std::move(types), RawKernel(builder.text(), builder.kernel_name(), std::move(options))};
        std::unique_lock lock(mutex);
        return entries.try_emplace(kept, std::move(entry)).first->second.kernel;
    }
};

Kernel::Kernel(Make make, Mode mode) : state_(std::make_unique<State>()) {
    state_->make = std::move(make);
    state_->mode = mode;
}
Kernel::~Kernel() = default;

void Kernel::launch(Dim3 grid, Dim3 block, std::span<const Operand> arguments, std::size_t shared_mem,
                    const cuda::Stream* stream) const {
    if (runtime::context.recorder) [[unlikely]]
        kernel::refuse_launch("a jit kernel");
    // Where arguments are gathered; kept by the thread, so that calls allocate nothing.
    thread_local std::u16string key;
    thread_local std::vector<std::complex<double>> values;
    thread_local std::vector<KernelArgument> passed;
    key.clear();
    passed.clear();

    std::size_t bytes = 0;
    for (const Operand& argument : arguments) {
        if (argument.is_array()) {
            const Layout layout(argument.array());
            key += code_of(argument.array(), layout);
            bytes += parameter_size(layout, argument.array().ndim());
        } else {
            key += static_cast<char16_t>(literal_dtype(state_->mode, argument.scalar()));
            bytes += sizeof(std::complex<double>);
        }
    }
    RawKernel& kernel = state_->find(key, arguments);
    if (shared_mem > default_shared) kernel.set_max_dynamic_shared_size_bytes(static_cast<int>(shared_mem));

    values.resize(bytes / sizeof(std::complex<double>) + 1);
    char* place = reinterpret_cast<char*>(values.data());
    for (const Operand& argument : arguments) {
        char* end;
        if (argument.is_array()) {
            end = write_parameter(Layout(argument.array()), argument.array(), place);
            passed.push_back(KernelArgument::bytes(place, static_cast<std::size_t>(end - place)));
        } else {
            const DType dtype = literal_dtype(state_->mode, argument.scalar());
            argument.scalar().as(dtype).store(dtype, place);
            passed.push_back(KernelArgument::bytes(place, static_cast<std::size_t>(itemsize(dtype))));
            end = place + sizeof(std::complex<double>);
        }
        place = end;
    }
    kernel.launch(grid, block, passed, shared_mem, stream);
}

std::vector<std::pair<std::vector<Type>, std::string>> Kernel::cached_codes() const {
    std::shared_lock lock(state_->mutex);
    std::vector<std::pair<std::vector<Type>, std::string>> codes;
    for (const auto& [key, entry] : state_->entries) codes.emplace_back(entry.types, entry.kernel.code());
    return codes;
}

}  // namespace cuprum::jit
