#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <cstddef>

#include "backend/cpu/clang/accesses.h"
#include "backend/cpu/clang/check_memory.h"
#include "backend/cpu/clang/check_races.h"
#include "backend/cpu/clang/lockstep.h"
#include "backend/cpu/clang/raw_kernels.h"
#include "backend/cpu/clang/thread_loops.h"
#include "backend/cpu/clang/uniformity.h"
#include "backend/cpu/clang/warp_operations.h"
#include "cuprum/cuda/launch_state.h"

namespace cuprum::backend::cpu {
namespace {

using namespace llvm;

/// The functions of device/cuprum/cuda/threads.h in which a thread waits for others.
bool waits(StringRef name) {
    return name.consume_front("cuprum_") &&
           (name.starts_with("sync") || name.starts_with("reduce_") || name.starts_with("match_") ||
            name == "shuffle" || name == "ballot" || name == "activemask" || name == "lockstep" || name == "yield");
}

/// Those for which the loops of thread_loops.h have no meaning: a thread that yields waits for what others do.
bool waits_by_itself(StringRef name) { return name == "cuprum_yield"; }

/// Those for which a warp's threads come together.
bool is_of_warp(StringRef name) { return waits(name) && !name.starts_with("cuprum_sync") && !waits_by_itself(name); }

struct BuiltinVariable {
    const char* name;
    bool of_thread;  ///< Else of its block.
    std::size_t offset;
};
constexpr BuiltinVariable builtin_variables[] = {
    {"threadIdx", true, offsetof(cuda_on_cpu::Thread, index)},
    {"cuprum_thread_rank", true, offsetof(cuda_on_cpu::Thread, rank)},
    {"blockIdx", false, offsetof(cuda_on_cpu::Block, index)},
    {"blockDim", false, offsetof(cuda_on_cpu::Block, dim)},
    {"gridDim", false, offsetof(cuda_on_cpu::Block, grid)},
};

/// A variable in shared memory, and the function that stands for its address until its kernel is known.
struct SharedVariable {
    Function* marker;
    std::uint64_t size;
    Align alignment;
    bool dynamic;              ///< Declared `extern`: begins behind all others.
    std::uint64_t fixed = ~0;  ///< Its place, where functions outside of kernels use it.
};

/// A kernel's shared memory: the variables one after another, then the dynamic memory.
class SharedLayout {
public:
    std::uint64_t place(const SharedVariable& variable) {
        if (variable.fixed != ~std::uint64_t{0}) {
            end_ = std::max(end_, variable.fixed + variable.size);
            return variable.fixed;
        }
        const std::uint64_t at = alignTo(end_, variable.alignment);
        end_ = at + variable.size;
        return at;
    }
    std::uint64_t end() const { return end_; }

private:
    std::uint64_t end_ = 0;
};

class Lowering {
public:
    Lowering(Module& module, std::vector<RawKernel>& kernels, TargetMachine& machine, Checks checks, bool in_fibers)
        : module_(module),
          kernels_(kernels),
          machine_(machine),
          context_(module.getContext()),
          checks_(checks),
          in_fibers_(in_fibers) {}

    void run() {
        make_internal();
        for (Function& function : module_)
            if (waits(function.getName())) function.addFnAttr(Attribute::Convergent);
        thread_marker_ = marker("cuprum.thread");
        block_marker_ = marker("cuprum.block");
        replace_variables();
        for (Function& function : module_) {
            guard_divisions(function);
            replace_traps(function);
        }
        inline_device_functions();
        // A program whose threads wait for each other by __nanosleep counts on each to go on by itself.
        const Function* yields = module_.getFunction("cuprum_yield");
        for (Function& function : module_)
            if (!function.isDeclaration() && (!yields || yields->use_empty()))
                keep_lockstep(function, is_kernel(function));
        arrange_loops();
        if (checks_.races) call_race_checker();
        if (checks_.memory) call_memory_checker();
        if (checks_.races || checks_.memory) StripDebugInfo(module_);
        bind_leftovers();
        for (RawKernel& kernel : kernels_) wrap(kernel);
        for (RawKernel& kernel : kernels_)
            if (kernel.function->use_empty()) kernel.function->eraseFromParent();
    }

private:
    PointerType* pointer() const { return PointerType::getUnqual(context_); }

