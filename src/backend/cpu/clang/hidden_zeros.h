// Zeros that LLVM does not know to be zero until its vectorisers have run. Belongs to libcuprum_clang.
#pragma once

namespace llvm {
class Function;
class Module;
class Type;
class Value;
}  // namespace llvm

namespace cuprum::backend::cpu {

/// A zero that may be any number to LLVM.
llvm::Value* unknown_zero(llvm::Function& function, llvm::Type* integer);

/// A zero that may be 0 or 1 to LLVM: 1 + zext(zero) is then known to be zext(1 + zero), and the distance between
/// neighbouring elements stays known.
llvm::Value* zero_below_two(llvm::Function& function, llvm::Type* integer);

/// Replaces these by 0, after all code was vectorised.
void reveal_zeros(llvm::Module& module);

}  // namespace cuprum::backend::cpu
