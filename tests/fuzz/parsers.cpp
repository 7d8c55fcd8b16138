// Files of chance for what reads files, by libFuzzer. `npy`, `npz` or `text` is chosen when it is compiled:
//
//   clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address -DPARSER=npz -Iinclude -Isrc -Idevice tests/fuzz/parsers.cpp \
//       src/numpy/files/*.cpp -Lbuild/python/cuprum/lib -lcuprum -Wl,-rpath,build/python/cuprum/lib -o fuzz_npz
//   CUPRUM_BACKEND=cpu ./fuzz_npz -max_total_time=300 -timeout=20 -max_len=4096 folder_of_sound_files
//
// The sources of the parsers are compiled once more with its counters, in place of those in the library.
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "cuprum/files.h"
#include "cuprum/ndarray.h"

namespace {

[[maybe_unused]] void npy(const std::string& path) { cuprum::load(path); }
[[maybe_unused]] void npz(const std::string& path) {
    const cuprum::NpzFile opened(path);
    for (const std::string& name : opened.files()) opened[name];
}
[[maybe_unused]] void text(const std::string& path) { cuprum::loadtxt(path); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::string path =
        std::filesystem::temp_directory_path() / ("cuprum_fuzz_" + std::to_string(getpid()));
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    try {
        PARSER(path);
    } catch (const std::exception&) {
        // Refused with a reason, as it should be.
    }
    return 0;
}
