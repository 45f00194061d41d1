#include "front/cuda_words.h"

#include <array>

namespace simtcc {
namespace {

struct Word {
  const char* internal;
  const char* cuda;
};

// A longer name comes before one that it contains.
constexpr std::array kWords{
    Word{"simt_short::", ""},
    Word{"simt_rounding::", ""},
    Word{"simt_fp8::", ""},
    Word{"BFloat16>", "Format<8, 7>>"},
    Word{"Binary16>", "Format<5, 10>>"},
    Word{"Raw<Format<5, 10>>", "__half_raw"},
    Word{"Raw2<Format<5, 10>>", "__half2_raw"},
    Word{"Raw<Format<8, 7>>", "__nv_bfloat16_raw"},
    Word{"Raw2<Format<8, 7>>", "__nv_bfloat162_raw"},
    Word{"Number<E4M3>", "__nv_fp8_e4m3"},
    Word{"Number<E5M2>", "__nv_fp8_e5m2"},
    Word{"Pair<E4M3>", "__nv_fp8x2_e4m3"},
    Word{"Pair<E5M2>", "__nv_fp8x2_e5m2"},
    Word{"Quad<E4M3>", "__nv_fp8x4_e4m3"},
    Word{"Quad<E5M2>", "__nv_fp8x4_e5m2"},
    Word{"simt_index<simt_thread_index>", "uint3"},
    Word{"simt_index<simt_block_index>", "uint3"},
    Word{"simt_index<simt_block_dim>", "dim3"},
    Word{"simt_index<simt_grid_dim>", "dim3"},
    Word{"'put_x' is unavailable: ", ""},
    Word{"'put_y' is unavailable: ", ""},
    Word{"'put_z' is unavailable: ", ""},
    Word{"address of property expression requested",
         "threadIdx, blockIdx, blockDim and gridDim have no address: copy the member first"},
};

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// "'__half' (aka '__half')" says one thing twice once both are in CUDA's words, and in "'typename simt_wmma::Element<…>::Storage'
// (aka 'float')" only the second is a type that a programmer knows.
void drop_second_names(std::string& text) {
  const std::string aka = "' (aka '";
  for (std::size_t at = text.find(aka); at != std::string::npos; at = text.find(aka, at + 1)) {
    const std::size_t begin = text.rfind('\'', at - 1);
    const std::size_t other = at + aka.size();
    const std::size_t end = text.find("')", other);
    if (at == 0 || begin == std::string::npos || end == std::string::npos) return;
    const std::string first = text.substr(begin + 1, at - begin - 1);
    const std::string second = text.substr(other, end - other);
    const bool is_internal = first.find("simt_") != std::string::npos;
    if (first == second || is_internal) text.replace(begin, end + 2 - begin, "'" + second + "'");
  }
}

// Removes the names of the headers' own namespaces, such as "simt_matrix::".
void drop_namespaces(std::string& text) {
  const std::string prefix = "simt_";
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
    const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789", at);
    if (end != std::string::npos && text.compare(end, 2, "::") == 0) {
      text.erase(at, end + 2 - at);
    } else {
      at += prefix.size();
    }
  }
}

}  // namespace

std::string in_cuda_words(const std::string& line) {
  std::string text = line;
  for (const Word& word : kWords) replace_all(text, word.internal, word.cuda);
  drop_second_names(text);
  drop_namespaces(text);
  return text;
}

}  // namespace simtcc
