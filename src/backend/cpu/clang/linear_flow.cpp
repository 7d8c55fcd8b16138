#include "backend/cpu/clang/linear_flow.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <memory>
#include <vector>

#include "backend/cpu/clang/uniformity.h"
#include "backend/cpu/clang/warp_operations.h"

using namespace llvm;

namespace cuprum::backend::cpu {

StringRef divider_name(const CallInst& call) {
    const Function* called = call.getCalledFunction();
    StringRef name = called ? called->getName() : StringRef();
    name.consume_back(some_suffix);
    return name;
}

namespace {

/// What is run under one flag: blocks without a call that divides, such a call alone, or a loop that contains some.
struct Node {
    BasicBlock* entry;
    SetVector<BasicBlock*> blocks;
    bool is_call = false, is_loop = false;
    std::vector<Node> inner;  ///< Of a loop.
    AllocaInst* flag = nullptr;
};

class LinearFlow {
public:
    LinearFlow(Function& function, const ThreadVariable& variable, function_ref<bool(const CallInst&)> divides,
               bool is_of_lanes)
        : function_(function),
          context_(function.getContext()),
          variable_(variable),
          divides_(divides),
          is_of_lanes_(is_of_lanes) {}

    bool run() {
        unify_returns();
        isolate_calls();
        // Each round takes at least one branch out of the way.
        for (unsigned round = 0;; ++round) {
            renew();
            const SmallVector<BasicBlock*> branches = divergent_branches();
            if (branches.empty()) return true;
            if (round == most_rounds || is_irreducible()) return false;
            // The largest first: others may be within.
            Region largest;
            inserted_ = false;
            for (BasicBlock* branch : branches) {
                Region region;
                if (!find_region(branch, region)) return false;
                if (region.blocks.size() > largest.blocks.size()) largest = region;
            }
            // Regions that were found before a block came in may lack it.
            if (inserted_) continue;
            if (!linearize(largest)) return false;
        }
    }

private:
    static constexpr unsigned most_rounds = 64;

    /// What is made linear: all between two blocks, which nothing enters but by the first, and leaves but to the
    /// second.
    struct Region {
        BasicBlock *begin = nullptr, *end = nullptr;
        SetVector<BasicBlock*> blocks;
    };

    void renew() {
        uniformity_ = std::make_unique<Uniformity>(function_, variable_);
        number_.clear();
        order_.clear();
        for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function_)) {
            number_[block] = static_cast<unsigned>(order_.size());
            order_.push_back(block);
        }
    }

    bool is_irreducible() {
        ReversePostOrderTraversal<Function*> order(&function_);
        return containsIrreducibleCFG<const BasicBlock*>(order, uniformity_->loops);
    }

    void unify_returns() {
        SmallVector<ReturnInst*> returns;
        for (BasicBlock& block : function_)
            if (auto* end = dyn_cast<ReturnInst>(block.getTerminator())) returns.push_back(end);
        if (returns.size() < 2) return;
        auto* end = BasicBlock::Create(context_, "end", &function_);
        ReturnInst::Create(context_, end);
        for (ReturnInst* from : returns) {
            BranchInst::Create(end, from->getParent());
            from->eraseFromParent();
        }
    }

    /// Calls that all threads make together: those that divide, questions of earlier rounds or of `AgreedFlow`, and
    /// sums over warps.
    bool is_of_all(const CallInst& call) const { return divides_(call) || gives_to_all(call); }
    /// Whether all get one result out of what each gives. Who does not come gives zero.
    static bool gives_to_all(const CallInst& call) {
        const StringRef name = divider_name(call);
        return name == any_marker || name == count_marker;
    }
    CallInst* divider(BasicBlock& block) const {
        for (Instruction& instruction : block)
            if (auto* call = dyn_cast<CallInst>(&instruction); call && is_of_all(*call)) return call;
        return nullptr;
    }

