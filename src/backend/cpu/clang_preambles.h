// Precompiled headers. Reading the device headers takes longer than all else about a small kernel's text, and kernels
// begin with the same few includes. They are kept in this process and, by whoever calls the compiler, beyond it. A part
// of clang_compiler.cpp.
#pragma once

#include <clang/Basic/Version.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendOptions.h>
#include <clang/Frontend/PrecompiledPreamble.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Serialization/PCHContainerOperations.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "backend/cpu/clang_abi.h"

namespace cuprum::backend::cpu {

/// The leading includes of a source, precompiled.
class Preamble {
public:
    using Files = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

    Preamble(std::string bytes, clang::PreambleBounds bounds) : bytes_(std::move(bytes)), bounds_(bounds) {}
    /// Of includes that may be files, which change.
    explicit Preamble(clang::PrecompiledPreamble built) : bounds_(built.getBounds()), built_(std::move(built)) {}

    bool is_current(const clang::CompilerInvocation& invocation, const llvm::MemoryBuffer& source,
                    clang::PreambleBounds bounds, llvm::vfs::FileSystem& files) const {
        return !built_ || built_->CanReuse(invocation, source, bounds, files);
    }

    /// Lets a compilation of `source`, which begins with these includes, read them from here.
    void add_to(clang::CompilerInvocation& invocation, Files& files, llvm::MemoryBuffer& source) const {
        if (built_) return built_->AddImplicitPreamble(invocation, files, &source);
        // As AddImplicitPreamble does, which takes only what its own process made.
        clang::PreprocessorOptions& options = invocation.getPreprocessorOpts();
        options.addRemappedFile(invocation.getFrontendOpts().Inputs[0].getFile(), &source);
        options.PrecompiledPreambleBytes = {bounds_.Size, bounds_.PreambleEndsAtStartOfLine};
        options.DisablePCHOrModuleValidation = clang::DisableValidationForModuleKind::PCH;
        options.UsePredefines = false;  // the preamble has them
        options.ImplicitPCHInclude = path;
        auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
        memory->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(bytes_, path, false));
        auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(files);
        overlay->pushOverlay(memory);
        files = overlay;
    }

private:
    static constexpr const char* path = "/cuprum-device/precompiled-headers";

    std::string bytes_;
    clang::PreambleBounds bounds_;
    std::optional<clang::PrecompiledPreamble> built_;
};

class Preambles {
public:
    using Files = Preamble::Files;

    /// The precompiled leading includes of `source`, or null. Includes that name device headers alone are precompiled
    /// at once, unless the caller has kept them; that costs a first kernel 10 to 20 percent more time. Others may be
    /// files, and are precompiled when they come for the second time. `settings` holds all else that the result
    /// depends on.
    std::shared_ptr<const Preamble> find(const std::string& settings, const clang::CompilerInvocation& invocation,
                                         const llvm::MemoryBuffer& source, const Files& files,
                                         const CuprumClangRequest& request) {
        const auto bounds = clang::ComputePreambleBounds(invocation.getLangOpts(), source, 0);
        if (bounds.Size == 0) return nullptr;
        const llvm::StringRef includes = source.getBuffer().take_front(bounds.Size);
        const std::string key = settings + includes.str();
        const bool reads_files = may_read_files(includes, request);
        std::shared_ptr<const Preamble> preamble;
        if (!request.headers_only) {
            bool is_new;
            std::tie(preamble, is_new) = look_up(key);
            if (preamble) return preamble->is_current(invocation, source, bounds, *files) ? preamble : nullptr;
            if (is_new && reads_files) return nullptr;
            if (!reads_files) preamble = load(key, bounds, request);
        }
        if (!preamble) preamble = make(invocation, source, bounds, files, reads_files, key, request);
        if (!preamble) return nullptr;
        std::lock_guard lock(mutex_);
        return known_[key] = preamble;
    }

private:
    /// What this process has of this key, and whether it meets it for the first time.
    std::pair<std::shared_ptr<const Preamble>, bool> look_up(const std::string& key) {
        std::lock_guard lock(mutex_);  // held shortly, as a process that forks meanwhile would wait for it for ever
        if (known_.size() > limit) known_.clear();
        const auto [entry, is_new] = known_.try_emplace(key);
        return {entry->second, is_new};
    }

