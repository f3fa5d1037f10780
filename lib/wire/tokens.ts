/**
 * The control tokens of the Harmony format: ids of o200k_harmony, spellings, kinds.
 * Source: the format guide's token table and the vocabulary of openai-harmony 0.0.8.
 */

/** First id above the ordinary o200k ranks; ids below it are text. */
export const ORDINARY_COUNT = 199_998;
/** Highest id of the vocabulary; anything above (or negative) is unknown. */
export const LAST_TOKEN = 201_088;

export const START_OF_TEXT = 199_998;
export const END_OF_TEXT = 199_999;
export const RETURN = 200_002;
export const CONSTRAIN = 200_003;
export const CHANNEL = 200_005;
export const START = 200_006;
export const END = 200_007;
export const MESSAGE = 200_008;
export const CALL = 200_012;

/**
 * What the machine sees of a token. `Text` to `Unknown` are kinds of tokens, `Eof` is the end of the input.
 * The numbers are shared with `native/core` (generated header) and stand in vocabulary slots and batch columns.
 */
export const Kind = {
  Text: 0,
  Start: 1,
  Channel: 2,
  Constrain: 3,
  Message: 4,
  End: 5,
  Return: 6,
  Call: 7,
  EndOfText: 8,
  Reserved: 9,
  Unknown: 10,
  Eof: 11,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];
export const KIND_COUNT = 12;

/** Spelling of each control token and of `<|endoftext|>`, by kind. */
export const SPELLING: Readonly<Record<number, string>> = {
  [Kind.Start]: '<|start|>',
  [Kind.Channel]: '<|channel|>',
  [Kind.Constrain]: '<|constrain|>',
  [Kind.Message]: '<|message|>',
  [Kind.End]: '<|end|>',
  [Kind.Return]: '<|return|>',
  [Kind.Call]: '<|call|>',
  [Kind.EndOfText]: '<|endoftext|>',
};

const KIND_OF_CONTROL: Readonly<Record<number, Kind>> = {
  [START]: Kind.Start,
  [CHANNEL]: Kind.Channel,
  [CONSTRAIN]: Kind.Constrain,
  [MESSAGE]: Kind.Message,
  [END]: Kind.End,
  [RETURN]: Kind.Return,
  [CALL]: Kind.Call,
  [END_OF_TEXT]: Kind.EndOfText,
};

/** The kind of a token id: any number is an id, those outside the vocabulary are `Unknown`. */
export function kindOf(id: number): Kind {
  if (id >= 0 && id < ORDINARY_COUNT) return Kind.Text;
  return KIND_OF_CONTROL[id] ?? (id >= ORDINARY_COUNT && id <= LAST_TOKEN ? Kind.Reserved : Kind.Unknown);
}

/** The name of a special token (`ORDINARY_COUNT`..`LAST_TOKEN`), as the vocabulary spells it. */
export function specialName(id: number): string {
  if (id === START_OF_TEXT) return '<|startoftext|>';
  const kind = KIND_OF_CONTROL[id];
  return kind === undefined ? `<|reserved_${id}|>` : SPELLING[kind]!;
}