    /// Everything but variables belongs to kernels, into which it is inlined.
    void make_internal() {
        for (Function& function : module_) {
            if (function.isDeclaration()) continue;
            function.setLinkage(GlobalValue::InternalLinkage);
            function.setComdat(nullptr);
            function.removeFnAttr(Attribute::NoInline);
            function.removeFnAttr(Attribute::OptimizeNone);
            function.addFnAttr(Attribute::AlwaysInline);
            function.setDoesNotThrow();
            for (Instruction& instruction : instructions(function))
                if (auto* call = dyn_cast<CallBase>(&instruction)) call->removeFnAttr(Attribute::NoInline);
        }
        for (GlobalVariable& variable : module_.globals()) {
            variable.setComdat(nullptr);
            // The host writes to them between launches.
            if (!variable.isConstant() && variable.hasInitializer()) variable.setExternallyInitialized(true);
        }
    }

    /// A function that stands for an address until that is known. Its calls may be moved and merged freely.
    Function* marker(const Twine& name) {
        auto* function =
            Function::Create(FunctionType::get(pointer(), false), GlobalValue::ExternalLinkage, name, module_);
        function->setDoesNotThrow();
        function->setDoesNotAccessMemory();
        function->setWillReturn();
        function->setNoSync();
        function->setSpeculatable();
        return function;
    }

    void replace_variables() {
        for (const BuiltinVariable& builtin : builtin_variables)
            if (GlobalVariable* variable = module_.getNamedGlobal(builtin.name))
                replace(variable, builtin.of_thread ? thread_marker_ : block_marker_, builtin.offset);
        std::vector<GlobalVariable*> shared;
        for (GlobalVariable& variable : module_.globals())
            if (variable.getSection() == "cuprum.shared") shared.push_back(&variable);
        const DataLayout& layout = module_.getDataLayout();
        for (GlobalVariable* variable : shared) {
            const Align natural = layout.getABITypeAlign(variable->getValueType());
            const Align alignment = std::max(variable->getAlign().value_or(natural), natural);
            const bool dynamic = variable->isDeclaration();
            const std::uint64_t size = dynamic ? 0 : layout.getTypeAllocSize(variable->getValueType()).getFixedValue();
            const std::string name = demangle(variable->getName());
            const std::size_t scopes = name.rfind("::");
            const StringRef local = scopes == std::string::npos ? StringRef(name) : StringRef(name).substr(scopes + 2);
            shared_.push_back(
                {marker("cuprum.shared." + Twine(shared_.size()) + "." + local), size, alignment, dynamic});
            if (variable->getValueType()->isSingleValueType()) shared_.back().marker->addFnAttr(single_attribute);
            replace(variable, shared_.back().marker, 0);
        }
    }

    void replace(GlobalVariable* variable, Function* by, std::size_t offset) {
        convertUsersOfConstantsToInstructions({variable});
        DenseMap<Function*, Value*> addresses;
        for (Use& use : make_early_inc_range(variable->uses())) {
            auto* user = dyn_cast<Instruction>(use.getUser());
            if (!user) continue;
            Value*& address = addresses[user->getFunction()];
            if (!address) {
                IRBuilder<> build(&*user->getFunction()->getEntryBlock().getFirstInsertionPt());
                address = build.CreateCall(by);
                if (offset) address = build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), address, offset);
            }
            use.set(address);
        }
        if (variable->use_empty()) variable->eraseFromParent();
    }

