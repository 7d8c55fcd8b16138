// Calls of vector functions: those of the C library and our own (src/backend/cpu/vector_math). Belongs to
// libcuprum_clang.
//
// A function has one vector form on a target, that of whole registers, and whatever calls the function gets its result
// from this form: loops of whole registers, narrower vectors, and single numbers, which fill a register. So a result
// does not depend on where its operand stands. The C library's function of one number differs from its vector function
// in the last place, and those of 128, 256 and 512 bits differ from one another.
//
// Code of special and complex functions mostly has branches and iterations that stay scalar (scalar_code.h). Filling a
// register for each of its calls would cost time, and digits where terms cancel. Such calls are scalar all over the
// module, unless a loop over one of them is vectorised; then all calls of that function from such code are the vector
// form's.
//
// A vector function preserves no vector register: what a loop holds across a call lies in memory. So iterations are not
// interleaved, which would hold the operands of several calls, and what is held all the same lies in whole cache lines.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

#include <deque>
#include <string>
#include <vector>

namespace cuprum::backend::cpu {

/// The vector forms of a target's functions of real numbers.
class VectorFunctions {
public:
    /// `level` of x86-64-v2, -v3 or -v4. Without libmvec, only those of our own.
    VectorFunctions(int level, bool has_libmvec);

    /// Tells LLVM's vectorisers which vector function stands for which scalar one, by libm's name and by intrinsic.
    /// What is narrower than a register has a name of its own, which `call_vector_functions` replaces.
    llvm::ArrayRef<llvm::VecDesc> table() const { return table_; }

    struct Form {
        std::string name;
        unsigned lanes, arguments;
        bool is_double;
    };
    /// The vector function behind a scalar one ("sinf", "llvm.sin.f32"), or behind a narrow one or scalar code's;
    /// null where none is.
    const Form* of_scalar(llvm::StringRef name) const { return find(scalar_, name); }
    const Form* of_narrow(llvm::StringRef name) const { return find(narrow_, name); }

    /// What code that is mostly scalar calls instead of a function and instead of its vector form.
    static std::string scalar_code_name(llvm::StringRef name) { return ("cuprum_scalar_" + name).str(); }
    static std::string scalar_code_name(const Form& form) { return form.name + "_of_scalar_code"; }

private:
    void add(const std::string& scalar, const std::string& intrinsic, const Form& form);
    const std::string* keep(std::string text) { return &strings_.emplace_back(std::move(text)); }
    static const Form* find(const llvm::StringMap<Form>& forms, llvm::StringRef name) {
        const auto found = forms.find(name);
        return found == forms.end() ? nullptr : &found->second;
    }

    std::deque<std::string> strings_;  // A VecDesc only refers to its names; a deque keeps their addresses.
    std::vector<llvm::VecDesc> table_;
    llvm::StringMap<Form> scalar_, narrow_;
};

/// Before all optimisations: marks the calls that scalar code makes.
void mark_scalar_code(llvm::Module& module, const VectorFunctions& vectors);

/// Before loops are vectorised: calls that are marked get functions of their own.
class SeparateScalarCode : public llvm::PassInfoMixin<SeparateScalarCode> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Before loops are vectorised: those that will call vector functions do one vector's round after another.
class KeepCallsApart : public llvm::PassInfoMixin<KeepCallsApart> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// After all optimisations: every call of a function that has a vector form becomes a call of that form.
void call_vector_functions(llvm::Module& module, const VectorFunctions& vectors);

}  // namespace cuprum::backend::cpu
