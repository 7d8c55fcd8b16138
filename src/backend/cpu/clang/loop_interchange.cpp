#include "backend/cpu/clang/loop_interchange.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include <cstddef>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>

#include "backend/cpu/clang/uniformity.h"
#include "cuprum/cuda/launch_state.h"

using namespace llvm;

namespace cuprum::backend::cpu {
namespace {

/// Shorter loops of known length are unrolled, which lets the loop over threads be vectorised as it is.
constexpr unsigned unrolled_length = 32;

/// How far apart in bytes, or as numbers, are the values of neighbouring threads; nothing where that is not the same
/// for all.
class Steps {
public:
    Steps(const Uniformity& uniformity, const ThreadVariable& variable)
        : uniformity_(uniformity), variable_(variable) {}

    std::optional<std::int64_t> of(const Value* value) {
        if (uniformity_.is_uniform(value)) return 0;
        if (const auto known = known_.find(value); known != known_.end()) return known->second;
        const auto* instruction = dyn_cast<Instruction>(value);
        if (!instruction) return {};
        known_[value] = {};
        return known_[value] = compute(*instruction);
    }

private:
    std::optional<std::int64_t> compute(const Instruction& instruction) {
        if (const auto field = variable_.field(instruction)) {
            if (*field == offsetof(cuda_on_cpu::Thread, index) || *field == offsetof(cuda_on_cpu::Thread, rank))
                return 1;
            return 0;  // Along x, y and z stay as they are.
        }
        const auto operand = [&](unsigned i) { return of(instruction.getOperand(i)); };
        const auto constant = [&](unsigned i) { return dyn_cast<ConstantInt>(instruction.getOperand(i)); };
        switch (instruction.getOpcode()) {
            case Instruction::Add: return combine(operand(0), operand(1), 1);
            case Instruction::Sub: return combine(operand(0), operand(1), -1);
            case Instruction::Or:
                return cast<PossiblyDisjointInst>(instruction).isDisjoint() ? combine(operand(0), operand(1), 1)
                                                                            : nothing();
            case Instruction::Mul:
                for (unsigned i : {0u, 1u})
                    if (constant(i)) return times(operand(1 - i), constant(i)->getSExtValue());
                return zero_only(instruction);
            case Instruction::Shl:
                return constant(1) ? times(operand(0), std::int64_t{1} << (constant(1)->getZExtValue() & 31))
                                   : zero_only(instruction);
            case Instruction::SExt:
            case Instruction::ZExt:
            case Instruction::Trunc:
            case Instruction::Freeze: return operand(0);
            case Instruction::PHI: return of_phi(cast<PHINode>(instruction));
            case Instruction::GetElementPtr: return of_address(cast<GetElementPtrInst>(instruction));
            default: return isa<LoadInst, CallBase>(instruction) ? nothing() : zero_only(instruction);
        }
    }

    static std::optional<std::int64_t> nothing() { return {}; }
    static std::optional<std::int64_t> combine(std::optional<std::int64_t> a, std::optional<std::int64_t> b, int sign) {
        if (!a || !b) return {};
        return *a + sign * *b;
    }
    static std::optional<std::int64_t> times(std::optional<std::int64_t> a, std::int64_t factor) {
        if (!a) return {};
        return *a * factor;
    }
    /// Where all that goes in is the same for neighbours, so is what comes out.
    std::optional<std::int64_t> zero_only(const Instruction& instruction) {
        for (const Value* operand : instruction.operands())
            if (of(operand) != 0) return {};
        return 0;
    }
    /// What begins with a step keeps it if the same is added for all.
    std::optional<std::int64_t> of_phi(const PHINode& phi) {
        std::optional<std::int64_t> step;
        const Loop* loop = uniformity_.loops.getLoopFor(phi.getParent());
        for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
            if (!loop || !loop->contains(phi.getIncomingBlock(i))) step = of(phi.getIncomingValue(i));
        known_[&phi] = step;
        for (const Value* incoming : phi.incoming_values())
            if (of(incoming) != step) return {};
        return step;
    }
    std::optional<std::int64_t> of_address(const GetElementPtrInst& address) {
        const DataLayout& layout = address.getDataLayout();
        std::optional<std::int64_t> step = of(address.getPointerOperand());
        for (auto index = gep_type_begin(address), end = gep_type_end(address); index != end; ++index) {
            if (index.isStruct()) continue;
            step = combine(step,
                           times(of(index.getOperand()),
                                 static_cast<std::int64_t>(index.getSequentialElementStride(layout).getFixedValue())),
                           1);
        }
        return step;
    }

