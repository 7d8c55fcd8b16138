#include "backend/cpu/clang/check_memory.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <string>

#include "backend/cpu/clang/accesses.h"
#include "backend/cpu/clang/raw_kernels.h"

using namespace llvm;

namespace cuprum::backend::cpu {
namespace {

using SharedBytes = function_ref<std::uint64_t(const Function*)>;

/// What the engine is told of the object: which it is, where it begins, and how large it is if the compiler knows.
struct Object {
    int which = cuda_on_cpu::unknown_object;
    Value* base = nullptr;
    std::uint64_t bytes = 0;
    std::string name;
    bool is_ours = false;  ///< What the compiler itself put there.
};

/// Variables as the program writes them: "(anonymous namespace)::table", and "tile" of "tile.sroa.0".
std::string written_name(StringRef name) { return demangle(name.split('.').first); }

Object object_of(Value* object, const RawKernel* kernel, SharedBytes shared_bytes) {
    if (auto* argument = dyn_cast<Argument>(object)) {
        // Only what is passed as a pointer points at what the launch knows; a struct by value is the thread's own.
        if (!kernel) return {};
        const ArgumentPiece& piece = kernel->pieces[argument->getArgNo()];
        Object result;
        result.is_ours = !piece.type;
        if (piece.type && kernel->parameters[piece.parameter].is_pointer)
            result.which = static_cast<int>(piece.parameter);
        return result;
    }
    if (const auto variable = shared_variable(object))
        return {cuda_on_cpu::shared_object, object, shared_bytes(cast<CallInst>(object)->getCalledFunction()),
                variable->str()};
    if (auto* call = dyn_cast<CallInst>(object)) {
        const Function* called = call->getCalledFunction();
        Object result;
        result.is_ours = called && called->getName().starts_with("cuprum.");
        return result;
    }
    if (auto* local = dyn_cast<AllocaInst>(object)) {
        const auto size = local->getAllocationSize(local->getDataLayout());
        if (!size || size->isScalable()) return {};
        return {cuda_on_cpu::known_object, object, size->getFixedValue(), written_name(local->getName())};
    }
    if (auto* global = dyn_cast<GlobalVariable>(object)) {
        const std::uint64_t bytes = global->getDataLayout().getTypeAllocSize(global->getValueType()).getFixedValue();
        return {cuda_on_cpu::known_object, object, bytes, written_name(global->getName())};
    }
    return {};
}

/// The object behind an address. Where it may be one of several arrays of the launch or of the block, that it is one of
/// them.
Object object_behind(const Value* address, const RawKernel* kernel, SharedBytes shared_bytes) {
    SmallVector<const Value*, 4> objects;
    getUnderlyingObjects(address, objects, nullptr, 0);
    Object result;
    bool all_given = true;
    for (const Value* value : objects) {
        result = object_of(const_cast<Value*>(value), kernel, shared_bytes);
        all_given &= result.which >= 0 || result.which == cuda_on_cpu::shared_object || isa<ConstantPointerNull>(value);
    }
    if (objects.size() == 1) return result;
    Object any;
    if (all_given) any.which = cuda_on_cpu::given_object;
    return any;
}

/// Whether an access lies within its object whatever the kernel is given.
bool is_safe(const MemoryUse& use, const Object& object, const DataLayout& layout) {
    if (!object.base || !object.bytes || use.bytes) return false;
    APInt offset(layout.getIndexTypeSizeInBits(use.address->getType()), 0);
    if (use.address->stripAndAccumulateConstantOffsets(layout, offset, true) != object.base) return false;
    const std::int64_t first = offset.getSExtValue();
    const std::uint64_t size = layout.getTypeStoreSize(use.type).getFixedValue();
    return first >= 0 && size <= object.bytes && static_cast<std::uint64_t>(first) <= object.bytes - size;
}

}  // namespace

void check_memory(Function& function, Function& thread_marker, const RawKernel* kernel, SharedBytes shared_bytes) {
    Module& module = *function.getParent();
    LLVMContext& context = module.getContext();
    auto* pointer = PointerType::getUnqual(context);
    Type* word = Type::getInt32Ty(context);
    Type* wide = Type::getInt64Ty(context);
    FunctionCallee check = module.getOrInsertFunction("cuprum_check_memory", Type::getVoidTy(context), pointer, pointer,
                                                      wide, word, word, pointer, wide);
    for (const MemoryUse& use : memory_uses(function)) {
        const Object object = object_behind(use.address, kernel, shared_bytes);
        if (object.is_ours || is_safe(use, object, module.getDataLayout())) continue;
        Value* size = use.size();
        Value* rank = thread_rank(use, thread_marker);
        IRBuilder<> build(use.instruction);
        Value* base = object.base ? object.base : ConstantPointerNull::get(pointer);
        build.CreateCall(check,
                         {describe_use(use, object.name), use.address, size, rank,
                          build.getInt32(static_cast<unsigned>(object.which)), base, build.getInt64(object.bytes)});
    }
}

}  // namespace cuprum::backend::cpu
