/**
 * Writes the example logs that hold token ids: text by o200k_base, markers by id.
 * `node examples/make-ids.mjs --check` only says whether the committed files are these.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { get_encoding } from 'tiktoken';

const MARKERS = new Map([
  ['<|endoftext|>', 199999],
  ['<|return|>', 200002],
  ['<|constrain|>', 200003],
  ['<|channel|>', 200005],
  ['<|start|>', 200006],
  ['<|end|>', 200007],
  ['<|message|>', 200008],
  ['<|call|>', 200012],
]);
const MARKER = new RegExp(`(${[...MARKERS.keys()].map((name) => name.replaceAll('|', '\\|')).join('|')})`);

const encoding = get_encoding('o200k_base');
/** Ids of plain text: a marker spelled in it becomes ordinary tokens. */
const plain = (text) => [...encoding.encode_ordinary(text)];
const marked = (text) => text.split(MARKER).flatMap((part) => MARKERS.get(part) ?? plain(part));
/** Strings are text with markers, arrays are ids as they are. */
const ids = (...parts) => parts.flatMap((part) => (typeof part === 'string' ? marked(part) : part));
/** The first ids of a character that takes several: what is left when the limit cuts it in two. */
const cutCharacter = (text) => plain(text).slice(0, -1);

const PROMPT =
  '<|start|>system<|message|>Reasoning: low<|end|><|start|>user<|message|>Name a lake.<|end|><|start|>assistant';

const RECORDS = [
  {
    id: 'i1',
    prompt_token_ids: ids(PROMPT),
    token_ids: ids(
      '<|channel|>analysis<|message|>Any lake will do.<|end|><|start|>assistant<|channel|>final<|message|>Lake Ohrid, one of the oldest in Europe. 🏞️<|return|>',
    ),
    finish_reason: 'stop',
  },
  {
    id: 'i2',
    token_ids: ids(
      '<|channel|>analysis<|message|>Look it up.<|end|><|start|>assistant<|channel|>commentary to=functions.lake_depth <|constrain|>json<|message|>{"lake":"Ohrid","unit":"m"}<|call|>',
    ),
    finish_reason: 'stop',
    stop_reason: 200012,
  },
  {
    id: 'i3',
    token_ids: ids(
      '<|channel|>analysis to=python code<|message|>depths = {"Ohrid": 288, "Baikal": 1642}\nprint(max(depths, key=depths.get))<|call|>',
    ),
    finish_reason: 'stop',
  },
  {
    id: 'i4',
    token_ids: ids(
      '<|channel|>final<|message|>Озеро Байкал 🌊, バイカル湖, بحيرة بايكال, 바이칼호, बैकाल झील: 1 642 m.<|return|>',
    ),
    finish_reason: 'stop',
  },
  {
    id: 'i5: markers spelled with ordinary ids stay text',
    token_ids: ids(
      '<|channel|>final<|message|>A message ends with ',
      plain('<|end|>, a turn with <|return|>'),
      '.<|return|>',
    ),
    finish_reason: 'stop',
  },
  {
    id: 'i6: a reserved id and an unknown one',
    token_ids: ids('<|channel|>final<|message|>Deep', [200013, 300000], ' water.<|return|>'),
    finish_reason: 'stop',
  },
  {
    id: 'i7: cut in the middle of a character',
    token_ids: ids('<|channel|>final<|message|>Fish of the lake: ', cutCharacter('🪼')),
  },
  {
    id: 'i8: bytes that are no character',
    token_ids: ids('<|channel|>final<|message|>Depth', cutCharacter('🪼'), ' unknown.<|return|>'),
    finish_reason: 'stop',
  },
  trainingRecord(
    'i9: prompt and completion in one, the prompt masked',
    ids(PROMPT),
    ids('<|channel|>final<|message|>Lago di Garda.<|return|>'),
  ),
];

function trainingRecord(id, prompt, completion) {
  return { id, input_ids: [...prompt, ...completion], labels: [...prompt.map(() => -100), ...completion] };
}

const LINES = [
  ids(
    '<|channel|>analysis<|message|>A short one.<|end|><|start|>assistant<|channel|>final<|message|>Vänern.<|return|>',
  ),
  ids('<|channel|>final<|message|>Loch Ness, of course. 🦕<|end|><|return|>'),
  ids('<|start|>assistant<|channel|>commentary<|message|>Looking at the map …<|end|>'),
];

/** What `asdict` of vLLM's RequestOutput leaves; its text has lost the markers, so only the ids can be trusted. */
const REQUESTS = [
  {
    request_id: '0',
    prompt_token_ids: ids(PROMPT),
    outputs: [
      output(
        0,
        '<|channel|>analysis<|message|>Swiss one.<|end|><|start|>assistant<|channel|>final<|message|>Lac Léman.',
      ),
      output(1, '<|channel|>analysis<|message|>A big one.<|end|><|start|>assistant<|channel|>final<|message|>Ladoga.'),
    ],
    finished: true,
  },
  {
    request_id: '1',
    prompt_token_ids: ids(PROMPT),
    outputs: [output(0, '<|channel|>analysis<|message|>Perhaps one with an island, such as', 'length')],
    finished: true,
  },
];

function output(index, text, finish_reason = 'stop') {
  const stripped = text.replaceAll(/<\|\w+\|>/g, '');
  const stop = finish_reason === 'stop' ? [200002] : [];
  return { index, text: stripped, token_ids: [...ids(text), ...stop], finish_reason, stop_reason: null };
}

const jsonLines = (records) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

const FILES = {
  'token-ids.jsonl': jsonLines(RECORDS),
  'ids-per-line.txt': LINES.map((line) => `${line.join(' ')}\n`).join(''),
  'vllm-offline.jsonl': jsonLines(REQUESTS),
};

for (const [name, content] of Object.entries(FILES)) {
  const file = new URL(name, import.meta.url);
  if (!process.argv.includes('--check')) writeFileSync(file, content);
  else if (readFileSync(file, 'utf8') !== content) {
    console.error(`examples/${name} differs from what examples/make-ids.mjs makes`);
    process.exitCode = 1;
  }
}
