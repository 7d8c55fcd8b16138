#include "backend/cpu/clang/context_scopes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>

using namespace llvm;

namespace cuprum::backend::cpu {
namespace {

/// What a load, store or copy may use; nothing for other instructions.
SmallVector<const Value*> objects_of(const Instruction& instruction) {
    SmallVector<const Value*> addresses, objects;
    if (const Value* address = getLoadStorePointerOperand(&instruction)) addresses.push_back(address);
    if (auto* fill = dyn_cast<AnyMemIntrinsic>(&instruction)) addresses.push_back(fill->getRawDest());
    if (auto* copy = dyn_cast<AnyMemTransferInst>(&instruction)) addresses.push_back(copy->getRawSource());
    for (const Value* address : addresses) {
        SmallVector<const Value*> found;
        getUnderlyingObjects(address, found, nullptr, 0);
        objects.append(found);
    }
    return objects;
}

void add_scope(Instruction& instruction, unsigned kind, MDNode* scope) {
    MDNode* list = MDNode::get(instruction.getContext(), {scope});
    instruction.setMetadata(kind, MDNode::concatenate(instruction.getMetadata(kind), list));
}

}  // namespace

ContextScopes::ContextScopes(LLVMContext& context)
    : context_(context),
      domain_(MDBuilder(context).createAnonymousAliasScopeDomain("contexts")),
      kept_scope_(MDBuilder(context).createAnonymousAliasScope(domain_, "kept")) {}

void ContextScopes::separate_arrays(Function& function, ArrayRef<AllocaInst*> arrays) {
    SmallVector<std::pair<AllocaInst*, MDNode*>> separate;
    for (AllocaInst* array : arrays)
        if (!PointerMayBeCaptured(array, true, true))
            separate.emplace_back(array, MDBuilder(context_).createAnonymousAliasScope(domain_, array->getName()));
    if (separate.empty()) return;
    for (Instruction& instruction : instructions(function)) {
        const SmallVector<const Value*> objects = objects_of(instruction);
        if (objects.empty()) continue;
        for (auto [array, scope] : separate) {
            if (!is_contained(objects, array)) add_scope(instruction, LLVMContext::MD_noalias, scope);
            else if (all_equal(objects)) add_scope(instruction, LLVMContext::MD_alias_scope, scope);
        }
    }
}

void ContextScopes::add_kept(Instruction* access) {
    add_scope(*access, LLVMContext::MD_alias_scope, kept_scope_);
    kept_.insert(access);
}

void ContextScopes::separate_kept(Function& function) {
    for (Instruction& instruction : instructions(function))
        if (!kept_.contains(&instruction) && !objects_of(instruction).empty())
            add_scope(instruction, LLVMContext::MD_noalias, kept_scope_);
}

}  // namespace cuprum::backend::cpu
