#include "backend/cpu/clang/check_races.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "cuprum/cuda/launch_state.h"

using namespace llvm;

namespace cuprum::cpu {
namespace {

struct Use {
    Instruction* instruction;
    Value* address;
    Value* bytes;  ///< Null: those of `type`.
    Type* type;
    Value* stored;  ///< Null where it is not known.
    cuda::AccessKind kind;
};

/// What an instruction does to memory. A copy does two things.
void add_uses(Instruction& instruction, std::vector<Use>& uses) {
    using Kind = cuda::AccessKind;
    if (auto* load = dyn_cast<LoadInst>(&instruction)) {
        uses.push_back({load, load->getPointerOperand(), nullptr, load->getType(), nullptr, load->isAtomic() ? Kind::atomic : Kind::read});
    } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
        Value* value = store->getValueOperand();
        uses.push_back({store, store->getPointerOperand(), nullptr, value->getType(), value, store->isAtomic() ? Kind::atomic : Kind::write});
    } else if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
        uses.push_back({update, update->getPointerOperand(), nullptr, update->getType(), nullptr, Kind::atomic});
    } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
        uses.push_back({exchange, exchange->getPointerOperand(), nullptr, exchange->getCompareOperand()->getType(), nullptr, Kind::atomic});
    } else if (auto* fill = dyn_cast<AnyMemIntrinsic>(&instruction)) {
        if (auto* copy = dyn_cast<AnyMemTransferInst>(fill))
            uses.push_back({copy, copy->getRawSource(), copy->getLength(), nullptr, nullptr, Kind::read});
        uses.push_back({fill, fill->getRawDest(), fill->getLength(), nullptr, nullptr, Kind::write});
    }
}

/// The shared variable behind a marker's name; nothing for other functions.
std::optional<StringRef> shared_variable(const Value* object) {
    auto* call = dyn_cast<CallInst>(object);
    const Function* called = call ? call->getCalledFunction() : nullptr;
    StringRef name = called ? called->getName() : "";
    if (!name.consume_front("cuprum.shared.")) return {};
    return name.split('.').second;
}

/// Whether an address may be in shared memory, and the variable if it is known.
bool may_be_shared(const Value* address, bool is_kernel, StringRef& variable) {
    SmallVector<const Value*, 4> objects;
    getUnderlyingObjects(address, objects, nullptr, 0);
    bool may_be = false;
    for (const Value* object : objects) {
        if (const auto name = shared_variable(object)) {
            variable = objects.size() == 1 ? *name : StringRef();
            may_be = true;
        } else if (!isa<AllocaInst, GlobalVariable, ConstantPointerNull>(object) && !(is_kernel && isa<Argument>(object))) {
            may_be = true;
        }
    }
    return may_be;
}

/// The line of the program in which something happens; in a header's function, the line that called it.
unsigned line_of(const Instruction& instruction) {
    for (const DILocation* at = instruction.getDebugLoc().get(); at; at = at->getInlinedAt())
        if (at->getFilename().ends_with(".cu")) return at->getLine();
    return 0;
}

}  // namespace

void check_races(Function& function, Function& thread_marker, bool is_kernel) {
    std::vector<Use> uses;
    for (Instruction& instruction : instructions(function)) add_uses(instruction, uses);
    Module& module = *function.getParent();
    LLVMContext& context = module.getContext();
    Type* pointer = PointerType::getUnqual(context);
    Type* word = Type::getInt32Ty(context);
    Type* wide = Type::getInt64Ty(context);
    const DataLayout& layout = module.getDataLayout();
    FunctionCallee check = module.getOrInsertFunction("cuprum_check_races", Type::getVoidTy(context), pointer, pointer, wide, word, pointer);
    StructType* access = StructType::get(context, {word, word, pointer});
    for (const Use& use : uses) {
        StringRef variable;
        if (!may_be_shared(use.address, is_kernel, variable)) continue;
        IRBuilder<> build(use.instruction);
        Constant* name = variable.empty() ? ConstantPointerNull::get(PointerType::getUnqual(context))
                                          : cast<Constant>(build.CreateGlobalString(variable));
        Constant* fields[] = {ConstantInt::get(word, static_cast<unsigned>(use.kind)), ConstantInt::get(word, line_of(*use.instruction)), name};
        auto* site = new GlobalVariable(module, access, true, GlobalValue::PrivateLinkage, ConstantStruct::get(access, fields));
        Value* stored = ConstantPointerNull::get(PointerType::getUnqual(context));
        if (use.stored) {
            IRBuilder<> at_entry(&*function.getEntryBlock().getFirstInsertionPt());
            stored = at_entry.CreateAlloca(use.type);
            build.CreateStore(use.stored, stored);
        }
        Value* bytes = use.bytes ? build.CreateZExtOrTrunc(use.bytes, wide)
                                 : build.getInt64(layout.getTypeStoreSize(use.type).getFixedValue());
        Value* thread = build.CreateCall(&thread_marker);
        Value* rank = build.CreateLoad(word, build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), thread, offsetof(cuda::Thread, rank)));
        build.CreateCall(check, {site, use.address, bytes, rank, stored});
    }
}

}  // namespace cuprum::cpu
