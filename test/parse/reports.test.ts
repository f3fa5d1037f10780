import { describe, expect, test } from 'vitest';
import {
  createTextParser,
  createTokenParser,
  type ParseOptions,
  type ParseResult,
  parseText,
  parseTokens,
  toChat,
} from '../../lib/index.ts';
import {
  chunksOf,
  encodeMarked,
  parseOptionsOf,
  type Report,
  type RightResult,
  reportOf,
  reports,
  tokensOf,
} from './reports.ts';
import { inReferenceShape, normal } from './vectors.ts';

/** Reports that another subject's tests take up. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  render: ['B140', 'B141', 'B142', 'B143', 'B147', 'B150', 'B151', 'B153', 'B155', 'B194', 'B195'],
  schema: ['B161', 'B162', 'B163', 'B164', 'B166', 'B167', 'B171', 'B172', 'B174', 'B175'],
  escape: ['B132', 'B133', 'B137'],
  // Responses items and events; stop strings.
  gateway: ['B088', 'B114', 'B116'],
};
/** Run by a test of their own: here, or (B185) in without-vocabulary.test.ts. */
const ALONE: readonly string[] = ['B013', 'B185'];
/** Codes that differ from the report's, with the rule of the specification that says so. */
const OTHER_ISSUES: Readonly<Record<string, { codes: string[]; why: string }>> = {};

const KINDS = ['parse', 'stream', 'leak', 'api-mapping', 'perf'];
const later = new Set(Object.values(LATER).flat());
const run = reports.filter(
  ({ id, kind }) => (KINDS.includes(kind) || id === 'B135') && !later.has(id) && !ALONE.includes(id),
);

function parse(report: Report): ParseResult {
  const options = parseOptionsOf(report);
  return report.raw_form === 'tokens'
    ? parseTokens(tokensOf(report), options)
    : parseText(chunksOf(report).join(''), options);
}

function view(result: ParseResult, { tools_known }: RightResult) {
  const { reasoning, content, toolCalls, finishReason, issues } = toChat(
    result,
    tools_known === undefined ? {} : { tools: tools_known },
  );
  return {
    reasoning,
    content,
    tool_calls: toolCalls.map((call) => ({ name: call.name, arguments: call.arguments })),
    finish_reason: finishReason,
    issues: [...new Set(issues.map(({ code }) => code))].sort(),
    builtin: toolCalls.filter(({ recipient }) => /^(python$|browser\.|container\.)/.test(recipient)).map((c) => c.name),
  };
}

const FIELDS = ['reasoning', 'content', 'tool_calls', 'finish_reason', 'issues', 'builtin'] as const;

function expectRight(report: Report, result: ParseResult): void {
  const right = report.right_result;
  const got = view(result, right);
  const [call] = got.tool_calls;
  const lengths = right.tool_calls?.[0]?.arguments_length;
  for (const field of FIELDS) {
    if (right[field] === undefined || (field === 'tool_calls' && lengths !== undefined)) continue;
    const want = field === 'issues' ? [...(OTHER_ISSUES[report.id]?.codes ?? right.issues ?? [])].sort() : right[field];
    expect([field, got[field]]).toEqual([field, want]);
  }
  if (lengths !== undefined) expect([call?.name, call?.arguments.length]).toEqual(['write', lengths]);
  if (right.content_length !== undefined) expect(got.content?.length).toBe(right.content_length);
  const messages = result.messages.map(inReferenceShape);
  if (right.content_type !== undefined) expect(messages.at(-1)?.content_type).toBe(right.content_type);
  if (right.recipient === null) expect(messages.map(({ recipient }) => recipient)).toEqual([undefined]);
  if (right.messages !== undefined) expect(messages).toEqual(right.messages.map(normal));
}

