#include "oracle.h"

#include "../core/table.h"

namespace harmony::test {

namespace {

constexpr char kFffd[] = "\xef\xbf\xbd";

// Unicode table 3-7, line by line.
struct Range {
  uint8_t from, until;
};
struct Form {
  size_t length;
  Range bytes[4];
};
constexpr Form kForms[] = {
    {1, {{0x00, 0x7f}}},
    {2, {{0xc2, 0xdf}, {0x80, 0xbf}}},
    {3, {{0xe0, 0xe0}, {0xa0, 0xbf}, {0x80, 0xbf}}},
    {3, {{0xe1, 0xec}, {0x80, 0xbf}, {0x80, 0xbf}}},
    {3, {{0xed, 0xed}, {0x80, 0x9f}, {0x80, 0xbf}}},
    {3, {{0xee, 0xef}, {0x80, 0xbf}, {0x80, 0xbf}}},
    {4, {{0xf0, 0xf0}, {0x90, 0xbf}, {0x80, 0xbf}, {0x80, 0xbf}}},
    {4, {{0xf1, 0xf3}, {0x80, 0xbf}, {0x80, 0xbf}, {0x80, 0xbf}}},
    {4, {{0xf4, 0xf4}, {0x80, 0x8f}, {0x80, 0xbf}, {0x80, 0xbf}}},
};

struct Character {
  std::string bytes;
  bool good;
  // Cut off by the end of the input, could go on.
  bool half;
};

Character first_character(const std::string& text) {
  for (const Form& form : kForms) {
    size_t fits = 0;
    while (fits < form.length && fits < text.size()) {
      const uint8_t byte = static_cast<uint8_t>(text[fits]);
      if (byte < form.bytes[fits].from || byte > form.bytes[fits].until) break;
      fits++;
    }
    if (fits == 0) continue;
    return {text.substr(0, fits), fits == form.length, fits < form.length && fits == text.size()};
  }
  return {text.substr(0, 1), false, false};
}

// Text or a marker of a header.
struct Piece {
  char marker;
  std::string text;
};

struct Parser {
  const TestVocabulary& vocabulary;
  const uint32_t limit;
  OracleSequence result = {};
  // 'i'dle, 'l'oose, 'h'eader, 'b'ody.
  char state = 'i';
  OracleRow row = {};
  std::vector<Piece> header = {};
  uint32_t at = 0;

  struct Read {
    std::string bytes;
    bool invalid;
    // Where the first character that does not fit begins: the rest of the text from there on.
    bool beyond;
    std::string rest;
  };

  // Reads the header from its beginning. With `closed`, a half character at the end of its last text is bad.
  Read read_header(bool closed) const {
    Read read = {};
    size_t used = 0;
    for (size_t i = 0; i < header.size(); i++) {
      if (header[i].marker != 0) {
        read.bytes += header[i].marker;
        continue;
      }
      const bool last = i + 1 == header.size();
      for (std::string rest = header[i].text; !rest.empty();) {
        const Character character = first_character(rest);
        if (character.half && last && !closed) break;
        const std::string as_text = character.good ? character.bytes : kFffd;
        used += as_text.size();
        if (used > limit) {
          read.beyond = true;
          read.rest = rest;
          return read;
        }
        read.bytes += as_text;
        read.invalid |= !character.good;
        rest = rest.substr(character.bytes.size());
      }
    }
    return read;
  }

  void open(char to, RowForm form, uint8_t flags) {
    row = {static_cast<uint32_t>(form), flags, 0, at, at, 0, "", ""};
    header.clear();
    state = to;
  }

  void end_header(RowForm form, const Read& read, uint32_t body) {
    row.form = static_cast<uint32_t>(form);
    row.header = read.bytes;
    row.body = body;
    if (read.invalid) row.flags |= kRowInvalidHeader;
    state = 'b';
  }

  void close(Kind kind) {
    row.end = static_cast<uint32_t>(kind);
    row.close = at;
    bool ascii = true;
    for (const char byte : row.content) ascii &= static_cast<uint8_t>(byte) < 0x80;
    if (ascii) row.flags |= kRowAscii;
    result.rows.push_back(row);
    state = 'i';
  }

  // What comes is a special token or the end: half characters are over.
  void settle_header() {
    if (state != 'h') return;
    const Read read = read_header(true);
    if (read.beyond) {
      end_header(RowForm::kOverflow, read, at);
      row.content = read.rest;
    } else {
      // A later character cannot join the half one that is settled now.
      header.push_back({0, ""});
    }
  }

  void place_text() {
    if (state == 'i') open('l', RowForm::kLoose, 0);
    bool empty = true;
    for (const Piece& piece : header) empty &= piece.marker == 0 && piece.text.empty();
    if (state == 'h' && (row.flags & kRowGiven) != 0 && empty) {
      row.form = static_cast<uint32_t>(RowForm::kLoose);
      state = 'l';
    }
  }

