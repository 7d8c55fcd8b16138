#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/ParsedAttrInfo.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/CGFunctionInfo.h>
#include <clang/CodeGen/CodeGenABITypes.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/ParsedAttr.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

#include "backend/cpu/clang/raw_kernels.h"

namespace cuprum::backend::cpu {
namespace {

/// `__shared__` and `__constant__` make a variable of a function static, unless it says extern.
struct StaticAttribute : clang::ParsedAttrInfo {
    StaticAttribute() {
        static constexpr Spelling spellings[] = {{clang::ParsedAttr::AS_GNU, "cuprum_static"}};
        Spellings = spellings;
    }
    AttrHandling handleDeclAttribute(clang::Sema&, clang::Decl* declaration, const clang::ParsedAttr&) const override {
        auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
        if (variable && variable->getStorageClass() == clang::SC_None && variable->getParentFunctionOrMethod())
            variable->setStorageClass(clang::SC_Static);
        return AttributeApplied;
    }
};
const clang::ParsedAttrInfoRegistry::Add<StaticAttribute> register_static("cuprum_static",
                                                                          "static storage of CUDA's variables");

constexpr const char* name_prefix = "cuprum_name_";

/// The functions that carry an annotation, with its first argument.
struct Annotation {
    llvm::Function* function;
    llvm::StringRef text;
    unsigned argument = 0;
};

std::vector<Annotation> read_annotations(llvm::Module& module) {
    std::vector<Annotation> result;
    llvm::GlobalVariable* list = module.getNamedGlobal("llvm.global.annotations");
    if (!list) return result;
    for (const llvm::Use& entry : llvm::cast<llvm::ConstantArray>(list->getInitializer())->operands()) {
        const auto* fields = llvm::cast<llvm::ConstantStruct>(entry);
        auto* function = llvm::dyn_cast<llvm::Function>(fields->getOperand(0)->stripPointerCasts());
        auto* text = llvm::cast<llvm::GlobalVariable>(fields->getOperand(1)->stripPointerCasts());
        if (!function) continue;
        Annotation annotation{function, llvm::cast<llvm::ConstantDataArray>(text->getInitializer())->getAsCString()};
        if (auto* arguments = llvm::dyn_cast<llvm::GlobalVariable>(fields->getOperand(4)->stripPointerCasts()))
            if (auto* number =
                    llvm::dyn_cast_or_null<llvm::ConstantInt>(arguments->getInitializer()->getAggregateElement(0u)))
                annotation.argument = static_cast<unsigned>(number->getZExtValue());
        result.push_back(annotation);
    }
    list->eraseFromParent();
    return result;
}

RawKernel describe(clang::CodeGenerator& generator, const clang::FunctionDecl* declaration, llvm::Function* function) {
    clang::ASTContext& context = declaration->getASTContext();
    RawKernel kernel{function, {}, 0, {}, {}};
    clang::PrintingPolicy policy(context.getLangOpts());
    llvm::raw_string_ostream name(kernel.name);
    declaration->getNameForDiagnostic(name, policy, true);

    const auto& abi = clang::CodeGen::arrangeFreeFunctionType(
        generator.CGM(), context.getCanonicalType(declaration->getType()).castAs<clang::FunctionProtoType>());
    unsigned number = 0;
    for (const auto& argument : abi.arguments()) {
        const clang::ParmVarDecl* parameter = declaration->getParamDecl(number);
        const clang::QualType type = parameter->getType();
        kernel.parameters.push_back({parameter->getNameAsString(), type.getAsString(policy),
                                     static_cast<unsigned>(context.getTypeSizeInChars(type).getQuantity()),
                                     static_cast<unsigned>(context.getTypeAlignInChars(type).getQuantity()),
                                     type->isAnyPointerType() || type->isReferenceType()});
        const clang::CodeGen::ABIArgInfo& info = argument.info;
        switch (info.getKind()) {
            case clang::CodeGen::ABIArgInfo::Ignore: break;
            case clang::CodeGen::ABIArgInfo::Indirect:
            case clang::CodeGen::ABIArgInfo::IndirectAliased: kernel.pieces.push_back({number, nullptr, 0}); break;
            default: {  // Direct and Extend: x86-64 knows no others.
                auto* structure = llvm::dyn_cast<llvm::StructType>(info.getCoerceToType());
                if (structure && info.isDirect() && info.getCanBeFlattened()) {
                    const auto* layout = function->getDataLayout().getStructLayout(structure);
                    for (unsigned i = 0; i < structure->getNumElements(); ++i)
                        kernel.pieces.push_back(
                            {number, structure->getElementType(i),
                             info.getDirectOffset() + static_cast<unsigned>(layout->getElementOffset(i))});
                } else {
                    kernel.pieces.push_back(
                        {number, info.getCoerceToType(), info.isDirect() ? info.getDirectOffset() : 0});
                }
            }
        }
        ++number;
    }
    return kernel;
}

}  // namespace

namespace {

/// Where the comment or literal that may begin at `at` ends; `at` itself where none begins.
std::size_t end_of_opaque(llvm::StringRef text, std::size_t at) {
    const llvm::StringRef rest = text.substr(at);
    const auto behind = [&](llvm::StringRef end) {
        const std::size_t found = text.find(end, at + 2);
        return found == llvm::StringRef::npos ? text.size() : found + end.size();
    };
    if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
    if (rest.starts_with("/*")) return behind("*/");
    const bool is_quote =
        rest.starts_with("\"") || (rest.starts_with("'") && (at == 0 || !llvm::isAlnum(text[at - 1])));
    if (!is_quote) return at;
    std::size_t end = at + 1;
    while (end < text.size() && text[end] != text[at] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
}

/// Where the attributes that begin at `at`, behind white space, end; `at` itself where there are none.
std::size_t end_of_attributes(llvm::StringRef text, std::size_t at) {
    for (;;) {
        std::size_t end = text.find_first_not_of(" \t\n\\", at);
        const llvm::StringRef rest = text.substr(end);
        if (rest.starts_with("alignas")) end = text.find_first_not_of(" \t", end + 7);
        else if (!rest.starts_with("[[")) return at;
        if (end >= text.size() || (text[end] != '(' && text[end] != '[')) return at;
        int depth = 0;
        do {
            depth += text[end] == '(' || text[end] == '[';
            depth -= text[end] == ')' || text[end] == ']';
        } while (++end < text.size() && depth > 0);
        at = end;
    }
}

}  // namespace

std::string attributes_before_shared(llvm::StringRef source) {
    constexpr llvm::StringRef word = "__shared__";
    std::string result;
    for (std::size_t at = 0; at < source.size();) {
        const std::size_t opaque = end_of_opaque(source, at), behind = at + word.size();
        std::size_t end = std::max(opaque, at + 1);
        if (opaque == at && source.substr(at).starts_with(word)) {
            end = end_of_attributes(source, behind);
            result += source.slice(behind, end).str() + (end > behind ? " " : "") + word.str();
        } else result += source.slice(at, end).str();
        at = end;
    }
    return result;
}

std::string raw_prefix(llvm::StringRef source, llvm::function_ref<bool(llvm::StringRef)> is_known) {
    std::string text = "#include <cuprum/cuda/prelude.h>\n";
    while (!source.empty()) {
        const auto [line, rest] = source.split('\n');
        llvm::StringRef words = line.trim();
        source = rest;
        if (words.empty() || words.starts_with("//")) continue;
        if (!words.consume_front("#")) break;
        words = words.ltrim();
        // No header of ours asks for a macro of the program's, and its names may be among their own.
        const bool is_macro = words.starts_with("define") || words.starts_with("undef") || words.starts_with("line");
        if (is_macro && !words.contains("CUPRUM_") && !words.ends_with("\\")) continue;
        if (!words.consume_front("include")) break;
        words = words.ltrim();
        const auto [name, after] = words.drop_front(words.empty() ? 0 : 1).split('>');
        if (!words.starts_with("<") || !is_known(name)) break;
        text += "#include <" + name.str() + ">\n";
    }
    // The semicolon ends what is precompiled.
    return text + ";\n#line 1 \"kernel.cu\"\n";
}

std::string raw_suffix(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::size_t start = names[i].find_first_not_of("& \t");
        const std::string number = std::to_string(i);
        text += "\n#line 1 \"name expression\"\nextern \"C\" { __attribute__((used)) auto* " + (name_prefix + number) +
                " = &" + (start == std::string::npos ? "" : names[i].substr(start)) + "; }";
    }
    return text.empty() ? text : text + "\n";
}

void name_refusals(clang::CompilerInstance& clang) {
    const unsigned assembly = clang.getDiagnostics().getCustomDiagID(
        clang::DiagnosticsEngine::Error,
        "inline assembly is PTX, which runs only on a GPU; this kernel is compiled for a CPU");
    for (const char* word : {"asm", "__asm", "__asm__"})
        clang.getPreprocessor().SetPoisonReason(clang.getPreprocessor().getIdentifierInfo(word), assembly);
}

std::vector<RawKernel> find_kernels(clang::CompilerInstance& clang, clang::CodeGenerator& generator,
                                    llvm::Module& module) {
    std::vector<RawKernel> kernels;
    clang::DiagnosticsEngine& diagnostics = clang.getDiagnostics();
    const std::vector<Annotation> annotations = read_annotations(module);
    for (const Annotation& annotation : annotations) {
        if (annotation.text != "cuprum.kernel" || annotation.function->isDeclaration()) continue;
        const auto* declaration = llvm::dyn_cast_or_null<clang::FunctionDecl>(
            generator.GetDeclForMangledName(annotation.function->getName()));
        if (!declaration) continue;
        if (!declaration->getReturnType()->isVoidType()) {
            // Clang cannot show a place any more: it has done with the file.
            diagnostics.Report(diagnostics.getCustomDiagID(
                clang::DiagnosticsEngine::Error, "kernel.cu:%0: the __global__ function '%1' must return void"))
                << clang.getSourceManager().getPresumedLoc(declaration->getLocation()).getLine()
                << declaration->getNameAsString();
            continue;
        }
        if (llvm::any_of(kernels, [&](const RawKernel& known) { return known.function == annotation.function; }))
            continue;
        kernels.push_back(describe(generator, declaration, annotation.function));
    }
    for (const Annotation& annotation : annotations)
        if (annotation.text == "cuprum.launch_bounds")
            for (RawKernel& kernel : kernels)
                if (kernel.function == annotation.function) kernel.max_threads = annotation.argument;
    return kernels;
}

std::vector<std::string> resolve_names(llvm::Module& module, std::size_t count) {
    std::vector<std::string> symbols;
    for (std::size_t i = 0; i < count; ++i) {
        llvm::GlobalVariable* variable = module.getNamedGlobal(name_prefix + std::to_string(i));
        auto* target = llvm::cast<llvm::GlobalValue>(variable->getInitializer()->stripPointerCasts());
        if (llvm::isa<llvm::GlobalVariable>(target)) target->setLinkage(llvm::GlobalValue::ExternalLinkage);
        symbols.push_back(target->getName().str());
    }
    if (llvm::GlobalVariable* used = module.getNamedGlobal("llvm.compiler.used")) used->eraseFromParent();
    if (llvm::GlobalVariable* used = module.getNamedGlobal("llvm.used")) used->eraseFromParent();
    for (std::size_t i = 0; i < count; ++i) module.getNamedGlobal(name_prefix + std::to_string(i))->eraseFromParent();
    return symbols;
}

}  // namespace cuprum::backend::cpu