    /// Each call that all threads make together gets a block of its own, and one without such a call behind it.
    void isolate_calls() {
        SmallVector<CallInst*> calls;
        for (Instruction& instruction : instructions(function_))
            if (auto* call = dyn_cast<CallInst>(&instruction); call && is_of_all(*call)) calls.push_back(call);
        for (CallInst* call : calls) {
            call->getParent()->splitBasicBlock(call, "call");
            BasicBlock* after = call->getParent()->splitBasicBlock(call->getNextNode(), "after");
            auto* next = dyn_cast<CallInst>(&after->front());
            if (next && is_of_all(*next)) after->splitBasicBlock(next, "call");
        }
        for (CallInst* call : calls) is_call_.insert(call->getParent());
    }

    /// The blocks that may be reached from a block before another.
    SetVector<BasicBlock*> between(BasicBlock* from, BasicBlock* end) const {
        SetVector<BasicBlock*> result;
        for (BasicBlock* next : successors(from))
            if (next != end) result.insert(next);
        for (unsigned i = 0; i < result.size(); ++i)
            for (BasicBlock* next : successors(result[i]))
                if (next != end) result.insert(next);
        return result;
    }
    bool has_call(const SetVector<BasicBlock*>& blocks) const {
        return any_of(blocks, [&](BasicBlock* block) { return is_call_.contains(block); });
    }

    SmallVector<BasicBlock*> divergent_branches() const {
        SmallVector<BasicBlock*> result;
        for (BasicBlock* block : order_)
            if (uniformity_->is_divergent_branch(*block) && has_call(between(block, uniformity_->meeting_point(block))))
                result.push_back(block);
        return result;
    }

    bool find_region(BasicBlock* branch, Region& region) {
        region.begin = branch;
        region.end = uniformity_->meeting_point(branch);
        for (bool changes = true; changes;) {
            changes = false;
            if (!region.end) return false;
            // A loop that is left on the way counts as a whole.
            Loop* left = nullptr;
            for (Loop* loop = uniformity_->loops.getLoopFor(region.begin); loop && !loop->contains(region.end);
                 loop = loop->getParentLoop())
                left = loop;
            if (left) {
                BasicBlock* header = left->getHeader();
                region.begin = left->getLoopPreheader();
                if (!region.begin) {
                    region.begin =
                        InsertPreheaderForLoop(left, &uniformity_->dominators, &uniformity_->loops, nullptr, false);
                    inserted_ = true;
                }
                if (!region.begin) return false;
                renew();
                left = uniformity_->loops.getLoopFor(header);
                region.end = header;
                while (region.end && left->contains(region.end)) region.end = uniformity_->meeting_point(region.end);
                changes = true;
                continue;
            }
            region.blocks = between(region.begin, region.end);
            if (region.blocks.contains(region.begin)) return false;
            for (BasicBlock* block : region.blocks) {
                for (BasicBlock* before : predecessors(block)) {
                    if (before == region.begin || region.blocks.contains(before) || !number_.contains(before)) continue;
                    region.begin = uniformity_->dominators.findNearestCommonDominator(region.begin, before);
                    while (region.end && !uniformity_->post_dominators.dominates(region.end, region.begin))
                        region.end = uniformity_->meeting_point(region.end);
                    if (region.end == region.begin) return false;
                    changes = true;
                    break;
                }
                if (changes) break;
            }
        }
        return true;
    }

