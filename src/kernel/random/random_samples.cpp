#include "kernel/random/random_samples.h"

#include <string>

#include "cuprum/random/samples_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"
#include "kernel/plan/random.h"

namespace cuprum::kernel {

static_assert(samples_parameters == max_sample_parameters);

void fill_samples(const ndarray& out, const SampleKind& kind, std::span<const SampleParameter> parameters,
                  std::uint64_t seed, std::uint64_t first) {
    static KernelTable<> functions;
    const auto function = functions.function(KernelKey(out.dtype(), kind.engine, kind.distribution), [&] {
        const std::string operands = std::string(kind.engine_name) + ", " + kind.distribution_name,
                          name = std::string("cuprum_samples_") + kind.engine_name + "_" + kind.distribution_name +
                                 "_" + info(out.dtype()).name;
        return KernelSource{name,
                            "#include <cuprum/random/samples.h>\nCUPRUM_RANDOM_SAMPLES(" + name + ", " +
                                storage_type(out.dtype()) + ", " + operands + ", " + std::to_string(parameters.size()) +
                                ")\n",
                            {}};
    });
    DataAccess data;
    RandomSamplesArgs args{};
    args.out = data.write(out);
    args.size = out.size();
    args.seed = seed;
    args.first = first;
    args.period = 1;
    for (std::size_t k = 0; k < parameters.size(); ++k) {
        args.value[k] = parameters[k].value;
        if (!parameters[k].row) continue;
        args.vector[k] = static_cast<const double*>(data.read(*parameters[k].row));
        args.period = parameters[k].row->size();
    }
    data.launch(function, plan_random_samples(args.size), args);
}

}  // namespace cuprum::kernel
