/** Names and kinds of every verb's options. */
type Kind = 'string' | 'boolean';

export interface OptionSpec {
  type: Kind;
  short?: string;
}

type Specs = Record<string, OptionSpec>;

const GENERAL = {
  help: { type: 'boolean', short: 'h' },
} as const satisfies Specs;

const INPUT = {
  input: { type: 'string' },
  field: { type: 'string' },
  jobs: { type: 'string', short: 'j' },
  'max-record-bytes': { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
} as const satisfies Specs;

const PARSING = {
  role: { type: 'string' },
  mode: { type: 'string' },
  engine: { type: 'string' },
  'stripped-markers': { type: 'boolean' },
} as const satisfies Specs;

const OUTPUT = {
  pass: { type: 'string' },
  output: { type: 'string', short: 'o' },
  resume: { type: 'boolean' },
} as const satisfies Specs;

const RENDERING = {
  for: { type: 'string' },
  'next-role': { type: 'string' },
  'drop-analysis': { type: 'string' },
  'schema-style': { type: 'string' },
  'tool-names': { type: 'string' },
  'recipient-position': { type: 'string' },
  'content-type-style': { type: 'string' },
  'control-spellings': { type: 'string' },
  'max-piece-length': { type: 'string' },
} as const satisfies Specs;

const FORMAT = { format: { type: 'string' } } as const satisfies Specs;

export const VERBS = {
  parse: { ...GENERAL, ...INPUT, ...PARSING, ...OUTPUT, view: { type: 'string' } },
  check: { ...GENERAL, ...INPUT, ...PARSING, json: { type: 'boolean' }, examples: { type: 'string' } },
  render: { ...GENERAL, ...INPUT, ...OUTPUT, ...FORMAT, ...RENDERING },
  encode: {
    ...GENERAL,
    ...INPUT,
    ...OUTPUT,
    ...FORMAT,
    ...RENDERING,
    text: { type: 'boolean' },
    markers: { type: 'string' },
  },
  decode: { ...GENERAL, ...INPUT, ...OUTPUT, ...FORMAT },
  info: { ...GENERAL, json: { type: 'boolean' } },
} as const satisfies Record<string, Specs>;

export type Verb = keyof typeof VERBS;
export const RENDERING_NAMES = Object.keys(RENDERING) as (keyof typeof RENDERING)[];
