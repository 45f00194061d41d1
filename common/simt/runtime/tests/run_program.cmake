# Runs PROGRAM with WORDS and compares what it prints with the file EXPECTED, and its exit status with STATUS (a
# signal's name counts as one). NO_FAULTS: its report must have none either. SAYS: what it must say on stderr, as a regular
# expression.
execute_process(COMMAND "${PROGRAM}" ${WORDS} OUTPUT_VARIABLE printed RESULT_VARIABLE status ERROR_VARIABLE errors)
file(READ "${EXPECTED}" expected)
if(NOT printed STREQUAL expected)
  file(WRITE "${PROGRAM}.printed.txt" "${printed}")
  message(FATAL_ERROR "${PROGRAM} printed something else than ${EXPECTED}: see ${PROGRAM}.printed.txt\n${errors}")
endif()
if(NO_FAULTS AND errors MATCHES "\nFAULT ")
  message(FATAL_ERROR "${PROGRAM} is right, and its report has faults:\n${errors}")
endif()
if(SAYS AND NOT errors MATCHES "${SAYS}")
  message(FATAL_ERROR "${PROGRAM} does not report `${SAYS}`:\n${errors}")
endif()
if(NOT "${status}" MATCHES "^(${STATUS})$")
  message(FATAL_ERROR "${PROGRAM} ended with `${status}`, not with `${STATUS}`:\n${errors}")
endif()
