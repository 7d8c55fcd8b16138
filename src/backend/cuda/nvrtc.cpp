#include "backend/cuda/nvrtc.h"

#include <dlfcn.h>
#include <nvrtc.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "core/identifier.h"
#include "cuprum/environment.h"
#include "cuprum/error.h"
#include "runtime/compile_log.h"
#include "runtime/compiler.h"
#include "runtime/device_headers.h"
#include "runtime/vendor_library.h"

namespace cuprum::backend::cuda {

using namespace runtime;

namespace {

constexpr const char* program_name = "kernel.cu";

// clang-format off
#define CUPRUM_NVRTC_FUNCTIONS(X)                                                                  \
    X(nvrtcVersion) X(nvrtcGetErrorString) X(nvrtcGetNumSupportedArchs) X(nvrtcGetSupportedArchs)  \
    X(nvrtcCreateProgram) X(nvrtcDestroyProgram) X(nvrtcAddNameExpression) X(nvrtcGetLoweredName)  \
    X(nvrtcCompileProgram) X(nvrtcGetCUBINSize) X(nvrtcGetCUBIN) X(nvrtcGetPTXSize) X(nvrtcGetPTX) \
    X(nvrtcGetProgramLogSize) X(nvrtcGetProgramLog)
// clang-format on

LibraryNames nvrtc_names() {
    return {"NVRTC, NVIDIA's run-time compiler,",
            {{13, "libnvrtc.so.13"}, {12, "libnvrtc.so.12"}},
            "Install it with `pip install nvidia-cuda-nvrtc` (CUDA 13) or `pip install nvidia-cuda-nvrtc-cu12` "
            "(CUDA 12), or install a CUDA toolkit and let CUDA_PATH name its folder."};
}

std::string version_text(int major, int minor) {
    return "nvrtc-" + std::to_string(major) + "." + std::to_string(minor);
}

/// The compiler's second half, which lies beside libnvrtc and carries its full version in its name.
std::string builtins_name(int major, int minor) {
    return "libnvrtc-builtins.so." + std::to_string(major) + "." + std::to_string(minor);
}

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

class Nvrtc {
public:
    static const Nvrtc& get() {
        static const Nvrtc& instance = *new Nvrtc;  // A thread may still compile when the process ends.
        return instance;
    }

    static bool loaded() { return loaded_; }

    /// Where programs find CUDA's own headers.
    std::vector<std::string> include_options() const {
        std::vector<std::string> options;
        for (const std::string& folder : header_folders(library_.path())) options.push_back("-I" + folder);
        return options;
    }

#define CUPRUM_DECLARE(function) decltype(::function)* function = nullptr;
    CUPRUM_NVRTC_FUNCTIONS(CUPRUM_DECLARE)
#undef CUPRUM_DECLARE
    int major = 0, minor = 0;
    std::vector<int> architectures;  ///< The ones it makes code for, ascending: 75, 80, ...

    void check(nvrtcResult result, const char* what) const {
        if (result != NVRTC_SUCCESS) throw Error(std::string(nvrtcGetErrorString(result)) + ", while " + what);
    }

private:
    Nvrtc() : library_(nvrtc_names()) {
#define CUPRUM_LOAD(function) function = library_.symbol<decltype(::function)>(#function);
        CUPRUM_NVRTC_FUNCTIONS(CUPRUM_LOAD)
#undef CUPRUM_LOAD
        check(nvrtcVersion(&major, &minor), "asking for NVRTC's version");
        int count = 0;
        check(nvrtcGetNumSupportedArchs(&count), "asking for NVRTC's architectures");
        architectures.resize(count);
        check(nvrtcGetSupportedArchs(architectures.data()), "asking for NVRTC's architectures");
        // NVRTC loads its builtins by bare name, which fails for a folder that the system's loader does not search.
        // Once they are loaded from their full path the name is found; where they are not here the loader may still
        // know them.
        const std::string folder = folder_of(library_.path());
        if (!folder.empty()) dlopen((folder + builtins_name(major, minor)).c_str(), RTLD_LAZY | RTLD_LOCAL);
        loaded_ = true;
    }