    const Uniformity& uniformity_;
    const ThreadVariable& variable_;
    std::map<const Value*, std::optional<std::int64_t>> known_;
};

bool can_move(const Instruction& instruction) {
    return !isa<PHINode>(instruction) && !instruction.mayReadOrWriteMemory() &&
           isSafeToSpeculativelyExecute(&instruction);
}

class Turning {
public:
    Turning(Function& function, const ThreadVariable& variable) : function_(function), variable_(variable) { renew(); }

    std::vector<BasicBlock*> run() {
        SmallVector<BasicBlock*> wanted;
        for (Loop* loop : uniformity_->loops.getLoopsInPreorder())
            if (loop->getSubLoops().empty() && is_wanted(*loop)) wanted.push_back(loop->getHeader());
        for (BasicBlock* header : wanted)
            if (free(header)) headers_.push_back(header);
        return headers_;
    }

private:
    void renew() { uniformity_ = std::make_unique<Uniformity>(function_, variable_); }

    bool has_simple_form(const Loop& loop) const {
        const BasicBlock* latch = loop.getLoopLatch();
        return loop.getLoopPreheader() && latch && loop.getExitingBlock() == latch && loop.getExitBlock() &&
               loop.hasDedicatedExits() && isa<BranchInst>(latch->getTerminator()) &&
               !uniformity_->is_divergent_branch(*latch);
    }

    bool is_wanted(Loop& loop) {
        if (!has_simple_form(loop) || is_short(loop)) return false;
        Steps steps(*uniformity_, variable_);
        for (BasicBlock* block : loop.blocks())
            for (Instruction& instruction : *block) {
                if (isa<AllocaInst>(instruction) || instruction.isAtomic()) return false;
                if (auto* call = dyn_cast<CallBase>(&instruction)) {
                    const Function* called = call->getCalledFunction();
                    if (!called ||
                        !(called->isIntrinsic() || called->onlyReadsMemory() || called->doesNotAccessMemory()))
                        return false;
                    if (isa<AnyMemIntrinsic>(call)) return false;
                }
                const Value* address = getLoadStorePointerOperand(&instruction);
                if (!address || variable_.field(instruction)) continue;
                const auto step = steps.of(address);
                const auto size = static_cast<std::int64_t>(
                    function_.getDataLayout().getTypeStoreSize(getLoadStoreType(&instruction)).getFixedValue());
                if (!step || std::abs(*step) > size) return false;
            }
        return true;
    }

    bool is_short(const Loop& loop) {
        TargetLibraryInfoImpl library(Triple(function_.getParent()->getTargetTriple()));
        TargetLibraryInfo info(library);
        AssumptionCache assumptions(function_);
        ScalarEvolution evolution(function_, info, assumptions, uniformity_->dominators, uniformity_->loops);
        const unsigned length = evolution.getSmallConstantTripCount(&loop);
        return length && length <= unrolled_length;
    }

    /// The blocks that may be reached from a branch before its paths meet again.
    SetVector<BasicBlock*> between(BasicBlock* branch, BasicBlock* end) {
        SetVector<BasicBlock*> result;
        for (BasicBlock* next : successors(branch))
            if (next != end) result.insert(next);
        for (unsigned i = 0; i < result.size(); ++i)
            for (BasicBlock* next : successors(result[i]))
                if (next != end) result.insert(next);
        return result;
    }

    /// The first branch on the way to a block that only some threads may take; null where there is none.
    BasicBlock* divergent_branch(BasicBlock* header) {
        BasicBlock* first = nullptr;
        for (BasicBlock& block : function_) {
            if (!uniformity_->is_divergent_branch(block)) continue;
            if (!between(&block, uniformity_->meeting_point(&block)).contains(header)) continue;
            if (!first || uniformity_->dominators.properlyDominates(&block, first)) first = &block;
        }
        return first;
    }

