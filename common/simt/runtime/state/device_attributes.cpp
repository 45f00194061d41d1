#include "state/devices.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace cudart {
namespace {

struct Attribute {
  cudaDeviceAttr attribute;
  int value;
};

// The attributes that are also in cudaDeviceProp, under other names.
std::array<Attribute, 47> attributes() {
  const cudaDeviceProp given = properties_of(device());
  const auto number = [](std::size_t value) { return static_cast<int>(value); };
  return {{{cudaDevAttrMaxThreadsPerBlock, given.maxThreadsPerBlock},
           {cudaDevAttrMaxBlockDimX, given.maxThreadsDim[0]},
           {cudaDevAttrMaxBlockDimY, given.maxThreadsDim[1]},
           {cudaDevAttrMaxBlockDimZ, given.maxThreadsDim[2]},
           {cudaDevAttrMaxGridDimX, given.maxGridSize[0]},
           {cudaDevAttrMaxGridDimY, given.maxGridSize[1]},
           {cudaDevAttrMaxGridDimZ, given.maxGridSize[2]},
           {cudaDevAttrMaxSharedMemoryPerBlock, number(given.sharedMemPerBlock)},
           {cudaDevAttrTotalConstantMemory, number(given.totalConstMem)},
           {cudaDevAttrWarpSize, given.warpSize},
           {cudaDevAttrMaxPitch, number(given.memPitch)},
           {cudaDevAttrMaxRegistersPerBlock, given.regsPerBlock},
           {cudaDevAttrClockRate, given.clockRate},
           {cudaDevAttrTextureAlignment, number(given.textureAlignment)},
           {cudaDevAttrGpuOverlap, given.deviceOverlap},
           {cudaDevAttrMultiProcessorCount, given.multiProcessorCount},
           {cudaDevAttrKernelExecTimeout, given.kernelExecTimeoutEnabled},
           {cudaDevAttrIntegrated, given.integrated},
           {cudaDevAttrCanMapHostMemory, given.canMapHostMemory},
           {cudaDevAttrComputeMode, given.computeMode},
           {cudaDevAttrConcurrentKernels, given.concurrentKernels},
           {cudaDevAttrEccEnabled, given.ECCEnabled},
           {cudaDevAttrPciBusId, given.pciBusID},
           {cudaDevAttrPciDeviceId, given.pciDeviceID},
           {cudaDevAttrPciDomainId, given.pciDomainID},
           {cudaDevAttrMemoryClockRate, given.memoryClockRate},
           {cudaDevAttrGlobalMemoryBusWidth, given.memoryBusWidth},
           {cudaDevAttrL2CacheSize, given.l2CacheSize},
           {cudaDevAttrMaxThreadsPerMultiProcessor, given.maxThreadsPerMultiProcessor},
           {cudaDevAttrAsyncEngineCount, given.asyncEngineCount},
           {cudaDevAttrUnifiedAddressing, given.unifiedAddressing},
           {cudaDevAttrComputeCapabilityMajor, given.major},
           {cudaDevAttrComputeCapabilityMinor, given.minor},
           {cudaDevAttrStreamPrioritiesSupported, given.streamPrioritiesSupported},
           {cudaDevAttrMaxSharedMemoryPerMultiprocessor, number(given.sharedMemPerMultiprocessor)},
           {cudaDevAttrMaxRegistersPerMultiprocessor, given.regsPerMultiprocessor},
           {cudaDevAttrManagedMemory, given.managedMemory},
           {cudaDevAttrPageableMemoryAccess, given.pageableMemoryAccess},
           {cudaDevAttrConcurrentManagedAccess, given.concurrentManagedAccess},
           {cudaDevAttrComputePreemptionSupported, given.computePreemptionSupported},
           {cudaDevAttrCooperativeLaunch, given.cooperativeLaunch},
           {cudaDevAttrMaxSharedMemoryPerBlockOptin, number(given.sharedMemPerBlockOptin)},
           {cudaDevAttrMaxBlocksPerMultiprocessor, given.maxBlocksPerMultiProcessor},
           {cudaDevAttrReservedSharedMemoryPerBlock, number(given.reservedSharedMemPerBlock)},
           {cudaDevAttrMemoryPoolsSupported, 1},
           {cudaDevAttrMaxPersistingL2CacheSize, given.persistingL2CacheMaxSize},
           {cudaDevAttrClusterLaunch, given.clusterLaunch}}};
}

// An H200's answers (driver 580, CUDA 13.0) for attributes that cudaDeviceProp does not have.
constexpr Attribute kOfAnH200[] = {
    {cudaDevAttrMaxTexture1DWidth, 131072},
    {cudaDevAttrMaxTexture2DWidth, 131072},
    {cudaDevAttrMaxTexture2DHeight, 65536},
    {cudaDevAttrMaxTexture3DWidth, 16384},
    {cudaDevAttrMaxTexture3DHeight, 16384},
    {cudaDevAttrMaxTexture3DDepth, 16384},
    {cudaDevAttrMaxTexture2DLayeredWidth, 32768},
    {cudaDevAttrMaxTexture2DLayeredHeight, 32768},
    {cudaDevAttrMaxTexture2DLayeredLayers, 2048},
    {cudaDevAttrSurfaceAlignment, 512},
    {cudaDevAttrMaxTexture1DLayeredWidth, 32768},
    {cudaDevAttrMaxTexture1DLayeredLayers, 2048},
    {cudaDevAttrMaxTexture2DGatherWidth, 32768},
    {cudaDevAttrMaxTexture2DGatherHeight, 32768},
    {cudaDevAttrMaxTexture3DWidthAlt, 8192},
    {cudaDevAttrMaxTexture3DHeightAlt, 8192},
    {cudaDevAttrMaxTexture3DDepthAlt, 32768},
    {cudaDevAttrTexturePitchAlignment, 32},
    {cudaDevAttrMaxTextureCubemapWidth, 32768},
    {cudaDevAttrMaxTextureCubemapLayeredWidth, 32768},
    {cudaDevAttrMaxTextureCubemapLayeredLayers, 2046},
    {cudaDevAttrMaxSurface1DWidth, 32768},
    {cudaDevAttrMaxSurface2DWidth, 131072},
    {cudaDevAttrMaxSurface2DHeight, 65536},
    {cudaDevAttrMaxSurface3DWidth, 16384},
    {cudaDevAttrMaxSurface3DHeight, 16384},
    {cudaDevAttrMaxSurface3DDepth, 16384},
    {cudaDevAttrMaxSurface1DLayeredWidth, 32768},
    {cudaDevAttrMaxSurface1DLayeredLayers, 2048},
    {cudaDevAttrMaxSurface2DLayeredWidth, 32768},
    {cudaDevAttrMaxSurface2DLayeredHeight, 32768},
    {cudaDevAttrMaxSurface2DLayeredLayers, 2048},
    {cudaDevAttrMaxSurfaceCubemapWidth, 32768},
    {cudaDevAttrMaxSurfaceCubemapLayeredWidth, 32768},
    {cudaDevAttrMaxSurfaceCubemapLayeredLayers, 2046},
    {cudaDevAttrMaxTexture1DLinearWidth, 268435456},
    {cudaDevAttrMaxTexture2DLinearWidth, 131072},
    {cudaDevAttrMaxTexture2DLinearHeight, 65000},
    {cudaDevAttrMaxTexture2DLinearPitch, 2097120},
    {cudaDevAttrGlobalL1CacheSupported, 1},
    {cudaDevAttrLocalL1CacheSupported, 1},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio, 2},
    {cudaDevAttrHostRegisterSupported, 1},
    {cudaDevAttrMaxAccessPolicyWindowSize, 134217728},
    {cudaDevAttrMemSyncDomainCount, 4},
};