    /// The order in which all go through the blocks of a region or loop: a block comes behind all that lead to it.
    std::vector<Node> arrange(const SetVector<BasicBlock*>& scope, const Loop* around, BasicBlock* end) {
        SmallVector<BasicBlock*> sorted(scope.begin(), scope.end());
        sort(sorted, [&](BasicBlock* a, BasicBlock* b) { return number_.lookup(a) < number_.lookup(b); });
        SmallPtrSet<BasicBlock*, 16> done;
        std::vector<Node> nodes;
        for (BasicBlock* block : sorted) {
            if (done.contains(block)) continue;
            Node node{block, {}, false, false, {}, nullptr};
            Loop* loop = uniformity_->loops.getLoopFor(block);
            while (loop != around && loop && loop->getParentLoop() != around) loop = loop->getParentLoop();
            if (loop != around && loop) {
                for (BasicBlock* inside : loop->blocks()) node.blocks.insert(inside);
                if (has_call(node.blocks)) {
                    node.is_loop = true;
                    // Within the loop, its head is a block like others.
                    node.inner = arrange(node.blocks, loop, nullptr);
                }
            } else {
                node.blocks.insert(block);
                node.is_call = is_call_.contains(block);
                if (!node.is_call) absorb(node, scope, around, end);
            }
            done.insert(node.blocks.begin(), node.blocks.end());
            nodes.push_back(std::move(node));
        }
        return nodes;
    }

    /// Takes in what lies between a branch and where its paths meet, if no call is there.
    void absorb(Node& node, const SetVector<BasicBlock*>& scope, const Loop* around, BasicBlock* end) {
        if (node.entry->getTerminator()->getNumSuccessors() < 2) return;
        BasicBlock* meeting = uniformity_->meeting_point(node.entry);
        if (!meeting || (around && meeting == around->getHeader())) return;
        if (meeting != end && !scope.contains(meeting)) return;
        const SetVector<BasicBlock*> inside = between(node.entry, meeting);
        if (has_call(inside) || inside.contains(node.entry)) return;
        for (BasicBlock* block : inside) {
            if (!scope.contains(block) || (around && block == around->getHeader())) return;
            for (BasicBlock* before : predecessors(block))
                if (before != node.entry && !inside.contains(before)) return;
        }
        node.blocks.insert(inside.begin(), inside.end());
    }

    /// Whether a call may be met by some threads while others are in another of the same function. Which of them belong
    /// together is then known only as the program runs.
    bool has_parallel_calls(const Region& region) const {
        SmallVector<CallInst*> calls;
        for (BasicBlock* block : region.blocks)
            if (CallInst* call = is_call_.contains(block) ? divider(*block) : nullptr; call && waits_for_named(*call))
                calls.push_back(call);
        for (CallInst* a : calls)
            for (CallInst* b : calls) {
                if (number_.lookup(a->getParent()) >= number_.lookup(b->getParent())) continue;
                if (divider_name(*a) != divider_name(*b) || leads_to(a->getParent(), b->getParent(), region)) continue;
                if (diverge_together(a->getParent(), b->getParent(), region)) continue;
                if (a->getCalledFunction() != b->getCalledFunction()) return true;
                const auto* first = a->arg_empty() ? nullptr : dyn_cast<ConstantInt>(a->getArgOperand(0));
                const auto* second = b->arg_empty() ? nullptr : dyn_cast<ConstantInt>(b->getArgOperand(0));
                if (first && second && first->getType() == second->getType() &&
                    (first->getValue() & second->getValue()).isZero())
                    continue;
                return true;
            }
        return false;
    }
    /// Whether the ways to two blocks divide at a branch that all threads take the same way.
    bool diverge_together(BasicBlock* a, BasicBlock* b, const Region& region) const {
        BasicBlock* branch = uniformity_->dominators.findNearestCommonDominator(a, b);
        if (!region.blocks.contains(branch) || uniformity_->is_divergent_branch(*branch)) return false;
        return none_of(successors(branch),
                       [&](BasicBlock* next) { return leads_to(next, a, region) && leads_to(next, b, region); });
    }
    /// Whether a call waits for certain threads, not for all that come along.
    static bool waits_for_named(const CallInst& call) {
        const StringRef name = divider_name(call);
        return name != lockstep_function && !gives_to_all(call) && name != divide_marker && name != "cuprum_activemask";
    }
    /// Without another round of a loop.
    bool leads_to(BasicBlock* from, BasicBlock* to, const Region& region) const {
        SetVector<BasicBlock*> reached;
        reached.insert(from);
        for (unsigned i = 0; i < reached.size(); ++i)
            for (BasicBlock* next : successors(reached[i]))
                if (number_.lookup(next) > number_.lookup(reached[i]) && region.blocks.contains(next))
                    reached.insert(next);
        return reached.contains(to);
    }

