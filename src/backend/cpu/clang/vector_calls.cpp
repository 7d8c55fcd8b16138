#include "backend/cpu/clang/vector_calls.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <algorithm>
#include <string>

#include "backend/cpu/clang/scalar_code.h"

using namespace llvm;

namespace cuprum::backend::cpu {
namespace {

enum Source : unsigned char { libmvec, own, none };
/// An entry of vector_functions.def. An element of a vector's results depends on the same element of the arguments
/// alone (the test `vector_functions_take_each_element_alone`).
struct Entry {
    const char* name;
    int arguments;
    struct {
        Source of_double[3] = {}, of_float[3] = {};  // on x86-64-v2, -v3 and -v4
    } forms;
};
constexpr Entry entries[] = {
#define CUPRUM_VECTOR_FUNCTION(name, arguments, ...) {#name, arguments, {__VA_ARGS__}},
#include "backend/cpu/vector_math/vector_functions.def"
};

bool calls_vector_functions(const Loop& loop, const TargetLibraryInfo& library) {
    for (const BasicBlock* block : loop.blocks())
        for (const Instruction& instruction : *block) {
            const auto* call = dyn_cast<CallInst>(&instruction);
            const Function* called = call ? call->getCalledFunction() : nullptr;
            if (called && library.isFunctionVectorizable(called->getName())) return true;
        }
    return false;
}

/// In the names of vector functions: each argument is a vector.
std::string parameters_of(const VectorFunctions::Form& form) { return std::string(form.arguments, 'v'); }

FunctionCallee declare(Module& module, const VectorFunctions::Form& form) {
    LLVMContext& context = module.getContext();
    Type* vector =
        FixedVectorType::get(form.is_double ? Type::getDoubleTy(context) : Type::getFloatTy(context), form.lanes);
    const SmallVector<Type*, 2> parameters(form.arguments, vector);
    return module.getOrInsertFunction(form.name, FunctionType::get(vector, parameters, false));
}

/// Calls the form for vectors of any length: one whole register after another, the last one filled with its elements
/// anew.
Value* call_form(IRBuilder<>& build, FunctionCallee form, unsigned lanes, ArrayRef<Value*> operands) {
    const unsigned count = cast<FixedVectorType>(operands[0]->getType())->getNumElements();
    if (count == lanes) return build.CreateCall(form, operands);
    Value* result = PoisonValue::get(operands[0]->getType());
    for (unsigned first = 0; first < count; first += lanes) {
        const unsigned used = std::min(lanes, count - first);
        SmallVector<int, 16> widen(lanes), place(count), merge(count);
        for (unsigned i = 0; i < lanes; ++i) widen[i] = static_cast<int>(first + i % used);
        SmallVector<Value*, 2> wide;
        for (Value* operand : operands) wide.push_back(build.CreateShuffleVector(operand, widen));
        Value* called = build.CreateCall(form, wide);
        for (unsigned i = 0; i < count; ++i) {
            const bool is_new = i >= first && i < first + used;
            place[i] = is_new ? static_cast<int>(i - first) : PoisonMaskElem;
            merge[i] = static_cast<int>(is_new ? count + i : i);
        }
        called = build.CreateShuffleVector(called, place);
        result = used == count ? called : build.CreateShuffleVector(result, called, merge);
    }
    return result;
}

void replace_vector_calls(Function& function, FunctionCallee form, unsigned lanes) {
    for (User* user : make_early_inc_range(function.users())) {
        auto* call = dyn_cast<CallInst>(user);
        if (!call || call->getCalledFunction() != &function) continue;
        IRBuilder<> build(call);
        const SmallVector<Value*, 2> operands(call->args());
        call->replaceAllUsesWith(call_form(build, form, lanes, operands));
        call->eraseFromParent();
    }
}

/// Whether the function is what its name says, and not a program's own of other types.
bool is_scalar_of(const VectorFunctions::Form& form, const Function& function) {
    const FunctionType* type = function.getFunctionType();
    const Type* number = type->getReturnType();
    return (form.is_double ? number->isDoubleTy() : number->isFloatTy()) && !type->isVarArg() &&
           type->getNumParams() == form.arguments &&
           all_of(type->params(), [&](const Type* parameter) { return parameter == number; });
}

/// A function of one number, which fills a register with it.
Function* number_function(Module& module, Function& scalar, const VectorFunctions::Form& form) {
    FunctionType* type = scalar.getFunctionType();
    Function* alone = Function::Create(type, GlobalValue::InternalLinkage, "cuprum_alone_" + form.name, module);
    alone->addFnAttr(Attribute::NoUnwind);
    alone->addFnAttr(Attribute::NoInline);
    IRBuilder<> build(BasicBlock::Create(module.getContext(), "", alone));
    SmallVector<Value*, 2> operands;
    for (Argument& argument : alone->args()) operands.push_back(build.CreateVectorSplat(form.lanes, &argument));
    build.CreateRet(build.CreateExtractElement(build.CreateCall(declare(module, form), operands), uint64_t{0}));
    return alone;
}

const Function* direct_callee(const Instruction& instruction) {
    const auto* call = dyn_cast<CallInst>(&instruction);
    return call ? call->getCalledFunction() : nullptr;
}

bool calls_mapped(const Function& function, const VectorFunctions& vectors) {
    return any_of(instructions(function), [&](const Instruction& instruction) {
        const Function* called = direct_callee(instruction);
        return called && called->isDeclaration() && vectors.of_scalar(called->getName());
    });
}

void mark_calls(Function& function, const VectorFunctions& vectors) {
    for (Instruction& instruction : instructions(function)) {
        const Function* called = direct_callee(instruction);
        if (called && called->isDeclaration() && vectors.of_scalar(called->getName()))
            cast<CallInst>(instruction).addFnAttr(Attribute::get(function.getContext(), scalar_code));
    }
}

/// The C library's name of a function or an intrinsic.
std::string library_name(StringRef name) {
    if (!name.consume_front("llvm.")) return name.str();
    const bool is_float = name.consume_back(".f32");
    if (!is_float) name.consume_back(".f64");
    return name.str() + (is_float ? "f" : "");
}

bool returns_vector(const CallInst& call) {
    const Function* called = call.getCalledFunction();
    return called && !called->isIntrinsic() && called->isDeclaration() && called->getReturnType()->isVectorTy();
}

/// Registers are saved to memory in whole cache lines by functions that call vector functions.
void align_saved_vectors(Module& module) {
    for (Function& function : module)
        for (const Instruction& instruction : instructions(function))
            if (const auto* call = dyn_cast<CallInst>(&instruction); call && returns_vector(*call)) {
                function.addFnAttr("stackrealign");
                break;
            }
}

}  // namespace

VectorFunctions::VectorFunctions(int level, bool has_libmvec) {
    for (const auto& [name, arguments, forms] : entries)
        for (const bool is_double : {true, false}) {
            const Source source = (is_double ? forms.of_double : forms.of_float)[level - 2];
            const std::string scalar = is_double ? name : name + std::string("f");
            const unsigned lanes = (is_double ? 2u : 4u) << (level - 2);
            Form form{"", lanes, static_cast<unsigned>(arguments), is_double};
            if (source == own) {
                form.name = "cuprum_v" + std::to_string(level) + "_" + scalar;
            } else if (source == libmvec && has_libmvec) {
                const char isa = "bde"[level - 2];  // SSE4, AVX2, AVX-512
                form.name =
                    std::string("_ZGV") + isa + "N" + std::to_string(lanes) + parameters_of(form) + "_" + scalar;
            } else {
                continue;
            }
            add(scalar, std::string("llvm.") + name + (is_double ? ".f64" : ".f32"), form);
        }
}

void VectorFunctions::add(const std::string& scalar, const std::string& intrinsic, const Form& form) {
    const unsigned lanes = form.lanes;
    const std::string parameters = parameters_of(form);
    for (const std::string& from : {scalar, intrinsic}) scalar_[from] = form;
    const auto* whole = keep("_ZGV_LLVM_N" + std::to_string(lanes) + parameters);
    const auto* of_scalar_code = keep(scalar_code_name(form));
    narrow_[*of_scalar_code] = form;
    table_.emplace_back(*keep(scalar_code_name(scalar)), *of_scalar_code, ElementCount::getFixed(lanes), false, *whole);
    for (unsigned count = 2; count <= lanes; count *= 2) {
        const auto* vector = keep(count == lanes ? form.name : form.name + "_of_" + std::to_string(count));
        if (count < lanes) narrow_[*vector] = form;
        const auto* prefix = keep("_ZGV_LLVM_N" + std::to_string(count) + parameters);
        for (const auto* from : {keep(scalar), keep(intrinsic)})
            table_.emplace_back(*from, *vector, ElementCount::getFixed(count), false, *prefix);
    }
}

void mark_scalar_code(Module& module, const VectorFunctions& vectors) {
    SmallVector<Function*, 64> functions;
    for (Function& function : module)
        if (!function.isDeclaration()) functions.push_back(&function);
    DenseMap<Function*, Function*> marked;  // cuprum::exp(double) and the like, of which others call the original
    for (Function* function : functions) {
        if (!function->hasFnAttribute(scalar_code)) continue;
        mark_calls(*function, vectors);
        for (Instruction& instruction : instructions(*function)) {
            auto* called = const_cast<Function*>(direct_callee(instruction));
            if (!called || called->isDeclaration() || called->hasFnAttribute(scalar_code) ||
                !called->getName().starts_with("_ZN6cuprum") || called->getReturnType()->isVectorTy() ||
                !calls_mapped(*called, vectors))
                continue;
            Function*& copy = marked[called];
            if (!copy) {
                ValueToValueMapTy values;
                copy = CloneFunction(called, values);
                copy->setLinkage(GlobalValue::InternalLinkage);
                copy->setComdat(nullptr);
                mark_calls(*copy, vectors);
            }
            cast<CallInst>(instruction).setCalledFunction(copy);
        }
    }
}

PreservedAnalyses SeparateScalarCode::run(Function& function, FunctionAnalysisManager&) {
    // A marked call may have become one with another of the same operand, as GVN does not look at marks. So where one
    // call of a function is marked, all are: the difference of two such results is 0 where their operands are equal.
    StringSet<> marked;
    for (Instruction& instruction : instructions(function))
        if (const Function* called = direct_callee(instruction);
            called && cast<CallInst>(instruction).hasFnAttr(scalar_code))
            marked.insert(library_name(called->getName()));
    if (marked.empty()) return PreservedAnalyses::all();
    for (Instruction& instruction : instructions(function)) {
        const Function* called = direct_callee(instruction);
        if (!called || !called->isDeclaration() || !marked.contains(library_name(called->getName()))) continue;
        const std::string name = VectorFunctions::scalar_code_name(library_name(called->getName()));
        FunctionCallee own = function.getParent()->getOrInsertFunction(name, called->getFunctionType());
        if (auto* callee = dyn_cast<Function>(own.getCallee())) {
            for (const Attribute::AttrKind kind : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync,
                                                   Attribute::NoFree, Attribute::Speculatable})
                callee->addFnAttr(kind);
            callee->setDoesNotAccessMemory();
            cast<CallInst>(instruction).setCalledFunction(own);
        }
    }
    return PreservedAnalyses::all();
}

