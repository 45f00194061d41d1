// Clang's messages as a student reads them: each error with what to write instead, in CUDA's words, at a line of the
// student's own. remedies.cpp knows what to write, cuda_words.cpp the words.
#include "front/front_end.h"

#include <optional>
#include <set>
#include <sstream>
#include <vector>

#include "front/cuda_words.h"
#include "front/remedies.h"
#include "front/source_lines.h"

namespace simtcc {
namespace {

// A line that is longer quotes a source that nobody wrote by hand.
constexpr std::size_t kLongestLine = 4000;

std::string shortened(const std::string& line) {
  if (line.size() <= kLongestLine) return line;
  std::size_t end = kLongestLine;
  const auto is_inside_a_character = [&](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  while (end > 0 && is_inside_a_character(line[end])) --end;
  return line.substr(0, end) + "…";
}

// Removes escape sequences such as "\033[1;31m".
std::string without_colours(const std::string& line) {
  std::string plain;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t begin = line.find("\033[", at);
    plain.append(line, at, begin - at);
    if (begin == std::string::npos) break;
    const std::size_t end = line.find_first_not_of("0123456789;", begin + 2);
    const bool is_colour = end != std::string::npos && (line[end] == 'm' || line[end] == 'K');
    at = is_colour ? end + 1 : begin + 1;
    if (!is_colour) plain += line[begin];
  }
  return plain;
}

// "FILE:LINE:COLUMN: error: …"
struct Diagnostic {
  std::string place;
  std::string kind;
  std::string message;
};

bool parse(const std::string& line, Diagnostic& diagnostic) {
  for (const char* kind : {": fatal error: ", ": error: ", ": warning: ", ": note: "}) {
    const std::size_t at = line.find(kind);
    if (at == std::string::npos || line.front() == ' ') continue;
    diagnostic = {line.substr(0, at), kind, line.substr(at + std::string(kind).size())};
    return true;
  }
  return false;
}

std::string file_of(const Diagnostic& diagnostic) {
  return diagnostic.place.substr(0, diagnostic.place.find(':'));
}

// A note on a line that no student wrote: of CUDA's headers here, of a candidate in the system's, or of the
// language's own operators, one for each pair of types.
bool is_about_headers(const Diagnostic& diagnostic) {
  if (diagnostic.message.rfind("built-in candidate ", 0) == 0) return true;
  const std::string file = file_of(diagnostic);
  const bool is_detail =
      diagnostic.message.rfind("candidate ", 0) == 0 || diagnostic.message.rfind("expanded from", 0) == 0;
  return is_machine_header(file) || file == "<scratch space>" || (is_detail && file.rfind("/usr/", 0) == 0);
}

// Returns the part of `text` before `end`, and removes both from `text`. Returns nothing if `end` is not in
// it.
std::optional<std::string> taken(std::string& text, const char* end) {
  const std::size_t at = text.find(end);
  if (at == std::string::npos) return std::nullopt;
  std::string found = text.substr(0, at);
  text.erase(0, at + std::string(end).size());
  return found;
}

// "… no known conversion from 'float *' to 'int *' for 1st argument": what the student passed.
std::string wrong_argument(const std::string& candidate) {
  std::string rest = candidate;
  if (!taken(rest, "candidate function ") || !taken(rest, ": no known conversion from '")) return "";
  const std::optional<std::string> given = taken(rest, "' to '");
  if (!given || !taken(rest, "' for ")) return "";
  const std::optional<std::string> which = taken(rest, " argument");
  const bool is_number =
      which && which->find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz") == std::string::npos;
  return is_number
             ? "the " + *which + " argument is of type '" + *given + "', which the function does not take"
             : "";
}

// "In file included from student.cu:3:" gives "student.cu:3:1".
std::string including_line(const std::string& line) {
  std::string rest = line;
  if (!taken(rest, "In file included from ") || rest.empty() || rest.back() != ':') return "";
  rest.pop_back();
  const std::size_t colon = rest.rfind(':');
  const bool is_numbered = colon != std::string::npos && colon + 1 < rest.size() &&
                           rest.find_first_not_of("0123456789", colon + 1) == std::string::npos;
  return is_numbered ? rest + ":1" : "";
}

// Collects the messages that are printed in the end, up to a limit.
class Output {
 public:
  explicit Output(const std::string& kernel) : kernel_(kernel) {}

