/** Texts of `--help`: what a verb is for, its options, examples that can be pasted. */
import type { Verb } from './options.ts';

const OVERVIEW = `harmony-wire reads logged generations of OpenAI's gpt-oss models (the Harmony format).

Usage: harmony-wire VERB [OPTIONS] [FILE...]

  parse    logged generations to rows: reasoning, content, tool calls, finish reason, issues
  check    what is wrong in a log, by kind, with examples
  info     versions, the engine, why the native engine did not load

  harmony-wire VERB --help    options and examples of a verb
  harmony-wire --version

A first look:
  harmony-wire parse generations.jsonl | head -3
  harmony-wire check generations.jsonl
`;

const READING = `Input (files, or standard input; .gz and .zst are decompressed, by their first bytes):
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
  -j, --jobs N        threads (default 1); the rows and their order stay the same
  --max-record-bytes SIZE
                      largest line, element or document (default 256M, at most 500M)
  -q, --quiet         no summary, no progress bar
  -h, --help          this text
`;

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
  --pass A,B          carry fields of the record along, under "pass": --pass task_id,meta.model
  -o, --output FILE   write FILE.part, rename it to FILE at the end
  --resume            go on from the last complete record of FILE.part (same inputs, same options)

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
