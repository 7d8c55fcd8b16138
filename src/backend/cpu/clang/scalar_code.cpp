#include "backend/cpu/clang/scalar_code.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

namespace cuprum::backend::cpu {
namespace {

bool is_annotated(const clang::Decl* declaration) {
    return llvm::any_of(declaration->redecls(), [](const clang::Decl* one) {
        return llvm::any_of(one->specific_attrs<clang::AnnotateAttr>(),
                            [](const clang::AnnotateAttr* given) { return given->getAnnotation() == scalar_code; });
    });
}

const clang::Decl* outermost(const clang::DeclContext* context) {
    while (!context->getParent()->isTranslationUnit()) context = context->getParent();
    return llvm::cast<clang::Decl>(context)->getCanonicalDecl();
}

/// Whether a type is that of an annotated class in a library, or leads to one.
bool is_of_annotated(clang::QualType type, const clang::Decl* library) {
    type = type.getNonReferenceType();
    while (type->isPointerType()) type = type->getPointeeType();
    const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
    return record && is_annotated(record->getSpecializedTemplate()->getTemplatedDecl()) &&
           outermost(record->getDeclContext()) == library;
}

bool is_scalar_code(const clang::FunctionDecl* function) {
    if (function->isExternC()) return false;  // functions of whole registers, and kernels
    for (const clang::DeclContext* at = function; !at->isTranslationUnit(); at = at->getParent())
        if (is_annotated(llvm::cast<clang::Decl>(at))) return true;
    const clang::Decl* const library = outermost(function);
    const auto leads = [&](clang::QualType type) { return is_of_annotated(type, library); };
    if (leads(function->getReturnType())) return true;
    if (llvm::any_of(function->parameters(), [&](const auto* parameter) { return leads(parameter->getType()); }))
        return true;
    const clang::TemplateArgumentList* arguments = function->getTemplateSpecializationArgs();
    return arguments && llvm::any_of(arguments->asArray(), [&](const clang::TemplateArgument& argument) {
               return argument.getKind() == clang::TemplateArgument::Type && leads(argument.getAsType());
           });
}

}  // namespace

void find_scalar_code(clang::CodeGenerator& generator, llvm::Module& module) {
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        const auto* declaration =
            llvm::dyn_cast_or_null<clang::FunctionDecl>(generator.GetDeclForMangledName(function.getName()));
        if (declaration && is_scalar_code(declaration)) function.addFnAttr(scalar_code);
    }
    // LLVM removes no function that the list of annotations names, even if nothing calls it.
    if (llvm::GlobalVariable* list = module.getNamedGlobal("llvm.global.annotations")) list->eraseFromParent();
}

}  // namespace cuprum::backend::cpu