    bool linearize(Region& region) {
        if (has_parallel_calls(region)) return false;
        if (!isa<BranchInst, SwitchInst>(region.begin->getTerminator())) return false;
        for (BasicBlock* block : region.blocks)
            if (!isa<BranchInst, SwitchInst>(block->getTerminator())) return false;
        const bool others_left = !is_call_.contains(region.end) && !has_call(between(region.end, nullptr));
        nodes_ = arrange(region.blocks, uniformity_->loops.getLoopFor(region.begin), region.end);
        flags_.clear();
        waiting_.clear();
        comes_to_barrier_.clear();
        memory_.clear();
        make_flags(nodes_);
        keep_results(nodes_);
        demote(nodes_, region);

        // All flags are down where the region begins, and the branch raises one.
        Instruction* end = region.begin->getTerminator();
        IRBuilder<> build(end);
        for (auto& [entry, flag] : flags_) build.CreateStore(build.getFalse(), flag);
        const SmallSetVector<BasicBlock*, 4> targets(succ_begin(end), succ_end(end));
        auto* chosen = BasicBlock::Create(context_, "chosen", &function_, region.blocks[0]);
        others_left_ = others_left;
        BasicBlock* first =
            is_of_lanes_ && others_left && some_pass_barriers() ? emit_with_tail(region.end) : emit(nodes_, region.end);
        for (unsigned i = 0; i < end->getNumSuccessors(); ++i)
            end->setSuccessor(i, raise(end->getSuccessor(i), chosen, build.getTrue()));
        build.SetInsertPoint(chosen);
        Value* wanted = nullptr;
        for (BasicBlock* target : targets)
            if (AllocaInst* flag = flags_.lookup(target)) {
                Value* raised = build.CreateLoad(build.getInt1Ty(), flag);
                wanted = wanted ? build.CreateOr(wanted, raised) : raised;
            }
        Value* any_wanted = any(build, wanted);
        build.CreateCondBr(any_wanted, first, region.end);
        promote();
        return true;
    }

    /// Asks all, at the end of a block, and goes on in a new one.
    Value* any(IRBuilder<>& build, Value* value) {
        Value* answer = build.CreateCall(
            function_.getParent()->getOrInsertFunction(any_marker, build.getInt1Ty(), build.getInt1Ty()), {value});
        BasicBlock* block = build.GetInsertBlock();
        auto* answered = BasicBlock::Create(context_, "answered", &function_, block->getNextNode());
        build.CreateBr(answered);
        is_call_.insert(block);
        build.SetInsertPoint(answered);
        return answer;
    }

    void make_flags(std::vector<Node>& nodes) {
        for (Node& node : nodes) {
            if (node.is_loop) {
                make_flags(node.inner);
                node.flag = node.inner.front().flag;  // The head's.
                continue;
            }
            node.flag = variable(Type::getInt1Ty(context_), "wanted");
            flags_[node.entry] = node.flag;
            SetVector<BasicBlock*> blocks = between(node.entry, nullptr);
            blocks.insert(node.entry);
            if (may_wait_in(blocks)) waiting_.insert(node.flag);
            if (any_of(blocks, [&](BasicBlock* block) { return holds_barrier(block); }))
                comes_to_barrier_.insert(node.flag);
        }
    }
    /// Whether a thread may still wait for others. Who does not is as good as ended.
    bool may_wait_in(const SetVector<BasicBlock*>& blocks) const {
        return any_of(blocks, [&](BasicBlock* block) {
            CallInst* call = is_call_.contains(block) ? divider(*block) : nullptr;
            return call && waits_for_named(*call);
        });
    }
    AllocaInst* variable(Type* type, const Twine& name) {
        AllocaInst* made = new AllocaInst(type, 0, name, function_.getEntryBlock().begin());
        memory_.push_back(made);
        return made;
    }