    /// Division by zero and the overflow of the smallest number by -1 end a program on this processor, and give some
    /// number on a GPU, which may go unused.
    void guard_divisions(Function& function) {
        std::vector<BinaryOperator*> divisions;
        for (Instruction& instruction : instructions(function))
            if (auto* division = dyn_cast<BinaryOperator>(&instruction); division && division->isIntDivRem()) {
                const auto* divisor = dyn_cast<ConstantInt>(division->getOperand(1));
                if (!divisor || divisor->isZero() || divisor->isMinusOne()) divisions.push_back(division);
            }
        for (BinaryOperator* division : divisions) {
            IRBuilder<> build(division);
            Value* dividend = division->getOperand(0);
            Value* divisor = division->getOperand(1);
            Type* type = division->getType();
            const bool is_signed =
                division->getOpcode() == Instruction::SDiv || division->getOpcode() == Instruction::SRem;
            const bool is_quotient =
                division->getOpcode() == Instruction::SDiv || division->getOpcode() == Instruction::UDiv;
            Value* is_zero = build.CreateICmpEQ(divisor, Constant::getNullValue(type));
            Value* is_minus_one = is_signed ? build.CreateICmpEQ(divisor, Constant::getAllOnesValue(type)) : nullptr;
            Value* special = is_signed ? build.CreateOr(is_zero, is_minus_one) : is_zero;
            Value* safe = build.CreateFreeze(build.CreateSelect(special, ConstantInt::get(type, 1), divisor));
            Value* result = build.CreateBinOp(division->getOpcode(), dividend, safe);
            if (is_signed)
                result = build.CreateSelect(
                    is_minus_one, is_quotient ? build.CreateNeg(dividend) : Constant::getNullValue(type), result);
            result = build.CreateSelect(is_zero, is_quotient ? Constant::getAllOnesValue(type) : dividend, result);
            division->replaceAllUsesWith(result);
            division->eraseFromParent();
        }
    }

    void replace_traps(Function& function) {
        std::vector<IntrinsicInst*> traps;
        for (Instruction& instruction : instructions(function))
            if (auto* call = dyn_cast<IntrinsicInst>(&instruction))
                if (call->getIntrinsicID() == Intrinsic::trap || call->getIntrinsicID() == Intrinsic::ubsantrap)
                    traps.push_back(call);
        for (IntrinsicInst* trap : traps) {
            IRBuilder<> build(trap);
            Value* rank = field(build, build.CreateCall(thread_marker_), offsetof(cuda_on_cpu::Thread, rank), "rank");
            build.CreateCall(module_.getOrInsertFunction("cuprum_trap", build.getVoidTy(), build.getInt32Ty()), {rank});
            trap->eraseFromParent();
        }
    }

    bool is_kernel(const Function& function) const {
        return any_of(kernels_, [&](const RawKernel& kernel) { return kernel.function == &function; });
    }

    /// What LLVM's passes need to know of each other.
    struct Analyses {
        LoopAnalysisManager loops;
        FunctionAnalysisManager functions;
        CGSCCAnalysisManager components;
        ModuleAnalysisManager modules;

        explicit Analyses(TargetMachine& machine) {
            PassBuilder builder(&machine);
            builder.registerModuleAnalyses(modules);
            builder.registerCGSCCAnalyses(components);
            builder.registerFunctionAnalyses(functions);
            builder.registerLoopAnalyses(loops);
            builder.crossRegisterProxies(loops, functions, components, modules);
        }
    };

    void inline_device_functions() {
        Analyses analyses(machine_);
        // Kernels, and markers that the program does not need, are used by nobody, and must not be swept away.
        std::vector<GlobalValue*> markers = {thread_marker_, block_marker_};
        for (const SharedVariable& variable : shared_) markers.push_back(variable.marker);
        appendToCompilerUsed(module_, markers);
        for (RawKernel& kernel : kernels_) kernel.function->setLinkage(GlobalValue::ExternalLinkage);
        ModulePassManager passes;
        passes.addPass(AlwaysInlinerPass(false));
        FunctionPassManager simplify;
        simplify.addPass(SROAPass(SROAOptions::ModifyCFG));
        simplify.addPass(EarlyCSEPass());
        simplify.addPass(SimplifyCFGPass());
        passes.addPass(createModuleToFunctionPassAdaptor(std::move(simplify)));
        passes.addPass(GlobalDCEPass());
        passes.run(module_, analyses.modules);
        removeFromUsedLists(module_, [&](Constant* value) { return is_marker(dyn_cast<Function>(value)); });
        for (GlobalValue* marker : markers) marker->removeDeadConstantUsers();
        for (RawKernel& kernel : kernels_) kernel.function->setLinkage(GlobalValue::InternalLinkage);
    }

    /// Loops that ask at their end are what thread_loops.cpp can turn. Short ones around what a warp does together, as
    /// reductions have, become a line of operations whose distances are known.
    void arrange_loops() {
        Analyses analyses(machine_);
        for (Function& function : module_) {
            if (function.isDeclaration()) continue;
            FunctionPassManager rotate;
            rotate.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
            analyses.functions.invalidate(function, rotate.run(function, analyses.functions));
            if (!is_kernel(function)) continue;
            bool unrolled = false;
            while (unroll_one(function, analyses.functions)) {
                unrolled = true;
                analyses.functions.invalidate(function, PreservedAnalyses::none());
            }
            if (!unrolled) continue;
            FunctionPassManager simplify;
            simplify.addPass(EarlyCSEPass());
            simplify.addPass(SimplifyCFGPass());
            analyses.functions.invalidate(function, simplify.run(function, analyses.functions));
        }
    }

