// The kernels of tests/python/kernels/corpus, as RawModule hands them to NVRTC, for two generations of GPUs. No GPU is
// needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "backend/cuda/nvrtc.h"
#include "gpus_in_turn.h"

namespace cuprum::runtime {
namespace {

// Not from __FILE__: an object file that ccache has from another copy of this tree names that copy's folder.
const std::filesystem::path corpus = CUPRUM_CORPUS_FOLDER;

std::vector<std::string> files() {
    std::vector<std::string> result;
    for (const auto& entry : std::filesystem::directory_iterator(corpus))
        if (entry.path().extension() == ".cu") result.push_back(entry.path().stem());
    std::sort(result.begin(), result.end());
    return result;
}

/// A line of the file names the templates that are wanted.
std::vector<std::string> names(const std::string& source) {
    constexpr const char* mark = "\n// names: ";
    const std::size_t at = source.find(mark);
    if (at == std::string::npos) return {};
    const std::size_t start = at + std::string(mark).size();
    std::istringstream line(source.substr(start, source.find('\n', start) - start));
    return {std::istream_iterator<std::string>(line), {}};
}

class Corpus : public ::testing::TestWithParam<std::string> {};

TEST_P(Corpus, CompilesForGpus) {
    if (backend::cuda::nvrtc_version() == "nvrtc-none") GTEST_SKIP() << "no NVRTC is installed";
    std::ifstream file(corpus / (GetParam() + ".cu"), std::ios::binary);
    CompileRequest request;
    request.source.assign(std::istreambuf_iterator<char>(file), {});
    request.names = names(request.source);
    request.is_cuda = true;
    static testing::GpusInTurn gpus;
    for (const char* arch : gpus.next()) {
        const Binary binary = backend::cuda::nvrtc_compile(request, arch);
        EXPECT_GT(binary.code.size(), 1000u) << arch;
        EXPECT_EQ(binary.symbols.size(), request.names.size());
    }
}

INSTANTIATE_TEST_SUITE_P(Files, Corpus, ::testing::ValuesIn(files()), [](const auto& file) { return file.param; });

}  // namespace
}  // namespace cuprum::runtime
