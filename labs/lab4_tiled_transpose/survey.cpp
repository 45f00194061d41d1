// What lab 4's kernels reach on a GPU: the tables of its subject.
#include <gtest/gtest.h>

#include <string>

#include "lab/survey.h"
#include "timed_transposes.h"

namespace {

using lab::From;
using transpose::kTile16;
using transpose::kTile32;
using transpose::Shape;
using transpose::TimedTransposes;

// Squares, rectangles both ways, and sides that no tile divides.
constexpr Shape kShapes[] = {{1024, 1024}, {4096, 4096}, {8192, 8192}, {16384, 16384},
                             {8192, 2048}, {2048, 8192}, {10007, 9973}};

TEST(Survey, Transposes) {
  lab::survey([](lab::Survey& survey) {
    for (const Shape& shape : kShapes) {
      survey.problem(TimedTransposes::text(shape), TimedTransposes::bytes(shape),
                     [&](const std::string& text) {
                       TimedTransposes timed(shape);
                       survey.time(text, {timed.copy_rows(), timed.memcpy(),
                                          timed.transpose("transpose_naive", From::given, kTile32),
                                          timed.transpose("transpose_tiled", From::student, kTile32),
                                          timed.transpose("transpose_padded", From::student, kTile32),
                                          timed.transpose("transpose_tile16", From::student, kTile16)});
                     });
    }
  });
}

}  // namespace