    Library library_;
    inline static std::atomic<bool> loaded_{false};
};

/// The version that the builtins' file name tells; empty when no file or more than one is there.
std::string version_from_files() {
    const std::string path = Library::locate(nvrtc_names());
    if (path.empty()) return {};
    const int major = std::atoi(path.c_str() + path.rfind('.') + 1);
    std::string found;
    for (int minor = 0; minor < 16; ++minor) {
        if (access((folder_of(path) + builtins_name(major, minor)).c_str(), R_OK) != 0) continue;
        if (!found.empty()) return {};
        found = version_text(major, minor);
    }
    return found;
}

struct Architecture {
    std::string option;
    bool ptx = false;
};

/// Machine code runs on devices of the same major number and the same or a higher minor one, PTX on all newer devices.
Architecture choose_architecture(const Nvrtc& nvrtc, const std::string& arch) {
    const bool well_formed =
        arch.rfind("sm_", 0) == 0 && arch.size() > 3 && std::isdigit(static_cast<unsigned char>(arch[3]));
    if (!well_formed) throw ValueError("NVRTC compiles for architectures such as 'sm_90', not for '" + arch + "'");
    const int wanted = std::atoi(arch.c_str() + 3);
    const auto above = std::upper_bound(nvrtc.architectures.begin(), nvrtc.architectures.end(), wanted);
    if (above == nvrtc.architectures.begin()) {
        throw NotSupportedError("NVRTC " + std::to_string(nvrtc.major) + "." + std::to_string(nvrtc.minor) +
                                " compiles for sm_" + std::to_string(nvrtc.architectures.front()) +
                                " and newer, and the device is " + arch +
                                ": install an older NVRTC (`pip install nvidia-cuda-nvrtc-cu12`)");
    }
    const int newest = *(above - 1);
    if (newest == wanted) return {"--gpu-architecture=" + arch, false};
    const bool ptx = newest / 10 != wanted / 10;
    return {(ptx ? "--gpu-architecture=compute_" : "--gpu-architecture=sm_") + std::to_string(newest), ptx};
}

/// The whole of CUB is the host's too, which NVRTC refuses; this is what kernels can use of it, where the headers have
/// it: older ones have more iterators.
constexpr const char* cub_for_kernels = R"(#pragma once
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_rank.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_raking_layout.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_store.cuh>
#include <cub/iterator/arg_index_input_iterator.cuh>
#include <cub/iterator/cache_modified_input_iterator.cuh>
#include <cub/iterator/cache_modified_output_iterator.cuh>
#if __has_include(<cub/iterator/constant_input_iterator.cuh>)
#include <cub/iterator/constant_input_iterator.cuh>
#endif
#if __has_include(<cub/iterator/counting_input_iterator.cuh>)
#include <cub/iterator/counting_input_iterator.cuh>
#endif
#if __has_include(<cub/iterator/discard_output_iterator.cuh>)
#include <cub/iterator/discard_output_iterator.cuh>
#endif
#if __has_include(<cub/iterator/transform_input_iterator.cuh>)
#include <cub/iterator/transform_input_iterator.cuh>
#endif
#include <cub/iterator/tex_obj_input_iterator.cuh>
#include <cub/thread/thread_load.cuh>
#include <cub/thread/thread_operators.cuh>
#include <cub/thread/thread_reduce.cuh>
#include <cub/thread/thread_scan.cuh>
#include <cub/thread/thread_search.cuh>
#include <cub/thread/thread_sort.cuh>
#include <cub/thread/thread_store.cuh>
#include <cub/util_ptx.cuh>
#include <cub/util_type.cuh>
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_store.cuh>
#include <cuprum/cub_of_host.h>
)";

/// A name as an address, which is what NVRTC wants of variables and takes of kernels.
std::string address_expression(const std::string& name) {
    const std::size_t start = name.find_first_not_of("& \t");
    return "&" + (start == std::string::npos ? std::string() : name.substr(start));
}

class Program {
public:
    Program(const Nvrtc& nvrtc, const CompileRequest& request) : nvrtc_(nvrtc) {
        std::vector<const char*> names, texts;
        for (const runtime::DeviceHeader& header : runtime::device_headers()) {
            if (header.cpu_only) continue;
            names.push_back(header.name);
            texts.push_back(header.text);
        }
        if (request.is_cuda) {
            names.push_back("cub/cub.cuh");
            texts.push_back(cub_for_kernels);
        }
        nvrtc_.check(nvrtc_.nvrtcCreateProgram(&program_, request.text().c_str(), program_name,
                                               static_cast<int>(names.size()), texts.data(), names.data()),
                     "handing a kernel to NVRTC");
    }
    ~Program() { nvrtc_.nvrtcDestroyProgram(&program_); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void add_name(const std::string& expression) {
        nvrtc_.check(nvrtc_.nvrtcAddNameExpression(program_, address_expression(expression).c_str()),
                     "handing a kernel's name to NVRTC");
    }

    nvrtcResult compile(const std::vector<std::string>& options) {
        std::vector<const char*> pointers;
        for (const std::string& option : options) pointers.push_back(option.c_str());
        return nvrtc_.nvrtcCompileProgram(program_, static_cast<int>(pointers.size()), pointers.data());
    }

    std::string log() const {
        return text<std::string>(nvrtc_.nvrtcGetProgramLogSize, nvrtc_.nvrtcGetProgramLog, "reading NVRTC's log");
    }

    std::vector<char> code(bool ptx) const {
        return ptx ? text<std::vector<char>>(nvrtc_.nvrtcGetPTXSize, nvrtc_.nvrtcGetPTX, "reading PTX")
                   : text<std::vector<char>>(nvrtc_.nvrtcGetCUBINSize, nvrtc_.nvrtcGetCUBIN, "reading a cubin");
    }

    std::string symbol(const std::string& expression) const {
        const char* lowered = nullptr;
        nvrtc_.check(nvrtc_.nvrtcGetLoweredName(program_, address_expression(expression).c_str(), &lowered),
                     "reading a kernel's symbol");
        return lowered;
    }

private:
    template <class Container>
    Container text(nvrtcResult (*size)(nvrtcProgram, std::size_t*), nvrtcResult (*get)(nvrtcProgram, char*),
                   const char* what) const {
        std::size_t bytes = 0;
        nvrtc_.check(size(program_, &bytes), what);
        Container result(bytes, '\0');
        nvrtc_.check(get(program_, result.data()), what);
        return result;
    }

    const Nvrtc& nvrtc_;
    nvrtcProgram program_ = nullptr;
};

/// The lines of the source that the log speaks of, each with its neighbours and its number.
std::string source_excerpt(const std::string& source, const std::string& log) {
    constexpr int neighbours = 2;
    std::set<int> marked, shown;
    const std::string opening = std::string(program_name) + "(";
    for (std::size_t at = log.find(opening); at != std::string::npos; at = log.find(opening, at + 1)) {
        const int line = std::atoi(log.c_str() + at + opening.size());
        if (line == 0 || log.compare(log.find(')', at), 8, "): error") != 0) continue;
        marked.insert(line);
        for (int near = line - neighbours; near <= line + neighbours; ++near) shown.insert(near);
    }
    std::istringstream lines(source);
    std::ostringstream excerpt;
    std::string text;
    int previous = 0;
    for (int number = 1; std::getline(lines, text); ++number) {
        if (!shown.count(number)) continue;
        if (previous != 0 && number != previous + 1) excerpt << "   ...\n";
        excerpt << (marked.count(number) ? "-> " : "   ") << number << " | " << text << '\n';
        previous = number;
    }
    return excerpt.str();
}

/// What to install where a program includes what comes with CUDA and is not there.
std::string about_headers(const std::string& log) {
    const auto misses = [&](const char* folder) {
        return log.find(std::string("cannot open source file \"") + folder + "/") != std::string::npos;
    };
    if (!misses("cuda") && !misses("cub") && !misses("thrust")) {
        constexpr std::string_view opening = "cannot open source file \"";
        const std::size_t at = log.find(opening), start = at + opening.size();
        const std::size_t end = at == std::string::npos ? at : log.find('"', start);
        if (end == std::string::npos) return {};
        const std::string name = log.substr(start, end - start);
        return "'" + name + "' is not there." + runtime::headers_hint(name);
    }
    return "The headers of libcu++, CUB and Thrust come with CUDA's toolkit, whose folder CUDA_PATH names, or with "
           "`pip "
           "install nvidia-cuda-cccl` (CUDA 13) or `pip install nvidia-cuda-cccl-cu12` (CUDA 12).\n";
}

[[noreturn]] void throw_compile_error(const Nvrtc& nvrtc, const CompileRequest& request, const std::string& arch,
                                      const std::vector<std::string>& options, const std::string& log) {
    std::string message = "NVRTC " + std::to_string(nvrtc.major) + "." + std::to_string(nvrtc.minor) +
                          " could not compile a kernel for " + arch + ":\n" + log.c_str() + "\n";
    message += source_excerpt(request.source, log) + about_headers(log);
    message += "Options:";
    for (const std::string& option : options) message += " " + option;
    throw CompileException(message, request.source);
}

/// Whether the machine code (or PTX) has an entry point of exactly this symbol.
bool has_entry(const std::vector<char>& code, bool ptx, const std::string& symbol) {
    const std::string_view text(code.data(), code.size());
    if (!ptx) return text.find(std::string(".text.") + symbol + '\0') != std::string_view::npos;
    for (std::size_t at = text.find(".entry " + symbol); at != std::string_view::npos;
         at = text.find(".entry " + symbol, at + 1)) {
        const std::size_t end = at + 7 + symbol.size();
        if (end < text.size() && !continues_identifier(text[end]) && text[end] != '$') {
            return true;
        }
    }
    return false;
}

// CUPRUM_CUDA_COMPILE_WITH_DEBUG is for cuda-gdb: slow code that knows its lines.
const bool with_debug = environment_says_yes("CUDA_COMPILE_WITH_DEBUG");

// What users' programs may include of ours is C++20: those that ask for an older standard get that, as they do on a
// CPU.
bool sets_standard(const std::string& option) { return option.rfind("--std", 0) == 0 || option.rfind("-std", 0) == 0; }
bool is_older_standard(const std::string& option) {
    if (!sets_standard(option)) return false;
    const std::string year = option.substr(std::min(option.find("++") + 2, option.size()));
    return year == "03" || year == "11" || year == "14" || year == "17";
}

/// One run of the compiler. `resolve` asks it for the symbols behind the names; otherwise names are taken for symbols.
Binary compile_once(const Nvrtc& nvrtc, const CompileRequest& request, const std::string& arch, bool resolve) {
    const Architecture architecture = choose_architecture(nvrtc, arch);
    // Functions and lambdas without annotations are the device's: there is no host to run them on.
    std::vector<std::string> options = {architecture.option, "-default-device"};
    std::string standard = "--std=c++20";
    for (const std::string& option : request.options) {
        if (!sets_standard(option)) options.push_back(option);
        else if (!request.is_cuda || !is_older_standard(option)) standard = option;
    }
    options.push_back(standard);
    // Long functions are called rather than copied into their callers (cuprum/once.h). ptxas gives such functions what
    // is the same in all threads of a warp in uniform registers, and where the threads go apart it may use a register
    // anew before all have read it: CUDA 13.0's made shichi, jv and airye read from wild addresses. With this option
    // calls keep to the convention, which has no uniform registers; and a Bessel function takes 1 s to compile in place
    // of 3 s. Compilers before CUDA 12.9 do not know it, and copy the functions.
    if (request.code.has_calls()) {
        options.push_back("-DCUPRUM_CALLS=1");
        if (!with_debug && nvrtc.major * 100 + nvrtc.minor >= 1209) options.push_back("--Ofast-compile=min");
    }
    if (request.code.long_code) options.push_back("-DCUPRUM_DEEP_STACK=1");
    if (request.code.unfused) options.push_back("--fmad=false");
    if (with_debug) options.insert(options.end(), {"--device-debug", "--generate-line-info"});
    if (request.is_cuda) {
        const std::vector<std::string> includes = nvrtc.include_options();
        options.insert(options.end(), includes.begin(), includes.end());
        options.push_back("--pre-include=cuprum/raw_program.h");
    }

    const auto run = [&](const std::vector<std::string>& chosen, std::string& log) {
        Program program(nvrtc, request);
        if (resolve) {
            for (const std::string& name : request.names) program.add_name(name);
        }
        const nvrtcResult result = program.compile(chosen);
        if (result != NVRTC_SUCCESS) {
            log = program.log();
            if (result != NVRTC_ERROR_COMPILATION && result != NVRTC_ERROR_INVALID_OPTION) {
                log = std::string(nvrtc.nvrtcGetErrorString(result)) + "\n" + log.c_str();
            }
            return std::pair(result, Binary{});
        }
        if (runtime::compile_log) *runtime::compile_log += program.log().c_str();  // which ends in NUL
        Binary binary{program.code(architecture.ptx), {}};
        for (const std::string& name : request.names) binary.symbols.push_back(resolve ? program.symbol(name) : name);
        return std::pair(result, std::move(binary));
    };

    // These two save 2 ms of a small kernel's 22 ms by leaving out textures and the run-time API, and the folder of the
    // source. A program that fails without them is compiled in full before it is called wrong; so is any program where
    // NVRTC is too old to know them.
    static std::atomic<bool> knows_shortcuts{true};
    std::string log;
    if (knows_shortcuts) {
        std::vector<std::string> shortened = options;
        for (const char* shortcut : {"--minimal", "--no-source-include"}) {
            if (std::find(options.begin(), options.end(), shortcut) == options.end()) shortened.push_back(shortcut);
        }
        auto [result, binary] = run(shortened, log);
        if (result == NVRTC_SUCCESS) return std::move(binary);
        const bool unknown =
            log.find("minimal") != std::string::npos || log.find("no-source-include") != std::string::npos;
        if (result == NVRTC_ERROR_INVALID_OPTION && unknown) knows_shortcuts = false;
    }
    auto [result, binary] = run(options, log);
    if (result != NVRTC_SUCCESS) throw_compile_error(nvrtc, request, arch, options, log);
    return std::move(binary);
}

}  // namespace

std::string nvrtc_version() {
    static const std::string& version = *new std::string([] {
        const char* debug_mark = with_debug ? "-debug" : "";  // Code for debuggers is cached apart.
        if (!Nvrtc::loaded()) {
            if (std::string found = version_from_files(); !found.empty()) return found + debug_mark;
        }
        try {
            const Nvrtc& nvrtc = Nvrtc::get();
            return version_text(nvrtc.major, nvrtc.minor) + debug_mark;
        } catch (const Error&) {
            return std::string("nvrtc-none");
        }
    }());
    return version;
}

void load_nvrtc() { Nvrtc::get(); }

Binary nvrtc_compile(const CompileRequest& request, const std::string& arch) {
    const Nvrtc& nvrtc = Nvrtc::get();
    const bool ptx = choose_architecture(nvrtc, arch).ptx;
    // Asking for symbols costs 5 ms a program, and `extern "C"` names need none: so it is done for C++ expressions, and
    // for a plain name only when the compiled code turns out not to have it.
    if (std::all_of(request.names.begin(), request.names.end(), is_identifier)) {
        Binary binary = compile_once(nvrtc, request, arch, false);
        const auto present = [&](const std::string& name) { return has_entry(binary.code, ptx, name); };
        if (std::all_of(request.names.begin(), request.names.end(), present)) return binary;
    }
    return compile_once(nvrtc, request, arch, true);
}

}  // namespace cuprum::backend::cuda

namespace cuprum::runtime {

Compiler gpu_compiler(const std::string& target) {
    return {backend::cuda::nvrtc_version(),
            [target](const CompileRequest& request) { return backend::cuda::nvrtc_compile(request, target); }};
}

}  // namespace cuprum::runtime