    bool unroll_one(Function& function, FunctionAnalysisManager& analyses) {
        constexpr unsigned longest = 32, most_instructions = 1024;
        LoopInfo& loops = analyses.getResult<LoopAnalysis>(function);
        ScalarEvolution& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
        for (Loop* loop : loops.getLoopsInPreorder()) {
            if (!loop->getSubLoops().empty() || !loop->isLoopSimplifyForm()) continue;
            std::size_t size = 0;
            bool is_of_warps = false;
            for (BasicBlock* block : loop->blocks())
                for (Instruction& instruction : *block) {
                    ++size;
                    auto* call = dyn_cast<CallInst>(&instruction);
                    is_of_warps |= call && is_warp_operation(*call);
                }
            const unsigned length = is_of_warps ? evolution.getSmallConstantTripCount(loop) : 0;
            if (!length || length > longest || length * size > most_instructions) continue;
            DominatorTree& dominators = analyses.getResult<DominatorTreeAnalysis>(function);
            formLCSSARecursively(*loop, dominators, &loops, &evolution);
            UnrollLoopOptions options{};
            options.Count = length;
            options.Force = true;
            OptimizationRemarkEmitter remarks(&function);
            if (UnrollLoop(
                    loop, options, &loops, &evolution, &dominators, &analyses.getResult<AssumptionAnalysis>(function),
                    &analyses.getResult<TargetIRAnalysis>(function), &remarks, true) == LoopUnrollResult::FullyUnrolled)
                return true;
        }
        return false;
    }

    void call_race_checker() {
        const auto kernel_of = [&](const Function& function) {
            return find_if(kernels_, [&](const RawKernel& kernel) { return kernel.function == &function; });
        };
        for (Function& function : module_)
            if (!function.isDeclaration())
                check_races(function, *thread_marker_, kernel_of(function) != kernels_.end());
        for (RawKernel& kernel : kernels_) kernel.finds_races = 1;
    }

    void call_memory_checker() {
        for (Function& function : module_) {
            if (function.isDeclaration()) continue;
            const auto kernel =
                find_if(kernels_, [&](const RawKernel& kernel) { return kernel.function == &function; });
            check_memory(
                function, *thread_marker_, kernel == kernels_.end() ? nullptr : &*kernel, [&](const Function* marker) {
                    return find_if(shared_, [&](const SharedVariable& variable) { return variable.marker == marker; })
                        ->size;
                });
        }
    }

    /// Functions that are called recursively or through pointers do not belong to a kernel: they ask the engine for the
    /// thread, and the shared variables that they use have the same place in all kernels.
    void bind_leftovers() {
        SharedLayout layout;
        for (Function& function : module_) {
            if (function.isDeclaration() ||
                any_of(kernels_, [&](const RawKernel& k) { return k.function == &function; }))
                continue;
            function.removeFnAttr(Attribute::AlwaysInline);
            leftovers_.insert(&function);
            if (!uses_marker(function)) continue;
            IRBuilder<> build(&*function.getEntryBlock().getFirstInsertionPt());
            auto current = module_.getOrInsertFunction("cuprum_current_thread", pointer());
            Value* thread = build.CreateCall(current);
            Value* block = load_field(build, thread, offsetof(cuda_on_cpu::Thread, block));
            Value* memory = load_field(build, block, offsetof(cuda_on_cpu::Block, shared));
            const auto place = [&](SharedVariable& variable) {
                if (variable.fixed == ~std::uint64_t{0} && !variable.dynamic) variable.fixed = layout.place(variable);
                return variable.dynamic ? dynamic_place(layout.end()) : variable.fixed;
            };
            bind(function, thread, block, memory, place);
        }
    }

