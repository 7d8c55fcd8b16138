#include "backend/cpu/clang/warp_operations.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <cstddef>

#include "backend/cpu/clang/linear_flow.h"
#include "backend/cpu/clang/uniformity.h"
#include "cuprum/cuda/launch_state.h"

using namespace llvm;

namespace cuprum::backend::cpu {
namespace {

constexpr unsigned warp_size = 32;
constexpr const char* exchange_name = "cuprum.exchange";

/// Writes one operation. The builder stands before its call, where lanes give, and then behind, where they take.
class Operation {
public:
    Operation(CallInst* call, Value* present, const Value* thread)
        : call_(call),
          function_(*call->getFunction()),
          build_(call),
          name_(divider_name(*call)),
          is_of_some_(call->getCalledFunction()->getName().ends_with(some_suffix)),
          present_(present),
          thread_(thread) {}

    Division divide_warp() {
        Value* result = nullptr;
        const bool is_barrier = name_.starts_with("cuprum_syncthreads");
        if (is_barrier) {
            result = barrier(true);
        } else if (name_ == lockstep_function || name_ == divide_marker) {
            meet();
        } else {
            result = exchange();
        }
        return finish(result);
    }

    Division divide_block() {
        if (name_ != divide_marker) return finish(barrier(false));
        meet();
        return finish(nullptr);
    }

private:
    Value* argument(unsigned i) const { return call_->getArgOperand(is_of_some_ ? i + 2 : i); }
    Value* active() const { return is_of_some_ ? call_->getArgOperand(0) : build_.getTrue(); }
    /// Whether others are waited for who do not come, as far as that is not excluded.
    Value* elsewhere() const {
        if (!is_of_some_) return nullptr;
        auto* known = dyn_cast<ConstantInt>(call_->getArgOperand(1));
        return known && known->isZero() ? nullptr : call_->getArgOperand(1);
    }

    Division finish(Value* result) {
        if (result) call_->replaceAllUsesWith(result);
        call_->eraseFromParent();
        return division_;
    }

    /// All that was written up to here is done by all before they go on.
    BasicBlock* meet() {
        BasicBlock* met = call_->getParent()->splitBasicBlock(call_, "met");
        division_.entries.push_back(met);
        build_.SetInsertPoint(call_);
        return met;
    }

    Value* of_all(const char* marker, Value* value) {
        Type* type = value->getType();
        return build_.CreateCall(function_.getParent()->getOrInsertFunction(marker, type, type), {value});
    }

    /// Ends the kernel if any thread says that the wrong ones came.
    void refuse(Value* wrong, bool is_barrier) {
        Value* any_wrong = of_all(any_marker, wrong);
        BasicBlock* before = call_->getParent();
        BasicBlock* met = meet();
        auto* refusal = BasicBlock::Create(function_.getContext(), "diverged", &function_, met);
        before->getTerminator()->eraseFromParent();
        BranchInst::Create(refusal, met, any_wrong, before);
        IRBuilder<> build(refusal);
        build.CreateCall(
            function_.getParent()->getOrInsertFunction("cuprum_diverged", build.getVoidTy(), build.getInt32Ty()),
            {build.getInt32(is_barrier)});
        build.CreateBr(met);
        division_.entries.push_back(refusal);
    }

    // Barriers of the block.

    /// How many threads' predicates are true comes out of two sums in a warp's function: over lanes, then over warps.
    ///
    /// All blocks of a grid are waited for by each once.
    Value* barrier(bool of_warp) {
        const bool of_grid = name_ == "cuprum_syncthreads_grid";
        if (Value* others = elsewhere()) refuse(others, true);
        StringRef kind = name_ == "cuprum_syncwarp" ? StringRef() : name_;
        kind.consume_front("cuprum_syncthreads");
        Value* count = nullptr;
        if (!kind.empty() && !of_grid) {
            Value* predicate = argument(0);
            if (kind == "_and") predicate = build_.CreateNot(predicate);
            predicate = build_.CreateSelect(active(), predicate, build_.getFalse());
            count = of_all(count_marker, build_.CreateZExt(predicate, build_.getInt32Ty()));
        }
        if (of_warp || of_grid) {
            division_.bare = meet();
            if (of_warp && count) count = of_all(total_marker, count);
            const char* once = !of_grid  ? "cuprum_syncthreads"
                               : of_warp ? "cuprum_syncthreads_grid"
                                         : "cuprum_wait_for_grid";
            build_.CreateCall(function_.getParent()->getOrInsertFunction(once, build_.getVoidTy()));
        }
        meet();
        if (!count) return nullptr;
        if (kind == "_count") return count;
        Value* is_zero = build_.CreateICmpEQ(count, build_.getInt32(0));
        return build_.CreateZExt(kind == "_and" ? is_zero : build_.CreateNot(is_zero), build_.getInt32Ty());
    }

