// The compiler behind the CPU backend: Clang and LLVM in this process, from kernel text in memory to an object in
// memory. With the folder `clang` it makes libcuprum_clang.so.
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>
#include <pthread.h>

#include <algorithm>
#include <clang/Basic/Version.inc>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "backend/cpu/clang/access_order.h"
#include "backend/cpu/clang/fuse_products.h"
#include "backend/cpu/clang/hidden_zeros.h"
#include "backend/cpu/clang/raw_kernels.h"
#include "backend/cpu/clang/scalar_code.h"
#include "backend/cpu/clang/unsigned_conversions.h"
#include "backend/cpu/clang/vector_calls.h"
#include "backend/cpu/clang/wrapping_indices.h"
#include "backend/cpu/clang_abi.h"
#include "backend/cpu/clang_preambles.h"

namespace {

constexpr const char* triple = "x86_64-unknown-linux-gnu";
constexpr const char* header_root = "/cuprum-device/";
constexpr const char* source_path = "/cuprum-device/kernel.cpp";

/// LLVM reports what it cannot go on from by a handler that must not return. Throwing leaves its frames behind
/// uncleaned, so what the compilation holds is leaked then.
struct FatalError {
    std::string message;
};

void throw_fatal_error(void*, const char* message, bool) { throw FatalError{message}; }

/// Passes whose time grows with the square of a kernel's length, or which gain nothing here.
void set_limits() {
    constexpr std::pair<const char*, const char*> limits[] = {
        // The scheduler looks for dependences between all pairs of memory accesses of a block, up to as many. Unrolled
        // kernels have blocks of thousands, which took most of their compilation.
        {"dag-maps-huge-region", "300"},
        // So does the vectorizer of straight code, for every tree that it tries.
        {"slp-schedule-budget", "1000"},
        // Puts numbers that a mask is made of into mask registers, which made no kernel faster.
        {"disable-x86-domain-reassignment", "true"},
    };
    for (const auto& [name, value] : limits) llvm::cl::getRegisteredOptions()[name]->addOccurrence(0, name, value);
}

void initialize_llvm() {
    static std::once_flag once;
    std::call_once(once, [] {
        LLVMInitializeX86TargetInfo();
        LLVMInitializeX86Target();
        LLVMInitializeX86TargetMC();
        LLVMInitializeX86AsmParser();
        LLVMInitializeX86AsmPrinter();
        set_limits();
        llvm::remove_fatal_error_handler();
        llvm::install_fatal_error_handler(throw_fatal_error);
    });
}

/// The table of vector functions of a module's own: cuprum_register_NAME stands for cuprum_number_NAME
/// (cuprum/registers.h).
class RegisterFunctions {
public:
    explicit RegisterFunctions(llvm::Module& module) {
        for (const llvm::Function& number : module) {
            const llvm::StringRef scalar = number.getName();
            if (!scalar.starts_with("cuprum_number_")) continue;
            const std::string vector = ("cuprum_register_" + scalar.drop_front(std::strlen("cuprum_number_"))).str();
            const auto* type = llvm::cast<llvm::FixedVectorType>(module.getFunction(vector)->getReturnType());
            const std::string prefix =
                "_ZGV_LLVM_N" + std::to_string(type->getNumElements()) + std::string(number.arg_size(), 'v');
            table_.emplace_back(*keep(scalar.str()), *keep(vector), type->getElementCount(), false, *keep(prefix));
        }
    }

    llvm::ArrayRef<llvm::VecDesc> table() const { return table_; }

private:
    const std::string* keep(std::string text) { return &strings_.emplace_back(std::move(text)); }

    std::deque<std::string> strings_;  // The optimizer may delete functions before it asks for their names.
    std::vector<llvm::VecDesc> table_;
};

/// "x86-64-v3-nomvec" taken apart.
struct Target {
    std::string cpu;
    int level;
    std::string level_macro;  ///< An argument of the compiler.
    bool vector_math;
    bool in_fibers;  ///< Each thread of a raw kernel is one, and none are put into loops.
    bool is_scalar;  ///< Nothing is vectorised, and hardly anything optimised.

