// NVTX: names for ranges of a program, which a profiler shows. Nobody listens here, so that all of it does
// nothing.
#pragma once

#include "../device/simt_macros_aside.h"

// NOLINTBEGIN(modernize-deprecated-headers): the names are global
#include <stddef.h>
#include <stdint.h>
// NOLINTEND(modernize-deprecated-headers)

#include "../host/simt_c_and_cpp.h"

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

SIMT_BEGIN_C

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st* nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st* nvtxStringHandle_t;

typedef union nvtxMessageValue_t {
  const char* ascii;
  const wchar_t* unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_t {
  uint16_t version;
  uint16_t size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_t;

SIMT_END_C

SIMT_IN_HEADER inline void nvtxInitialize(const void* reserved) { (void)reserved; }
SIMT_IN_HEADER inline void nvtxMarkA(const char* message) { (void)message; }
SIMT_IN_HEADER inline void nvtxMarkEx(const nvtxEventAttributes_t* attributes) { (void)attributes; }
SIMT_IN_HEADER inline nvtxRangeId_t nvtxRangeStartA(const char* message) {
  (void)message;
  return 0;
}
SIMT_IN_HEADER inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t* attributes) {
  (void)attributes;
  return 0;
}
SIMT_IN_HEADER inline void nvtxRangeEnd(nvtxRangeId_t range) { (void)range; }
SIMT_IN_HEADER inline int nvtxRangePushA(const char* message) {
  (void)message;
  return 0;
}
SIMT_IN_HEADER inline int nvtxRangePushEx(const nvtxEventAttributes_t* attributes) {
  (void)attributes;
  return 0;
}
SIMT_IN_HEADER inline int nvtxRangePop(void) { return 0; }
SIMT_IN_HEADER inline void nvtxNameCategoryA(uint32_t category, const char* name) {
  (void)category;
  (void)name;
}
SIMT_IN_HEADER inline void nvtxNameOsThreadA(uint32_t thread, const char* name) {
  (void)thread;
  (void)name;
}
SIMT_IN_HEADER inline nvtxDomainHandle_t nvtxDomainCreateA(const char* name) {
  (void)name;
  return SIMT_CAST(nvtxDomainHandle_t, 0);
}
SIMT_IN_HEADER inline void nvtxDomainDestroy(nvtxDomainHandle_t domain) { (void)domain; }
SIMT_IN_HEADER inline int nvtxDomainRangePushEx(nvtxDomainHandle_t domain,
                                                const nvtxEventAttributes_t* attributes) {
  (void)domain;
  (void)attributes;
  return 0;
}
SIMT_IN_HEADER inline int nvtxDomainRangePop(nvtxDomainHandle_t domain) {
  (void)domain;
  return 0;
}
SIMT_IN_HEADER inline nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain,
                                                                   const char* text) {
  (void)domain;
  (void)text;
  return SIMT_CAST(nvtxStringHandle_t, 0);
}

#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA

#include "../device/simt_macros_back.h"