    // Operations of warps.

    AllocaInst* array(Type* type, unsigned length = warp_size) {
        IRBuilder<> build(&*function_.getEntryBlock().begin());
        AllocaInst* made = build.CreateAlloca(ArrayType::get(type, length), nullptr, "exchange");
        made->setAlignment(Align(64));
        made->setMetadata(exchange_name, MDNode::get(function_.getContext(), {}));
        return made;
    }
    Value* lane() {
        if (!lane_ || cast<Instruction>(lane_)->getParent() != build_.GetInsertBlock())
            lane_ = build_.CreateCall(function_.getParent()->getOrInsertFunction(lane_marker, build_.getInt64Ty()));
        return lane_;
    }
    AllocaInst* give(Value* value) {
        AllocaInst* to = array(value->getType());
        build_.CreateStore(value, build_.CreateInBoundsGEP(value->getType(), to, lane()));
        return to;
    }

    /// Lanes that take from others at the same distance read neighbouring places, some of them before the first lane's
    /// or behind the last lane's, where their own value counts.
    struct Distance {
        Instruction::BinaryOps direction = Instruction::BinaryOpsEnd;  ///< Add, Sub or Xor.
        Value* lanes = nullptr;                                        ///< Null where it is not known.
    };
    Distance distance_of(Value* source) const {
        auto* choice = dyn_cast<SelectInst>(source);
        auto* moved = choice ? dyn_cast<BinaryOperator>(choice->getTrueValue()) : nullptr;
        if (!moved || moved->getOperand(0) != choice->getFalseValue() || !is_own_lane(choice->getFalseValue()))
            return {};
        const auto* known = dyn_cast<ConstantInt>(moved->getOperand(1));
        if (!known || known->getValue().uge(warp_size)) return {};
        const Instruction::BinaryOps direction = moved->getOpcode();
        const bool is_one_bit = known->getValue().isPowerOf2();
        if (direction == Instruction::Add || direction == Instruction::Sub ||
            (direction == Instruction::Xor && is_one_bit))
            return {direction, moved->getOperand(1)};
        return {};
    }
    /// The thread's rank % 32.
    bool is_own_lane(const Value* value) const {
        auto* rest = dyn_cast<BinaryOperator>(value);
        if (!rest || rest->getOpcode() != Instruction::And) return false;
        const auto* last = dyn_cast<ConstantInt>(rest->getOperand(1));
        auto* load = dyn_cast<LoadInst>(rest->getOperand(0));
        if (!load || !last || last->getValue() != warp_size - 1) return false;
        const DataLayout& layout = function_.getDataLayout();
        APInt offset(layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
        return load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true) == thread_ &&
               offset == offsetof(cuda_on_cpu::Thread, rank);
    }
    Value* neighbour(Type* type, Value* given, std::int64_t distance) {
        Value* there = build_.CreateConstInBoundsGEP1_64(type, given, warp_size + distance);
        return build_.CreateLoad(type, build_.CreateInBoundsGEP(type, there, lane()));
    }
    Value* take(Type* type, Value* given, const Distance& distance) {
        const std::int64_t lanes = cast<ConstantInt>(distance.lanes)->getSExtValue();
        if (distance.direction == Instruction::Add) return neighbour(type, given, lanes);
        if (distance.direction == Instruction::Sub) return neighbour(type, given, -lanes);
        Value* is_back = build_.CreateICmpNE(build_.CreateAnd(lane(), build_.getInt64(lanes)), build_.getInt64(0));
        return build_.CreateSelect(is_back, neighbour(type, given, -lanes), neighbour(type, given, lanes));
    }

    AllocaInst* give_bit(Value* bit) {
        return give(build_.CreateZExt(build_.CreateSelect(active(), bit, build_.getFalse()), build_.getInt8Ty()));
    }