    explicit Target(llvm::StringRef name) {
        is_scalar = name.consume_back("-scalar");
        in_fibers = name.consume_back("-fibers");
        vector_math = !name.consume_back("-nomvec");
        cpu = name.str();
        if (!name.consume_front("x86-64-v") || name.getAsInteger(10, level) || level < 2 || level > 4)
            throw FatalError{"the target " + cpu + " is not one of x86-64-v2, x86-64-v3 and x86-64-v4"};
        level_macro = "-DCUPRUM_CPU_LEVEL=" + std::to_string(level);
    }
};

/// Writes llvm.fpto[su]i.sat as clamp, convert and select, which stay vectors. LLVM 19 itself takes vectors of it apart
/// on x86. To 8 and 16 bits they are converted by way of 32, of which the lower ones are kept, as CUDA's compilers do.
void expand_saturating_casts(llvm::Module& module) {
    std::vector<llvm::IntrinsicInst*> casts;
    for (llvm::Function& function : module)
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
                if (call->getIntrinsicID() == llvm::Intrinsic::fptosi_sat ||
                    call->getIntrinsicID() == llvm::Intrinsic::fptoui_sat)
                    casts.push_back(call);
    for (llvm::IntrinsicInst* cast : casts) {
        llvm::IRBuilder<> build(cast);
        const bool is_signed = cast->getIntrinsicID() == llvm::Intrinsic::fptosi_sat;
        llvm::Value* from = cast->getArgOperand(0);
        llvm::Type* real = from->getType();
        const unsigned bits = std::max(cast->getType()->getScalarSizeInBits(), 32u);
        llvm::Type* integer = cast->getType()->getWithNewBitWidth(bits);
        const llvm::APInt smallest = is_signed ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt::getZero(bits);
        const llvm::APInt largest = is_signed ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits);
        // The bounds rounded towards zero are real numbers that the conversion itself can take.
        const auto bound = [&](const llvm::APInt& value) {
            llvm::APFloat rounded(real->getScalarType()->getFltSemantics());
            rounded.convertFromAPInt(value, is_signed, llvm::APFloat::rmTowardZero);
            return llvm::ConstantFP::get(real, rounded);
        };
        llvm::Constant* low = bound(smallest);
        llvm::Constant* high = bound(largest);
        llvm::Value* clamped = build.CreateSelect(build.CreateFCmpOGT(from, low), from, low);  // NaN becomes `low`.
        clamped = build.CreateSelect(build.CreateFCmpOLT(clamped, high), clamped, high);
        llvm::Value* result = is_signed ? build.CreateFPToSI(clamped, integer) : build.CreateFPToUI(clamped, integer);
        result = build.CreateSelect(build.CreateFCmpOGT(from, high), llvm::ConstantInt::get(integer, largest), result);
        if (is_signed)
            result = build.CreateSelect(build.CreateFCmpUNO(from, from), llvm::Constant::getNullValue(integer), result);
        cast->replaceAllUsesWith(build.CreateTrunc(result, cast->getType()));
        cast->eraseFromParent();
    }
}

/// Stops at unoptimised IR. Clang's own actions would go on to run its pipeline, without our vector functions.
class GenerateIR : public clang::ASTFrontendAction {
public:
    GenerateIR(llvm::LLVMContext& context, bool is_cuda) : context_(context), is_cuda_(is_cuda) {}

    std::unique_ptr<llvm::Module> module;
    std::vector<cuprum::backend::cpu::RawKernel> kernels;

protected:
    bool BeginSourceFileAction(clang::CompilerInstance& clang) override {
        if (is_cuda_) cuprum::backend::cpu::name_refusals(clang);
        return true;
    }

    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& clang,
                                                          llvm::StringRef file) override {
        std::unique_ptr<clang::CodeGenerator> generator(clang::CreateLLVMCodeGen(
            clang.getDiagnostics(), file, &clang.getVirtualFileSystem(), clang.getHeaderSearchOpts(),
            clang.getPreprocessorOpts(), clang.getCodeGenOpts(), context_));
        generator_ = generator.get();
        return generator;
    }

    void EndSourceFileAction() override {
        clang::CompilerInstance& clang = getCompilerInstance();
        if (is_cuda_ && !clang.getDiagnostics().hasErrorOccurred())
            kernels = cuprum::backend::cpu::find_kernels(clang, *generator_, *generator_->GetModule());
        if (clang.getDiagnostics().hasErrorOccurred()) return;
        cuprum::backend::cpu::find_scalar_code(*generator_, *generator_->GetModule());
        module.reset(generator_->ReleaseModule());
    }

