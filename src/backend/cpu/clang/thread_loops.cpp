#include "backend/cpu/clang/thread_loops.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>

#include "backend/cpu/clang/context_scopes.h"
#include "backend/cpu/clang/thread_phases.h"
#include "backend/cpu/clang/warp_operations.h"
#include "cuprum/cuda/launch_state.h"

using namespace llvm;

// A function whose phases are found (thread_phases.h) becomes loops over threads in two steps:
// 1. For each value that one phase makes and another needs it is decided whether it is computed again or kept in the
//    threads' contexts, one array for each value with a place for each thread, so that loads and stores of neighbours
//    are contiguous.
// 2. Each phase is put into its loop over threads; the phases follow each other as the program's barriers do.

namespace cuprum::backend::cpu {

bool is_barrier(const Function* function) {
    return function && (function->getName() == "cuprum_syncthreads" || function->getName() == "cuprum_syncwarp");
}

namespace {

/// More of it would not stay in a processor's near caches.
constexpr std::uint64_t largest_context = 4096;

/// What a phi where a phase begins is when another phase came before.
struct Choice {
    PHINode* phi;
    Value* value;
};

/// Where a value is kept between phases: for the block, or for each thread at a place of its context.
struct Slot {
    AllocaInst* of_block = nullptr;
    std::uint64_t place = 0;
};

/// An array that each thread has, in the threads' contexts.
struct PrivateArray {
    std::uint64_t place, bytes;
};

class ThreadLoops : public ThreadPhases {
public:
    ThreadLoops(Function& run, AllocaInst* thread, Value* block, const LoopOptions& options)
        : ThreadPhases(run, thread, block, options),
          layout_(run.getDataLayout()),
          scopes_(run.getContext()),
          context_bytes_(options.first_place) {}

    ThreadLoopsResult build() {
        if (options_.loops != Loops::lanes) load_extents();
        if (options_.loops != Loops::warps) find_private_arrays();
        for (Phase& phase : phases_) note_choices(phase);
        for (Phase& phase : phases_)
            if (needs_threads(phase)) make_loop(phase);
        for (Phase& phase : phases_) use_own_values(phase);
        for (Phase& phase : phases_) pass_choices(phase);
        for (auto [use, value] : replacements_) use->set(value);
        keep_values();
        for (Phase& phase : phases_)
            for (PHINode& phi : make_early_inc_range(phase.entry->phis())) {
                phi.replaceAllUsesWith(PoisonValue::get(phi.getType()));
                phi.eraseFromParent();
            }
        answer_any();
        answer_lanes();
        answer_warp_operations(run_);
        for (auto& [array, place] : private_arrays_) array->eraseFromParent();
        scopes_.separate_kept(run_);
        for (Phase& phase : phases_)
            if (phase.start && options_.loops != Loops::warps) mark_parallel(phase);
        return {context_bytes_ > largest_context ? -1 : static_cast<int>(context_bytes_), interchanged_};
    }

private:
    // Values.

    bool is_at_hand(const Value* value) const {
        auto* instruction = dyn_cast<Instruction>(value);
        if (!instruction) return true;
        if (variable_.head && instruction->getParent() == variable_.head) return true;
        return instruction->getParent() == &run_.getEntryBlock() && !is_private_array(value);
    }
    bool is_private_array(const Value* value) const {
        auto* array = dyn_cast<AllocaInst>(value);
        return array && private_arrays_.contains(const_cast<AllocaInst*>(array));
    }
    bool is_choice(const Value* value) const {
        auto* phi = dyn_cast<PHINode>(value);
        return phi && entries_.contains(const_cast<BasicBlock*>(phi->getParent()));
    }