    /// Takes a loop, and those that it is in, out of branches that some threads take.
    bool free(BasicBlock* header) {
        while (BasicBlock* branch = divergent_branch(header)) {
            Loop* loop = uniformity_->loops.getLoopFor(header);
            if (loop->contains(branch)) return false;
            while (loop->getParentLoop() && !loop->getParentLoop()->contains(branch)) loop = loop->getParentLoop();
            BasicBlock* begin = loop->getHeader();
            if (!has_simple_form(*loop) || !take_out(*loop, branch)) return false;
            if (begin != header) headers_.push_back(begin);
            renew();
        }
        return true;
    }

    /// All that decides how often a loop is run, and what must be known of it before `branch`, in an order in which it
    /// can be computed.
    struct Control {
        SmallPtrSet<Instruction*, 8> inside;
        SetVector<Instruction*> before;
        SmallPtrSet<const Instruction*, 8> seen;
    };
    bool find_control(Value* value, const Loop& loop, BasicBlock* branch, Control& control) {
        auto* instruction = dyn_cast<Instruction>(value);
        if (!instruction || control.seen.contains(instruction)) return true;
        const bool is_inside = loop.contains(instruction);
        if (!is_inside && uniformity_->dominators.dominates(instruction, branch->getTerminator())) return true;
        control.seen.insert(instruction);
        if (auto* phi = dyn_cast<PHINode>(instruction)) {
            if (phi->getParent() != loop.getHeader()) return false;
            return all_of(phi->incoming_values(),
                          [&](Value* incoming) { return find_control(incoming, loop, branch, control); });
        }
        if (!can_move(*instruction) || !uniformity_->is_uniform(instruction)) return false;
        for (Value* operand : instruction->operands())
            if (!find_control(operand, loop, branch, control)) return false;
        if (is_inside) {
            control.inside.insert(instruction);
        } else {
            control.before.insert(instruction);
        }
        return true;
    }

    /// What some blocks compute is chosen anew at `at` for uses behind it: the value for threads from where it is
    /// `known`, anything for others, who will not use it.
    template <class Blocks, class Known>
    void choose(const Blocks& computing, BasicBlock* at, Known known) {
        for (BasicBlock* block : computing)
            for (Instruction& instruction : *block) {
                PHINode* choice = nullptr;
                for (Use& use : make_early_inc_range(instruction.uses())) {
                    auto* user = cast<Instruction>(use.getUser());
                    auto* phi = dyn_cast<PHINode>(user);
                    BasicBlock* where = phi ? phi->getIncomingBlock(use) : user->getParent();
                    if (user == choice || is_contained(computing, where)) continue;
                    if (!choice) {
                        choice = PHINode::Create(instruction.getType(), 2, instruction.getName() + ".chosen");
                        choice->insertBefore(at->begin());
                        for (BasicBlock* before : predecessors(at))
                            choice->addIncoming(known(instruction, before) ? static_cast<Value*>(&instruction)
                                                                           : PoisonValue::get(instruction.getType()),
                                                before);
                    }
                    use.set(choice);
                }
            }
    }

    /// Where threads that do not run a loop go on behind it, and what they choose there.
    struct Target {
        BasicBlock* block;
        SmallVector<std::pair<PHINode*, PHINode*>>
            choices;  ///< The block's, and what is known of them before the loop.
    };

    /// A loop that some threads run, and what stands around it under the same condition: from `branch`, where those
    /// threads diverge from the others, over the blocks before and after the loop to where all meet again.
    struct Guarded {
        Loop& loop;
        BasicBlock *branch, *header, *preheader, *latch, *exit;
        SetVector<BasicBlock*> before, after;
        SmallVector<BasicBlock*> leaving;          ///< The branch, and those before the loop.
        MapVector<BasicBlock*, unsigned> targets;  ///< Where they go if not into the loop, and the number of that way.
        Control control;

        Guarded(Loop& loop, BasicBlock* branch)
            : loop(loop),
              branch(branch),
              header(loop.getHeader()),
              preheader(loop.getLoopPreheader()),
              latch(loop.getLoopLatch()),
              exit(loop.getExitBlock()) {}
    };

