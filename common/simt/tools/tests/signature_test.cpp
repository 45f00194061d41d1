// Parameters as the debug information of each compiler gives them.
#include "simt/signature.h"

#include "module_test.h"
#include "traced_launch.h"

namespace {

using simt::TypeKind;

SIMT_MODULE_TEST(Signatures, "traced");

TEST_P(Signatures, NamesTypesAndQualifiers) {
  const simt::Signature signature = module_.signature_of(module_.find("scale"));
  ASSERT_TRUE(signature.known);
  EXPECT_EQ(text_of(signature), "(const real* in, float* const out, float factor, int n)");
  const simt::Parameter& in = signature.parameters[0];
  EXPECT_TRUE(in.is_pointer() && in.points_to_const);
  EXPECT_EQ(in.pointee, TypeKind::floating);
  EXPECT_EQ(in.pointee_bytes, 4U);
  const simt::Parameter& out = signature.parameters[1];
  EXPECT_TRUE(out.is_pointer() && !out.points_to_const);
  EXPECT_EQ(signature.parameters[2].kind, TypeKind::floating);
  EXPECT_EQ(signature.parameters[3].kind, TypeKind::integer);
  EXPECT_EQ(signature.parameters[3].bytes, 4U);
}

TEST_P(Signatures, EveryScalarHasItsKindAndSize) {
  const simt::Signature signature = module_.signature_of(module_.find("every_scalar"));
  EXPECT_EQ(text_of(signature),
            "(double* out, bool flag, signed char a, unsigned short b, unsigned long c, long long d, double "
            "e, Mode "
            "mode)");
  const std::vector<std::pair<TypeKind, std::size_t>> expected{
      {TypeKind::boolean, 1},          {TypeKind::integer, 1}, {TypeKind::unsigned_integer, 2},
      {TypeKind::unsigned_integer, 8}, {TypeKind::integer, 8}, {TypeKind::floating, 8},
      {TypeKind::integer, 4}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(signature.parameters[i + 1].kind, expected[i].first) << i;
    EXPECT_EQ(signature.parameters[i + 1].bytes, expected[i].second) << i;
  }
}

TEST_P(Signatures, OtherKernelsOfTheFile) {
  const auto text = [&](const char* name) { return text_of(module_.signature_of(module_.find(name))); };
  EXPECT_EQ(text("nothing"), "()");
  EXPECT_EQ(text("whole_struct"), "(float4 value, float* out)");
  EXPECT_EQ(text("bytes_and_vectors"), "(void* any, char* text, const float4* four, int**)");
  EXPECT_EQ(module_.signature_of(module_.find("whole_struct")).parameters[0].kind, TypeKind::aggregate);
}

// clang keeps a function of a namespace, and so of an unnamed one, inside the namespace's entry.
TEST_P(Signatures, AreFoundInNamespacesAndOfTemplates) {
  void* const kernel = simt_tools::find_kernel(module_, "times<3, int>");
  EXPECT_EQ(text_of(module_.signature_of(kernel)), "(const int* in, int* out)");
}

TEST_P(Signatures, NoFunctionHasNone) { EXPECT_FALSE(module_.signature_of(nullptr).known); }

}  // namespace