    Value* load_field(IRBuilder<>& build, Value* base, std::size_t offset) {
        return build.CreateLoad(pointer(), build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), base, offset));
    }

    static std::uint64_t dynamic_place(std::uint64_t end) { return alignTo(end, 128); }

    bool is_marker(const Function* function) const {
        return function && (function == thread_marker_ || function == block_marker_ ||
                            function->getName().starts_with("cuprum.shared."));
    }
    bool uses_marker(Function& function) const {
        return any_of(instructions(function), [&](Instruction& instruction) {
            auto* call = dyn_cast<CallInst>(&instruction);
            return call && is_marker(call->getCalledFunction());
        });
    }

    /// Replaces the markers in a function.
    template <class Place>
    void bind(Function& function, Value* thread, Value* block, Value* shared, Place place) {
        const auto each = [&](Function* marker, auto address) {
            for (User* user : make_early_inc_range(marker->users())) {
                auto* call = cast<CallInst>(user);
                if (call->getFunction() != &function) continue;
                call->replaceAllUsesWith(address());
                call->eraseFromParent();
            }
        };
        each(thread_marker_, [&] { return thread; });
        each(block_marker_, [&] { return block; });
        for (SharedVariable& variable : shared_) {
            if (none_of(variable.marker->users(),
                        [&](User* user) { return cast<CallInst>(user)->getFunction() == &function; }))
                continue;
            IRBuilder<> build(cast<Instruction>(shared)->getNextNode());
            Value* address = build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), shared, place(variable));
            // Dynamic ones all begin at the same place.
            const StringRef name = variable.dynamic ? "dynamic" : variable.marker->getName();
            if (auto* made = dyn_cast<Instruction>(address))
                made->setMetadata(shared_place, MDNode::get(context_, MDString::get(context_, name)));
            each(variable.marker, [&] { return address; });
        }
    }

    /// Whether a call of one of the engine's functions that `is_wanted` may be reached from a function.
    template <class Wanted>
    bool reaches(Function* from, Wanted is_wanted) {
        SetVector<Function*> seen;
        seen.insert(from);
        for (unsigned i = 0; i < seen.size(); ++i) {
            if (seen[i]->isDeclaration()) {
                if (is_wanted(seen[i]->getName())) return true;
                continue;
            }
            for (Instruction& instruction : instructions(*seen[i]))
                for (Value* operand : instruction.operands())
                    if (auto* function = dyn_cast<Function>(operand->stripPointerCasts())) seen.insert(function);
            // Pointers to functions may come from anywhere.
            const bool calls_unknown = any_of(instructions(*seen[i]), [](Instruction& instruction) {
                auto* call = dyn_cast<CallBase>(&instruction);
                return call && call->isIndirectCall();
            });
            if (calls_unknown) seen.insert(leftovers_.begin(), leftovers_.end());
        }
        return any_of(
            seen, [&](Function* function) { return leftovers_.contains(function) && is_wanted("cuprum.leftover"); });
    }

    Value* field(IRBuilder<>& build, Value* base, std::size_t offset, const char* name) {
        return build.CreateLoad(build.getInt32Ty(), build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), base, offset),
                                name);
    }

    /// The kernel's arguments from the addresses that the launch was given.
    std::vector<Value*> load_arguments(IRBuilder<>& build, const RawKernel& kernel, Value* parameters) {
        std::vector<Value*> arguments, addresses(kernel.parameters.size());
        for (const ArgumentPiece& piece : kernel.pieces) {
            Value*& address = addresses[piece.parameter];
            if (!address)
                address = build.CreateLoad(pointer(),
                                           build.CreateConstInBoundsGEP1_64(pointer(), parameters, piece.parameter));
            if (!piece.type) {
                arguments.push_back(address);
                continue;
            }
            Value* at =
                piece.offset ? build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), address, piece.offset) : address;
            arguments.push_back(build.CreateAlignedLoad(piece.type, at, Align(1)));
        }
        return arguments;
    }

    /// Calls the kernel. What is passed by address is copied first, as each thread owns its parameters.
    CallInst* call_kernel(IRBuilder<>& build, const RawKernel& kernel, std::vector<Value*> arguments) {
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            if (kernel.pieces[i].type || kernel.function->hasParamAttribute(i, Attribute::ByVal)) continue;
            const RawParameter& parameter = kernel.parameters[kernel.pieces[i].parameter];
            BasicBlock& entry = build.GetInsertBlock()->getParent()->getEntryBlock();
            IRBuilder<> at_entry(&*entry.getFirstInsertionPt());
            AllocaInst* copy = at_entry.CreateAlloca(ArrayType::get(build.getInt8Ty(), parameter.size));
            copy->setAlignment(Align(parameter.alignment));
            build.CreateMemCpy(copy, Align(parameter.alignment), arguments[i], Align(1), parameter.size);
            arguments[i] = copy;
        }
        CallInst* call = build.CreateCall(kernel.function, arguments);
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            if (!kernel.function->hasParamAttribute(i, Attribute::ByVal)) continue;
            call->addParamAttr(i, Attribute::getWithByValType(context_, kernel.function->getParamByValType(i)));
            call->addParamAttr(i, Attribute::getWithAlignment(context_, Align(1)));
        }
        return call;
    }

    /// Makes the function that the engine calls: for a block if its threads can be put into loops, else for each
    /// thread.
    void wrap(RawKernel& kernel) {
        kernel.symbol = kernel.function->getName().str();
        kernel.prints = reaches(kernel.function, [](StringRef name) { return name == "cuprum_printf"; });
        kernel.waits_for_grid =
            reaches(kernel.function, [](StringRef name) { return name == "cuprum_syncthreads_grid"; });
        const bool leaves = reaches(kernel.function, [](StringRef name) { return name == "cuprum.leftover"; });
        const bool waits_for_others =
            checks_.races || leaves ? reaches(kernel.function, waits) : reaches(kernel.function, waits_by_itself);
        if (waits_for_others || in_fibers_ || !make_any_loops(kernel, leaves)) make_fiber(kernel, leaves);
    }

    bool make_any_loops(RawKernel& kernel, bool leaves) {
        bool interchanged = false;
        if (!reaches(kernel.function, is_of_warp)) {
            // Turned loops go through memory in longer lines where blocks are joined, unless these are needed one by
            // one.
            const bool is_alone = !leaves && !reaches(kernel.function, [](StringRef name) {
                return name.starts_with("cuprum_") || name.starts_with("cuprum.shared.");
            });
            if (make_loops(kernel, leaves, {true, false}, interchanged)) {
                if (!interchanged || !is_alone) return true;
                const RawKernel plain = kernel;
                if (make_loops(kernel, leaves, {true, true}, interchanged)) {
                    (interchanged ? plain : kernel).run->eraseFromParent();
                    if (interchanged) return true;
                }
                kernel = plain;
                return true;
            }
            if (make_loops(kernel, leaves, {false, false}, interchanged)) return true;
            if (!reaches(kernel.function, [](StringRef name) { return name == "cuprum_syncwarp"; }))
                return make_loops(kernel, leaves, {.interchanges_loops = false, .joined = false, .linearizes = true},
                                  interchanged);
        }
        return !leaves &&
               make_loops(kernel, leaves,
                          {.interchanges_loops = false, .joined = false, .linearizes = true, .loops = Loops::lanes},
                          interchanged);
    }

    Function* begin_run(RawKernel& kernel, cuda_on_cpu::Mode mode) {
        SmallVector<Type*> parameters(mode == cuda_on_cpu::Mode::fibers ? 3 : 2, pointer());
        FunctionType* type = FunctionType::get(Type::getVoidTy(context_), parameters, false);
        Function* run =
            Function::Create(type, GlobalValue::ExternalLinkage, kernel.function->getName() + ".run", module_);
        run->setAttributes(AttributeList::get(context_, AttributeList::FunctionIndex,
                                              AttrBuilder(context_, kernel.function->getAttributes().getFnAttrs())));
        run->removeFnAttr(Attribute::AlwaysInline);
        for (Argument& argument : run->args()) {
            argument.addAttr(Attribute::NoAlias);
            argument.addAttr(Attribute::ReadOnly);
        }
        kernel.run = run;
        kernel.mode = static_cast<unsigned>(mode);
        return run;
    }

    bool make_loops(RawKernel& kernel, bool leaves, LoopOptions options, bool& interchanged) {
        Function* run = begin_run(kernel, cuda_on_cpu::Mode::loop);
        IRBuilder<> build(BasicBlock::Create(context_, "entry", run));
        Value* block = run->getArg(0);
        Value* shared = load_field(build, block, offsetof(cuda_on_cpu::Block, shared));
        const std::vector<Value*> arguments = load_arguments(build, kernel, run->getArg(1));
        const auto variable = [&](std::size_t bytes, const char* name) {
            return build.CreateAlloca(ArrayType::get(build.getInt64Ty(), bytes / 8), nullptr, name);
        };
        if (options.joined) {
            AllocaInst* own = variable(sizeof(cuda_on_cpu::Block), "block");
            build.CreateMemCpy(own, Align(8), block, Align(8), sizeof(cuda_on_cpu::Block));
            block = own;
        }
        AllocaInst* thread = variable(sizeof(cuda_on_cpu::Thread), "thread");
        build.CreateStore(
            block, build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), thread, offsetof(cuda_on_cpu::Thread, block)));
        if (leaves)
            build.CreateCall(module_.getOrInsertFunction("cuprum_enter_thread", build.getVoidTy(), pointer()),
                             {thread});
        BasicBlock* body = BasicBlock::Create(context_, "body", run);
        build.CreateBr(body);
        build.SetInsertPoint(body);
        CallInst* call = call_kernel(build, kernel, arguments);
        build.CreateRetVoid();
        take_in(kernel, call, thread, block, shared, leaves);
        ThreadLoopsResult result = loop_over_threads(*run, thread, block, options);
        if (result.context_bytes >= 0 && options.loops == Loops::lanes) {
            // What was kept in variables is values again, of which those that are the same for all warps can be told.
            Analyses analyses(machine_);
            SROAPass(SROAOptions::PreserveCFG).run(*run, analyses.functions);
            LoopOptions of_warps{false, false, true, Loops::warps};
            of_warps.first_place = static_cast<unsigned>(result.context_bytes);
            result = loop_over_threads(*run, variable_for_warp(*run), block, of_warps);
        }
        interchanged = result.interchanged;
        if (result.context_bytes < 0) {
            run->eraseFromParent();
            return false;
        }
        kernel.context_bytes = static_cast<unsigned>(result.context_bytes);
        kernel.joins_blocks = options.joined;
        lower_shared_atomics(*run, shared);
        return true;
    }

    /// The number of the warp whose lanes a function runs.
    AllocaInst* variable_for_warp(Function& run) {
        IRBuilder<> build(&*run.getEntryBlock().begin());
        AllocaInst* variable = build.CreateAlloca(build.getInt32Ty(), nullptr, "warp");
        Function* marker = module_.getFunction(warp_marker);
        for (User* user : make_early_inc_range(marker->users())) {
            auto* call = cast<CallInst>(user);
            if (call->getFunction() != &run) continue;
            call->replaceAllUsesWith(new LoadInst(build.getInt32Ty(), variable, "warp", call->getIterator()));
            call->eraseFromParent();
        }
        if (marker->use_empty()) marker->eraseFromParent();
        return variable;
    }

    void make_fiber(RawKernel& kernel, bool leaves) {
        Function* run = begin_run(kernel, cuda_on_cpu::Mode::fibers);
        IRBuilder<> build(BasicBlock::Create(context_, "entry", run));
        Value* block = run->getArg(1);
        Value* shared = load_field(build, block, offsetof(cuda_on_cpu::Block, shared));
        CallInst* call = call_kernel(build, kernel, load_arguments(build, kernel, run->getArg(2)));
        build.CreateRetVoid();
        take_in(kernel, call, run->getArg(0), block, shared, leaves);
        lower_shared_atomics(*run, shared);
    }

    /// Puts the kernel in the place of its call, and its shared variables one after another.
    void take_in(RawKernel& kernel, CallInst* call, Value* thread, Value* block, Value* shared, bool leaves) {
        Function* run = call->getFunction();
        InlineFunctionInfo info;
        InlineFunction(*call, info, false, nullptr, false);
        SharedLayout layout;
        if (leaves)
            for (const SharedVariable& variable : shared_)
                if (variable.fixed != ~std::uint64_t{0}) layout.place(variable);
        // The dynamic memory begins where all else ends, so the others are placed first.
        DenseMap<Function*, std::uint64_t> places;
        for (SharedVariable& variable : shared_)
            if (!variable.dynamic && any_of(variable.marker->users(),
                                            [&](User* user) { return cast<CallInst>(user)->getFunction() == run; }))
                places[variable.marker] = layout.place(variable);
        kernel.static_shared = static_cast<unsigned>(layout.end());
        bind(*run, thread, block, shared, [&](SharedVariable& variable) {
            return variable.dynamic ? dynamic_place(layout.end()) : places[variable.marker];
        });
    }

    /// The threads of a block run on one core, so what they do to its shared memory needs no locks.
    void lower_shared_atomics(Function& function, Value* shared) {
        for (Instruction& instruction : make_early_inc_range(instructions(function))) {
            if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
                if (getUnderlyingObject(update->getPointerOperand(), 0) == shared) lowerAtomicRMWInst(update);
            } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
                if (getUnderlyingObject(exchange->getPointerOperand(), 0) == shared) lowerAtomicCmpXchgInst(exchange);
            }
        }
    }

    Module& module_;
    std::vector<RawKernel>& kernels_;
    TargetMachine& machine_;
    LLVMContext& context_;
    Checks checks_;
    bool in_fibers_;
    Function *thread_marker_ = nullptr, *block_marker_ = nullptr;
    std::vector<SharedVariable> shared_;
    SetVector<Function*> leftovers_;
};

