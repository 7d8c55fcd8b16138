#include "backend/cpu/clang_options.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "cuprum/error.h"

namespace cuprum::backend::cpu {
namespace {

/// An option that takes a value: `-I folder`, `-Ifolder`, `--include-path=folder`.
struct Valued {
    std::string_view short_name, long_name;
    const char* meaning;  ///< Clang's spelling; null where it concerns only a GPU.
};
constexpr Valued valued[] = {
    {"-D", "--define-macro", "-D"},
    {"-U", "--undefine-macro", "-U"},
    {"-I", "--include-path", "-I"},
    {"-include", "--pre-include", "-include"},
    {"-std", "--std", "-std="},
    {"-fmad", "--fmad", "-ffp-contract="},
    {"-arch", "--gpu-architecture", nullptr},
    {"-code", "--gpu-code", nullptr},
    {"-maxrregcount", "--maxrregcount", nullptr},
    {"-ftz", "--ftz", nullptr},
    {"-prec-sqrt", "--prec-sqrt", nullptr},
    {"-prec-div", "--prec-div", nullptr},
    {"-Xptxas", "--ptxas-options", nullptr},
    {"-dopt", "--dopt", nullptr},
    {"-diag-error", "--diag-error", nullptr},
    {"-diag-suppress", "--diag-suppress", nullptr},
    {"-diag-warn", "--diag-warn", nullptr},
    {"-builtin-move-forward", "--builtin-move-forward", nullptr},
    {"-builtin-initializer-list", "--builtin-initializer-list", nullptr},
    {"-split-compile", "--split-compile", nullptr},
    {"-Ofast-compile", "--Ofast-compile", "-O"},
    {"-Ofc", "--Ofast-compile", "-O"},
    {"-optimization-info", "--optimization-info", nullptr},
    {"-opt-info", "--optimization-info", nullptr},
    {"-err-no", "--error-limit", nullptr},
    {"-rdc", "--relocatable-device-code", nullptr},
    {"-device-stack-protector", "--device-stack-protector", nullptr},
    {"-brief-diag", "--brief-diagnostics", nullptr},
    {"-frandom-seed", "--frandom-seed", nullptr},
    {"-fdevice-time-trace", "--fdevice-time-trace", nullptr},
    {"-jtd", "--jump-table-density", nullptr},
    {"-time", "--time", nullptr},
    {"-dQ", "--version-ident", nullptr},
    {"-modify-stack-limit", "--modify-stack-limit", nullptr},
    {"-create-pch", "--create-pch", nullptr},
    {"-use-pch", "--use-pch", nullptr},
    {"-pch-dir", "--pch-dir", nullptr},
    {"-pch-verbose", "--pch-verbose", nullptr},
    {"-pch-messages", "--pch-messages", nullptr},
    {"-instantiate-templates-in-pch", "--instantiate-templates-in-pch", nullptr},
};

constexpr std::string_view flags_for_gpus[] = {
    "-dc", "--device-c", "-dw", "--device-w", "-ewp", "--extensible-whole-program", "-G", "--device-debug", "-lineinfo",
    "--generate-line-info", "--dlink-time-opt", "-dlto", "-extra-device-vectorization", "--extra-device-vectorization",
    "-restrict", "--restrict", "-default-device", "--device-as-default-execution-space", "-device-int128",
    "--device-int128", "-device-float128", "--device-float128", "-no-source-include", "--no-source-include", "-minimal",
    "--minimal", "-pch", "--pch", "--display-error-number", "--no-display-error-number", "-err-no", "-no-err-no",
    "-no-cache", "--no-cache", "-fdevice-syntax-only", "--fdevice-syntax-only", "-gen-opt-lto", "--gen-opt-lto",
    // These are kept exact here.
    "-use_fast_math", "--use_fast_math", "-fast-compile", "--fast-compile"};

// What nvcc alone takes: the host's compiler, its linker, code for GPUs.
constexpr Valued valued_by_nvcc[] = {
    {"-O", "--optimize", nullptr},
    {"-Xcompiler", "--compiler-options", nullptr},
    {"-Xlinker", "--linker-options", nullptr},
    {"-gencode", "--generate-code", nullptr},
    {"-ccbin", "--compiler-bindir", nullptr},
    {"-x", "--x", nullptr},
};
constexpr std::string_view flags_for_nvcc[] = {"-m64",
                                               "-g",
                                               "-v",
                                               "--verbose",
                                               "-res-usage",
                                               "--resource-usage",
                                               "-expt-relaxed-constexpr",
                                               "--expt-relaxed-constexpr",
                                               "-extended-lambda",
                                               "--extended-lambda",
                                               "-expt-extended-lambda",
                                               "--expt-extended-lambda",
                                               "-Wno-deprecated-gpu-targets"};

/// Whether a folder holds the headers of CUDA, CUB or libcu++, which are for GPUs: ours of these names come before
/// them.
bool is_cudas(const std::filesystem::path& folder) {
    std::error_code error;
    for (const char* header : {"cuda_runtime_api.h", "cuda/std/cstdint", "cub/cub.cuh"})
        if (std::filesystem::exists(folder / header, error)) return true;
    return false;
}

/// C++20 is what the headers of device/ are written in; newer ones may be asked for.
std::string standard(const std::string& asked) {
    return asked.find("23") != std::string::npos || asked.find("2b") != std::string::npos ? "-std=c++23" : "-std=c++20";
}

}  // namespace

std::vector<std::string> clang_options(const std::vector<std::string>& options, bool for_nvcc) {
    std::vector<std::string> result;
    const auto is_one_of = [](const auto& flags, const std::string& option) {
        return std::find(std::begin(flags), std::end(flags), option) != std::end(flags);
    };
    for (std::size_t i = 0; i < options.size(); ++i) {
        const std::string& option = options[i];
        if (option == "-w" || option == "--disable-warnings") {
            result.push_back("-w");
            continue;
        }
        if (is_one_of(flags_for_gpus, option) || (for_nvcc && is_one_of(flags_for_nvcc, option))) continue;
        const Valued* found = nullptr;
        std::string value;
        bool has_value = false;
        const auto try_as = [&](const Valued& candidate) {
            for (const std::string_view name : {candidate.long_name, candidate.short_name}) {
                if (found || option.compare(0, name.size(), name) != 0) continue;
                const std::string rest = option.substr(name.size());
                const bool attached = name.size() == 2 && !rest.empty() && rest[0] != '=';
                if (!rest.empty() && rest[0] != '=' && !attached) continue;
                found = &candidate;
                has_value = !rest.empty();
                value = attached || rest.empty() ? rest.substr(std::min(rest.find_first_not_of(' '), rest.size()))
                                                 : rest.substr(1);
            }
        };
        for (const Valued& candidate : valued) try_as(candidate);
        if (for_nvcc)
            for (const Valued& candidate : valued_by_nvcc) try_as(candidate);
        if (!found)
            throw CompileException("'" + option + "' is none of " + (for_nvcc ? "nvcc" : "NVRTC") +
                                       "'s options, which kernels take on every processor",
                                   "");
        if (!has_value) {
            if (i + 1 == options.size())
                throw CompileException("the option '" + option + "' needs a value behind it", "");
            value = options[++i];
        }
        if (!found->meaning) continue;
        const std::string_view meaning = found->meaning;
        if (meaning == "-std=") result.push_back(standard(value));
        else if (meaning == "-O") {
            if (value == "max" || value == "mid") result.push_back(value == "max" ? "-O1" : "-O2");
        } else if (meaning == "-ffp-contract=")
            result.push_back(std::string(meaning) + (value == "false" ? "off" : "fast-honor-pragmas"));
        else if (meaning == "-include") result.insert(result.end(), {"-include", value});
        else if (meaning == "-I" && is_cudas(value)) result.insert(result.end(), {"-internal-isystem", value});
        else result.push_back(std::string(meaning) + value);
    }
    return result;
}

}  // namespace cuprum::backend::cpu