    /// A call's result is taken behind it, by those who called.
    void keep_results(std::vector<Node>& nodes) {
        for (Node& node : nodes) {
            keep_results(node.inner);
            if (!node.is_call) continue;
            CallInst* call = divider(*node.entry);
            if (call->use_empty()) continue;
            BasicBlock* after = node.entry->getSingleSuccessor();
            auto* result = new BitCastInst(call, call->getType(), call->getName(), after->getFirstInsertionPt());
            call->replaceUsesWithIf(result, [&](Use& use) { return use.getUser() != result; });
        }
    }

    /// Values that leave a node are kept in memory until all is in order, and phis where nodes begin.
    void demote(std::vector<Node>& nodes, Region& region) {
        for (Node& node : nodes) {
            if (node.is_loop) {
                demote(node.inner, region);
                continue;
            }
            demote_phis(node.entry);
            SmallVector<Instruction*> leaving;
            for (BasicBlock* block : node.blocks)
                for (Instruction& instruction : *block)
                    if (!node.is_call && any_of(instruction.uses(), [&](Use& use) {
                            auto* user = cast<Instruction>(use.getUser());
                            auto* phi = dyn_cast<PHINode>(user);
                            return !node.blocks.contains(phi ? phi->getIncomingBlock(use) : user->getParent()) ||
                                   !node.blocks.contains(user->getParent());
                        }))
                        leaving.push_back(&instruction);
            for (Instruction* instruction : leaving)
                memory_.push_back(DemoteRegToStack(*instruction, false, function_.getEntryBlock().begin()));
        }
        if (&nodes == &nodes_) demote_phis(region.end);
    }
    void demote_phis(BasicBlock* block) {
        for (PHINode& phi : make_early_inc_range(block->phis()))
            if (AllocaInst* kept = DemotePHIToStack(&phi, function_.getEntryBlock().begin())) memory_.push_back(kept);
    }

    /// A block that raises the flag of `target` and goes on to `next`; `next` itself where all go to the target anyway.
    BasicBlock* raise(BasicBlock* target, BasicBlock* next, Value* value) {
        AllocaInst* flag = flags_.lookup(target);
        if (!flag) return next;
        auto* block = BasicBlock::Create(context_, "want", &function_, target);
        IRBuilder<> build(block);
        build.CreateStore(value, flag);
        build.CreateBr(next);
        return block;
    }

    /// Puts nodes one after another, and `next` behind them. Returns where that begins.
    BasicBlock* emit(std::vector<Node>& nodes, BasicBlock* next) {
        for (Node& node : reverse(nodes)) next = emit(node, next);
        return next;
    }
    BasicBlock* emit(Node& node, BasicBlock* next) {
        return node.is_loop ? emit_loop(node, next) : node.is_call ? emit_call(node, next) : emit_plain(node, next);
    }

    /// `emit` for a region with no barrier after it. A warp that reaches no further barrier skips the nodes up to the
    /// last barrier; otherwise the other warps would wait for it there.
    BasicBlock* emit_with_tail(BasicBlock* next) {
        BasicBlock* tail = nullptr;
        for (Node& node : reverse(nodes_)) {
            const bool waits = any_of(node.blocks, [&](BasicBlock* block) { return holds_barrier(block); });
            if (waits && !tail) tail = next;
            next = emit(node, next);
            if (waits) next = leave_to(tail, next);
        }
        return next;
    }
    /// Whether some threads go on to no further barrier, apart from those that were at the last one.
    bool some_pass_barriers() const {
        std::size_t count = 0;
        for (const Node& node : nodes_) count += !comes_to_barrier_.contains(node.flag);
        return !comes_to_barrier_.empty() && count > (nodes_.back().is_call || nodes_.size() < 2 ? 0u : 1u);
    }
    bool holds_barrier(BasicBlock* block) const {
        CallInst* call = is_call_.contains(block) ? divider(*block) : nullptr;
        return call && divider_name(*call).starts_with("cuprum_syncthreads");
    }
    BasicBlock* leave_to(BasicBlock* tail, BasicBlock* next) {
        auto* still = BasicBlock::Create(context_, "still", &function_, next);
        IRBuilder<> build(still);
        Value* waiting = build.getFalse();
        for (auto& [entry, flag] : flags_)
            if (comes_to_barrier_.contains(flag))
                waiting = build.CreateOr(waiting, build.CreateLoad(build.getInt1Ty(), flag));
        Value* any_waiting = any(build, waiting);
        build.CreateCondBr(any_waiting, next, tail);
        return still;
    }

