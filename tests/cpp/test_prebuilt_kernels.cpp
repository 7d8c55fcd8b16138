// Which kernels are in the packs. Nothing is compiled.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "cuprum/scipy/special.h"
#include "kernel/prebuilt/prebuilt_kernels.h"
#include "kernel/prebuilt/typical_calls.h"
#include "kernel/ufunc/ufunc_impl.h"
#include "runtime/device_traits.h"

namespace cuprum::kernel {
namespace {

/// The texts of a set by their kernels' names.
std::map<std::string, std::string> texts_of(const std::string& target, PrebuiltSet set) {
    std::map<std::string, std::string> texts;
    for (const auto& module : prebuilt_kernels(target, set))
        for (const KernelSource& kernel : module) texts[kernel.name] = kernel.text;
    return texts;
}

std::vector<DType> dtypes_of(const std::string& codes) {
    std::vector<DType> dtypes;
    for (char code : codes)
        dtypes.push_back(code == 'f'   ? DType::float32
                         : code == 'd' ? DType::float64
                         : code == 'l' ? DType::int64
                                       : DType::complex128);
    return dtypes;
}

/// The kernel of a call with contiguous arrays of these dtypes.
KernelSource kernel_of(const Ufunc& ufunc, const std::vector<DType>& in) {
    const Loop* loop = ufunc.impl().find_loop(in);
    if (!loop) return {};
    const std::span out(loop->out.data(), static_cast<std::size_t>(loop->nout));
    const ElementwiseKernel& kernel = ufunc.impl().kernel_for(*loop, in, out, false);
    return {kernel.entry_name(ElementwiseLoop::linear), kernel.source(ElementwiseLoop::linear), {}};
}

TEST(PrebuiltKernels, EverySpecialFunctionOfFloatsForGpus) {
    const auto texts = texts_of("sm_90", PrebuiltSet::common);
    int seen = 0;
    for (auto [name, ufunc] : scipy::special::ufuncs())
        for (const std::string& type : ufunc->types()) {
            const std::string inputs = type.substr(0, type.find("->"));
            if (inputs.find_first_not_of("fd") != std::string::npos) continue;
            const KernelSource kernel = kernel_of(*ufunc, dtypes_of(inputs));
            const auto found = texts.find(kernel.name);
            ASSERT_NE(found, texts.end()) << name << " of " << type;
            EXPECT_EQ(found->second, kernel.text) << name << " of " << type;
            ++seen;
        }
    EXPECT_GT(seen, 300);
}

TEST(PrebuiltKernels, ComplexFunctionsOfRealArraysForGpus) {
    const auto texts = texts_of("sm_90", PrebuiltSet::common);
    const std::pair<const char*, const char*> calls[] = {
        {"lambertw_branch", "dld"}, {"lambertw_branch", "fld"}, {"wofz", "d"}, {"wofz", "f"}, {"hankel1", "dd"}};
    std::set<std::string> called;
    for (auto [name, ufunc] : scipy::special::ufuncs())
        for (const auto& [wanted, inputs] : calls) {
            if (std::string_view(name) != wanted) continue;
            EXPECT_TRUE(texts.contains(kernel_of(*ufunc, dtypes_of(inputs)).name)) << name << " of " << inputs;
            called.insert(name);
        }
    EXPECT_EQ(called.size(), 3u);
}

// Of a CPU's, which are made in seconds, it has those of float32 and float64, too.
TEST(PrebuiltKernels, AFreshBuildHasFewKernels) {
    const auto of_gpu = texts_of("sm_90", PrebuiltSet::first), of_cpu = texts_of("x86-64-v3", PrebuiltSet::common);
    EXPECT_LT(of_gpu.size(), 50u);
    EXPECT_LT(of_cpu.size(), 1000u);
    for (const char* name : {"cuprum_betaincinv_ddd_d_ddd_d_inner", "cuprum_betaincinv_fff_f_fff_f_inner"})
        EXPECT_TRUE(of_cpu.contains(name)) << name;
}

TEST(PrebuiltKernels, TypicalCallsTellTheirKernels) {
    if (runtime::device_traits().thread_blocks) GTEST_SKIP() << "for a CPU alone";
    std::set<std::string> names;
    for (const auto& module : kernels_of_typical_calls()) {
        EXPECT_FALSE(module.empty());
        std::set<std::string> of_module;
        for (const KernelSource& kernel : module) {
            EXPECT_EQ(kernel.code, module[0].code) << kernel.name;
            EXPECT_TRUE(of_module.insert(kernel.name).second) << kernel.name << " stands twice in a module";
        }
        names.merge(of_module);
    }
    for (const char* name : {"cuprum_argsort_tiles_float32", "cuprum_search_float64", "cuprum_search_int64"})
        EXPECT_TRUE(names.contains(name)) << name;
}

// How a kernel is to be compiled holds for its whole module.
TEST(PrebuiltKernels, ModulesHaveOneWayToBeCompiled) {
    for (const auto& module : prebuilt_kernels("sm_90", PrebuiltSet::common)) {
        std::set<std::string> names;
        for (const KernelSource& kernel : module) {
            EXPECT_TRUE(names.insert(kernel.name).second) << kernel.name << " is twice in its module";
            EXPECT_EQ(kernel.code, module.front().code) << kernel.name << " and " << module.front().name;
        }
    }
}

}  // namespace
}  // namespace cuprum::kernel
