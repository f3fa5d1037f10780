/** Texts of `--help`: what a verb is for, its options, examples that can be pasted. */
import type { Verb } from './options/index.ts';

const OVERVIEW = `harmony-wire reads and writes the Harmony format of OpenAI's gpt-oss models.

Usage: harmony-wire VERB [OPTIONS] [FILE...]

  parse    logged generations to rows: reasoning, content, tool calls, finish reason, issues
  check    what is wrong in a log, by kind, with examples
  render   conversations to the text that a model is given
  encode   conversations to its token ids; with --text any text
  decode   token ids to text
  info     versions, the engine, why the native engine did not load

  harmony-wire VERB --help    options and examples of a verb
  harmony-wire --version

A first look:
  harmony-wire parse generations.jsonl | head -3
  harmony-wire check generations.jsonl
  harmony-wire render --for completion --format text conversation.json
`;

const FILES = 'Input (files, or standard input; .gz and .zst are decompressed, by their first bytes):';

const LIMITS = `  -j, --jobs N        threads (default 1); the rows and their order stay the same
  --max-record-bytes SIZE
                      largest line, element or document (default 256M, at most 500M)
  -q, --quiet         no summary, no progress bar
  -h, --help          this text
`;

const READING = `${FILES}
  --input WORD        auto (default), jsonl, json, ids, text
                        jsonl  a record a line; logs of stream chunks (data: {...}) are joined
                        json   one document; the elements of a top-level array are records
                        ids    one generation a line: 200005 35644 200008 ...
                        text   one generation a file
  --field PATH        where the generation stands in a record: raw, choices[0].text, items[*].output
                      (default: found by field names and types; token ids beat text, a completion
                      beats prompt + completion, raw beats parsed)
  --role WORD         role that the prompt has opened: assistant, system, user, developer, tool; none for
                      whole conversations (default: assistant, none where it begins with <|start|>)
  --mode WORD         tolerant (default: oddities become issues) or strict (they become error rows)
  --stripped-markers  cut text whose markers were skipped (analysis...assistantfinal...) at its channel words
  --engine WORD       native or js (default: native where it loads)
${LIMITS}`;

const CARRYING = `  --pass A,B          carry fields of the record along, under "pass": --pass task_id,meta.model
  -o, --output FILE   write FILE.part, rename it to FILE at the end
  --resume            go on from the last complete record of FILE.part (same inputs, same options)
`;

const CONVERSATIONS = `A conversation is openai-harmony's JSON, {"messages": [...]}, or a list of such messages:
  {"role": "system", "content": [{"type": "system_content", "reasoning_effort": "High"}]}
  {"role": "developer", "content": [{"type": "developer_content", "instructions": "Be brief.",
    "tools": {"functions": {"name": "functions", "tools": [{"name", "description", "parameters"}]}}}]}
  {"role": "user", "content": "2+2?"}
  {"role": "assistant", "channel": "analysis", "content": "Easy."}
  {"role": "assistant", "channel": "commentary", "recipient": "functions.f",
    "content_type": "<|constrain|>json", "content": "{}"}
  {"role": "tool", "name": "functions.f", "recipient": "assistant", "channel": "commentary", "content": "4"}
Numbers and the order of keys come out as they are spelled. Other fields are ignored; those of chat messages
(tool_calls, thinking, ...) are counted in the summary.
A record that cannot be converted: {"source", "error": {"code", "message"}}; the message names message and
field: messages[1].role must be one of ... With --format text or ids it is told on standard error.
`;

const RENDERING = `Rendering:
  --for WORD          history (default), completion (ends with the header of the next turn), training (a last
                      final answer ends with <|return|>)
  --next-role WORD    whose turn follows, for completion (default: assistant)
  --drop-analysis WORD
                      reasoning of earlier turns: none is dropped (default), official (before the first final
                      answer, if the conversation ends with one), finished-turns (before the last one)
  --schema-style WORD JSON Schema as TypeScript: official (default, byte for byte), improved (anyOf, $ref)
  --tool-names WORD   that are no identifiers: verbatim (default), reject (default of improved), sanitise
  --recipient-position WORD
                      to=... behind the role (default) or the channel (as models write)
  --content-type-style WORD
                      of json: as-given (default), constrain, plain
  --control-spellings WORD
                      markers in content: keep (default), escape, reject. As ids they are always plain text
  --max-piece-length N
                      longest text of a message, in UTF-16 units (default 67108864)
`;

const JSON_INPUT = `${FILES}
  --input WORD        auto (default), jsonl (a record a line), json (one document; the elements of a top-level
                      array are records)
  --field PATH        where the conversation stands in a record: conversation, samples[*].prompt; a string
                      that holds JSON will do
${LIMITS}`;

const STATUS = `Exit status: 0 every record was read, 1 some were not (their rows say why), 2 wrong usage,
130 interrupted.
`;