    Value* of_warp(const Twine& name, Type* result, ArrayRef<Value*> arguments) {
        SmallVector<Type*> types;
        for (Value* value : arguments) types.push_back(value->getType());
        FunctionCallee function = function_.getParent()->getOrInsertFunction((of_warp_prefix + name).str(),
                                                                             FunctionType::get(result, types, false));
        auto* declared = cast<Function>(function.getCallee());
        declared->setDoesNotThrow();
        declared->setWillReturn();
        declared->setOnlyReadsMemory();
        return build_.CreateCall(function, arguments);
    }
    Value* bits_of(AllocaInst* given) {
        return build_.CreateAnd(of_warp("bits", build_.getInt32Ty(), {given}), present_);
    }

    /// A number without the zeros that only fill it up.
    static Value* narrow(Value* value) {
        auto* widened = dyn_cast<ZExtInst>(value);
        const unsigned bits = widened ? widened->getSrcTy()->getIntegerBitWidth() : 0;
        return bits == 8 || bits == 16 || bits == 32 ? widened->getOperand(0) : value;
    }

    Value* exchange() {
        if (name_ == "cuprum_syncwarp" && !elsewhere()) {
            meet();
            return nullptr;
        }
        Type* word = build_.getInt32Ty();
        AllocaInst* active_bits = is_of_some_ ? give_bit(active()) : nullptr;
        AllocaInst* elsewhere_bits = elsewhere() && name_ != "cuprum_activemask" ? give_bits(elsewhere()) : nullptr;
        const bool is_shuffle = name_ == "cuprum_shuffle", is_vote = name_ == "cuprum_ballot";
        const Distance distance = is_shuffle ? distance_of(argument(2)) : Distance{};
        AllocaInst* given = nullptr;
        Value* value = nullptr;
        if (is_vote) {
            given = give_bit(argument(1));
        } else if (call_->arg_size() > (is_of_some_ ? 3u : 1u)) {
            value = name_.starts_with("cuprum_reduce_") ? argument(1) : narrow(argument(1));
            if (distance.lanes) {
                given = array(value->getType(), 3 * warp_size);
                Value* first = build_.CreateConstInBoundsGEP1_64(value->getType(), given, warp_size);
                build_.CreateStore(value, build_.CreateInBoundsGEP(value->getType(), first, lane()));
            } else {
                given = give(value);
            }
        }
        meet();
        Value* arrived = active_bits ? bits_of(active_bits) : present_;
        if (name_ == "cuprum_activemask") return arrived;
        Value* mask = argument(0);
        if (elsewhere_bits) {
            Value* missing = build_.CreateAnd(mask, bits_of(elsewhere_bits));
            Value* is_wrong = build_.CreateICmpNE(missing, build_.getInt32(0));
            refuse(build_.CreateSelect(active(), is_wrong, build_.getFalse()), false);
        }
        if (name_ == "cuprum_syncwarp") return nullptr;
        if (is_vote) return build_.CreateAnd(bits_of(given), mask);
        Value* wanted = build_.CreateAnd(mask, arrived);
        if (is_shuffle) {
            Value* source = build_.CreateAnd(argument(2), build_.getInt32(warp_size - 1));
            Value* is_there = build_.CreateTrunc(build_.CreateLShr(wanted, source), build_.getInt1Ty());
            Value* taken;
            if (distance.lanes) {
                taken = take(value->getType(), given, distance);
                Value* is_other = cast<SelectInst>(argument(2))->getCondition();
                is_there = build_.CreateSelect(is_other, is_there, build_.getFalse());
            } else {
                Value* place =
                    build_.CreateInBoundsGEP(value->getType(), given, build_.CreateZExt(source, build_.getInt64Ty()));
                taken = build_.CreateLoad(value->getType(), place);
            }
            return build_.CreateZExt(build_.CreateSelect(is_there, taken, value), call_->getType());
        }
        // The thread itself counts, whatever the mask says.
        Value* own = build_.CreateShl(build_.getInt32(1), build_.CreateTrunc(lane(), word));
        if (name_.starts_with("cuprum_match_")) {
            const std::string kind = "equal." + std::to_string(value->getType()->getIntegerBitWidth());
            wanted = build_.CreateOr(wanted, own);
            Value* equal = build_.CreateAnd(of_warp(kind, word, {given, value}), wanted);
            if (name_ == "cuprum_match_any") return equal;
            return build_.CreateSelect(build_.CreateICmpEQ(equal, wanted), wanted, build_.getInt32(0));
        }
        StringRef kind = name_;
        kind.consume_front("cuprum_reduce_");
        return of_warp("fold." + kind, word, {given, wanted});
    }
    AllocaInst* give_bits(Value* bit) { return give(build_.CreateZExt(bit, build_.getInt8Ty())); }