    /// An array that each thread has needs a place for each where a thread's turn may end before it is done with it.
    void find_private_arrays() {
        if (phases_.size() < 2) return;
        for (Instruction& instruction : run_.getEntryBlock()) {
            auto* array = dyn_cast<AllocaInst>(&instruction);
            if (!array || array == thread_ || array == block_ || is_exchange(array)) continue;
            if (is_of_one_phase(array)) continue;
            const auto size = array->getAllocationSize(layout_);
            const std::uint64_t bytes = alignTo(size ? size->getFixedValue() : largest_context + 1, array->getAlign());
            private_arrays_[array] = {take_place(bytes, array->getAlign()), bytes};
        }
        scopes_.separate_arrays(run_, to_vector(make_first_range(private_arrays_)));
        SmallVector<IntrinsicInst*> marks;
        for (auto& [array, place] : private_arrays_)
            for (User* user : array->users())
                if (auto* mark = dyn_cast<IntrinsicInst>(user); mark && mark->isLifetimeStartOrEnd())
                    marks.push_back(mark);
        for (IntrinsicInst* mark : marks) mark->eraseFromParent();
    }
    bool is_of_one_phase(AllocaInst* array) {
        Phase* only = nullptr;
        SmallVector<Value*> addresses = {array};
        for (unsigned i = 0; i < addresses.size(); ++i)
            for (User* user : addresses[i]->users()) {
                auto* instruction = cast<Instruction>(user);
                Phase* phase = phase_of_.lookup(instruction->getParent());
                if (only && phase != only) return false;
                only = phase;
                if (isa<GetElementPtrInst>(instruction)) addresses.push_back(instruction);
                else if (isa<StoreInst>(instruction) && instruction->getOperand(0) == addresses[i]) return false;
                else if (!isa<LoadInst, StoreInst, IntrinsicInst>(instruction)) return false;
            }
        if (!only) return true;
        for (const Loop* loop = uniformity_->loops.getLoopFor(only->entry); loop; loop = loop->getParentLoop())
            if (entries_.contains(loop->getHeader())) return false;
        return true;
    }

    std::uint64_t take_place(std::uint64_t size, Align alignment) {
        context_bytes_ = alignTo(context_bytes_, alignment);
        const std::uint64_t place = context_bytes_;
        context_bytes_ += alignTo(size, alignment);
        return place;
    }

    /// Bytes in memory: a bit takes one.
    Type* kept_type(Type* type) const { return type->isIntegerTy(1) ? Type::getInt8Ty(context_) : type; }

    /// The phi whose place a value takes: at the end of a loop's round nobody needs the last one's value any more.
    PHINode* successor_of(Value* value, Phase& phase) const {
        if (!rounds_.contains(phase.last) || is_choice(value) || is_at_hand(value)) return nullptr;
        if (phase_of_.lookup(cast<Instruction>(value)->getParent()) != &phase) return nullptr;
        for (const Choice& choice : choices_.find(&phase)->second)
            if (choice.value == value && is_divergent_choice(choice)) return choice.phi;
        return nullptr;
    }

    Slot& slot_of(Value* value) {
        if (auto* instruction = dyn_cast<Instruction>(value); instruction && !slots_.contains(value))
            if (Phase* phase = phase_of_.lookup(instruction->getParent()))
                if (PHINode* phi = successor_of(value, *phase)) {
                    const Slot slot = slot_of(phi);
                    return slots_.insert({value, slot}).first->second;
                }
        const auto [found, is_new] = slots_.insert({value, Slot{}});
        Slot& slot = found->second;
        if (!is_new) return slot;
        Type* type = kept_type(value->getType());
        if (uniformity_->is_uniform(value)) {
            slot.of_block =
                IRBuilder<>(&*run_.getEntryBlock().begin()).CreateAlloca(type, nullptr, value->getName() + ".block");
        } else {
            slot.place = take_place(layout_.getTypeAllocSize(type).getFixedValue(), layout_.getABITypeAlign(type));
        }
        return slot;
    }

    /// Each thread's bytes of one value lie beside those of the next thread.
    Value* context_address(IRBuilder<>& build, std::uint64_t place, Type* type, Value* rank) {
        Value*& base = bases_[place];
        if (!base) {
            IRBuilder<> at_entry(run_.getEntryBlock().getTerminator());
            base = at_entry.CreateInBoundsGEP(at_entry.getInt8Ty(), contexts_,
                                              at_entry.CreateMul(capacity_, at_entry.getInt64(place)));
        }
        return build.CreateInBoundsGEP(type, base, rank);
    }