PreservedAnalyses KeepCallsApart::run(Function& function, FunctionAnalysisManager& analyses) {
    const auto& library = analyses.getResult<TargetLibraryAnalysis>(function);
    for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
        if (loop->isInnermost() && loop->getLoopLatch() && calls_vector_functions(*loop, library))
            addStringMetadataToLoop(loop, "llvm.loop.interleave.count", 1);
    return PreservedAnalyses::all();
}

void call_vector_functions(Module& module, const VectorFunctions& vectors) {
    SmallVector<Function*, 16> functions;
    StringSet<> vectorised;  // the forms that loops over scalar code call
    for (Function& function : module)
        if (function.isDeclaration()) functions.push_back(&function);
    for (Function* function : functions) {
        const auto* vector = dyn_cast<FixedVectorType>(function->getReturnType());
        if (!vector) continue;
        const Type* number = vector->getElementType();
        const VectorFunctions::Form* form = vectors.of_narrow(function->getName());
        if (function->isIntrinsic() && (number->isFloatTy() || number->isDoubleTy())) {
            const StringRef base = Intrinsic::getBaseName(function->getIntrinsicID());
            form = vectors.of_scalar((base + (number->isFloatTy() ? ".f32" : ".f64")).str());
        }
        if (!form) continue;
        const bool is_called = any_of(function->users(), [](const User* user) { return isa<CallInst>(user); });
        if (is_called && function->getName() == VectorFunctions::scalar_code_name(*form)) vectorised.insert(form->name);
        replace_vector_calls(*function, declare(module, *form), form->lanes);
    }
    align_saved_vectors(module);
    for (Function* function : functions) {
        const VectorFunctions::Form* form = vectors.of_scalar(function->getName());
        if (form && is_scalar_of(*form, *function) && !function->use_empty())
            function->replaceAllUsesWith(number_function(module, *function, *form));
    }
    for (Function* function : functions) {
        StringRef name = function->getName();
        if (!name.consume_front(VectorFunctions::scalar_code_name(""))) continue;
        const VectorFunctions::Form* form = vectors.of_scalar(name);
        if (form && vectorised.contains(form->name)) {
            function->replaceAllUsesWith(number_function(module, *function, *form));
        } else {
            FunctionCallee library = module.getOrInsertFunction(name, function->getFunctionType());
            function->replaceAllUsesWith(library.getCallee());
        }
    }
}

}  // namespace cuprum::backend::cpu
