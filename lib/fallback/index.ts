/**
 * The pure-TypeScript engine: everything of the root entry that needs no add-on, without any `node:` import.
 * Token ids need {@link loadVocabulary} first; text does not.
 * @packageDocumentation
 */
import { type EngineName, runsOf } from '../engine/index.ts';
import { setRunSource, setVocabulary } from '../parse/index.ts';
import { describe, HarmonyError, HarmonyTypeError } from '../wire/index.ts';

export {
  type AsyncBatchOptions,
  type BatchOptions,
  type Columns,
  type EngineName,
  HarmonyBatchTooLargeError,
  HEADER_CHANNEL,
  HEADER_CONSTRAIN,
  parseTokenBatch,
  parseTokenBatchAsync,
  RowFlag,
  RowForm,
  TokenBatch,
} from '../engine/index.ts';
export {
  type ArgumentsRepair,
  type CallStatus,
  type ChatOptions,
  type ChatView,
  type ContentRange,
  type CurrentMessage,
  createTextParser,
  createTokenParser,
  type FinishReason,
  mintCallId,
  mintToolCallId,
  type ParseHandlers,
  type ParseOptions,
  type Parser,
  parseText,
  parseTokens,
  type TextParseOptions,
  type TextParser,
  type TokenList,
  type TokenParser,
  type ToolCall,
  toChat,
  toChats,
} from '../parse/index.ts';
export {
  type BodyKind,
  HarmonyError,
  type HarmonyErrorCode,
  type HarmonyMessage,
  HarmonyParseError,
  HarmonyTypeError,
  ISSUES,
  type Issue,
  type IssueCode,
  type IssueRule,
  type MessageHead,
  type ParseResult,
  type PendingHeader,
  type Role,
  type Severity,
  type Terminator,
  type TokenSpan,
  type Usage,
} from '../wire/index.ts';

setRunSource(runsOf);

/** The engine that parses batches: this entry has no other. Where the root entry is loaded too, its choice holds. */
export const engine: EngineName = 'js';

/**
 * Loads the vocabulary file (`o200k_harmony.bin` of this package): its bytes, which are copied, or where to fetch it.
 * Node's root entry reads the bundled file by itself.
 * @throws TypeError `ERR_HARMONY_INVALID_ARGUMENT`; HarmonyError `ERR_HARMONY_VOCABULARY_NOT_LOADED` (it could not be
 * fetched; Node fetches no `file:`), `ERR_HARMONY_INVALID_VOCABULARY`
 */
export async function loadVocabulary(source: Uint8Array | URL): Promise<void> {
  // The engines read it in place, checked once: nobody else may write to it. (`slice` of a Buffer is no copy.)
  if (source instanceof Uint8Array) return setVocabulary(new Uint8Array(source));
  if (!(source instanceof URL)) {
    throw new HarmonyTypeError(
      'ERR_HARMONY_INVALID_ARGUMENT',
      `loadVocabulary: source must be a Uint8Array or a URL, not ${describe(source)}`,
    );
  }
  setVocabulary(await fetchBytes(source));
}

/** A `data:` URL may be megabytes long. */
const SHOWN_UNITS = 200;

async function fetchBytes(source: URL): Promise<Uint8Array> {
  let why = '';
  let cause: unknown;
  try {
    const response = await fetch(source);
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    why = `the answer was ${response.status}`;
  } catch (error) {
    cause = error;
    const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    why = inner instanceof Error ? inner.message : String(inner);
  }
  const message = `loadVocabulary: ${source.href.slice(0, SHOWN_UNITS)} could not be fetched: ${why}`;
  throw new HarmonyError('ERR_HARMONY_VOCABULARY_NOT_LOADED', message, { cause });
}