    Value* load_slot(IRBuilder<>& build, Value* value, Value* rank) {
        Slot& slot = slot_of(value);
        Type* type = kept_type(value->getType());
        Value* address = slot.of_block ? slot.of_block : context_address(build, slot.place, type, rank);
        LoadInst* kept = build.CreateLoad(type, address, value->getName() + ".kept");
        if (!slot.of_block) scopes_.add_kept(kept);
        return type == value->getType() ? kept : build.CreateTrunc(kept, value->getType());
    }
    void store_slot(IRBuilder<>& build, Value* value, Value* to, Value* rank) {
        Slot& slot = slot_of(to);
        Type* type = kept_type(to->getType());
        if (type != to->getType()) value = build.CreateZExt(value, type);
        StoreInst* store =
            build.CreateStore(value, slot.of_block ? slot.of_block : context_address(build, slot.place, type, rank));
        if (!slot.of_block) scopes_.add_kept(store);
    }

    /// Whether a kept value is still what it was when `user`'s operand was computed from it: no round of a loop came
    /// between.
    bool is_still(Instruction* value, Phase& phase) const {
        if (phase_of_.lookup(value->getParent()) == &phase && !is_choice(value)) return false;
        for (const Loop* loop = uniformity_->loops.getLoopFor(value->getParent()); loop; loop = loop->getParentLoop())
            if (!loop->contains(phase.entry)) return false;
        return true;
    }
    bool is_cheap(const Instruction& instruction) const {
        return isa<CastInst, GetElementPtrInst, CmpInst, SelectInst>(instruction) ||
               (isa<BinaryOperator>(instruction) && instruction.getType()->isIntegerTy() && !instruction.isIntDivRem());
    }
    bool can_compute(Value* value, Phase& phase, unsigned depth = 0) const {
        auto* instruction = dyn_cast<Instruction>(value);
        if (is_at_hand(value) || is_private_array(value) || variable_.field(*instruction) || is_lane(*instruction))
            return true;
        constexpr unsigned deepest = 6;
        if (depth == deepest || uniformity_->is_uniform(value) || !is_cheap(*instruction)) return false;
        return all_of(instruction->operands(), [&](Value* operand) {
            return can_compute(operand, phase, depth + 1) || is_still(cast<Instruction>(operand), phase);
        });
    }

    static bool is_lane(const Instruction& instruction) {
        auto* call = dyn_cast<CallInst>(&instruction);
        const Function* called = call ? call->getCalledFunction() : nullptr;
        return called && called->getName() == lane_marker;
    }

    /// A value as a phase has it: its own, or one that is computed or loaded where a thread's turn begins.
    Value* value_in(Value* value, Phase& phase) {
        if (is_at_hand(value)) return value;
        auto* instruction = cast<Instruction>(value);
        const bool is_own = phase_of_.lookup(instruction->getParent()) == &phase && !is_choice(value);
        if (is_own) return value;
        if (Value* known = phase.known.lookup(value)) return known;
        Value* result;
        if (is_private_array(value)) {
            const PrivateArray& array = private_arrays_.find(cast<AllocaInst>(value))->second;
            IRBuilder<> build(phase.start->getTerminator());
            result = context_address(build, array.place, ArrayType::get(build.getInt8Ty(), array.bytes), phase.rank);
        } else if (can_compute(value, phase)) {
            Instruction* copy = instruction->clone();
            for (Use& operand : copy->operands()) operand.set(value_in(operand.get(), phase));
            copy->insertBefore(phase.start->getTerminator());
            copy->setName(value->getName());
            result = copy;
        } else {
            IRBuilder<> build(phase.start->getTerminator());
            result = load_slot(build, value, phase.rank);
        }
        return phase.known[value] = result;
    }

    /// A value that is the same for all threads, between phases.
    Value* block_value(IRBuilder<>& build, Value* value) {
        if (is_at_hand(value)) return value;
        return load_slot(build, value, nullptr);
    }

    // Loops.

