# SPDX-License-Identifier: Apache-2.0
# Packages of the install tree; `./heddle package` makes them. Included last: CPack looks at what is installed by then.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heddle-opencl-icd)
set(CPACK_PACKAGE_VENDOR Heddle)
set(CPACK_PACKAGE_CONTACT "The Heddle authors <heddle@heddle.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "OpenCL 2.2 driver for x86-64 CPUs")
set(CPACK_PACKAGE_DESCRIPTION
"Every OpenCL program finds this driver through the ICD loader, and runs on
the CPU. It brings its own compiler (Clang and LLVM), which turns work-groups
into vector code for SSE4.2, AVX2 and AVX-512, and shares no symbols with the
program.
.
OpenCL C 1.0 to 2.0, C++ for OpenCL and SPIR-V are compiled.")
set(CPACK_STRIP_FILES ON)
set(CPACK_SET_DESTDIR ON) # heddle.icd goes to /etc, and names the driver by its final path
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};${PROJECT_NAME};Unspecified;/") # no headers
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# 0.2.0-1~deb12u1 is older than 0.2.0-1~deb13u1, and both than unstable's 0.2.0-1: an upgrade of the system upgrades the driver.
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
file(STRINGS /etc/os-release release REGEX "^VERSION_ID=")
if(release MATCHES "([0-9]+)")
  set(CPACK_DEBIAN_PACKAGE_RELEASE "1~deb${CMAKE_MATCH_1}u1")
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_PROVIDES opencl-icd)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ocl-icd-libopencl1 | libopencl1")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS clinfo)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/conffiles)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

# What Debian's policy asks for beside the files (§12.5, §12.7 of it).
set(doc ${CMAKE_CURRENT_BINARY_DIR}/package-doc)
file(CONFIGURE OUTPUT ${doc}/changelog.Debian CONTENT
"heddle-opencl-icd (@PROJECT_VERSION@-@CPACK_DEBIAN_PACKAGE_RELEASE@) unstable; urgency=medium

  * What a user notices of this version is in changelog.gz.

 -- @CPACK_PACKAGE_CONTACT@  Tue, 24 Nov 2026 12:00:00 +0000
" @ONLY)
add_custom_command(OUTPUT ${doc}/changelog.gz ${doc}/changelog.Debian.gz
  COMMAND gzip -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md > ${doc}/changelog.gz
  COMMAND gzip -9nc ${doc}/changelog.Debian > ${doc}/changelog.Debian.gz
  DEPENDS ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${doc}/changelog.Debian VERBATIM)
add_custom_target(package_doc ALL DEPENDS ${doc}/changelog.gz)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/debian/copyright ${doc}/changelog.gz ${doc}/changelog.Debian.gz
  DESTINATION share/doc/heddle-opencl-icd)
install(FILES ${doc}/heddle.spdx.json DESTINATION share/doc/heddle-opencl-icd OPTIONAL) # package.sh writes it
install(FILES ${PROJECT_SOURCE_DIR}/packaging/debian/lintian-overrides DESTINATION share/lintian/overrides
  RENAME heddle-opencl-icd)
include(CPack)