const TEXTS: Record<Verb, string> = {
  parse: `harmony-wire parse [OPTIONS] [FILE...]

Reads logged generations and writes one JSON line for each, in input order.

Row:
  {"id", "source": {"file", "line", "index", "field"}, "reasoning", "content",
   "tool_calls": [{"id", "name", "arguments", "status"}], "finish_reason", "issues", "usage"}
  with --view messages or both: "messages": [{"role", "name", "recipient", "channel",
   "content_type", "constrained", "content", "end"}]
  "turns" where a record holds several turns of the assistant
A record that cannot be read: {"source", "error": {"code", "message"}}
The same input gives the same bytes: call ids come from the record's place.

Output:
  --view WORD         chat (default), messages, both
${CARRYING}
${READING}
Examples:
  harmony-wire parse log.jsonl > rows.jsonl
  harmony-wire parse -o rows.jsonl --jobs 2 logs/*.jsonl.zst
  harmony-wire parse -o rows.jsonl --resume --jobs 2 logs/*.jsonl.zst
  harmony-wire parse --view messages --pass task_id --field raw_output results.json
  harmony-wire parse --input ids output.txt
  pbpaste | harmony-wire parse --input text

${STATUS}`,
  check: `harmony-wire check [OPTIONS] [FILE...]

Parses as 'parse' does and reports what is wrong: records that could not be read, then issues, most
frequent first, each with places to look at.

Report:
  --json              the report as JSON
  --examples N        examples of each kind (default 3)

${READING}
Examples:
  harmony-wire check log.jsonl
  harmony-wire check --json --examples 0 logs/*.jsonl.gz

${STATUS}`,
  render: `harmony-wire render [OPTIONS] [FILE...]

Writes conversations as the text that a gpt-oss model is given, byte for byte as openai-harmony does.

${CONVERSATIONS}
${RENDERING}
Output:
  --format WORD       jsonl (default): {"id", "source": {"file", "line", "index", "field"}, "text"}
                      text: the texts as they are, a newline between two, none behind the last
                      ids: what 'encode --format ids' writes
${CARRYING}
${JSON_INPUT}
Examples:
  harmony-wire render --for completion --format text conversation.json
  harmony-wire render --for training --drop-analysis finished-turns -o train.jsonl -j 2 sets/*.jsonl.zst
  harmony-wire render --field prompt --pass task_id tasks.jsonl

${STATUS}`,
  encode: `harmony-wire encode [OPTIONS] [FILE...]

Writes conversations as token ids of o200k_harmony. No text becomes a control token, whatever it spells.

${CONVERSATIONS}
${RENDERING}
Plain text:
  --text              the input is text, one a file (--input jsonl or json: strings, or those at --field)
  --markers WORD      text (default), or control: <|start|> and the like become control tokens. Never for text
                      that users or models wrote

Output:
  --format WORD       jsonl (default): {"id", "source": {"file", "line", "index", "field"}, "token_ids"}
                      ids: one line of ids for each, an empty one where there is an error
${CARRYING}
${JSON_INPUT}
Examples:
  harmony-wire encode --for completion --format ids conversation.json
  harmony-wire encode --for training -o train.jsonl -j 2 conversations.jsonl.gz
  harmony-wire encode --text --markers control --format ids prompt.txt

${STATUS}`,
  decode: `harmony-wire decode [OPTIONS] [FILE...]

Writes the text of token ids of o200k_harmony, control tokens spelled out. Bytes that are no UTF-8 become
U+FFFD. To read messages out of ids, use 'parse'.

A record is a list of ids, ids as text, or an object that has them under a known name (token_ids, output_ids,
...). Lists of lists give a text each. An id that is none is an error, and the row says which.

Output:
  --format WORD       jsonl (default): {"id", "source": {"file", "line", "index", "field"}, "text"}
                      text: the texts as they are, a newline between two, none behind the last
${CARRYING}
${FILES}
  --input WORD        auto (default), jsonl (a record a line), json (one document; the elements of a top-level
                      array are records), ids (200005 35644 200008 ... a line)
  --field PATH        where the ids stand in a record: prompt_token_ids, outputs[*].token_ids
${LIMITS}
Examples:
  harmony-wire decode --format text ids.txt
  echo 200005 35644 200008 | harmony-wire decode --format text
  harmony-wire decode --field prompt_token_ids log.jsonl.gz -o prompts.jsonl

${STATUS}`,
  info: `harmony-wire info [--json]

Says which versions run, which engine parses, and why the native one did not load.
HARMONY_WIRE_ENGINE=native or js forces one.

Examples:
  harmony-wire info
  harmony-wire info --json
`,
};

export function helpText(verb?: Verb): string {
  return verb === undefined ? OVERVIEW : TEXTS[verb];
}