    /// What the next phase's phis choose when they come from a phase.
    void note_choices(Phase& phase) {
        for (BasicBlock* next : successors(phase.last))
            for (PHINode& phi : next->phis())
                choices_[&phase].push_back({&phi, phi.getIncomingValueForBlock(phase.last)});
    }
    bool is_divergent_choice(const Choice& choice) const {
        return !uniformity_->is_uniform(choice.phi) && !isa<UndefValue>(choice.value);
    }

    bool is_bare(const Phase& phase) const { return bare_.contains(phase.entry); }

    bool needs_threads(Phase& phase) {
        if (is_bare(phase)) return false;
        if (phase.blocks.size() > 1 || &*phase.entry->getFirstInsertionPt() != phase.entry->getTerminator())
            return true;
        return any_of(choices_[&phase], [&](const Choice& choice) { return is_divergent_choice(choice); });
    }

    /// for z, for y, for x: one thread after another, the innermost along x, whose neighbours touch neighbouring
    /// memory. Blocks that are joined lie side by side in between, so that it is rows of the grid that are gone
    /// through.
    void make_loop(Phase& phase) {
        phase.before = BasicBlock::Create(context_, "phase", &run_, phase.entry);
        for (BasicBlock* before : SmallVector<BasicBlock*>(predecessors(phase.entry)))
            before->getTerminator()->replaceSuccessorWith(phase.entry, phase.before);
        if (options_.loops == Loops::lanes) return make_lane_loop(phase);
        if (options_.loops == Loops::warps) return make_warp_loop(phase);
        SmallVector<Value*> ends = {extents_[0], extents_[1], extents_[2]};  // The innermost first.
        if (options_.joined) ends = {extents_[0], blocks_[0], extents_[1], blocks_[1], extents_[2]};
        IRBuilder<> build(phase.before);
        SmallVector<BasicBlock*> body(ends.size());
        SmallVector<PHINode*> index(ends.size());
        BasicBlock* before = phase.before;
        for (std::size_t level = ends.size(); level-- > 0;) {
            body[level] = BasicBlock::Create(context_, "level" + Twine(level), &run_, phase.entry);
            build.CreateBr(body[level]);
            build.SetInsertPoint(body[level]);
            index[level] = build.CreatePHI(build.getInt32Ty(), 2, "index");
            index[level]->addIncoming(build.getInt32(0), before);
            before = body[level];
        }
        phase.start = body[0];
        note_place(build, phase, index);
        build.CreateBr(phase.entry);

        phase.after = BasicBlock::Create(context_, "after", &run_);
        phase.last->getTerminator()->moveBefore(*phase.after, phase.after->end());
        build.SetInsertPoint(phase.last);
        for (std::size_t level = 0; level < ends.size(); ++level) {
            Value* next = build.CreateAdd(index[level], build.getInt32(1), "next", true, true);
            index[level]->addIncoming(next, build.GetInsertBlock());
            BasicBlock* after =
                level + 1 == ends.size() ? phase.after : BasicBlock::Create(context_, "after", &run_, phase.after);
            BranchInst* branch = build.CreateCondBr(build.CreateICmpULT(next, ends[level]), body[level], after);
            if (level == 0) phase.turn_end = cast<Instruction>(next), phase.next_thread = branch;
            build.SetInsertPoint(after);
        }
    }

    /// A loop from 0 to `count` around what is between `begin`, which is filled in, and `last`, whose end is its own.
    /// Returns the branch to the next round.
    BranchInst* close_loop(BasicBlock* begin, PHINode* index, BasicBlock* last, Value* count, BasicBlock* after,
                           Phase& phase) {
        IRBuilder<> build(last);
        Value* next = build.CreateAdd(index, build.getInt32(1), "next", true, true);
        phase.turn_end = cast<Instruction>(next);
        index->addIncoming(next, last);
        return phase.next_thread = build.CreateCondBr(build.CreateICmpULT(next, count), begin, after);
    }

