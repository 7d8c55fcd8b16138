#include "backend/cpu/clang/accesses.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstddef>

using namespace llvm;

namespace cuprum::backend::cpu {
namespace {

/// The line of the program in which something happens; in a header's function, the line that called it.
unsigned line_of(const Instruction& instruction) {
    for (const DILocation* at = instruction.getDebugLoc().get(); at; at = at->getInlinedAt())
        if (at->getFilename().ends_with(".cu")) return at->getLine();
    return 0;
}

void add_uses(Instruction& instruction, std::vector<MemoryUse>& uses) {
    using Kind = cuda_on_cpu::AccessKind;
    if (auto* load = dyn_cast<LoadInst>(&instruction)) {
        uses.push_back({load, load->getPointerOperand(), nullptr, load->getType(), nullptr,
                        load->isAtomic() ? Kind::atomic : Kind::read});
    } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
        Value* value = store->getValueOperand();
        uses.push_back({store, store->getPointerOperand(), nullptr, value->getType(), value,
                        store->isAtomic() ? Kind::atomic : Kind::write});
    } else if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
        uses.push_back({update, update->getPointerOperand(), nullptr, update->getType(), nullptr, Kind::atomic});
    } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
        uses.push_back({exchange, exchange->getPointerOperand(), nullptr, exchange->getCompareOperand()->getType(),
                        nullptr, Kind::atomic});
    } else if (auto* fill = dyn_cast<AnyMemIntrinsic>(&instruction)) {
        if (auto* copy = dyn_cast<AnyMemTransferInst>(fill))
            uses.push_back({copy, copy->getRawSource(), copy->getLength(), nullptr, nullptr, Kind::read});
        uses.push_back({fill, fill->getRawDest(), fill->getLength(), nullptr, nullptr, Kind::write});
    }
}

}  // namespace

Value* MemoryUse::size() const {
    IRBuilder<> build(instruction);
    if (bytes) return build.CreateZExtOrTrunc(bytes, build.getInt64Ty());
    return build.getInt64(instruction->getDataLayout().getTypeStoreSize(type).getFixedValue());
}

std::vector<MemoryUse> memory_uses(Function& function) {
    std::vector<MemoryUse> uses;
    for (Instruction& instruction : instructions(function)) add_uses(instruction, uses);
    return uses;
}

std::optional<StringRef> shared_variable(const Value* object) {
    auto* call = dyn_cast<CallInst>(object);
    const Function* called = call ? call->getCalledFunction() : nullptr;
    StringRef name = called ? called->getName() : "";
    if (!name.consume_front("cuprum.shared.")) return {};
    return name.split('.').second;
}

bool may_be_shared(const Value* address, bool is_kernel, StringRef& variable) {
    SmallVector<const Value*, 4> objects;
    getUnderlyingObjects(address, objects, nullptr, 0);
    bool may_be = false;
    for (const Value* object : objects) {
        if (const auto name = shared_variable(object)) {
            variable = objects.size() == 1 ? *name : StringRef();
            may_be = true;
        } else if (!isa<AllocaInst, GlobalVariable, ConstantPointerNull>(object) &&
                   !(is_kernel && isa<Argument>(object))) {
            may_be = true;
        }
    }
    return may_be;
}

bool is_single_shared(const CallInst& marker) {
    const Function* called = marker.getCalledFunction();
    return called && called->getName().starts_with("cuprum.shared.") && called->hasFnAttribute(single_attribute);
}

Constant* describe_use(const MemoryUse& use, StringRef variable) {
    IRBuilder<> build(use.instruction);
    Type* word = build.getInt32Ty();
    auto* pointer = PointerType::getUnqual(build.getContext());
    Constant* name =
        variable.empty() ? ConstantPointerNull::get(pointer) : cast<Constant>(build.CreateGlobalString(variable));
    auto* type = StructType::get(build.getContext(), {word, word, pointer});
    Constant* fields[] = {ConstantInt::get(word, static_cast<unsigned>(use.kind)),
                          ConstantInt::get(word, line_of(*use.instruction)), name};
    auto* site = cast<GlobalVariable>(use.instruction->getModule()->getOrInsertGlobal(
        "cuprum.access." + std::to_string(use.instruction->getModule()->global_size()), type));
    site->setInitializer(ConstantStruct::get(type, fields));
    site->setConstant(true);
    site->setLinkage(GlobalValue::PrivateLinkage);
    return site;
}

Value* thread_rank(const MemoryUse& use, Function& thread_marker) {
    IRBuilder<> build(use.instruction);
    Value* thread = build.CreateCall(&thread_marker);
    return build.CreateLoad(build.getInt32Ty(), build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), thread,
                                                                                 offsetof(cuda_on_cpu::Thread, rank)));
}

}  // namespace cuprum::backend::cpu