private:
    llvm::LLVMContext& context_;
    bool is_cuda_;
    clang::CodeGenerator* generator_ = nullptr;
};

class Compilation {
public:
    explicit Compilation(const CuprumClangRequest& request)
        : request_(request), target_(request.target), source_(request.source, request.source_size), log_stream_(log_) {
        if (!request.is_cuda) return;
        const auto is_known = [&](llvm::StringRef name) {
            return std::any_of(request.headers, request.headers + request.header_count,
                               [&](const CuprumClangHeader& header) { return name == header.name; });
        };
        source_ = cuprum::backend::cpu::raw_prefix(source_, is_known) +
                  cuprum::backend::cpu::attributes_before_shared(source_) +
                  cuprum::backend::cpu::raw_suffix({request.names, request.names + request.name_count});
    }

    bool run() {
        if (!parse()) return false;
        if (request_.headers_only) return true;
        create_machine();
        context_.setDiagnosticHandlerCallBack(note_backend_diagnostic, this);
        if (request_.is_cuda) {
            for (const std::string& symbol : cuprum::backend::cpu::resolve_names(*module_, request_.name_count))
                symbols_.append(symbol.c_str(), symbol.size() + 1);
            cuprum::backend::cpu::lower_kernels(*module_, kernels_, *machine_,
                                                {request_.check_memory != 0, request_.check_races != 0},
                                                target_.in_fibers);
            if (!shared_memory_fits()) return false;
        }
        expand_saturating_casts(*module_);
        cuprum::backend::cpu::mark_scalar_code(*module_, vector_functions());
        optimize();
        cuprum::backend::cpu::reveal_zeros(*module_);
        cuprum::backend::cpu::call_vector_functions(*module_, vector_functions());
        cuprum::backend::cpu::describe_kernels(*module_, kernels_);
        return emit();
    }