  // The lines of another message follow. Errors have room of their own: clang stops after twenty.
  void begin(bool is_error) { is_full_ = used_ > (is_error ? 2 * kMost : kMost); }

  void add(const std::string& line) {
    left_out_ = left_out_ || is_full_;
    if (is_full_) return;
    text_ += line + "\n";
    // Only the last part of the path counts: messages are the same wherever the file is.
    const bool names_it = !kernel_.empty() && line.find(kernel_) != std::string::npos;
    used_ += line.size() + 1 - (names_it ? kernel_.size() : 0);
  }

  std::string text() const { return left_out_ ? text_ + "simtcc: further messages are left out\n" : text_; }

 private:
  static constexpr std::size_t kMost = 8000;
  const std::string& kernel_;
  std::string text_;
  std::size_t used_ = 0;
  bool is_full_ = false;
  bool left_out_ = false;
};

// "static_assert failed due to requirement '…' "no such fragment"": what the header's author wrote for the reader.
std::string words_of_header(const std::string& message) {
  if (message.rfind("static", 0) != 0 || message.find("failed") == std::string::npos) return message;
  if (message.back() == '"') {
    const std::size_t begin = message.rfind('"', message.size() - 2);
    if (begin != std::string::npos) return message.substr(begin + 1, message.size() - begin - 2);
  }
  const std::size_t colon = message.rfind("': ");
  return colon == std::string::npos ? message : message.substr(colon + 3);
}

std::size_t column_of(const std::string& place) {
  const std::size_t colon = place.rfind(':');
  const std::string column = colon == std::string::npos ? "" : place.substr(colon + 1);
  const bool is_number =
      !column.empty() && column.size() < 7 && column.find_first_not_of("0123456789") == std::string::npos;
  return is_number ? std::stoul(column) : 0;
}

// "student.cu:3:14" gives "student.cu:3".
std::string line_of(const std::string& place) { return place.substr(0, place.rfind(':')); }

// An error or a warning with the notes that belong to it.
struct Report {
  Diagnostic about;
  std::vector<std::string> lines;               // as clang prints them
  std::vector<std::vector<std::string>> notes;  // those that are shown
  std::string note_texts;                       // of all notes, one a line
  std::string shown;                            // the line of the source
  std::string wrong_argument;

  bool is_error() const { return about.kind.find("error") != std::string::npos; }
  bool is_warning() const { return about.kind == ": warning: "; }
};

// Reads clang's output line by line.
class Explainer {
 public:
  explicit Explainer(const std::string& kernel) : out_(kernel) {}

  void read(const std::string& line) {
    const std::string plain = without_colours(line);
    if (plain.find("generated when compiling for") != std::string::npos) return;
    if (plain.rfind("In file included from", 0) == 0) {
      target_ = nullptr;
      includes_.push_back(line);
      return;
    }
    Diagnostic diagnostic;
    if (plain.rfind("fatal error: ", 0) == 0) {  // too many errors: of no place
      finish();
      read_source(line, plain);
    } else if (!parse(plain, diagnostic)) {
      read_source(line, plain);
    } else if (diagnostic.kind == ": note: ") {
      diagnostic.message = in_cuda_words(diagnostic.message);
      read_note(line, diagnostic);
    } else {
      diagnostic.message = in_cuda_words(diagnostic.message);
      finish();
      read_report(line, diagnostic);
    }
  }

  void finish() {
    if (is_open_) print();
    is_open_ = false;
    report_ = {};
    target_ = nullptr;
  }

  std::string text() const { return out_.text(); }

 private:
  // A line of the source, or the marks below it.
  void read_source(const std::string& line, const std::string& plain) {
    if (!is_open_) {
      out_.begin(true);
      out_.add(line);
      return;
    }
    if (target_ == nullptr) return;
    if (target_ == &report_.lines && is_at_source_) report_.shown = plain;
    is_at_source_ = false;
    target_->push_back(line);
  }