    BasicBlock* emit_plain(Node& node, BasicBlock* next) {
        auto* test = BasicBlock::Create(context_, "test", &function_, node.entry);
        IRBuilder<> build(test);
        build.CreateCondBr(build.CreateLoad(build.getInt1Ty(), node.flag), node.entry, next);
        build.SetInsertPoint(node.entry, node.entry->getFirstInsertionPt());
        build.CreateStore(build.getFalse(), node.flag);
        for (BasicBlock* block : node.blocks) {
            Instruction* end = block->getTerminator();
            for (unsigned i = 0; i < end->getNumSuccessors(); ++i)
                if (BasicBlock* target = end->getSuccessor(i);
                    !node.blocks.contains(target) || (target == node.entry && flags_is_head(target)))
                    end->setSuccessor(i, raise(target, next, build.getTrue()));
        }
        return test;
    }
    /// A plain loop's rounds are its own; the head of a loop with calls is gone to by way of its flag.
    bool flags_is_head(BasicBlock* block) const {
        const Loop* loop = uniformity_->loops.getLoopFor(block);
        if (!loop || loop->getHeader() != block) return false;
        return any_of(loop->blocks(), [&](BasicBlock* inside) { return is_call_.contains(inside); });
    }

    BasicBlock* emit_call(Node& node, BasicBlock* next) {
        CallInst* call = divider(*node.entry);
        BasicBlock* after = node.entry->getSingleSuccessor();
        IRBuilder<> build(call);
        Value* active = build.CreateLoad(build.getInt1Ty(), node.flag, "active");
        Value* elsewhere = build.getFalse();
        if (waits_for_named(*call)) {
            if (others_left_) {
                for (auto& [entry, flag] : flags_)
                    if (flag != node.flag && waiting_.contains(flag))
                        elsewhere = build.CreateOr(elsewhere, build.CreateLoad(build.getInt1Ty(), flag));
            } else {
                elsewhere = build.CreateNot(active);
            }
        }
        build.CreateStore(build.getFalse(), node.flag);
        build.CreateStore(active, flags_.lookup(after));
        if (gives_to_all(*call)) {
            Value* given = call->getArgOperand(0);
            call->setArgOperand(0, build.CreateSelect(active, given, Constant::getNullValue(given->getType())));
            build.SetInsertPoint(call->getNextNode());
            build.CreateCall(function_.getParent()->getOrInsertFunction(divide_marker, build.getVoidTy()));
            node.entry->getTerminator()->setSuccessor(0, next);
            return node.entry;
        }
        CallInst* some = call_some(build, *call, active, elsewhere);
        call->replaceAllUsesWith(some);
        call->eraseFromParent();
        node.entry->getTerminator()->setSuccessor(0, next);
        if (!divider_name(*some).starts_with("cuprum_syncthreads")) return node.entry;
        // A barrier is one of the block's only if someone calls it.
        auto* test = BasicBlock::Create(context_, "test", &function_, node.entry);
        build.SetInsertPoint(test);
        Value* any_active = any(build, build.CreateLoad(build.getInt1Ty(), node.flag));
        build.CreateCondBr(any_active, node.entry, next);
        if (!some->use_empty()) {
            // Behind it, nobody uses the result who did not call.
            PHINode* result = PHINode::Create(some->getType(), 2, "", next->begin());
            some->replaceAllUsesWith(result);
            for (BasicBlock* before : predecessors(next))
                result->addIncoming(
                    before == node.entry ? static_cast<Value*>(some) : PoisonValue::get(some->getType()), before);
        }
        return test;
    }
    CallInst* call_some(IRBuilder<>& build, CallInst& call, Value* active, Value* elsewhere) {
        SmallVector<Value*> given(call.args());
        if (call.getCalledFunction()->getName().ends_with(some_suffix)) {
            // It was already called by some of these.
            elsewhere = build.CreateSelect(active, given[1], elsewhere);
            active = build.CreateSelect(active, given[0], build.getFalse());
            given.erase(given.begin(), given.begin() + 2);
        }
        SmallVector<Type*> types = {build.getInt1Ty(), build.getInt1Ty()};
        SmallVector<Value*> arguments = {active, elsewhere};
        for (Value* argument : given) {
            types.push_back(argument->getType());
            arguments.push_back(argument);
        }
        auto* type = FunctionType::get(call.getType(), types, false);
        FunctionCallee function =
            function_.getParent()->getOrInsertFunction((divider_name(call) + some_suffix).str(), type);
        cast<Function>(function.getCallee())->addFnAttr(Attribute::Convergent);
        return build.CreateCall(function, arguments);
    }