    /// if (some) { before; loop; after; }   becomes   if (some) before;   if (any) loop { if (some) body; }   if (some)
    /// after;
    bool take_out(Loop& loop, BasicBlock* branch) {
        Guarded guarded(loop, branch);
        if (!find_region(guarded)) return false;
        Instruction* body_begin = move_control(guarded);
        // All threads meet before the loop, and know where they go: into it, which is 0, or to a place behind it.
        LLVMContext& context = function_.getContext();
        IRBuilder<> build(context);
        auto* meeting = BasicBlock::Create(context, "meeting", &function_, guarded.header);
        build.SetInsertPoint(meeting);
        PHINode* way = build.CreatePHI(build.getInt32Ty(), 4, "way");
        way->addIncoming(build.getInt32(0), guarded.preheader);
        guarded.preheader->getTerminator()->replaceSuccessorWith(guarded.header, meeting);
        guarded.header->replacePhiUsesWith(guarded.preheader, meeting);
        std::vector<Target> behind = lead_to_meeting(guarded, build, meeting, way);
        Value* wants = build.CreateICmpEQ(way, build.getInt32(0), "wants");
        BasicBlock* divergence = make_divergence(guarded, build, meeting, wants, way, behind);
        guard_body(guarded, build, body_begin, wants, divergence);
        return true;
    }

    /// False where the blocks are not of this form.
    bool find_region(Guarded& g) {
        BasicBlock* end = uniformity_->meeting_point(g.branch);
        if (!end) return false;
        const SetVector<BasicBlock*> region = between(g.branch, end);
        if (region.contains(g.branch) || !region.contains(g.preheader)) return false;
        g.after = between(g.exit, end);
        g.after.insert(g.exit);
        for (BasicBlock* block : region)
            if (!g.loop.contains(block) && !g.after.contains(block)) g.before.insert(block);
        if (!g.before.contains(g.preheader)) return false;
        g.leaving = {g.branch};
        g.leaving.append(g.before.begin(), g.before.end());
        for (BasicBlock* block : g.leaving) {
            auto* jump = dyn_cast<BranchInst>(block->getTerminator());
            if (!jump || (jump->isConditional() && jump->getSuccessor(0) == jump->getSuccessor(1))) return false;
            for (BasicBlock* next : successors(block)) {
                if (g.before.contains(next) || (next == g.header && block == g.preheader)) continue;
                if (next != end && (!g.after.contains(next) || next == g.exit)) return false;
                g.targets.insert({next, 0});
            }
        }
        for (BasicBlock* block : g.after)
            if (g.loop.contains(block) || block == g.branch || !region.contains(block)) return false;
        return !g.targets.empty() && find_control(g.latch->getTerminator()->getOperand(0), g.loop, g.branch, g.control);
    }

    /// Brings what counts the rounds before the branch and to the head of each round. Gives where a round's body
    /// begins.
    Instruction* move_control(Guarded& g) {
        for (Instruction* instruction : g.control.before) instruction->moveBefore(g.branch->getTerminator());
        Instruction* body_begin = &*g.header->getFirstInsertionPt();
        while (g.control.inside.contains(body_begin)) body_begin = body_begin->getNextNode();
        SmallVector<Instruction*> inside;
        for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function_))
            for (Instruction& instruction : *block)
                if (g.control.inside.contains(&instruction)) inside.push_back(&instruction);
        for (Instruction* instruction : inside) instruction->moveBefore(body_begin);
        return body_begin;
    }

    /// Leads those that pass by the loop to the meeting too, with the number of their way and what they would have
    /// chosen at its end.
    std::vector<Target> lead_to_meeting(Guarded& g, IRBuilder<>& build, BasicBlock* meeting, PHINode* way) {
        std::vector<Target> behind;
        for (auto& [target, number] : g.targets) {
            number = static_cast<unsigned>(behind.size()) + 1;
            behind.push_back({target, {}});
            for (PHINode& phi : target->phis())
                behind.back().choices.emplace_back(&phi, build.CreatePHI(phi.getType(), 4, "passed"));
        }
        SmallVector<BasicBlock*> arriving = {g.preheader};
        for (BasicBlock* block : g.leaving)
            for (Target& target : behind) {
                if (!is_contained(successors(block), target.block)) continue;
                // A block that may go to two of them needs a place of its own for each way.
                auto* passing = BasicBlock::Create(function_.getContext(), "passing", &function_, meeting);
                BranchInst::Create(meeting, passing);
                block->getTerminator()->replaceSuccessorWith(target.block, passing);
                way->addIncoming(build.getInt32(g.targets[target.block]), passing);
                arriving.push_back(passing);
                for (auto [phi, known] : target.choices) {
                    known->addIncoming(phi->getIncomingValueForBlock(block), passing);
                    phi->removeIncomingValue(block, false);
                }
                g.before.insert(passing);
                origin_[passing] = block;
            }
        for (Target& target : behind)
            for (auto [phi, known] : target.choices)
                for (BasicBlock* from : arriving)
                    if (known->getBasicBlockIndex(from) < 0)
                        known->addIncoming(PoisonValue::get(known->getType()), from);
        return behind;
    }

