// A program is linked with the whole runtime or with none of it. The linker takes from an archive only what is missing: with NVIDIA's
// libcudart.so on its command line as well, it would take registration.cpp from simtcc's and leave cudaLaunchKernel to NVIDIA's. So
// registration.cpp refers to the other files by names that only simtcc's runtime has. What is in the program comes before what is in
// a shared library.
#pragma once

namespace cudart {

void link_array_api();
void link_copy_api();
void link_device_api();
void link_driver_api();
void link_error_names();
void link_function_api();
void link_graph_api();
void link_launch_api();
void link_memory_api();
void link_pool_api();
void link_process_api();
void link_stream_api();
void link_texture_api();

}  // namespace cudart