    void make_warp_loop(Phase& phase) {
        phase.start = BasicBlock::Create(context_, "warp", &run_, phase.entry);
        IRBuilder<> build(phase.before);
        build.CreateBr(phase.start);
        build.SetInsertPoint(phase.start);
        PHINode* index = build.CreatePHI(build.getInt32Ty(), 2, "index");
        index->addIncoming(build.getInt32(0), phase.before);
        build.CreateStore(index, thread_);
        phase.rank = build.CreateZExt(index, build.getInt64Ty());
        build.CreateBr(phase.entry);
        phase.after = BasicBlock::Create(context_, "after", &run_);
        phase.last->getTerminator()->moveBefore(*phase.after, phase.after->end());
        close_loop(phase.start, index, phase.last, warps_, phase.after, phase);
    }

    /// The lanes of a warp by the rows of the block in which they lie, mostly one: neighbours along x are the inner
    /// loop.
    void make_lane_loop(Phase& phase) {
        Type* word = Type::getInt32Ty(context_);
        auto* row = BasicBlock::Create(context_, "row", &run_, phase.entry);
        phase.start = BasicBlock::Create(context_, "lane", &run_, phase.entry);
        IRBuilder<> build(phase.before);
        build.CreateBr(row);
        build.SetInsertPoint(row);
        PHINode* done = build.CreatePHI(word, 2, "done");
        PHINode* place[3];
        for (int axis = 0; axis < 3; ++axis) {
            place[axis] = build.CreatePHI(word, 2);
            place[axis]->addIncoming(first_[axis], phase.before);
        }
        done->addIncoming(build.getInt32(0), phase.before);
        const auto smaller = [&](Value* a, Value* b) { return build.CreateBinaryIntrinsic(Intrinsic::umin, a, b); };
        Value* count = smaller(build.CreateSub(extents_[0], place[0]), build.CreateSub(lane_count_, done));
        count = smaller(count, build.getInt32(warp_size));  // That many at most: the vectoriser sees it.
        Value* rank = build.CreateAdd(first_rank_, done, "", true, true);
        build.CreateBr(phase.start);

        build.SetInsertPoint(phase.start);
        PHINode* index = build.CreatePHI(word, 2, "index");
        index->addIncoming(build.getInt32(0), row);
        const auto store = [&](Value* value, std::size_t offset) {
            build.CreateStore(value, build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), thread_, offset));
        };
        store(build.CreateAdd(place[0], index, "", true, true), offsetof(cuda_on_cpu::Thread, index));
        for (int axis = 1; axis < 3; ++axis) store(place[axis], offsetof(cuda_on_cpu::Thread, index) + 4 * axis);
        store(build.CreateAdd(rank, index, "", true, true), offsetof(cuda_on_cpu::Thread, rank));
        const auto wide = [&](Value* value) { return build.CreateZExt(value, build.getInt64Ty()); };
        phase.lane = build.CreateNUWAdd(wide(done), wide(index), "lane");
        phase.rank = build.CreateNUWAdd(wide(rank), wide(index), "rank");
        build.CreateBr(phase.entry);

        phase.after = BasicBlock::Create(context_, "after", &run_);
        phase.last->getTerminator()->moveBefore(*phase.after, phase.after->end());
        auto* row_end = BasicBlock::Create(context_, "row_end", &run_, phase.after);
        BranchInst* next_lane = close_loop(phase.start, index, phase.last, count, row_end, phase);
        build.SetInsertPoint(row_end);
        Value* all = build.CreateAdd(done, count, "", true, true);
        done->addIncoming(all, row_end);
        place[0]->addIncoming(build.getInt32(0), row_end);
        Value* y = build.CreateAdd(place[1], build.getInt32(1), "", true, true);
        Value* is_last = build.CreateICmpEQ(y, extents_[1]);
        place[1]->addIncoming(build.CreateSelect(is_last, build.getInt32(0), y), row_end);
        place[2]->addIncoming(build.CreateAdd(place[2], build.CreateZExt(is_last, word)), row_end);
        BranchInst* next_row = build.CreateCondBr(build.CreateICmpULT(all, lane_count_), row, phase.after);
        MDNode* mark = MDNode::get(context_, {});
        next_lane->setMetadata(lane_loop, mark);
        next_row->setMetadata(lane_loop, mark);
    }

