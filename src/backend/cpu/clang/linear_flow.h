// Makes threads that diverge at a branch go through its blocks together. Belongs to libcuprum_clang.
//
// A call that divides a function (a barrier, an operation of a warp) must be reached by all threads together, so no
// thread may take a branch of its own on the way to it. Such branches become flags, one for each block, that tell which
// threads want it; all threads go through the blocks in a fixed order, and a block is run by those that want it:
//
//     if (c) { a; call(); b; }     ->     flag_a = c; if (any(flag_a)) { if (flag_a) a; call.some(flag_a); if (flag_a)
//     b;
//     }
//
// Loops are repeated while any thread wants another round. That is how a GPU runs a warp.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>

namespace llvm {
class CallInst;
class Function;
class Instruction;
class Type;
class Value;
}  // namespace llvm

namespace cuprum::backend::cpu {

struct ThreadVariable;

/// Behind the name of a function that divides, where it is called by some of the threads: `f.some(active, elsewhere,
/// arguments...)` tells which call it, and which have neither called it nor left.
inline constexpr const char* some_suffix = ".some";

/// Divides the function and does nothing else.
inline constexpr const char* divide_marker = "cuprum.divide";

/// Where threads of a warp go on together as a GPU's do, though the program does not say so.
inline constexpr const char* lockstep_function = "cuprum_lockstep";

/// The name of the function that a call calls, without `some_suffix`; empty where it is not known.
llvm::StringRef divider_name(const llvm::CallInst& call);

/// Takes branches at which threads diverge out of the way to calls that `divides` tells. False where that cannot be
/// done: the function is of no more use then. `is_of_lanes`: the threads are those of one warp, and warps are divided
/// later.
bool linearize_flow(llvm::Function& function, const ThreadVariable& variable,
                    llvm::function_ref<bool(const llvm::CallInst&)> divides, bool is_of_lanes);

}  // namespace cuprum::backend::cpu
