// Files and texts of chance for what parses them, by libFuzzer. The first byte of an input chooses the parser; with
// PARSER=npz in the environment (npy, npz, table, numbers, subscripts, parameters, options, signature, names) all
// inputs go to that one, whole. `tests/fuzz/build_parsers.sh` builds it.
#include <sanitizer/asan_interface.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

#include "cuprum/dtype.h"
#include "cuprum/files.h"
#include "cuprum/gufunc.h"
#include "cuprum/ndarray.h"
#include "kernel/user/parameters.h"
#include "numpy/einsum_subscripts.h"

namespace {

using cuprum::DType;

// A file with these bytes, the same one each time.
std::string file_of(std::string_view bytes) {
    static const std::string path =
        std::filesystem::temp_directory_path() / ("cuprum_fuzz_" + std::to_string(getpid()));
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return path;
}

// What a parser gets besides the text: a number below `count` from the text's first byte, which is taken away.
std::size_t choice(std::string_view& bytes, std::size_t count) {
    if (bytes.empty()) return 0;
    const auto first = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    return first % count;
}

constexpr std::array dtypes{DType::float64, DType::int8,    DType::uint64, DType::complex64,
                            DType::bool_,   DType::float16, DType::int64};

void npy(std::string_view bytes) { cuprum::load(file_of(bytes)); }

void npz(std::string_view bytes) {
    const cuprum::NpzFile opened(file_of(bytes));
    for (const std::string& name : opened.files()) opened[name];
}

void table(std::string_view bytes) {
    cuprum::LoadTextOptions options;
    options.dtype = dtypes[choice(bytes, dtypes.size())];
    const std::size_t variant = choice(bytes, 64);
    if (variant & 1) options.delimiter = ",";
    if (variant & 2) options.usecols = {1, -1};
    if (variant & 4) options.max_rows = 3;
    if (variant & 8) options.skiprows = 2;
    options.ndmin = static_cast<int>(variant >> 4) % 3;
    const std::string path = file_of(bytes);
    if (variant & 32) cuprum::genfromtxt(path, options);
    else cuprum::loadtxt(path, options);
}

void numbers(std::string_view bytes) {
    static constexpr std::array<std::string_view, 5> separators{" ", ",", " , ", "ab", "\n"};
    const DType dtype = dtypes[choice(bytes, dtypes.size())];
    const std::string_view separator = separators[choice(bytes, separators.size())];
    cuprum::fromstring(bytes, dtype, static_cast<std::int64_t>(choice(bytes, 8)) - 1, separator);
}

void subscripts(std::string_view bytes) {
    std::vector<cuprum::Shape> shapes(choice(bytes, 4));
    for (cuprum::Shape& shape : shapes)
        for (std::size_t axes = choice(bytes, 6); axes > 0; --axes)
            shape.push_back(static_cast<std::int64_t>(choice(bytes, 4)));
    cuprum::parse_subscripts(bytes, shapes);
}

// The text up to a byte of 0, and the rest.
std::pair<std::string_view, std::string_view> divided(std::string_view bytes) {
    const std::size_t end = std::min(bytes.find('\0'), bytes.size());
    return {bytes.substr(0, end), bytes.substr(std::min(end + 1, bytes.size()))};
}

void parameters(std::string_view bytes) {
    const auto [in, out] = divided(bytes);
    const cuprum::kernel::Signature signature = cuprum::kernel::parse_signature("k", in, out);
    for (const auto* list : {&signature.in, &signature.out})
        for (const auto& parameter : *list) cuprum::kernel::declaration(parameter);
}

void options(std::string_view bytes) {
    std::vector<std::string> found;
    while (!bytes.empty()) {
        const auto [first, rest] = divided(bytes);
        found.emplace_back(first);
        bytes = rest;
    }
    cuprum::kernel::divide_options(found);
}

void signature(std::string_view bytes) { cuprum::GeneralizedUFunc({}, std::string(bytes)); }

void names(std::string_view bytes) { cuprum::dtype_from_name(bytes); }

constexpr std::pair<std::string_view, void (*)(std::string_view)> parsers[]{{"npy", npy},
                                                                            {"npz", npz},
                                                                            {"table", table},
                                                                            {"numbers", numbers},
                                                                            {"subscripts", subscripts},
                                                                            {"parameters", parameters},
                                                                            {"options", options},
                                                                            {"signature", signature},
                                                                            {"names", names}};

// The parser that PARSER names; null where it is not set.
void (*chosen())(std::string_view) {
    const char* wanted = std::getenv("PARSER");
    if (!wanted) return nullptr;
    for (const auto& [name, parser] : parsers)
        if (name == wanted) return parser;
    std::cerr << "there is no parser with the name " << wanted << "\n";
    std::exit(2);
}

}  // namespace

// AddressSanitizer forgets the frames that an exception leaves where it finds `__cxa_throw` in a shared library. Here
// libstdc++ is linked statically, so the linker leads throws through this function (--wrap).
extern "C" [[noreturn]] void __real___cxa_throw(void* object, std::type_info* type, void (*destroy)(void*));
extern "C" [[noreturn]] void __wrap___cxa_throw(void* object, std::type_info* type, void (*destroy)(void*)) {
    __asan_handle_no_return();
    __real___cxa_throw(object, type, destroy);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto fixed = chosen();
    std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto parser = fixed ? fixed : parsers[choice(bytes, std::size(parsers))].second;
    try {
        parser(bytes);
    } catch (const std::exception&) {
        // Refused with a reason, as it should be.
    }
    return 0;
}
