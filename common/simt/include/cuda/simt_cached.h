// Loads and stores with a cache hint. CUDA C++ Programming Guide, "Load Functions Using Cache Hints" and
// "Store Functions Using Cache Hints". The hints say where a line is kept, not which sectors a request
// touches.
#pragma once

#include "simt_qualifiers.h"

template <class T>
__forceinline__ T __ldg(const T* address) {
  return *address;
}
template <class T>
__forceinline__ T __ldca(const T* address) {
  return *address;
}
template <class T>
__forceinline__ T __ldcg(const T* address) {
  return *address;
}
template <class T>
__forceinline__ T __ldcs(const T* address) {
  return *address;
}
template <class T>
__forceinline__ T __ldlu(const T* address) {
  return *address;
}
template <class T>
__forceinline__ T __ldcv(const T* address) {
  return *address;
}
template <class T>
__forceinline__ void __stwb(T* address, T value) {
  *address = value;
}
template <class T>
__forceinline__ void __stcg(T* address, T value) {
  *address = value;
}
template <class T>
__forceinline__ void __stcs(T* address, T value) {
  *address = value;
}
template <class T>
__forceinline__ void __stwt(T* address, T value) {
  *address = value;
}
