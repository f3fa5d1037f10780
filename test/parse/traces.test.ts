import { expect, test } from 'vitest';
import { createTokenParser, HarmonyParseError, type TokenParser } from '../../lib/index.ts';
import { type IssueCode, parseErrorCode, type Role } from '../../lib/wire/index.ts';
import { inReferenceShape, normal, type ReferenceMessage, readLines } from './vectors.ts';

/** What the reference shows after one token. */
interface Step {
  token: number | 'eos';
  state: 'ExpectStart' | 'Header' | 'Content';
  current_role: string | null;
  current_channel: string | null;
  current_recipient: string | null;
  current_content_type: string | null;
  last_content_delta: string | null;
  current_content: string;
  n_messages: number;
  error?: string;
}

interface Trace {
  id: string;
  note: string;
  tokens: number[];
  role: Role | null;
  strict: boolean;
  eos: boolean;
  expect: { initial: Step; trace: Step[]; messages: ReferenceMessage[] };
}

const traces = readLines<Trace>('../vectors/stream.jsonl');
const STATES = { ExpectStart: 'idle', Header: 'header', Content: 'body' } as const;

/** What both show, in one shape. The role of a header that is still open is the reference's alone. */
interface View {
  state: string;
  role: string | null;
  channel: string | null;
  recipient: string | null;
  contentType: string | null;
  content: string;
  messages: number;
}

function theirs(step: Step): View {
  const open = step.state === 'Content';
  return {
    state: STATES[step.state],
    role: open ? step.current_role : null,
    channel: step.current_channel,
    recipient: step.current_recipient,
    contentType: step.current_content_type,
    content: step.current_content,
    messages: step.n_messages,
  };
}

function ours(parser: TokenParser, content: string): View {
  const { current } = parser;
  const type = current?.contentType;
  return {
    state: parser.state,
    role: current?.role ?? null,
    channel: current?.channel ?? null,
    recipient: current?.recipient ?? null,
    contentType: current?.constrained ? `<|constrain|>${type ?? ''}` : (type ?? null),
    content,
    messages: parser.messageCount,
  };
}

/** Traces that differ, each for a kind of docs/divergences.md. */
interface Difference {
  /** Mode strict refuses here. */
  refused?: { code: IssueCode; at: number };
  /** The reference's error at this step is none here. */
  accepted?: number;
  /** What is seen instead, from the step on. */
  change?: (view: View, step: number) => View;
  messages?: (messages: ReferenceMessage[]) => ReferenceMessage[];
}

const oneMoreFrom =
  (from: number) =>
  (view: View, step: number): View => ({ ...view, messages: view.messages + (step >= from ? 1 : 0) });

const DIFFERENCES: Readonly<Record<string, Difference>> = {
  // unknown id
  'stream-033': { refused: { code: 'unknown_token', at: 2 } },
  'stream-034': { refused: { code: 'unknown_token', at: 2 } },
  'stream-035': { refused: { code: 'unknown_token', at: 2 } },
  // stop or start token in a header
  'stream-037': { refused: { code: 'missing_message_token', at: 3 } },
  'stream-038': { messages: ([first, ...rest]) => [{ ...(first as ReferenceMessage), content: 'hi  there' }, ...rest] },
  'stream-039': {
    change: oneMoreFrom(9),
    messages: (all) => all.toSpliced(1, 0, { role: 'assistant', channel: 'final', content: 'oops' }),
  },
  'stream-042': { change: oneMoreFrom(3), messages: (all) => [{ role: 'assistant', content: 'hi' }, ...all] },
  // white space between messages
  'stream-043': { accepted: 3 },
  // sole leftover content type
  'stream-056': {
    change: (view) => ({ ...view, contentType: view.recipient, recipient: null }),
    messages: (all) => all.map(({ recipient, ...rest }) => ({ ...rest, content_type: recipient as string })),
  },
};

/** Invalid UTF-8 with text behind it in the same token, or several bad sequences: the reference lags. */
const LAGGING: readonly string[] = ['stream-020', 'stream-025', 'stream-026', 'stream-028', 'stream-029'];

const CODES: Readonly<Record<string, IssueCode>> = {
  'Unexpected token': 'text_between_messages',
  'Unknown role': 'missing_role',
  'channel marker': 'empty_channel',
  'Unexpected EOS': 'truncated_header',
};

function codeOf(error: string): IssueCode {
  const found = Object.entries(CODES).find(([start]) => error.startsWith(start));
  if (found === undefined) throw new Error(`no code for ${error}`);
  return found[1];
}

/** Feeds one step; the place where strict mode refused it, if it did. */
function take(parser: TokenParser, token: Step['token']): { code: string; at: number } | undefined {
  try {
    if (token === 'eos') parser.end();
    else parser.feed(token);
  } catch (error) {
    if (!(error instanceof HarmonyParseError)) throw error;
    return { code: error.code, at: error.at };
  }
  return undefined;
}

test.each(traces)('$id: $note', ({ id, role, strict, tokens, expect: { initial, trace, messages } }) => {
  const { refused, accepted, change = (view: View) => view, messages: changed } = DIFFERENCES[id] ?? {};
  let content = '';
  const done: ReferenceMessage[] = [];
  const parser = createTokenParser({
    role,
    mode: strict ? 'strict' : 'tolerant',
    onMessageStart: () => {
      content = '';
    },
    onDelta: (delta) => {
      content += delta;
    },
    onMessageEnd: (message) => {
      expect(content).toBe(message.content);
      done.push(inReferenceShape(message));
      content = '';
    },
  });
  expect(ours(parser, content)).toEqual(theirs(initial));
  let lag = '';
  let lagged = false;
  for (const [step, shown] of trace.entries()) {
    const error = take(parser, shown.token);
    if (step === refused?.at) {
      return expect(error).toEqual({ code: parseErrorCode(refused.code), at: step });
    }
    if (shown.error !== undefined && step !== accepted) {
      const at = shown.token === 'eos' ? tokens.length : step;
      return expect(error).toEqual({ code: parseErrorCode(codeOf(shown.error)), at });
    }
    expect(error).toBeUndefined();
    const view = change(theirs(shown), step);
    // The reference keeps text back behind invalid UTF-8: what it shows is a beginning of what is shown here.
    expect(content.startsWith(view.content)).toBe(true);
    expect(ours(parser, view.content)).toEqual(view);
    expect(parser.current?.contentLength ?? 0).toBe(content.length);
    const before = lag;
    lag = content.slice(view.content.length);
    lagged ||= lag !== '';
    if (before === '' && lag === '' && view.state === 'body') expect(parser.lastDelta).toBe(shown.last_content_delta);
  }
  expect(done).toEqual((changed?.(messages) ?? messages).map(normal));
  expect(lagged).toBe(LAGGING.includes(id));
});

test('every trace is run, every difference belongs to one', () => {
  expect(traces.length).toBe(40);
  expect(Object.keys(DIFFERENCES).filter((id) => !traces.some((trace) => trace.id === id))).toEqual([]);
});
