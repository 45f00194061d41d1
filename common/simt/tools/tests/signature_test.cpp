// Parameters as a module gives them.
#include "simt/signature.h"

#include "module_test.h"
#include "traced_launch.h"

using simt::TypeKind;

SIMT_MODULE_TEST(Signatures, "traced");

TEST_F(Signatures, NamesTypesAndQualifiers) {
  const simt::Signature& signature = simt_tools::find_kernel(module_, "scale").signature;
  EXPECT_EQ(text_of(signature), "(const real* in, float* out, float factor, int n)");
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

TEST_F(Signatures, EveryScalarHasItsKindAndSize) {
  const simt::Signature& signature = simt_tools::find_kernel(module_, "every_scalar").signature;
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

TEST_F(Signatures, OtherKernelsOfTheFile) {
  const auto text = [&](const char* name) {
    return text_of(simt_tools::find_kernel(module_, name).signature);
  };
  EXPECT_EQ(text("nothing"), "()");
  EXPECT_EQ(text("whole_struct"), "(float4 value, float* out)");
  EXPECT_EQ(text("bytes_and_vectors"), "(void* any, char* text, const float4* four, int**)");
}

TEST_F(Signatures, AStructHasItsMembers) {
  const auto& parameters = simt_tools::find_kernel(module_, "fill_view").signature.parameters;
  ASSERT_EQ(parameters.size(), 1U);
  const simt::Parameter& view = parameters[0];
  EXPECT_EQ(view.kind, TypeKind::aggregate);
  EXPECT_EQ(view.bytes, 40U);
  ASSERT_EQ(view.members.size(), 4U);
  EXPECT_EQ(view.members[0].name, "in");
  EXPECT_EQ(view.members[0].type, "const float*");
  EXPECT_TRUE(view.members[0].points_to_const);
  EXPECT_EQ(view.members[1].name, "out");
  EXPECT_FALSE(view.members[1].points_to_const);
  EXPECT_EQ(view.members[1].offset, 8U);
  EXPECT_EQ(view.members[1].pointee, TypeKind::floating);
  const simt::Parameter& range = view.members[2];
  EXPECT_EQ(range.offset, 16U);
  ASSERT_EQ(range.members.size(), 2U);
  EXPECT_EQ(range.members[1].name, "count");
  EXPECT_EQ(range.members[1].offset, 4U);
  const simt::Parameter& factors = view.members[3];
  EXPECT_EQ(factors.offset, 24U);
  ASSERT_EQ(factors.members.size(), 3U);
  EXPECT_EQ(factors.members[2].name, "[2]");
  EXPECT_EQ(factors.members[2].offset, 8U);
  EXPECT_EQ(factors.members[2].kind, TypeKind::floating);
}

TEST_F(Signatures, OfAUnionNothingIsKnown) {
  const auto& parameters = simt_tools::find_kernel(module_, "take_union").signature.parameters;
  EXPECT_EQ(parameters[0].bytes, 4U);
  EXPECT_TRUE(parameters[0].members.empty());
}

TEST_F(Signatures, AreFoundInNamespacesAndOfTemplates) {
  for (const char* const name : {"times<3, int>", "times<3,int>", "lib::times<kFactor, int>"})
    EXPECT_EQ(text_of(simt_tools::find_kernel(module_, name).signature), "(const int* in, int* out)") << name;
}