  void text(const std::string& bytes) {
    place_text();
    if (state != 'h') {
      row.content += bytes;
      return;
    }
    if (header.empty() || header.back().marker != 0) header.push_back({0, ""});
    header.back().text += bytes;
    const Read read = read_header(false);
    if (!read.beyond) return;
    end_header(RowForm::kOverflow, read, at + 1);
    row.content = read.rest;
  }

  void mark(uint32_t id) {
    uint32_t offset = 0;
    if (state != 'i') {
      row.flags |= kRowMarked;
      offset = static_cast<uint32_t>(state == 'h' ? read_header(true).bytes.size() : row.content.size());
    }
    result.marks.push_back({at, id, offset});
  }

  void open_by(Kind kind) {
    if (kind == Kind::kStart) open('h', RowForm::kMessage, kRowStart);
    if (kind == Kind::kChannel) {
      open('h', RowForm::kMessage, 0);
      header.push_back({'\xfe', ""});
    }
    if (kind == Kind::kMessage) {
      open('b', RowForm::kMessage, 0);
      row.body = at + 1;
    }
  }

  void special(Kind kind, uint32_t id) {
    settle_header();
    const bool opens = kind == Kind::kStart || kind == Kind::kChannel || kind == Kind::kMessage;
    const bool stops = kind == Kind::kEnd || kind == Kind::kReturn || kind == Kind::kCall;
    const bool ends = kind == Kind::kEndOfText || kind == Kind::kEof;
    const bool names = kind == Kind::kReserved || kind == Kind::kUnknown;
    if (names && (kind == Kind::kUnknown || state == 'h' || state == 'b')) {
      place_text();
      mark(id);
      text(kind == Kind::kUnknown ? kFffd : vocabulary.bytes(id));
      return;
    }
    switch (state) {
      case 'i':
        if (opens)
          open_by(kind);
        else if (!ends)
          mark(id);
        return;
      case 'l':
        if (opens || stops || ends) {
          close(kind);
          open_by(kind);
        } else {
          mark(id);
        }
        return;
      case 'h':
        if (kind == Kind::kChannel || kind == Kind::kConstrain) {
          header.push_back({kind == Kind::kChannel ? '\xfe' : '\xff', ""});
        } else if (kind == Kind::kMessage) {
          end_header(RowForm::kMessage, read_header(true), at + 1);
        } else {
          end_header(RowForm::kHeaderOnly, read_header(true), at);
          close(kind);
          open_by(kind);
        }
        return;
      default:
        if (kind == Kind::kMessage || kind == Kind::kConstrain) return mark(id);
        close(kind);
        open_by(kind);
    }
  }
};

Kind special_kind(uint32_t id) {
  switch (id) {
    case 199999:
      return Kind::kEndOfText;
    case 200002:
      return Kind::kReturn;
    case 200003:
      return Kind::kConstrain;
    case 200005:
      return Kind::kChannel;
    case 200006:
      return Kind::kStart;
    case 200007:
      return Kind::kEnd;
    case 200008:
      return Kind::kMessage;
    case 200012:
      return Kind::kCall;
    default:
      return id > 201088 ? Kind::kUnknown : Kind::kReserved;
  }
}

}  // namespace

OracleSequence parse_naively(const TestVocabulary& vocabulary, const std::vector<uint32_t>& ids, bool given,
                             uint32_t max_header_bytes) {
  Parser parser = {vocabulary, max_header_bytes};
  if (given) parser.open('h', RowForm::kMessage, kRowGiven);
  for (const uint32_t id : ids) {
    if (id < kOrdinaryCount)
      parser.text(vocabulary.bytes(id));
    else
      parser.special(special_kind(id), id);
    parser.at++;
  }
  parser.settle_header();
  if (parser.state != 'i') parser.special(Kind::kEof, 0);
  parser.result.length = parser.at;
  return parser.result;
}

std::u16string decode_naively(const std::string& bytes) {
  std::u16string text;
  for (std::string rest = bytes; !rest.empty();) {
    const Character character = first_character(rest);
    rest = rest.substr(character.bytes.size());
    if (!character.good) {
      text += u'\xfffd';
      continue;
    }
    const auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<uint8_t>(character.bytes[i])); };
    uint32_t point = byte(0);
    if (character.bytes.size() == 2) point = (byte(0) - 0xc0) * 64 + byte(1) - 0x80;
    if (character.bytes.size() == 3) point = ((byte(0) - 0xe0) * 64 + byte(1) - 0x80) * 64 + byte(2) - 0x80;
    if (character.bytes.size() == 4) {
      point = (((byte(0) - 0xf0) * 64 + byte(1) - 0x80) * 64 + byte(2) - 0x80) * 64 + byte(3) - 0x80;
    }
    if (point < 0x10000) {
      text += static_cast<char16_t>(point);
    } else {
      text += static_cast<char16_t>(0xd800 + (point - 0x10000) / 0x400);
      text += static_cast<char16_t>(0xdc00 + (point - 0x10000) % 0x400);
    }
  }
  return text;
}

}  // namespace harmony::test
