// Records kept as tables.
#include "lab/table.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "scratch.h"
#include "simt/machine.h"

namespace {

class TableTest : public testing::Test {
 public:
  ~TableTest() override { std::remove(file.c_str()); }

 protected:
  std::vector<lab::TableRow> read(const std::string& text) {
    std::ofstream(file) << text;
    return lab::read_table(file);
  }

  std::string error_of(const std::string& text, const std::string& column = "rows") {
    try {
      for (const lab::TableRow& row : read(text)) row.number(column);
    } catch (const simt::Error& error) {
      return error.what();
    }
    return "";
  }

  std::string file = scratch::file("table.csv");
};

TEST_F(TableTest, IsReadByTheNamesOfItsColumns) {
  const auto rows = read("# of an H200\nkernel,rows\n\ncopy,1024\n# a remark\nnaive,2.5\n");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].text("kernel"), "copy");
  EXPECT_EQ(rows[0].number("rows"), 1024);
  EXPECT_EQ(rows[1].number("rows"), 2.5);
}

TEST_F(TableTest, SaysWhatIsWrongWithIt) {
  EXPECT_EQ(error_of("kernel,rows\ncopy,1\n"), "");
  EXPECT_EQ(error_of("kernel,rows\ncopy\n"), file + ": a row has a cell too few or too many");
  EXPECT_EQ(error_of("kernel,rows\ncopy,1\n", "cols"), file + ": the column `cols` is missing");
  EXPECT_EQ(error_of("kernel,rows\ncopy,many\n"),
            file + ": the column `rows` holds `many`, which is no number");
  EXPECT_THROW(lab::read_table("/nowhere.csv"), simt::Error);
}

}  // namespace