    llvm::StringRef object() const { return {object_.data(), object_.size()}; }
    const std::string& symbols() const { return symbols_; }
    std::string& log() { return log_; }

private:
    /// Kernel text to LLVM IR.
    bool parse() {
        std::vector<const char*> arguments = {
            "-triple", triple, "-target-cpu", target_.cpu.c_str(), "-x", "c++", "-std=c++20", "-nostdsysteminc",
            "-nobuiltininc", "-O3", "-vectorize-loops", "-vectorize-slp", "-ffp-contract=off", "-fno-rtti",
            "-fno-threadsafe-statics", "-fno-use-cxa-atexit", "-mrelocation-model", "pic", "-pic-level", "2",
            "-pic-is-pie", "-mframe-pointer=none", "-fdeprecated-macro", "-fgnuc-version=4.2.1",
            // A float too large for an integer type saturates and NaN gives 0, as on a GPU.
            "-fno-strict-float-cast-overflow",
            // For NVRTC, too, `int pair[] = {i, 0}` with a wider `i` is worth no more than a warning.
            "-Wno-error=c++11-narrowing", "-Wno-error=c++11-narrowing-const-reference",
            // Kernels written for CUDA read memory through other types, which nvcc allows.
            "-relaxed-aliasing", "-internal-isystem", header_root, target_.level_macro.c_str()};
        // NVRTC has none of these words. Programs include a processor's own headers by them.
        for (const char* word :
             {"-U__MMX__", "-U__SSE__", "-U__SSE_MATH__", "-U__SSE2__", "-U__SSE2_MATH__", "-U__SSE3__", "-U__SSSE3__",
              "-U__SSE4_1__", "-U__SSE4_2__", "-U__AVX__", "-U__AVX2__", "-U__FMA__", "-U__F16C__", "-U__AVX512F__",
              "-U__AVX512BW__", "-U__AVX512CD__", "-U__AVX512DQ__", "-U__AVX512VL__"})
            arguments.push_back(word);
        if (target_.level >= 4) arguments.push_back("-mprefer-vector-width=512");
        if (request_.is_cuda)
            arguments.insert(arguments.end(), {"-ffp-contract=fast-honor-pragmas", "-fconst-strings"});
        if (request_.check_races || request_.check_memory) arguments.push_back("-debug-info-kind=line-tables-only");
        for (int i = 0; i < request_.option_count; ++i) arguments.push_back(request_.options[i]);
        arguments.push_back(source_path);
        std::string settings;  // what precompiled headers depend on besides their text
        for (const char* argument : arguments) settings += std::string(argument) + '\n';

        llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options = new clang::DiagnosticOptions;
        options->ShowOptionNames = true;
        options->ShowPresumedLoc = true;
        auto* printer = new clang::TextDiagnosticPrinter(log_stream_, options.get());
        auto invocation = std::make_shared<clang::CompilerInvocation>();
        clang::DiagnosticsEngine diagnostics(new clang::DiagnosticIDs, options, printer, false);
        if (!clang::CompilerInvocation::CreateFromArgs(*invocation, arguments, diagnostics)) {
            delete printer;
            return false;
        }
        // Not -ffreestanding, which would also take away what the compiler knows of sin, memcpy and the like.
        invocation->getLangOpts().Freestanding = true;
        // Else each kernel that reads a precompiled preamble would instantiate the preamble's templates anew.
        invocation->getLangOpts().PCHInstantiateTemplates = true;
        invocation->getFrontendOpts().DisableFree = false;
        invocation->getCodeGenOpts().DisableFree = false;

        auto files = open_files();
        auto source = llvm::MemoryBuffer::getMemBuffer(source_, source_path);
        preamble_ = cuprum::backend::cpu::preambles().find(settings, *invocation, *source, files, request_);
        if (request_.headers_only) {
            delete printer;
            if (!preamble_) log_ += "error: the source begins with no includes that compile\n";
            return preamble_ != nullptr;
        }
        invocation->getPreprocessorOpts().RetainRemappedFileBuffers = true;
        if (preamble_) preamble_->add_to(*invocation, files, *source);

        clang_ = std::make_unique<clang::CompilerInstance>();
        clang_->setInvocation(invocation);
        clang_->setVerboseOutputStream(log_stream_);
        clang_->createDiagnostics(printer, true);
        clang_->createFileManager(files);
        GenerateIR action(context_, request_.is_cuda);
        const bool parsed = clang_->ExecuteAction(action);
        module_ = std::move(action.module);
        kernels_ = std::move(action.kernels);
        return parsed && module_;
    }

    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> open_files() const {
        auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
        memory->addFile(source_path, 0, llvm::MemoryBuffer::getMemBuffer(source_, source_path));
        for (int i = 0; i < request_.header_count; ++i) {
            const CuprumClangHeader& header = request_.headers[i];
            memory->addFile(std::string(header_root) + header.name, 0,
                            llvm::MemoryBuffer::getMemBuffer(header.text, header.name));
        }
        auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
        overlay->pushOverlay(memory);
        return overlay;
    }

    /// As the options ask for. Fibers are what is right in doubt: of little that a compiler may do to them.
    llvm::OptimizationLevel optimization() const {
        const unsigned asked = clang_->getCodeGenOpts().OptimizationLevel;
        if (target_.is_scalar) return llvm::OptimizationLevel::O0;
        if (target_.in_fibers || asked == 1) return llvm::OptimizationLevel::O1;
        return asked == 2 ? llvm::OptimizationLevel::O2 : llvm::OptimizationLevel::O3;
    }

    llvm::CodeGenOptLevel code_generation() const {
        // Unoptimised kernels of programs have sums and products contracted, which the quickest generator does not do.
        if (target_.is_scalar && !request_.is_cuda) return llvm::CodeGenOptLevel::None;
        return optimization().getSpeedupLevel() < 2 ? llvm::CodeGenOptLevel::Less : llvm::CodeGenOptLevel::Aggressive;
    }