    BasicBlock* emit_loop(Node& node, BasicBlock* next) {
        auto* again = BasicBlock::Create(context_, "again", &function_, next);
        BasicBlock* begin = emit(node.inner, again);
        const auto go_on = [&](BasicBlock* block) {
            IRBuilder<> build(block);
            Value* any_wanted = any(build, build.CreateLoad(build.getInt1Ty(), node.flag));
            build.CreateCondBr(any_wanted, begin, next);
        };
        go_on(again);
        auto* test = BasicBlock::Create(context_, "test", &function_, begin);
        go_on(test);
        return test;
    }

    void promote() {
        DominatorTree dominators(function_);
        std::vector<AllocaInst*> variables;
        for (AllocaInst* variable : memory_)
            if (isAllocaPromotable(variable)) variables.push_back(variable);
        PromoteMemToReg(variables, dominators);
        const DataLayout& layout = function_.getDataLayout();
        for (bool changes = true; changes;) {
            changes = false;
            for (Instruction& instruction : make_early_inc_range(instructions(function_)))
                if (isa<BinaryOperator, PHINode>(instruction) && instruction.getType()->isIntegerTy(1))
                    if (Value* simple = simplifyInstruction(&instruction, SimplifyQuery(layout, &dominators))) {
                        instruction.replaceAllUsesWith(simple);
                        instruction.eraseFromParent();
                        changes = true;
                    }
        }
    }

    Function& function_;
    LLVMContext& context_;
    const ThreadVariable& variable_;
    const function_ref<bool(const CallInst&)> divides_;
    const bool is_of_lanes_;  ///< Threads are the lanes of one warp; warps follow.
    std::unique_ptr<Uniformity> uniformity_;
    std::vector<BasicBlock*> order_;  ///< Reverse post-order.
    DenseMap<const BasicBlock*, unsigned> number_;
    SmallPtrSet<BasicBlock*, 8> is_call_;  ///< Blocks that hold a call that divides.
    std::vector<Node> nodes_;
    MapVector<BasicBlock*, AllocaInst*> flags_;
    SmallPtrSet<AllocaInst*, 16> waiting_;  ///< Flags of blocks from which threads come to where they wait for others.
    SmallPtrSet<AllocaInst*, 16> comes_to_barrier_;  ///< Flags of blocks from which threads come to one of the block's.
    std::vector<AllocaInst*> memory_;
    bool others_left_ = false, inserted_ = false;
};

}  // namespace

bool linearize_flow(Function& function, const ThreadVariable& variable, function_ref<bool(const CallInst&)> divides,
                    bool is_of_lanes) {
    return LinearFlow(function, variable, divides, is_of_lanes).run();
}

}  // namespace cuprum::backend::cpu