describe('the right result of each report', () => {
  test.each(run)('$id: $title', (report) => {
    expectRight(report, parse(report));
  });

  test.each(run)('$id unit by unit', (report) => {
    const whole = parse(report);
    const options = parseOptionsOf(report);
    const bare = ({ messages, issues, pending }: ParseResult) => ({ messages, issues, pending });
    if (report.raw_form === 'tokens') {
      const parser = createTokenParser(options);
      for (const id of tokensOf(report)) parser.feed(id);
      return expect(bare(parser.end())).toEqual(bare(whole));
    }
    const parser = createTextParser(options);
    for (const unit of chunksOf(report).join('').split('')) parser.feed(unit);
    expect(bare(parser.end())).toEqual(bare(whole));
  });

  // Stripped markers are a matter of text; ids have none to lose.
  test.each(run.filter((report) => report.raw_form !== 'tokens' && report.right_result.options === undefined))(
    '$id as ids',
    (report) => {
      expectRight(report, parseTokens(encodeMarked(chunksOf(report).join('')), parseOptionsOf(report)));
    },
  );
});

interface Delta {
  /** Index of the chunk; the number of chunks stands for `end()`. */
  chunk: number;
  message: number;
  channel: string | undefined;
  recipient: string | undefined;
  text: string;
}

function stream(report: Report): { deltas: Delta[]; starts: (string | undefined)[]; result: ParseResult } {
  const deltas: Delta[] = [];
  const starts: (string | undefined)[] = [];
  let chunk = 0;
  const options: ParseOptions = {
    ...parseOptionsOf(report),
    onMessageStart: ({ recipient }) => starts.push(recipient),
    onDelta: (text, { index, channel, recipient }) => deltas.push({ chunk, message: index, channel, recipient, text }),
  };
  const feed = (parser: { end(): ParseResult }, pieces: number, take: (i: number) => void): ParseResult => {
    for (; chunk < pieces; chunk++) take(chunk);
    return parser.end();
  };
  if (report.raw_form === 'tokens') {
    const parser = createTokenParser(options);
    const ids = tokensOf(report);
    return { deltas, starts, result: feed(parser, ids.length, (i) => parser.feed(ids[i] as number)) };
  }
  const parser = createTextParser(options);
  const chunks = chunksOf(report);
  return { deltas, starts, result: feed(parser, chunks.length, (i) => parser.feed(chunks[i] as string)) };
}