    void create_machine() {
        std::string error;
        const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
        if (!target) throw FatalError{error};
        llvm::TargetOptions options;
        options.UniqueSectionNames = false;
        machine_.reset(target->createTargetMachine(triple, target_.cpu, "", options, llvm::Reloc::PIC_,
                                                   llvm::CodeModel::Small, code_generation()));
        library_ = std::make_unique<llvm::TargetLibraryInfoImpl>(llvm::Triple(triple));
        library_->addVectorizableFunctions(vector_functions().table());
        register_functions_.emplace(*module_);
        library_->addVectorizableFunctions(register_functions_->table());
    }

    const cuprum::backend::cpu::VectorFunctions& vector_functions() const {
        using Table = cuprum::backend::cpu::VectorFunctions;
        // Never destroyed: a thread may still compile when the process ends.
        struct Tables {
            Table of[3][2] = {{{2, false}, {2, true}}, {{3, false}, {3, true}}, {{4, false}, {4, true}}};
        };
        static const Tables& tables = *new Tables;
        return tables.of[target_.level - 2][target_.vector_math];
    }

    void optimize() {
        llvm::PipelineTuningOptions tuning;
        tuning.LoopVectorization = tuning.SLPVectorization = tuning.LoopUnrolling = tuning.LoopInterleaving = true;
        llvm::PassBuilder builder(machine_.get(), tuning);
        llvm::LoopAnalysisManager loops;
        llvm::FunctionAnalysisManager functions;
        llvm::CGSCCAnalysisManager components;
        llvm::ModuleAnalysisManager modules;
        functions.registerPass([&] { return llvm::TargetLibraryAnalysis(*library_); });
        builder.registerModuleAnalyses(modules);
        builder.registerCGSCCAnalyses(components);
        builder.registerFunctionAnalyses(functions);
        builder.registerLoopAnalyses(loops);
        builder.crossRegisterProxies(loops, functions, components, modules);
        const auto before_vectorizer = [this](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
            if (request_.is_cuda) passes.addPass(cuprum::backend::cpu::KeepAccessOrder());
            if (target_.level >= 3) passes.addPass(cuprum::backend::cpu::FuseProducts());
            passes.addPass(cuprum::backend::cpu::SeparateScalarCode());
            passes.addPass(cuprum::backend::cpu::KeepCallsApart());
            passes.addPass(cuprum::backend::cpu::HideWrappingIndices());
            passes.addPass(cuprum::backend::cpu::KeepUnsignedWide());
        };
        if (!target_.is_scalar) builder.registerVectorizerStartEPCallback(before_vectorizer);
        const llvm::OptimizationLevel level = optimization();
        (level == llvm::OptimizationLevel::O0 ? builder.buildO0DefaultPipeline(level)
                                              : builder.buildPerModuleDefaultPipeline(level))
            .run(*module_, modules);
    }

    /// Static shared memory is limited as on a GPU.
    bool shared_memory_fits() {
        constexpr unsigned limit = 48 << 10;
        bool fits = true;
        for (const cuprum::backend::cpu::RawKernel& kernel : kernels_) {
            if (kernel.static_shared <= limit) continue;
            log_ += "error: the kernel '" + kernel.name + "' has " + std::to_string(kernel.static_shared) +
                    " bytes of static shared memory, and there are at most " + std::to_string(limit) +
                    "; dynamic shared memory (extern __shared__) may be more\n";
            fits = false;
        }
        return fits;
    }

    bool emit() {
        llvm::raw_svector_ostream stream(object_);
        llvm::legacy::PassManager passes;
        passes.add(new llvm::TargetLibraryInfoWrapperPass(*library_));
        if (machine_->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile))
            throw FatalError{"the code generator cannot write objects"};
        passes.run(*module_);
        return !failed_in_backend_;
    }

    static void note_backend_diagnostic(const llvm::DiagnosticInfo* info, void* self) {
        auto* compilation = static_cast<Compilation*>(self);
        if (info->getSeverity() > llvm::DS_Warning) return;
        compilation->failed_in_backend_ |= info->getSeverity() == llvm::DS_Error;
        llvm::DiagnosticPrinterRawOStream printer(compilation->log_stream_);
        compilation->log_stream_ << llvm::LLVMContext::getDiagnosticMessagePrefix(info->getSeverity()) << ": ";
        info->print(printer);
        compilation->log_stream_ << '\n';
    }

    const CuprumClangRequest& request_;
    Target target_;
    std::string source_, log_, symbols_;
    llvm::raw_string_ostream log_stream_;
    llvm::SmallVector<char, 0> object_;
    bool failed_in_backend_ = false;
    llvm::LLVMContext context_;
    std::shared_ptr<const cuprum::backend::cpu::Preamble> preamble_;  // Outlives `clang_`, which reads it.
    std::unique_ptr<clang::CompilerInstance> clang_;
    std::unique_ptr<llvm::TargetMachine> machine_;
    std::optional<RegisterFunctions> register_functions_;
    std::unique_ptr<llvm::TargetLibraryInfoImpl> library_;
    std::unique_ptr<llvm::Module> module_;
    std::vector<cuprum::backend::cpu::RawKernel> kernels_;
};