  void read_report(const std::string& line, const Diagnostic& diagnostic) {
    is_open_ = true;
    report_.about = diagnostic;
    target_ = &report_.lines;
    is_at_source_ = true;
    // An #error in one of the machine's headers is reported at the student's own #include.
    const std::size_t own = diagnostic.message.find("SIMT machine: ");
    if (!includes_.empty() && own != std::string::npos && report_.is_error()) {
      std::string text = diagnostic.message.substr(own);
      if (!text.empty() && text.back() == '"') text.pop_back();
      report_.lines.push_back(including_line(without_colours(includes_.front())) + ": error: " + text);
      target_ = nullptr;
    } else {
      report_.lines = includes_;
      report_.lines.push_back(in_cuda_words(line));
    }
    includes_.clear();
  }

  void read_note(const std::string& line, const Diagnostic& note) {
    report_.note_texts += note.message + "\n";
    if (report_.wrong_argument.empty()) report_.wrong_argument = wrong_argument(note.message);
    if (is_use_of_header(note)) {
      move_to_use(note);
    } else if (is_about_headers(note)) {
      target_ = nullptr;
    } else {
      report_.notes.push_back(includes_);
      report_.notes.back().push_back(in_cuda_words(line));
      target_ = &report_.notes.back();
    }
    includes_.clear();
  }

  // The first note of an error in a header that names a line of the student's: what was asked of the header is wrong.
  bool is_use_of_header(const Diagnostic& note) const {
    return report_.is_error() && is_machine_header(file_of(report_.about)) &&
           !is_machine_header(file_of(note)) && note.message.find("requested here") != std::string::npos;
  }

  void move_to_use(const Diagnostic& note) {
    report_.about.place = note.place;
    report_.about.message = words_of_header(report_.about.message);
    report_.lines = {note.place + ": error: " + report_.about.message};
    report_.notes.clear();
    target_ = &report_.lines;
    is_at_source_ = true;
  }

  // A comma in an index is an error of the index and, at the end of clang's output, a warning of the comma: one remedy is enough.
  bool is_known_comma() const {
    return report_.is_warning() && lines_with_remedy_.count(line_of(report_.about.place)) != 0;
  }

  void print_remedy() {
    const bool is_comma = report_.about.message.find("comma operator") != std::string::npos;
    if (!report_.is_error() && (!is_comma || is_known_comma())) return;
    const Mistake mistake{report_.about.message, report_.note_texts, report_.shown,
                          column_of(report_.about.place)};
    const std::string fix = remedy_for(mistake);
    if (!fix.empty()) {
      out_.add(report_.about.place + ": note: " + fix);
      lines_with_remedy_.insert(line_of(report_.about.place));
    }
    if (report_.is_error() && !report_.wrong_argument.empty() && !is_about_operator(mistake))
      out_.add(report_.about.place + ": note: " + report_.wrong_argument);
  }

  void print() {
    out_.begin(report_.is_error());
    for (const std::string& line : report_.lines) out_.add(line);
    print_remedy();
    for (const std::vector<std::string>& note : report_.notes) {
      out_.begin(false);
      for (const std::string& line : note) out_.add(line);
    }
  }

  std::set<std::string> lines_with_remedy_;
  Output out_;
  std::vector<std::string> includes_;  // in front of the next diagnostic
  Report report_;
  bool is_open_ = false;
  bool is_at_source_ = false;
  std::vector<std::string>* target_ = nullptr;  // where the lines that follow belong; null: nowhere
};

}  // namespace

bool names_what_is_missing(const std::string& errors) {
  for (const char* const said :
       {"SIMT machine: ", "supported by the SIMT machine", "not supported in an asm statement"}) {
    if (errors.find(said) != std::string::npos) return true;
  }
  return false;
}

std::string explained(const std::string& messages, const std::string& kernel) {
  std::istringstream lines(messages);
  Explainer explainer(kernel);
  for (std::string line; std::getline(lines, line);) explainer.read(shortened(line));
  explainer.finish();
  return explainer.text();
}

}  // namespace simtcc
