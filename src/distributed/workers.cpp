#include "distributed/workers.h"

#include <utility>

#include "cuprum/cuda.h"
#include "cuprum/host.h"
#include "distributed/transfers.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"

namespace cuprum::distributed {
namespace {

class DeviceWorkers final : public Workers {
public:
    explicit DeviceWorkers(std::vector<int> devices) : devices_(std::move(devices)) {}

    int count() const override { return static_cast<int>(devices_.size()); }
    bool is_here(int) const override { return true; }
    int device(int worker) const override { return devices_[static_cast<std::size_t>(worker)]; }
    void on_each(std::size_t bytes, const std::function<void(int)>& work) override {
        start_on_each_device(devices_, bytes, [&](std::size_t i) { work(static_cast<int>(i)); });
    }
    void send(DType, const std::vector<Message>& messages) override {
        Transfers transfers;
        for (const Message& one : messages) transfers.add(one.source, one.target);
        transfers.run();
    }
    void share(int, std::vector<std::int64_t>&) override {}
    bool any(bool failed_here) override { return failed_here; }

private:
    std::vector<int> devices_;
};

class GroupWorkers final : public Workers {
public:
    GroupWorkers(std::shared_ptr<ProcessGroup> group, std::int64_t plan)
        : group_(std::move(group)), device_(cuda::Device().id()), plan_(static_cast<std::uint64_t>(plan)) {}

    int count() const override { return group_->size(); }
    bool is_here(int worker) const override { return worker == group_->rank(); }
    int device(int) const override { return device_; }
    void on_each(std::size_t, const std::function<void(int)>& work) override { work(group_->rank()); }
    void send(DType dtype, const std::vector<Message>& messages) override {
        const int me = group_->rank();
        const ndarray nothing = kernel::new_array({0}, dtype);
        const auto ranks = static_cast<std::size_t>(group_->size());
        std::vector<ndarray> in(ranks, nothing), out(ranks, nothing);
        std::vector<std::pair<ndarray, ndarray>> arrived;
        bool needed = false;
        for (const Message& one : messages) {
            const auto from = static_cast<std::size_t>(one.from), to = static_cast<std::size_t>(one.to);
            if (one.from == one.to) {
                if (one.from == me) copy_to(one.source, one.target);
                continue;
            }
            needed = true;
            if (one.from == me) in[to] = one.source.is_c_contiguous() ? one.source : one.source.copy('C');
            if (one.to != me) continue;
            out[from] = one.target;
            if (one.target.is_c_contiguous()) continue;
            out[from] = kernel::new_array(one.target.shape(), dtype);
            arrived.emplace_back(out[from], one.target);
        }
        if (!needed) return;
        group_->exchange(in, out, static_cast<std::int64_t>(++plan_));
        for (const auto& [source, target] : arrived) copy_to(source, target);
    }
    void share(int from, std::vector<std::int64_t>& numbers) override {
        const ndarray all = host::copied(numbers.data(), static_cast<std::int64_t>(numbers.size()), DType::int64);
        group_->broadcast(all, from);
        all.get(numbers.data());
    }
    bool any(bool failed_here) override {
        const std::int64_t mine = failed_here;
        std::int64_t all = 0;
        const ndarray flag = host::copied(&mine, 1, DType::int64);
        group_->all_reduce(flag, flag, "max");
        flag.get(&all);
        return all != 0;
    }

private:
    std::shared_ptr<ProcessGroup> group_;
    int device_;
    std::uint64_t plan_;  // another one for each step
};

}  // namespace

std::unique_ptr<Workers> workers_of(std::vector<int> devices) {
    return std::make_unique<DeviceWorkers>(std::move(devices));
}
std::unique_ptr<Workers> workers_of(std::shared_ptr<ProcessGroup> group, std::int64_t plan) {
    return std::make_unique<GroupWorkers>(std::move(group), plan);
}

}  // namespace cuprum::distributed
