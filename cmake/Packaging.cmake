# What `cmake --install` copies, and the packages of it that `cpack` makes. In a wheel the same tree lies inside of the
# Python package.
include(CMakePackageConfigHelpers)

# The loader finds what lies beside a library.
set_target_properties(${libraries} PROPERTIES INSTALL_RPATH "$ORIGIN")
install(TARGETS ${libraries} EXPORT cuprum LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/cuprum DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.def")

set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/cuprum")
install(EXPORT cuprum NAMESPACE cuprum:: FILE cuprumTargets.cmake DESTINATION ${config_dir})
configure_package_config_file(cmake/cuprumConfig.cmake.in cuprumConfig.cmake INSTALL_DESTINATION ${config_dir}
    NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(cuprumConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/cuprumConfig.cmake" "${PROJECT_BINARY_DIR}/cuprumConfigVersion.cmake"
    DESTINATION ${config_dir})

# The paths in cuprum.pc are relative to it, so that the installed tree can be moved.
file(RELATIVE_PATH prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" prefix "${prefix}")  # users give another one without the slash, too
configure_file(cmake/cuprum.pc.in cuprum.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/cuprum.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

# Licences: our own, and those of what the libraries hold.
if(NOT SKBUILD)
    install(FILES LICENSE docs/dependencies.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
    foreach(part xxhash/LICENSE lz4/LICENSE pocketfft/LICENSE.md xsf/LICENSE xsf/LICENSES_bundled.txt)
        string(REPLACE "/" "-" name "${part}")
        install(FILES "third_party/${part}" DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/cuprum RENAME "${name}")
    endforeach()
endif()

if(with_CPU AND CUPRUM_STATIC_CLANG)
    # Debian's packages have them; LLVM brings the other two.
    foreach(pair LLVM=llvm-19-dev zlib=zlib1g-dev zstd=libzstd-dev)
        string(REGEX MATCH "(.*)=(.*)" pair "${pair}")
        set(licence "/usr/share/doc/${CMAKE_MATCH_2}/copyright")
        if(EXISTS "${licence}")
            install(FILES "${licence}" DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/cuprum
                RENAME ${CMAKE_MATCH_1}.txt)
        else()
            message(WARNING "${licence} is not there: the package would lack the licence of ${CMAKE_MATCH_1}")
        endif()
    endforeach()
endif()

set(CPACK_PACKAGE_NAME cuprum)
set(CPACK_PACKAGE_VENDOR "the cuprum developers")
set(CPACK_PACKAGE_CONTACT "the cuprum developers <cuprum@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "NumPy for GPUs: one C++20 library, on NVIDIA GPUs and on CPUs")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_GENERATOR "TGZ;DEB")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libopenblas0")  # linear algebra on a CPU
include(CPack)
