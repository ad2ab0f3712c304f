# SPDX-License-Identifier: Apache-2.0
# Packages of the install tree; `./heddle package` makes them. Included last: CPack looks at what is installed by then.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR Heddle)
set(CPACK_PACKAGE_CONTACT "The Heddle authors <heddle@heddle.example>")
set(CPACK_STRIP_FILES ON)
set(CPACK_SET_DESTDIR ON) # heddle.icd goes to /etc, and names the driver by its final path
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# Two packages: whoever runs programs needs no headers, and they are the same on every architecture.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL driver headers)

# 0.2.0-1~deb12u1 is older than 0.2.0-1~deb13u1, and both than unstable's 0.2.0-1: an upgrade of the system upgrades the driver.
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
file(STRINGS /etc/os-release release REGEX "^VERSION_ID=")
if(release MATCHES "([0-9]+)")
  set(CPACK_DEBIAN_PACKAGE_RELEASE "1~deb${CMAKE_MATCH_1}u1")
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SOURCE heddle)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_DRIVER_PACKAGE_NAME heddle-opencl-icd)
set(CPACK_DEBIAN_DRIVER_DESCRIPTION
"OpenCL 2.2 driver for x86-64 CPUs
Every OpenCL program finds this driver through the ICD loader, and runs on
the CPU. It brings its own compiler (Clang and LLVM), which turns work-groups
into vector code for SSE4.2, AVX2 and AVX-512, and shares no symbols with the
program.
.
OpenCL C 1.0 to 2.0, C++ for OpenCL and SPIR-V are compiled.")
set(CPACK_DEBIAN_DRIVER_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DRIVER_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DRIVER_PACKAGE_PROVIDES opencl-icd)
set(CPACK_DEBIAN_DRIVER_PACKAGE_RECOMMENDS "ocl-icd-libopencl1 | libopencl1")
set(CPACK_DEBIAN_DRIVER_PACKAGE_SUGGESTS clinfo)
set(CPACK_DEBIAN_DRIVER_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/conffiles)

set(CPACK_DEBIAN_HEADERS_PACKAGE_NAME heddle-opencl-dev)
set(CPACK_DEBIAN_HEADERS_DESCRIPTION
"OpenCL 2.2 driver for x86-64 CPUs - headers of its own extensions
CL/cl_heddle.h declares what Heddle has beyond OpenCL and its extensions:
reports about kernels, and where memory was placed. CL/cl_heddle_version.h
has its version. Programs that use neither need opencl-c-headers only.")
set(CPACK_DEBIAN_HEADERS_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_HEADERS_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_HEADERS_PACKAGE_DEPENDS opencl-c-headers) # cl_heddle.h includes CL/cl.h
set(CPACK_DEBIAN_HEADERS_PACKAGE_SUGGESTS heddle-opencl-icd)

# What Debian's policy asks for beside the files (§12.5, §12.7 of it). Other distributions have places and formats of their own.
set(on_debian OFF)
if(EXISTS /etc/debian_version)
  set(on_debian ON)
endif()
option(HEDDLE_DEBIAN_NOTES "Install copyright, changelogs and overrides where Debian's packages have them" ${on_debian})
set(doc ${CMAKE_CURRENT_BINARY_DIR}/package-doc)
file(CONFIGURE OUTPUT ${doc}/changelog.Debian CONTENT
"heddle (@PROJECT_VERSION@-@CPACK_DEBIAN_PACKAGE_RELEASE@) unstable; urgency=medium

  * What a user notices of this version is in changelog.gz.

 -- @CPACK_PACKAGE_CONTACT@  Tue, 24 Nov 2026 12:00:00 +0000
" @ONLY)
add_custom_command(OUTPUT ${doc}/changelog.gz ${doc}/changelog.Debian.gz
  COMMAND gzip -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md > ${doc}/changelog.gz
  COMMAND gzip -9nc ${doc}/changelog.Debian > ${doc}/changelog.Debian.gz
  DEPENDS ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${doc}/changelog.Debian VERBATIM)
add_custom_target(package_doc ALL DEPENDS ${doc}/changelog.gz)
# All that `cmake --install` takes, for those who build packages (tests/packages/versions.py).
add_custom_target(installed DEPENDS heddle heddle-compiler heddle-compile heddle-spirv heddle-check package_doc)

# heddle_install_notes(COMPONENT PACKAGE FILE...): these files, the changelogs and the overrides of lintian.
function(heddle_install_notes component package)
  install(FILES ${ARGN} ${doc}/changelog.gz ${doc}/changelog.Debian.gz DESTINATION share/doc/${package} COMPONENT ${component})
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/debian/${package}.lintian-overrides DESTINATION share/lintian/overrides
    RENAME ${package} COMPONENT ${component})
endfunction()
if(HEDDLE_DEBIAN_NOTES)
  heddle_install_notes(driver heddle-opencl-icd ${PROJECT_SOURCE_DIR}/packaging/debian/copyright)
  install(FILES ${doc}/heddle.spdx.json DESTINATION share/doc/heddle-opencl-icd OPTIONAL) # package.sh writes it
  heddle_install_notes(headers heddle-opencl-dev ${PROJECT_SOURCE_DIR}/packaging/debian/headers/copyright
    ${PROJECT_SOURCE_DIR}/docs/extensions.md)
endif()
include(CPack)