/// The source as an error log shows it, so that line numbers in messages can be looked up.
std::string numbered(llvm::StringRef source) {
    std::string text;
    for (int line = 1; !source.empty(); ++line) {
        const auto [first, rest] = source.split('\n');
        const std::string number = std::to_string(line);
        text += std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number + " | " + first.str() + '\n';
        source = rest;
    }
    return text;
}

/// What a log alone does not tell the writer of a raw kernel.
std::string hints(const CuprumClangRequest& request) {
    std::string text;
    if (llvm::StringRef(request.source, request.source_size).contains("<<<"))
        text += "note: dynamic parallelism, kernels<<<...>>> that kernels start, needs a GPU\n";
    return text;
}

char* copy(llvm::StringRef text) {
    auto* block = static_cast<char*>(std::malloc(text.size() + 1));
    if (!block) return nullptr;
    std::memcpy(block, text.data(), text.size());
    block[text.size()] = 0;
    return block;
}

}  // namespace

int cuprum_clang_abi() { return CUPRUM_CLANG_ABI; }

const char* cuprum_clang_version() { return CLANG_VERSION_STRING; }

namespace {

CuprumClangResult compile_here(const CuprumClangRequest* request) {
    initialize_llvm();
    CuprumClangResult result{};
    std::unique_ptr<Compilation> compilation;
    std::string log;
    try {
        compilation = std::make_unique<Compilation>(*request);
        result.ok = compilation->run();
        log = std::move(compilation->log());
    } catch (const FatalError& error) {
        if (compilation) log = std::move(compilation->log());
        log += "error: " + error.message + '\n';
        compilation.release();  // Its parts are in no state to be destroyed.
    }
    if (result.ok) {
        result.object = copy(compilation->object());
        result.object_size = compilation->object().size();
        if (request->name_count) result.symbols = copy(compilation->symbols());
    } else {
        if (request->is_cuda) log += hints(*request);
        log += "\nThe source was:\n" + numbered({request->source, request->source_size});
    }
    result.log = copy(log);
    return result;
}

/// Clang and LLVM call themselves for every level of an expression, some kilobytes each: a thread with the usual stack
/// overflows at some thousand levels. Of this one only the pages that are used take memory.
constexpr std::size_t compiler_stack = std::size_t{512} << 20;

struct CompilerCall {
    const CuprumClangRequest* request;
    CuprumClangResult result;
    std::exception_ptr error;  ///< std::bad_alloc

    static void* run(void* self) {
        auto* call = static_cast<CompilerCall*>(self);
        try {
            call->result = compile_here(call->request);
        } catch (...) {
            call->error = std::current_exception();
        }
        return nullptr;
    }
};

}  // namespace

CuprumClangResult cuprum_clang_compile(const CuprumClangRequest* request) {
    CompilerCall call{request, {}, {}};
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    // Signals are for the caller's threads.
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool is_started = pthread_attr_setstacksize(&attributes, compiler_stack) == 0 &&
                            pthread_create(&thread, &attributes, CompilerCall::run, &call) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_attr_destroy(&attributes);
    if (is_started) pthread_join(thread, nullptr);
    else CompilerCall::run(&call);  // where memory or threads are limited
    if (call.error) std::rethrow_exception(call.error);
    return call.result;
}

void cuprum_clang_free(CuprumClangResult* result) {
    std::free(result->object);
    std::free(result->symbols);
    std::free(result->log);
    *result = {};
}
