/** Options of the parsers: types with defaults, checks. */
import {
  checkOptionNames,
  type HarmonyMessage,
  type Issue,
  invalidOption,
  type MessageHead,
  ROLES,
  type Role,
} from '../wire/index.ts';

/** Place of a run of content: half-open, in token indexes or UTF-16 offsets. The object is reused: copy what you keep. */
export interface ContentRange {
  start: number;
  end: number;
}

/** Called synchronously from `feed` and `end`, in the order of the input. A handler that throws terminates the parser until `reset()`. */
export interface ParseHandlers {
  /** The header can no longer change: its message token came, it was split, or loose text turned out to be content. */
  onMessageStart?: (head: MessageHead) => void;
  /** One run of content of one `feed`, as soon as it is known. */
  onDelta?: (text: string, head: MessageHead, range: ContentRange) => void;
  onMessageEnd?: (message: HarmonyMessage) => void;
  onIssue?: (issue: Issue) => void;
}

export interface ParseOptions extends ParseHandlers {
  /**
   * Role that the prompt has already opened; null for whole conversations.
   * @defaultValue `'assistant'`, because a completion follows `<|start|>assistant`
   */
  role?: Role | null;
  /** @defaultValue `'tolerant'`: nothing a model writes throws */
  mode?: 'tolerant' | 'strict';
  /** Input that came before (what the prompt already holds of the completion): parsed, its content not repeated. */
  prefill?: string | Uint32Array | Int32Array | readonly number[];
  /** Whose content is kept for the result: all messages', only calls', or none's. @defaultValue `'all'` */
  retain?: 'all' | 'calls' | 'none';
  /** Bytes of decoded header text (markers not counted) after which a header is split. @defaultValue 1024 */
  maxHeaderBytes?: number;
  /** UTF-8 bytes of one message's content (or of held text) that are accepted. @defaultValue 16777216 (16 MiB) */
  maxContentBytes?: number;
  /** Names of tools that are read as recipients where a channel belongs (`<|channel|>lookup`). */
  tools?: readonly string[];
  /** Forces an engine. It makes strings of ids; text needs none. @defaultValue the package's `engine` */
  engine?: 'native' | 'js';
}

export interface TextParseOptions extends ParseOptions {
  /**
   * Cuts text whose markers were removed before it was logged (`analysis…assistantfinal…`) at its channel words.
   * Such input is held until `end()`. @defaultValue false
   */
  strippedMarkers?: boolean;
}

const DEFAULT_MAX_HEADER_BYTES = 1024;
const DEFAULT_MAX_CONTENT_BYTES = 16 * 1024 * 1024;

/** Options with every default filled in. */
export interface ResolvedOptions extends ParseHandlers {
  role: Role | null;
  strict: boolean;
  prefill: string | Uint32Array | Int32Array | readonly number[] | undefined;
  retain: 'all' | 'calls' | 'none';
  maxHeaderBytes: number;
  maxContentBytes: number;
  tools: ReadonlySet<string> | undefined;
  strippedMarkers: boolean;
  engine: 'native' | 'js' | undefined;
}

const NAMES = [
  'role',
  'mode',
  'prefill',
  'retain',
  'maxHeaderBytes',
  'maxContentBytes',
  'tools',
  'engine',
  'onMessageStart',
  'onDelta',
  'onMessageEnd',
  'onIssue',
] as const satisfies readonly (keyof ParseOptions)[];
const HANDLERS = ['onMessageStart', 'onDelta', 'onMessageEnd', 'onIssue'] as const;

/** @throws TypeError `ERR_HARMONY_UNKNOWN_OPTION`, `ERR_HARMONY_INVALID_ARGUMENT` */
export function resolveOptions(options: TextParseOptions | undefined, where: string, text: boolean): ResolvedOptions {
  checkOptionNames(options, text ? [...NAMES, 'strippedMarkers'] : NAMES, where);
  const o = options ?? {};
  const fail = (name: string, expected: string, value: unknown) => invalidOption(where, name, expected, value);

  if (o.role !== undefined && o.role !== null && !ROLES.includes(o.role)) {
    throw fail('role', `one of ${ROLES.join(', ')} or null`, o.role);
  }
  if (o.mode !== undefined && o.mode !== 'tolerant' && o.mode !== 'strict') {
    throw fail('mode', "'tolerant' or 'strict'", o.mode);
  }
  if (o.retain !== undefined && !['all', 'calls', 'none'].includes(o.retain)) {
    throw fail('retain', "'all', 'calls' or 'none'", o.retain);
  }
  if (o.engine !== undefined && o.engine !== 'native' && o.engine !== 'js') {
    throw fail('engine', "'native' or 'js'", o.engine);
  }
  if (o.prefill !== undefined && typeof o.prefill !== 'string' && !isTokenList(o.prefill)) {
    throw fail('prefill', 'a string, an array of ids, a Uint32Array or an Int32Array', o.prefill);
  }
  if (o.strippedMarkers !== undefined && typeof o.strippedMarkers !== 'boolean') {
    throw fail('strippedMarkers', 'a boolean', o.strippedMarkers);
  }
  for (const name of HANDLERS) {
    if (o[name] !== undefined && typeof o[name] !== 'function') throw fail(name, 'a function', o[name]);
  }
  for (const name of ['maxHeaderBytes', 'maxContentBytes'] as const) {
    const value = o[name];
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 1)) {
      throw fail(name, 'a positive whole number of bytes', value);
    }
  }
  if (o.tools !== undefined && !(Array.isArray(o.tools) && o.tools.every((name) => typeof name === 'string'))) {
    throw fail('tools', 'an array of names', o.tools);
  }
  return {
    role: o.role === undefined ? 'assistant' : o.role,
    strict: o.mode === 'strict',
    prefill: o.prefill,
    retain: o.retain ?? 'all',
    maxHeaderBytes: o.maxHeaderBytes ?? DEFAULT_MAX_HEADER_BYTES,
    maxContentBytes: o.maxContentBytes ?? DEFAULT_MAX_CONTENT_BYTES,
    tools: o.tools === undefined || o.tools.length === 0 ? undefined : new Set(o.tools),
    strippedMarkers: o.strippedMarkers === true,
    engine: o.engine,
    onMessageStart: o.onMessageStart,
    onDelta: o.onDelta,
    onMessageEnd: o.onMessageEnd,
    onIssue: o.onIssue,
  };
}

/** True for the shapes that hold token ids. */
export function isTokenList(value: unknown): value is Uint32Array | Int32Array | readonly number[] {
  return value instanceof Uint32Array || value instanceof Int32Array || Array.isArray(value);
}
