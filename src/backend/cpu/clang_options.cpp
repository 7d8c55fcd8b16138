#include "backend/cpu/clang_options.h"

#include <algorithm>
#include <string_view>

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
    {"-optimization-info", "--optimization-info", nullptr},
    {"-err-no", "--error-limit", nullptr},
};

constexpr std::string_view flags_for_gpus[] = {
    "-dc", "--device-c", "-dw", "--device-w", "-rdc=true", "-rdc=false", "--relocatable-device-code=true",
    "--relocatable-device-code=false", "-ewp", "--extensible-whole-program", "-G", "--device-debug", "-lineinfo",
    "--generate-line-info", "--dlink-time-opt", "-dlto", "-extra-device-vectorization", "--extra-device-vectorization",
    "-restrict", "--restrict", "-default-device", "--device-as-default-execution-space", "-device-int128",
    "--device-int128", "-device-float128", "--device-float128", "-no-source-include", "--no-source-include", "-minimal",
    "--minimal", "-pch", "--pch", "-modify-stack-limit=true", "-modify-stack-limit=false", "--display-error-number",
    "--no-display-error-number", "-err-no", "--version-ident=true", "--version-ident=false", "-time",
    // These are kept exact here.
    "-use_fast_math", "--use_fast_math", "-fast-compile", "--fast-compile"};

/// C++20 is what the headers of device/ are written in; newer ones may be asked for.
std::string standard(const std::string& asked) {
    return asked.find("23") != std::string::npos || asked.find("2b") != std::string::npos ? "-std=c++23" : "-std=c++20";
}

}  // namespace

std::vector<std::string> clang_options(const std::vector<std::string>& options) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < options.size(); ++i) {
        const std::string& option = options[i];
        if (option == "-w" || option == "--disable-warnings") {
            result.push_back("-w");
            continue;
        }
        if (std::find(std::begin(flags_for_gpus), std::end(flags_for_gpus), option) != std::end(flags_for_gpus))
            continue;
        const Valued* found = nullptr;
        std::string value;
        bool has_value = false;
        for (const Valued& candidate : valued) {
            for (const std::string_view name : {candidate.long_name, candidate.short_name}) {
                if (found || option.compare(0, name.size(), name) != 0) continue;
                const std::string rest = option.substr(name.size());
                const bool attached = name.size() == 2 && !rest.empty() && rest[0] != '=';
                if (!rest.empty() && rest[0] != '=' && !attached) continue;
                found = &candidate;
                has_value = !rest.empty();
                value = attached || rest.empty() ? rest : rest.substr(1);
            }
        }
        if (!found)
            throw CompileException(
                "'" + option + "' is none of NVRTC's options, which raw kernels take on every processor", "");
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
            result.push_back(std::string(meaning) + (value == "false" ? "off" : "fast"));
        else if (meaning == "-include") result.insert(result.end(), {"-include", value});
        else result.push_back(std::string(meaning) + value);
    }
    return result;
}

}  // namespace cuprum::backend::cpu
