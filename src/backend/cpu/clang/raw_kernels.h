// From a program in CUDA C++ to functions that the CPU's engine can call. Belongs to libcuprum_clang.
//
// Clang compiles the program as C++ behind the prelude (device/cuprum/cuda). What is left to do is done on LLVM IR:
// built-in variables and shared memory become fields of what the engine passes in, device functions are inlined into
// their kernels, and each kernel is put either into a loop over the threads of a block or, if its threads may wait for
// each other, into a function that a fiber calls.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
class TargetMachine;
class Type;
}  // namespace llvm

namespace clang {
class CodeGenerator;
class CompilerInstance;
}  // namespace clang

namespace cuprum::backend::cpu {

/// How one argument of a kernel's LLVM function is made from the launch's parameters.
struct ArgumentPiece {
    unsigned parameter;
    llvm::Type* type;  ///< What is loaded; null where the argument is the address of a copy.
    unsigned offset;
};

/// What a kernel's threads are watched for while they run.
struct Checks {
    bool memory, races;
};

struct RawParameter {
    std::string name, type;
    unsigned size, alignment;
    bool is_pointer;
};

struct RawKernel {
    llvm::Function* function;
    std::string name;
    unsigned max_threads = 0;
    std::vector<RawParameter> parameters;
    std::vector<ArgumentPiece> pieces;
    // What `lower_kernels` adds.
    std::string symbol = {};
    llvm::Function* run = nullptr;
    unsigned mode = 0, static_shared = 0, context_bytes = 0, joins_blocks = 0, prints = 0, finds_races = 0,
             waits_for_grid = 0;
};

/// A program's text in which `alignas(...)` and `[[...]]` behind `__shared__` stand before it, on the same lines.
/// In a function, CUDA takes them in either order; Clang's parser takes no C++ attribute behind a GNU attribute.
std::string attributes_before_shared(llvm::StringRef source);

/// What comes before a program: the prelude and those of its first includes that are known, which are compiled once for
/// all programs. And what comes after it: a variable for each name that is asked for.
std::string raw_prefix(llvm::StringRef source, llvm::function_ref<bool(llvm::StringRef)> is_known);
std::string raw_suffix(const std::vector<std::string>& names);

/// Gives the words that the prelude takes away an error of their own.
void name_refusals(clang::CompilerInstance& clang);

/// The kernels of a program that was just parsed. Reports what is wrong with them through the compiler's diagnostics.
std::vector<RawKernel> find_kernels(clang::CompilerInstance& clang, clang::CodeGenerator& generator,
                                    llvm::Module& module);

/// The symbols behind the names asked for, as `raw_suffix` made them known.
std::vector<std::string> resolve_names(llvm::Module& module, std::size_t count);

/// Makes each kernel a function for the engine, before optimisation; `in_fibers`: one that runs a single thread.
void lower_kernels(llvm::Module& module, std::vector<RawKernel>& kernels, llvm::TargetMachine& machine, Checks checks,
                   bool in_fibers);

/// Adds a `cuda_on_cpu::Kernel` for each under its symbol and ".kernel", after optimisation.
void describe_kernels(llvm::Module& module, const std::vector<RawKernel>& kernels);

}  // namespace cuprum::backend::cpu