/// Bytes of stack that a function takes, as far as its variables tell.
std::uint64_t stack_bytes(const Function& function) {
    std::uint64_t bytes = 0;
    for (const Instruction& instruction : instructions(function))
        if (auto* variable = dyn_cast<AllocaInst>(&instruction))
            if (const auto size = variable->getAllocationSize(function.getDataLayout())) bytes += size->getFixedValue();
    return bytes;
}

}  // namespace

void lower_kernels(llvm::Module& module, std::vector<RawKernel>& kernels, llvm::TargetMachine& machine, Checks checks,
                   bool in_fibers) {
    Lowering(module, kernels, machine, checks, in_fibers).run();
}

void describe_kernels(llvm::Module& module, const std::vector<RawKernel>& kernels) {
    LLVMContext& context = module.getContext();
    auto* word = Type::getInt32Ty(context);
    auto* pointer = PointerType::getUnqual(context);
    const auto number = [&](std::uint64_t value) { return ConstantInt::get(word, value); };
    const auto constant = [&](Constant* value, const std::string& name, GlobalValue::LinkageTypes linkage) {
        auto* variable = cast<GlobalVariable>(module.getOrInsertGlobal(name, value->getType()));
        variable->setInitializer(value);
        variable->setConstant(true);
        variable->setLinkage(linkage);
        return variable;
    };
    unsigned count = 0;
    const auto unnamed = [&](Constant* value) {
        return constant(value, "cuprum.description." + std::to_string(count++), GlobalValue::PrivateLinkage);
    };
    const auto text = [&](StringRef value) { return unnamed(ConstantDataArray::getString(context, value)); };
    auto* parameter_type = StructType::get(context, {word, word, word, pointer, pointer});
    for (const RawKernel& kernel : kernels) {
        std::vector<Constant*> parameters;
        for (const RawParameter& parameter : kernel.parameters) {
            const auto kind =
                parameter.is_pointer ? cuda_on_cpu::ParameterKind::pointer : cuda_on_cpu::ParameterKind::value;
            parameters.push_back(ConstantStruct::get(
                parameter_type, {number(parameter.size), number(parameter.alignment),
                                 number(static_cast<unsigned>(kind)), text(parameter.name), text(parameter.type)}));
        }
        Constant* table = unnamed(ConstantArray::get(ArrayType::get(parameter_type, parameters.size()), parameters));
        const bool recursive = any_of(instructions(*kernel.run), [](Instruction& instruction) {
            auto* call = dyn_cast<CallBase>(&instruction);
            return call && (call->isIndirectCall() ||
                            (call->getCalledFunction() && !call->getCalledFunction()->isDeclaration()));
        });
        Constant* fields[] = {number(kernel.mode),
                              number(kernel.static_shared),
                              number(kernel.max_threads),
                              number(recursive ? 0 : stack_bytes(*kernel.run) + 1),
                              number(kernel.context_bytes),
                              number(kernel.joins_blocks),
                              number(kernel.parameters.size()),
                              number(kernel.prints),
                              number(kernel.finds_races),
                              number(kernel.waits_for_grid),
                              table,
                              kernel.run,
                              text(kernel.name)};
        constant(ConstantStruct::getAnon(context, fields), kernel.symbol + ".kernel", GlobalValue::ExternalLinkage);
    }
}

}  // namespace cuprum::backend::cpu
