// cuFFT's callbacks as kernels before and behind a transform: they work on both processors, with every version of cuFFT
// and whatever a transform is made of, and need neither nvcc nor cuFFT's static library. The price is a pass over the
// array for each.
#include "numpy/fft/callbacks.h"

#include <array>
#include <memory>
#include <mutex>
#include <regex>
#include <string>
#include <vector>

#include "cuprum/creation.h"
#include "cuprum/raw_kernel.h"

namespace cuprum::fft {
namespace {

thread_local std::vector<Callbacks*> entered;
thread_local Callbacks* current = nullptr;

/// What cufft.h and cufftXt.h declare of callbacks.
constexpr const char* declarations = R"(
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;
#define CUPRUM_CALLBACKS(letter, type)                                                                              \
    typedef type (*cufftCallbackLoad##letter)(void* from, size_t offset, void* info, void* shared);                 \
    typedef void (*cufftCallbackStore##letter)(void* to, size_t offset, type element, void* info, void* shared);    \
    typedef type (*cufftJITCallbackLoad##letter)(void* from, unsigned long long offset, void* info, void* shared);  \
    typedef void (*cufftJITCallbackStore##letter)(void* to, unsigned long long offset, type element, void* info,    \
                                                  void* shared);
CUPRUM_CALLBACKS(R, cufftReal)
CUPRUM_CALLBACKS(D, cufftDoubleReal)
CUPRUM_CALLBACKS(C, cufftComplex)
CUPRUM_CALLBACKS(Z, cufftDoubleComplex)
#line 1 "callback"
)";

const char* type_name(DType dtype) {
    switch (dtype) {
        case DType::float32: return "cufftReal";
        case DType::float64: return "cufftDoubleReal";
        case DType::complex64: return "cufftComplex";
        default: return "cufftDoubleComplex";
    }
}

}  // namespace

/// One direction's text, and its kernels by the dtype of what they take.
struct Callback {
    std::string text, function;
    std::optional<ndarray> data;
    std::array<std::unique_ptr<RawKernel>, dtype_count> kernels;
    std::mutex mutex;

    Callback(std::string given, std::string name, const char* variable, const std::optional<ndarray>& data)
        : function(std::move(name)), data(data) {
        // The headers' names are there already, and NVRTC need not find the headers.
        static const std::regex header(R"([ \t]*#[ \t]*include[ \t]*[<"]cufft(Xt)?\.h[>"][^\n]*)");
        text = std::regex_replace(given, header, "");
        if (text.empty() || !function.empty()) return;
        if (std::regex_search(text, std::regex(std::string("\\b") + variable + "\\b"))) {
            function = variable;
            return;
        }
        // A text for cuFFT's callbacks compiled just in time has a function, and no variable that points to it.
        std::smatch found;
        if (!std::regex_search(
                text, found, std::regex(R"(__device__\s+(?:\w+\s+)*(?:void|cufft\w+|float2?|double2?)\s+(\w+)\s*\()")))
            throw ValueError(std::string("a callback's text has neither a variable ") + variable +
                             " nor a __device__ function; name the function");
        function = found[1];
    }

    const RawKernel& kernel(DType dtype, bool load) {
        std::lock_guard guard(mutex);
        std::unique_ptr<RawKernel>& kernel = kernels[static_cast<std::size_t>(table_index(dtype))];
        if (!kernel) {
            const std::string type = type_name(dtype);
            const std::string body = load ? "to[i] = " + function + "((void*)from, i, info, nullptr);"
                                          : function + "((void*)to, i, from[i], info, nullptr);";
            kernel = std::make_unique<RawKernel>(
                declarations + text + "\nextern \"C\" __global__ void cuprum_fft_callback(" + type + "* from, " + type +
                    "* to, unsigned long long size, void* info) {\n    const unsigned long long i = "
                    "(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < size) " +
                    body + "\n}\n",
                "cuprum_fft_callback");
        }
        return *kernel;
    }

    ndarray run(const ndarray& a, bool load) {
        constexpr std::uint32_t block = 256;
        const ndarray made = empty(a.shape(), a.dtype());
        const auto size = static_cast<std::uint64_t>(a.size());
        if (size == 0) return made;
        const KernelArgument info = data ? KernelArgument(*data) : KernelArgument(nullptr);
        const KernelArgument arguments[] = {a, made, size, info};
        kernel(a.dtype(), load).launch({static_cast<std::uint32_t>((size + block - 1) / block)}, {block}, arguments);
        return made;
    }
};

struct Callbacks::Impl {
    Callback load, store;
};

Callbacks::Callbacks(std::string load, std::string store, const std::optional<ndarray>& load_data,
                     const std::optional<ndarray>& store_data, std::string load_name, std::string store_name) {
    if (load.empty() && store.empty())
        throw ValueError("callbacks of transforms: give the text of a load callback, of a store callback, or both");
    impl_.reset(new Impl{{std::move(load), std::move(load_name), "d_loadCallbackPtr", load_data},
                         {std::move(store), std::move(store_name), "d_storeCallbackPtr", store_data}});
}
Callbacks::~Callbacks() = default;

void Callbacks::enter() {
    entered.push_back(current);
    current = this;
}
void Callbacks::leave() {
    if (current != this)
        throw ValueError("these callbacks are left by a thread, or in an order, in which they were not entered");
    current = entered.back();
    entered.pop_back();
}

Callbacks* current_callbacks() { return current; }

CallbackPause::CallbackPause() : before_(current) { current = nullptr; }
CallbackPause::~CallbackPause() { current = before_; }

ndarray loaded(Callbacks& callbacks, const ndarray& a) {
    Callback& callback = callbacks.impl().load;
    return callback.text.empty() ? a : callback.run(a, true);
}
ndarray stored(Callbacks& callbacks, const ndarray& a) {
    Callback& callback = callbacks.impl().store;
    return callback.text.empty() ? a : callback.run(a.is_c_contiguous() ? a : a.copy('C'), false);
}

}  // namespace cuprum::fft