    CallInst* call_;
    Function& function_;
    mutable IRBuilder<> build_;
    const StringRef name_;
    const bool is_of_some_;
    Value* present_;
    const Value* thread_;
    Value* lane_ = nullptr;
    Division division_;
};

/// The lanes whose bits are set, as a vector.
Value* as_vector(IRBuilder<>& build, Value* bits) {
    return build.CreateBitCast(bits, FixedVectorType::get(build.getInt1Ty(), warp_size));
}

Value* fold(IRBuilder<>& build, StringRef kind, Value* values, Value* wanted) {
    const Intrinsic::ID function = StringSwitch<Intrinsic::ID>(kind)
                                       .Case("add", Intrinsic::vector_reduce_add)
                                       .Case("min", Intrinsic::vector_reduce_umin)
                                       .Case("max", Intrinsic::vector_reduce_umax)
                                       .Case("smin", Intrinsic::vector_reduce_smin)
                                       .Case("smax", Intrinsic::vector_reduce_smax)
                                       .Case("and", Intrinsic::vector_reduce_and)
                                       .Case("or", Intrinsic::vector_reduce_or)
                                       .Default(Intrinsic::vector_reduce_xor);
    const APInt neutral = StringSwitch<APInt>(kind)
                              .Cases("min", "and", APInt::getAllOnes(32))
                              .Case("smin", APInt::getSignedMaxValue(32))
                              .Case("smax", APInt::getSignedMinValue(32))
                              .Default(APInt::getZero(32));
    Value* others = ConstantVector::getSplat(ElementCount::getFixed(warp_size), build.getInt(neutral));
    return build.CreateUnaryIntrinsic(function, build.CreateSelect(as_vector(build, wanted), values, others));
}

}  // namespace

bool is_warp_operation(const CallInst& call) {
    StringRef name = divider_name(call);
    if (!name.consume_front("cuprum_")) return false;
    return name.starts_with("reduce_") || name.starts_with("match_") || name == "shuffle" || name == "ballot" ||
           name == "activemask" || name == "lockstep" || name == "syncwarp";
}

bool is_exchange(const Value* variable) {
    auto* array = dyn_cast<AllocaInst>(variable);
    return array && array->getMetadata(exchange_name);
}

Division divide_at_operation(CallInst* call, Value* present, const Value* thread) {
    return Operation(call, present, thread).divide_warp();
}

Division divide_at_barrier(CallInst* call) { return Operation(call, nullptr, nullptr).divide_block(); }

void answer_warp_operations(Function& function) {
    SmallVector<CallInst*> calls;
    for (Instruction& instruction : instructions(function))
        if (auto* call = dyn_cast<CallInst>(&instruction))
            if (const Function* called = call->getCalledFunction();
                called && called->getName().starts_with(of_warp_prefix))
                calls.push_back(call);
    for (CallInst* call : calls) {
        StringRef kind = call->getCalledFunction()->getName();
        kind.consume_front(of_warp_prefix);
        IRBuilder<> build(call);
        const auto given = [&](unsigned bits) {
            Type* type = FixedVectorType::get(build.getIntNTy(bits), warp_size);
            return build.CreateAlignedLoad(type, call->getArgOperand(0), Align(64));
        };
        Value* result;
        if (kind.consume_front("fold.")) {
            result = fold(build, kind, given(32), call->getArgOperand(1));
        } else if (kind.consume_front("equal.")) {
            unsigned bits = 64;
            kind.getAsInteger(10, bits);
            Value* own = build.CreateVectorSplat(warp_size, call->getArgOperand(1));
            result = build.CreateBitCast(build.CreateICmpEQ(given(bits), own), build.getInt32Ty());
        } else {
            Value* bytes = given(8);
            result = build.CreateBitCast(build.CreateICmpNE(bytes, Constant::getNullValue(bytes->getType())),
                                         build.getInt32Ty());
        }
        call->replaceAllUsesWith(result);
        call->eraseFromParent();
    }
}

}  // namespace cuprum::backend::cpu
