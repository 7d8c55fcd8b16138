// Lets threads that could diverge at a branch, but do not, go the short way. Belongs to libcuprum_clang.
//
// Threads seldom diverge before a barrier where the program allows it: `if (i >= n) return;` makes those of the last
// block diverge alone, and a loop over elements those of the last round. What linear_flow.h makes of such a branch asks
// each thread at each step. So what is behind the branch is copied. Threads that agree take the first copy, in which
// the branch is the block's, and others the second, which is made linear:
//
//     if (c) { a; call(); }
//
// becomes
//
//     if (any(c) && any(!c)) { if (c) { a'; call(); } }
//     else if (any(c)) { a; call(); }
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace cuprum::backend::cpu {

struct ThreadVariable;

/// Copies what is behind branches at which threads may diverge on the way to where they meet
/// (`ThreadVariable::divides`), up to some size.
void prefer_agreement(llvm::Function& function, const ThreadVariable& variable);

}  // namespace cuprum::backend::cpu
