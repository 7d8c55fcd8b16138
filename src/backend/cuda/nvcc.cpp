#include "backend/cuda/nvcc.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include "cuprum/error.h"
#include "runtime/compile_log.h"
#include "runtime/device_headers.h"
#include "runtime/vendor_library.h"

extern char** environ;

namespace cuprum::backend::cuda {

using namespace runtime;

namespace {

namespace fs = std::filesystem;

/// $NVCC, or what a toolkit has, or the search path.
std::string find_nvcc() {
    if (const char* named = std::getenv("NVCC")) return named;
    std::vector<std::string> folders;
    for (const char* variable : {"CUPRUM_CUDA_PATH", "CUDA_PATH"})
        if (const char* root = std::getenv(variable)) folders.push_back(std::string(root) + "/bin");
    if (const char* path = std::getenv("PATH")) {
        std::istringstream list(path);
        for (std::string folder; std::getline(list, folder, ':');) folders.push_back(folder);
    }
    folders.push_back("/usr/local/cuda/bin");
    for (const std::string& folder : folders)
        if (access((folder + "/nvcc").c_str(), X_OK) == 0) return folder + "/nvcc";
    throw NotSupportedError(
        "backend='nvcc' needs nvcc, which is in none of $NVCC, $CUDA_PATH/bin, the search path and "
        "/usr/local/cuda/bin: install a CUDA toolkit, or leave backend='nvrtc', which needs none");
}

/// A folder that is gone with its files when it is no longer needed.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (fs::temp_directory_path() / "cuprum-nvcc-XXXXXX").string();
        if (!mkdtemp(name.data()))
            throw Error("no folder can be made in " + fs::temp_directory_path().string() + ": " + std::strerror(errno));
        path_ = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

std::string read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Runs a program with what it prints going to a file; its exit status.
int run(const std::vector<std::string>& command, const fs::path& output) {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    pid_t child = 0;
    const int failed = posix_spawn(&child, words[0], &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) throw Error(command[0] + " cannot be started: " + std::strerror(failed));
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

Binary nvcc_compile(const CompileRequest& request, const std::string& arch) {
    const TemporaryFolder folder;
    const fs::path source = folder.path() / "kernel.cu", code = folder.path() / "kernel.cubin",
                   log = folder.path() / "log";
    std::ofstream(source, std::ios::binary) << request.source;
    // Headers that programs may include beside CUDA's.
    for (const runtime::DeviceHeader& header : runtime::device_headers()) {
        const std::string name = header.name;
        if (header.cpu_only || name.find('/') == std::string::npos) continue;
        fs::create_directories((folder.path() / name).parent_path());
        std::ofstream(folder.path() / name, std::ios::binary) << header.text;
    }
    std::vector<std::string> command = {find_nvcc(), "--cubin",    "-arch=" + arch, "-I" + folder.path().string(),
                                        "-o",        code.string()};
    command.insert(command.end(), request.options.begin(), request.options.end());
    command.push_back(source.string());
    const int status = run(command, log);
    if (status != 0) {
        std::string text =
            "nvcc could not compile a kernel for " + arch + ":\n" + read_file(log) + "\nThe source was:\n";
        std::istringstream lines(request.source);
        int number = 0;
        for (std::string line; std::getline(lines, line);) text += std::to_string(++number) + " | " + line + "\n";
        throw CompileException(text, request.source);
    }
    if (runtime::compile_log) *runtime::compile_log += read_file(log);
    const std::string binary = read_file(code);
    return {{binary.begin(), binary.end()}, request.names};
}

}  // namespace cuprum::backend::cuda
