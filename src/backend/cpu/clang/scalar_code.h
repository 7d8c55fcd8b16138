// Which functions are scalar code (vector_calls.h): those that headers declare so by CUPRUM_SCALAR_CODE
// (device/cuprum/base.h).
#pragma once

#include <clang/CodeGen/ModuleBuilder.h>
#include <llvm/IR/Module.h>

namespace cuprum::backend::cpu {

/// The attribute of functions that are scalar code, and of calls that they make.
inline constexpr const char* scalar_code = "cuprum-scalar-code";

/// Gives the attribute to the module's functions that are declared so: those of an annotated namespace or function, and
/// those beside an annotated class that take, return or are instantiated for such objects. Functions with C's names are
/// none.
void find_scalar_code(clang::CodeGenerator& generator, llvm::Module& module);

}  // namespace cuprum::backend::cpu