    /// Whether a result depends on more than the request.
    static bool may_read_files(llvm::StringRef includes, const CuprumClangRequest& request) {
        for (int i = 0; i < request.option_count; ++i)
            if (const llvm::StringRef option = request.options[i];
                option.starts_with("-I") || option.starts_with("-include"))
                return true;
        const auto is_known = [&](llvm::StringRef name) {
            return std::any_of(request.headers, request.headers + request.header_count,
                               [&](const CuprumClangHeader& header) { return name == header.name; });
        };
        while (!includes.empty()) {
            const auto [line, rest] = includes.split('\n');
            llvm::StringRef words = line.trim();
            includes = rest;
            if (words.empty() || words == ";") continue;
            if (!words.consume_front("#include <") || !is_known(words.split('>').first)) return true;
        }
        return false;
    }

    static std::shared_ptr<const Preamble> load(const std::string& key, clang::PreambleBounds bounds,
                                                const CuprumClangRequest& request) {
        char* block = nullptr;
        std::size_t size = 0;
        if (!request.find_headers || !request.find_headers(request.kept_headers, key.data(), key.size(), &block, &size))
            return nullptr;
        const std::unique_ptr<char, decltype(&std::free)> owner(block, std::free);
        llvm::StringRef record(block, size);
        if (!record.consume_front(version())) return nullptr;
        return std::make_shared<const Preamble>(record.str(), bounds);
    }

    static std::shared_ptr<const Preamble> make(const clang::CompilerInvocation& invocation,
                                                const llvm::MemoryBuffer& source, clang::PreambleBounds bounds,
                                                const Files& files, bool reads_files, const std::string& key,
                                                const CuprumClangRequest& request) {
        const auto silent = llvm::makeIntrusiveRefCnt<clang::DiagnosticsEngine>(
            new clang::DiagnosticIDs, new clang::DiagnosticOptions, new clang::IgnoringDiagConsumer);
        clang::PreambleCallbacks callbacks;
        auto built =
            clang::PrecompiledPreamble::Build(invocation, &source, bounds, *silent, files,
                                              std::make_shared<clang::PCHContainerOperations>(), true, "", callbacks);
        if (!built) return nullptr;
        if (reads_files) return std::make_shared<const Preamble>(std::move(*built));
        // It hands out its bytes as a file alone.
        clang::CompilerInvocation reader(invocation);
        reader.getPreprocessorOpts().RetainRemappedFileBuffers = true;
        Files with_preamble = files;
        const auto copy = llvm::MemoryBuffer::getMemBuffer(source, false);
        built->AddImplicitPreamble(reader, with_preamble, copy.get());
        const auto bytes = with_preamble->getBufferForFile(reader.getPreprocessorOpts().ImplicitPCHInclude);
        if (!bytes) return nullptr;
        if (request.keep_headers) {
            const std::string record = version() + (*bytes)->getBuffer().str();
            request.keep_headers(request.kept_headers, key.data(), key.size(), record.data(), record.size());
        }
        return std::make_shared<const Preamble>((*bytes)->getBuffer().str(), bounds);
    }

    /// Clang's serialised form is that of one version alone.
    static std::string version() { return clang::getClangFullVersion() + '\n'; }

    static constexpr std::size_t limit = 32;  // Each holds about a megabyte.

    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<const Preamble>> known_;  // Null: met once.
};

/// Never destroyed: a thread may still compile when the process ends.
inline Preambles& preambles() {
    static Preambles& all = *new Preambles;
    return all;
}

}  // namespace cuprum::backend::cpu
