// Precompiled headers in memory. Reading the device headers takes longer than all else about a small kernel's text, and
// the kernels of a process begin with the same few includes. A part of clang_compiler.cpp.
#pragma once

#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendOptions.h>
#include <clang/Frontend/PrecompiledPreamble.h>
#include <clang/Lex/Lexer.h>
#include <clang/Serialization/PCHContainerOperations.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace cuprum::backend::cpu {

class Preambles {
public:
    using Files = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

    /// The precompiled leading includes of `source`, or null: one is made when they are met for the second time, so
    /// that a process that compiles one kernel does not pay for it. `settings` holds all else that the result depends
    /// on.
    std::shared_ptr<const clang::PrecompiledPreamble> find(const std::string& settings,
                                                           const clang::CompilerInvocation& invocation,
                                                           const llvm::MemoryBuffer& source, const Files& files) {
        const auto bounds = clang::ComputePreambleBounds(invocation.getLangOpts(), source, 0);
        if (bounds.Size == 0) return nullptr;
        const std::string key = settings + source.getBuffer().take_front(bounds.Size).str();
        {
            std::lock_guard lock(mutex_);
            if (known_.size() > limit) known_.clear();
            const auto [entry, is_new] = known_.try_emplace(key);
            if (is_new) return nullptr;
            if (entry->second) {
                return entry->second->CanReuse(invocation, source, bounds, *files) ? entry->second : nullptr;
            }
        }
        const auto silent = llvm::makeIntrusiveRefCnt<clang::DiagnosticsEngine>(
            new clang::DiagnosticIDs, new clang::DiagnosticOptions, new clang::IgnoringDiagConsumer);
        clang::PreambleCallbacks callbacks;
        auto built =
            clang::PrecompiledPreamble::Build(invocation, &source, bounds, *silent, files,
                                              std::make_shared<clang::PCHContainerOperations>(), true, "", callbacks);
        if (!built) return nullptr;
        auto preamble = std::make_shared<const clang::PrecompiledPreamble>(std::move(*built));
        std::lock_guard lock(mutex_);
        return known_[key] = preamble;
    }

private:
    static constexpr std::size_t limit = 32;  // Each holds about a megabyte.

    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<const clang::PrecompiledPreamble>> known_;  // Null: met once.
};

}  // namespace cuprum::backend::cpu