describe('chunk by chunk', () => {
  const chunked = run.filter(({ raw_form }) => raw_form === 'chunks');

  test.each(chunked)('$id: deltas joined are the content', (report) => {
    const { deltas, result } = stream(report);
    expectRight(report, result);
    const joined = result.messages.map(({ index }) =>
      deltas.map((delta) => (delta.message === index ? delta.text : '')).join(''),
    );
    expect(joined).toEqual(result.messages.map(({ content }) => content));
  });

  test('B100: a chunk may carry several messages', () => {
    expect(stream(reportOf('B100')).deltas.map(({ chunk, text }) => [chunk, text])).toEqual([
      [0, 'Plan it.'],
      [0, '{"city":'],
      [1, '"Turin","days":2}'],
    ]);
  });

  test('B102: one chunk gives reasoning, then content; text before a stop token is not lost', () => {
    expect(stream(reportOf('B102')).deltas.map(({ chunk, channel, text }) => [chunk, channel, text])).toEqual([
      [0, 'analysis', 'Say'],
      [1, 'analysis', '  hi'],
      [2, 'analysis', '.'],
      [2, 'final', 'Hello wor'],
      [3, 'final', 'ld!'],
    ]);
  });

  test('B104: no content at any point', () => {
    const { deltas, starts } = stream(reportOf('B104'));
    expect(starts).toEqual(['functions.get_weather']);
    expect(deltas.every(({ recipient }) => recipient === 'functions.get_weather')).toBe(true);
  });

  test.each([
    ['B105', ['functions.get_weather', 'functions.get_time']],
    ['B115', [undefined, 'functions.tool_a', 'functions.tool_b', undefined, 'functions.tool_c']],
  ])('%s: each message starts once, in order', (id, recipients) => {
    const { deltas, starts } = stream(reportOf(id));
    expect(starts).toEqual(recipients);
    const order = deltas.map(({ message }) => message);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test('B108: text is released as soon as it is certain', () => {
    expect(stream(reportOf('B108')).deltas.map(({ chunk, text }) => [chunk, text])).toEqual([
      [1, ' '],
      [2, '\ufffd '],
      [3, '\ufffdw'],
    ]);
  });

  test('B111: half a character waits for the end', () => {
    expect(stream(reportOf('B111')).deltas.map(({ chunk, text }) => [chunk, text])).toEqual([[6, '\ufffd']]);
  });
});

describe('what a chat view does not show', () => {
  test('B013: a second response in the same parser, and after reset()', () => {
    const ids = tokensOf(reportOf('B013'));
    // The report's note says `The user asks`; its ids do not.
    const first = 'The asks: "What is 2 + 2?" Simple arithmetic. Provide answer.';
    const { messages, issues } = parseTokens(ids);
    expect(messages.map(({ content }) => content)).toEqual([first, '2 + 2 = 4.', '4.']);
    expect(issues.map(({ code }) => code)).toEqual(['missing_start']);

    const second = ids.lastIndexOf(200005);
    const parser = createTokenParser();
    parser.feed(ids.slice(0, second));
    expect(toChat(parser.end())).toMatchObject({ reasoning: first, content: '2 + 2 = 4.', issues: [] });
    parser.reset();
    parser.feed(ids.slice(second));
    expect(toChat(parser.end())).toMatchObject({ reasoning: null, content: '4.', issues: [] });
  });

  test('B029: the open header is pending', () => {
    expect(parse(reportOf('B029')).pending).toEqual({
      header: 'assistant',
      role: 'assistant',
      recipient: undefined,
      channel: undefined,
    });
    expect(parse(reportOf('B029')).issues).toEqual([]);
  });

  test('B065: the pending header names the tool', () => {
    expect(parse(reportOf('B065')).pending).toMatchObject({
      role: 'assistant',
      recipient: 'functions.get_weather',
      channel: 'commentary',
    });
  });

  test('B064: a cut call is incomplete and may not be run', () => {
    const [call] = toChat(parse(reportOf('B064'))).toolCalls;
    expect(call).toMatchObject({ status: 'incomplete', runnable: false });
    expect(call?.error).toMatchObject({ code: 'incomplete_arguments', raw: '{"loc' });
  });

  test('B049: an error has one shape', () => {
    const [call] = toChat(parse(reportOf('B049'))).toolCalls;
    expect(Object.keys(call?.error ?? {})).toEqual(['code', 'message', 'raw']);
    expect(call).toMatchObject({ status: 'invalid', runnable: false, error: { raw: 'calc(2+2)' } });
  });

  test('B196: tokens by what they were for', () => {
    const report = reportOf('B196');
    const { usage } = parseTokens(encodeMarked(chunksOf(report).join('')));
    const { total, reasoning_body, content_body } = report.right_result.token_counts ?? {};
    expect([usage?.total, usage?.body.analysis, usage?.body.final]).toEqual([total, reasoning_body, content_body]);
  });

  test('B201: what follows the stop is there as messages', () => {
    const report = reportOf('B201');
    const after = parse(report).messages.slice(1).map(inReferenceShape);
    expect(after).toMatchObject(report.right_result.after_stop ?? []);
  });
});

test('every report is run or belongs to a later subject', () => {
  const named = [...later, ...ALONE, ...run.map(({ id }) => id)];
  expect(named.toSorted()).toEqual(reports.map(({ id }) => id).toSorted());
  expect(Object.keys(OTHER_ISSUES).every((id) => run.some((report) => report.id === id))).toBe(true);
});