    /// From the meeting into the loop if any thread wants it; behind it the threads diverge again.
    BasicBlock* make_divergence(Guarded& g, IRBuilder<>& build, BasicBlock* meeting, Value* wants, PHINode* way,
                                std::vector<Target>& behind) {
        auto* divergence = BasicBlock::Create(function_.getContext(), "divergence", &function_, g.exit);
        FunctionCallee any =
            function_.getParent()->getOrInsertFunction(any_marker, build.getInt1Ty(), build.getInt1Ty());
        build.CreateCondBr(build.CreateCall(any, {wants}), g.header, divergence);
        g.latch->getTerminator()->replaceSuccessorWith(g.exit, divergence);
        g.exit->replacePhiUsesWith(g.latch, divergence);
        build.SetInsertPoint(divergence);
        diverge(build, wants, way, g.exit, behind, divergence);
        choose(g.before, meeting, [&](Instruction& instruction, BasicBlock* from) {
            BasicBlock* of = origin_.contains(from) ? origin_[from] : from;
            return uniformity_->dominators.dominates(&instruction, of->getTerminator());
        });
        return divergence;
    }

    /// In each round those that do not want the loop pass by its body.
    void guard_body(Guarded& g, IRBuilder<>& build, Instruction* body_begin, Value* wants, BasicBlock* divergence) {
        BasicBlock *begin = g.header->splitBasicBlock(body_begin, "body"), *latch = g.latch;
        if (latch == g.header) latch = begin;
        BasicBlock* next = latch->splitBasicBlock(latch->getTerminator(), "next");
        SmallVector<BasicBlock*> body = {begin}, all = {g.header, next, begin};
        for (BasicBlock* block : g.loop.blocks())
            if (block != g.header) body.push_back(block), all.push_back(block);
        g.header->getTerminator()->eraseFromParent();
        build.SetInsertPoint(g.header);
        build.CreateCondBr(wants, begin, next);
        choose(body, next, [&](Instruction&, BasicBlock* from) { return from == latch; });
        choose(all, divergence, [&](Instruction&, BasicBlock* from) { return from == next; });
    }

    /// Into `exit` who wants the loop, else to where the way leads.
    void diverge(IRBuilder<>& build, Value* wants, Value* way, BasicBlock* exit, std::vector<Target>& behind,
                 BasicBlock* divergence) {
        LLVMContext& context = function_.getContext();
        BasicBlock* from = divergence;
        Value* condition = wants;
        BasicBlock* yes = exit;
        for (std::size_t i = 0; i < behind.size(); ++i) {
            const bool is_last = i + 1 == behind.size();
            BasicBlock* no = is_last ? behind[i].block : BasicBlock::Create(context, "divergence", &function_, exit);
            build.CreateCondBr(condition, yes, no);
            if (i > 0)
                for (auto [phi, known] : behind[i - 1].choices) phi->addIncoming(known, from);
            if (is_last) {
                for (auto [phi, known] : behind[i].choices) phi->addIncoming(known, from);
                return;
            }
            from = no;
            build.SetInsertPoint(no);
            condition = build.CreateICmpEQ(way, build.getInt32(static_cast<unsigned>(i) + 1));
            yes = behind[i].block;
        }
    }

    Function& function_;
    const ThreadVariable& variable_;
    std::unique_ptr<Uniformity> uniformity_;
    std::vector<BasicBlock*> headers_;
    DenseMap<BasicBlock*, BasicBlock*> origin_;  ///< Where new blocks on the way to a meeting come from.
};

}  // namespace

std::vector<BasicBlock*> interchange_loops(Function& function, const ThreadVariable& variable) {
    return Turning(function, variable).run();
}

}  // namespace cuprum::backend::cpu