    /// Which thread it is whose turn begins, and where its context lies: beside that of its neighbour along x.
    void note_place(IRBuilder<>& build, Phase& phase, ArrayRef<PHINode*> index) {
        const auto store = [&](Value* value, Value* variable, std::size_t offset) {
            build.CreateStore(value, build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), variable, offset));
        };
        const bool joined = options_.joined;
        Value* thread[3] = {index[0], index[joined ? 2 : 1], index[joined ? 4 : 2]};
        const auto row_of = [&](Value* y) { return build.CreateAdd(build.CreateMul(thread[2], y), thread[1]); };
        Value* row = build.CreateMul(row_of(extents_[1]), extents_[0]);
        for (int axis = 0; axis < 3; ++axis)
            store(thread[axis], thread_, offsetof(cuda_on_cpu::Thread, index) + 4 * axis);
        store(build.CreateAdd(row, thread[0]), thread_, offsetof(cuda_on_cpu::Thread, rank));
        if (joined) {
            for (int axis = 0; axis < 2; ++axis)
                store(build.CreateAdd(first_block_[axis], index[2 * axis + 1]), block_,
                      offsetof(cuda_on_cpu::Block, index) + 4 * axis);
            Value* line = build.CreateAdd(
                build.CreateMul(build.CreateAdd(build.CreateMul(thread[2], blocks_[1]), index[3]), extents_[1]),
                thread[1]);
            row = build.CreateMul(build.CreateAdd(build.CreateMul(line, blocks_[0]), index[1]), extents_[0]);
        }
        phase.rank = build.CreateNUWAdd(build.CreateZExt(row, build.getInt64Ty()),
                                        build.CreateZExt(thread[0], build.getInt64Ty()));
    }

    void use_own_values(Phase& phase) {
        Instruction* end = block_end(phase);
        for (BasicBlock* block : phase.blocks)
            for (Instruction& instruction : *block) {
                if (&instruction == phase.turn_end || &instruction == end) break;
                if (is_choice(&instruction)) continue;
                IRBuilder<> build(&instruction);
                for (Use& operand : instruction.operands())
                    if (!isa<BasicBlock>(operand.get()) && !is_own_in_bare(operand.get(), phase))
                        replacements_.emplace_back(&operand, is_bare(phase) ? block_value(build, operand.get())
                                                                            : value_in(operand.get(), phase));
            }
        IRBuilder<> build(end);
        for (Use& operand : end->operands())
            if (!isa<BasicBlock>(operand.get()))
                replacements_.emplace_back(&operand, block_value(build, operand.get()));
    }

    bool is_own_in_bare(const Value* value, const Phase& phase) const {
        auto* instruction = dyn_cast<Instruction>(value);
        return is_bare(phase) && instruction && phase_of_.lookup(instruction->getParent()) == &phase;
    }

    /// Where the block goes on from a phase.
    Instruction* block_end(Phase& phase) const { return (phase.after ? phase.after : phase.last)->getTerminator(); }

    void pass_choices(Phase& phase) {
        SmallVector<std::pair<Value*, PHINode*>> of_threads, of_block;
        IRBuilder<> for_block(block_end(phase));
        for (const Choice& choice : choices_[&phase]) {
            if (is_divergent_choice(choice)) {
                if (successor_of(choice.value, phase) == choice.phi) {
                    slot_of(choice.value);
                    continue;
                }
                of_threads.emplace_back(value_in(choice.value, phase), choice.phi);
            } else if (!isa<UndefValue>(choice.value)) {
                of_block.emplace_back(block_value(for_block, choice.value), choice.phi);
            }
        }
        for (auto [value, phi] : of_block) store_slot(for_block, value, phi, nullptr);
        if (of_threads.empty()) return;
        IRBuilder<> for_threads(phase.turn_end);
        for (auto [value, phi] : of_threads) store_slot(for_threads, value, phi, phase.rank);
    }

    /// Stores what other phases need where it is computed.
    void keep_values() {
        for (auto& [value, slot] : slots_) {
            if (is_choice(value)) continue;
            auto* instruction = cast<Instruction>(value);
            Instruction* next = isa<PHINode>(instruction) ? &*instruction->getParent()->getFirstInsertionPt()
                                                          : instruction->getNextNode();
            IRBuilder<> build(next);
            store_slot(build, value, value, phase_of_.lookup(instruction->getParent())->rank);
        }
    }

    void answer_any() {
        for (StringRef name : {any_marker, count_marker}) {
            Function* marker = run_.getParent()->getFunction(name);
            if (!marker) continue;
            for (User* user : make_early_inc_range(marker->users())) {
                auto* call = cast<CallInst>(user);
                if (call->getFunction() != &run_) continue;
                Phase& phase = *phase_of_.lookup(call->getParent());
                AllocaInst* answer =
                    IRBuilder<>(&*run_.getEntryBlock().begin()).CreateAlloca(call->getType(), nullptr, "answer");
                IRBuilder<>(phase.before->getTerminator()).CreateStore(Constant::getNullValue(call->getType()), answer);
                IRBuilder<> build(call);
                Value* known = build.CreateLoad(call->getType(), answer);
                Value* given = call->getArgOperand(0);
                Value* result = name == any_marker ? build.CreateOr(known, given) : build.CreateAdd(known, given);
                build.CreateStore(result, answer);
                call->replaceAllUsesWith(result);
                call->eraseFromParent();
            }
            if (marker->use_empty()) marker->eraseFromParent();
        }
    }

    void answer_lanes() {
        Function* marker = run_.getParent()->getFunction(lane_marker);
        if (!marker) return;
        for (User* user : make_early_inc_range(marker->users())) {
            auto* call = cast<CallInst>(user);
            if (call->getFunction() != &run_) continue;
            for (Phase& phase : phases_)
                if (phase.start == call->getParent() || phase_of_.lookup(call->getParent()) == &phase) {
                    call->replaceAllUsesWith(phase.lane);
                    break;
                }
            call->eraseFromParent();
        }
        if (marker->use_empty()) marker->eraseFromParent();
    }

    /// Threads that do not wait for each other do not depend on each other: the vectoriser need not prove it. What a
    /// thread has to itself lies in one place for all of them here, so that is left out.
    void mark_parallel(Phase& phase) {
        MDNode* group = MDNode::getDistinct(context_, {});
        const auto mark = [&](BasicBlock& block) {
            for (Instruction& instruction : block) {
                const Value* address = getLoadStorePointerOperand(&instruction);
                const Value* object = address ? getUnderlyingObject(address, 0) : nullptr;
                if (object && (!isa<AllocaInst>(object) || is_exchange(object)))
                    instruction.setMetadata(LLVMContext::MD_access_group, group);
            }
        };
        mark(*phase.start);
        for (BasicBlock* block : phase.blocks) mark(*block);
        MDNode* parallel = MDNode::get(context_, {MDString::get(context_, "llvm.loop.parallel_accesses"), group});
        MDNode* loop = MDNode::getDistinct(context_, {nullptr, parallel});
        loop->replaceOperandWith(0, loop);
        phase.next_thread->setMetadata(LLVMContext::MD_loop, loop);
    }

    const DataLayout& layout_;
    DenseMap<const Phase*, SmallVector<Choice, 4>> choices_;
    /// Done last, as what is computed again is copied from where it was first.
    std::vector<std::pair<Use*, Value*>> replacements_;
    MapVector<Value*, Slot> slots_;
    DenseMap<std::uint64_t, Value*> bases_;
    MapVector<AllocaInst*, PrivateArray> private_arrays_;
    ContextScopes scopes_;
    std::uint64_t context_bytes_;
};

}  // namespace

ThreadLoopsResult loop_over_threads(Function& run, AllocaInst* thread, Value* block, const LoopOptions& options) {
    ThreadLoops loops(run, thread, block, options);
    return loops.divide() ? loops.build() : ThreadLoopsResult{-1, false};
}

}  // namespace cuprum::backend::cpu