// Attributes that say what this device lacks.
constexpr cudaDeviceAttr kAbsent[] = {
    cudaDevAttrTccDriver,
    cudaDevAttrMaxTexture2DMipmappedWidth,
    cudaDevAttrMaxTexture2DMipmappedHeight,
    cudaDevAttrMaxTexture1DMipmappedWidth,
    cudaDevAttrIsMultiGpuBoard,
    cudaDevAttrMultiGpuBoardGroupID,
    cudaDevAttrHostNativeAtomicSupported,
    cudaDevAttrCanFlushRemoteWrites,
    cudaDevAttrCanUseHostPointerForRegisteredMem,
    cudaDevAttrPageableMemoryAccessUsesHostPageTables,
    cudaDevAttrDirectManagedMemAccessFromHost,
    cudaDevAttrSparseCudaArraySupported,
    cudaDevAttrHostRegisterReadOnlySupported,
    cudaDevAttrTimelineSemaphoreInteropSupported,
    cudaDevAttrGPUDirectRDMASupported,
    cudaDevAttrGPUDirectRDMAFlushWritesOptions,
    cudaDevAttrGPUDirectRDMAWritesOrdering,
    cudaDevAttrMemoryPoolSupportedHandleTypes,
    cudaDevAttrDeferredMappingCudaArraySupported,
    cudaDevAttrIpcEventSupport,
    cudaDevAttrNumaConfig,
    cudaDevAttrNumaId,
    cudaDevAttrMpsEnabled,
    cudaDevAttrHostNumaId,
    cudaDevAttrD3D12CigSupported,
    cudaDevAttrVulkanCigSupported,
    cudaDevAttrGpuPciDeviceId,
    cudaDevAttrGpuPciSubsystemId,
    cudaDevAttrHostNumaMemoryPoolsSupported,
    cudaDevAttrHostNumaMultinodeIpcSupported,
    cudaDevAttrHostMemoryPoolsSupported,
    cudaDevAttrOnlyPartialHostNativeAtomicSupported,
};

}  // namespace

cudaError_t find_attribute(int* value, cudaDeviceAttr wanted) {
  for (const auto& [attribute, known] : attributes()) {
    if (attribute != wanted) continue;
    *value = known;
    return cudaSuccess;
  }
  for (const auto& [attribute, known] : kOfAnH200) {
    if (attribute != wanted) continue;
    *value = known;
    return cudaSuccess;
  }
  const bool is_absent = std::find(std::begin(kAbsent), std::end(kAbsent), wanted) != std::end(kAbsent);
  *value = 0;
  return is_absent ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace cudart
