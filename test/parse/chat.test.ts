/** The chat view, rule by rule (docs/design.md, "The chat view"). */
import { describe, expect, it } from 'vitest';
import {
  type ChatOptions,
  mintCallId,
  mintToolCallId,
  parseText,
  parseTokens,
  type Role,
  toChat,
  toChats,
} from '../../lib/index.ts';

const chat = (text: string, options?: ChatOptions, role: Role | null = 'assistant') =>
  toChat(parseText(text, { role }), options);
const codes = (view: { issues: { code: string }[] }) => view.issues.map((issue) => issue.code);
const call = (header: string, body: string, end = '<|call|>') =>
  `<|channel|>commentary ${header}<|message|>${body}${end}`;
const START = '<|start|>assistant';

describe('1: the turn', () => {
  const conversation =
    '<|start|>system<|message|>s<|end|><|start|>user<|message|>u1<|end|>' +
    `${START}<|channel|>final<|message|>a1<|end|><|start|>user<|message|>u2<|end|>${START}<|channel|>final<|message|>a2<|end|>`;

  it('is the run at the beginning, up to another role', () => {
    const view = chat('<|channel|>final<|message|>x<|end|><|start|>user<|message|>y<|end|>');
    expect(view).toMatchObject({ content: 'x', issues: [{ code: 'role_change', messageIndex: 1 }] });
  });

  it('is the last run of input that held the prompt', () => {
    expect(chat(conversation, {}, null).content).toBe('a2');
    expect(chat(`${conversation}<|start|>user<|message|>u3<|end|>`, {}, null).content).toBe('a2');
  });

  it('is empty if a header of the assistant is pending behind another role', () => {
    const view = chat(`${conversation}<|start|>user<|message|>u3<|end|>${START}`, {}, null);
    expect(view).toEqual({ reasoning: null, content: null, toolCalls: [], finishReason: 'stop', issues: [] });
  });

  it('can be picked, and toChats gives all', () => {
    const result = parseText(conversation, { role: null });
    expect(toChats(result).map((view) => view.content)).toEqual(['a1', 'a2']);
    expect(toChat(result, { turn: 0 }).content).toBe('a1');
    expect(toChat(result, { turn: -1 }).content).toBe('a2');
    expect(toChat(result, { turn: 7 }).content).toBeNull();
  });
});

describe('2: a call ends the turn', () => {
  it('unless a start token follows', () => {
    const two = `${call('to=functions.f', '{}')}${START}${call('to=functions.g', '{}')}`;
    expect(chat(two).toolCalls.map(({ name }) => name)).toEqual(['f', 'g']);
  });

  it.each(['{"made":"up"}', '<|channel|>final<|message|>Done.<|end|>', ' Done.'])('before %j', (rest) => {
    const view = chat(call('to=functions.f', '{}') + rest);
    expect(view.toolCalls).toHaveLength(1);
    expect(view.content).toBeNull();
    expect(codes(view)).toContain('text_after_call');
  });

  it('white space and stray stop tokens do not count', () => {
    const view = chat(`${call('to=functions.f', '{}', '<|end|>')}<|call|>\n <|return|>`);
    expect(codes(view)).toEqual(['stray_stop_token', 'stray_stop_token']);
  });
});

describe('3: what is a call', () => {
  it.each(['assistant', 'user', 'all', '', 'functions', 'functions.'])('not to=%s', (to) => {
    expect(chat(call(`to=${to}`, '{}')).toolCalls).toEqual([]);
  });

  it.each([
    ['{"a":1}', '<|call|>', 1],
    ['', '<|call|>', 1],
    ['', '<|end|>', 0],
    ['see above', '<|call|>', 0],
  ])('a split message with content %j ended by %s: %d', (body, end, count) => {
    const view = chat(`<|channel|>commentary to=functions.f ${body}${end}`);
    expect(view.toolCalls).toHaveLength(count);
  });

  it("a tool's name in the role's place, if it is known and ended by call", () => {
    const text = '<|start|>lookup<|channel|>commentary<|message|>{"q":1}<|call|>';
    expect(chat(text, { tools: ['lookup'] }, null).toolCalls).toMatchObject([{ name: 'lookup', arguments: '{"q":1}' }]);
    expect(chat(text, {}, null).toolCalls).toEqual([]);
  });

  it('says so on channel final and without a name', () => {
    expect(codes(chat('<|channel|>final to=functions.f<|message|>{}<|call|>'))).toEqual(['call_on_final_channel']);
    expect(codes(chat(call('to=functions.', 'x')))).toEqual(['call_without_recipient']);
  });
});

describe('4 and 5: reasoning, content, set aside', () => {
  it('analysis is reasoning whatever the recipient, preambles are content', () => {
    const view = chat(
      `<|channel|>analysis to=assistant<|message|>r<|end|>${START}<|channel|>commentary<|message|>p<|end|>${START}<|message|>q<|end|>`,
    );
    expect(view).toMatchObject({ reasoning: 'r', content: 'p\nq' });
  });

  it('a message to itself is in neither', () => {
    const view = chat('<|channel|>commentary to=assistant<|message|>note<|end|>');
    expect(view).toMatchObject({ reasoning: null, content: null });
    expect(view.issues).toMatchObject([{ code: 'self_addressed_message', text: 'note' }]);
  });

  it('set-aside text shows only if there is nothing else', () => {
    const aside = '<|channel|>commentary what?<|end|>';
    expect(chat(aside).content).toBe('what?');
    expect(chat(`${aside}${START}<|channel|>final<|message|>Yes.<|return|>`).content).toBe('Yes.');
    expect(chat(`<|channel|>analysis<|message|>r<|end|>tail`).content).toBe('tail');
    expect(chat(`<|channel|>final<|message|>Yes.<|end|>tail`).content).toBe('Yes.');
  });
});

describe('7: the state of a call', () => {
  const state = (text: string, options?: ChatOptions) => {
    const { toolCalls, finishReason, issues } = chat(text, options);
    const { kind, status, runnable, value, error } = toolCalls[0]!;
    return { kind, status, runnable, value, error: error?.code, finishReason, issues: issues.map(({ code }) => code) };
  };
  const ok = { status: 'complete', runnable: true, error: undefined, finishReason: 'tool_calls', issues: [] };

  it('complete', () => {
    expect(state(call('to=functions.f json', '{"a":[1]}'))).toEqual({ ...ok, kind: 'json', value: { a: [1] } });
    expect(state(call('to=functions.f json', ''))).toEqual({ ...ok, kind: 'json', value: {} });
    expect(state(call('to=functions.f code', '{"a":1}'))).toEqual({ ...ok, kind: 'json', value: { a: 1 } });
    expect(state(call('to=functions.f code', 'ls -l'))).toEqual({ ...ok, kind: 'freeform', value: undefined });
    expect(state(call('to=python', 'print(1)'))).toEqual({ ...ok, kind: 'freeform', value: undefined });
    // The stop token is often consumed by the engine: the end of the input alone is no truncation.
    expect(state(call('to=functions.f json', '{"a":1}', ''))).toEqual({ ...ok, kind: 'json', value: { a: 1 } });
  });

  const cut = {
    status: 'incomplete',
    runnable: false,
    value: undefined,
    error: 'incomplete_arguments',
    finishReason: 'length',
  };
  it('incomplete', () => {
    const issues = ['invalid_json_arguments', 'truncated'];
    expect(state(call('to=functions.f json', '{"a', ''))).toEqual({ ...cut, kind: 'json', issues });
    expect(state(call('to=functions.f json', '', ''))).toEqual({ ...cut, kind: 'json', issues });
    expect(state(call('to=python', 'print(', ''))).toEqual({ ...cut, kind: 'freeform', issues: ['truncated'] });
    expect(state(call('to=python', 'print(1)', ''), { finishReason: 'stop' })).toMatchObject({ status: 'complete' });
  });

  it('invalid', () => {
    const invalid = { status: 'invalid', runnable: false, error: 'invalid_json_arguments' };
    expect(state(call('to=functions.f json', '{"a'))).toMatchObject({ ...invalid, finishReason: 'tool_calls' });
    expect(state(call('to=functions.f', 'not json'))).toMatchObject(invalid);
    for (const finishReason of ['stop', 'tool_calls']) {
      expect(state(call('to=functions.f json', '{"a', ''), { finishReason })).toMatchObject({
        ...invalid,
        finishReason,
      });
    }
  });

  it('repaired, on request only', () => {
    const repair = (text: string) =>
      text.endsWith(']') ? { value: JSON.parse(text.slice(0, -1)), repairs: ['a bracket too many'] } : null;
    const view = chat(call('to=functions.f json', '{"a":1}]'), { repair });
    expect(view.toolCalls).toMatchObject([
      { status: 'repaired', runnable: true, arguments: '{"a":1}]', value: { a: 1 }, repairs: ['a bracket too many'] },
    ]);
    expect(chat(call('to=functions.f json', 'nope'), { repair }).toolCalls[0]?.status).toBe('invalid');
  });

  it('arguments with a prototype key stay own properties', () => {
    const { value } = chat(call('to=functions.f json', '{"__proto__":{"x":1}}')).toolCalls[0]!;
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect((value as { x?: number }).x).toBeUndefined();
  });
});

describe('8: the finish reason', () => {
  it.each([
    ['<|channel|>final<|message|>x', 'stop'],
    ['<|channel|>analysis<|message|>x', 'length'],
    ['<|channel|>analysis<|message|>x<|end|>', 'stop'],
    ['<|channel|>final', 'length'],
    ['', 'stop'],
  ])('%j: %s', (text, reason) => {
    expect(chat(text).finishReason).toBe(reason);
    expect(chat(text, { finishReason: 'content_filter' }).finishReason).toBe('content_filter');
  });

  it('half a character at the end', () => {
    expect(toChat(parseTokens([200005, 17196, 200008, 172]))).toMatchObject({
      content: '\ufffd',
      finishReason: 'length',
    });
    expect(chat('<|channel|>final<|message|>x\ud83d').finishReason).toBe('length');
  });
});

describe('9: names', () => {
  const named = (recipient: string, tools?: string[]) => {
    const view = chat(call(`to=${recipient} json`, '{}'), tools === undefined ? {} : { tools });
    return [view.toolCalls[0]?.name, view.toolCalls[0]?.namespace, view.toolCalls[0]?.recipient, codes(view)];
  };

  it('without tools stay as written', () => {
    expect(named('functions.f')).toEqual(['f', 'functions', 'functions.f', []]);
    expect(named('browser.search')).toEqual(['browser.search', 'browser', 'browser.search', []]);
    expect(named('python')).toEqual(['python', undefined, 'python', []]);
    expect(named('f')).toEqual(['f', undefined, 'f', ['no_functions_namespace']]);
    expect(named('functions.functions.f')).toEqual(['functions.f', 'functions', 'functions.functions.f', []]);
  });

  it('with tools are matched', () => {
    expect(named('functions.f', ['f'])).toEqual(['f', 'functions', 'functions.f', []]);
    expect(named('functions.f', ['functions.f'])).toEqual(['f', 'functions', 'functions.f', []]);
    expect(named('f', ['f'])[3]).toEqual(['no_functions_namespace']);
    expect(named('functions.functions.f', ['f'])).toEqual([
      'f',
      'functions',
      'functions.functions.f',
      ['duplicate_namespace'],
    ]);
    expect(named('functions.fjson', ['f'])).toEqual(['f', 'functions', 'functions.fjson', ['glued_content_type']]);
    expect(named('nope', ['f'])).toEqual(['nope', undefined, 'nope', ['unknown_tool']]);
  });

  it('with spaces are found in the header', () => {
    const view = chat('<|channel|>commentary to=functions.get the weather json<|message|>{}<|call|>', {
      tools: ['get', 'get the', 'get the weather'],
    });
    expect(view.toolCalls[0]?.name).toBe('get');
    const longest = chat('<|channel|>commentary to=functions.get the weather json<|message|>{}<|call|>', {
      tools: ['get the', 'get the weather'],
    });
    expect(longest.toolCalls[0]?.name).toBe('get the weather');
  });
});

describe('10: ids', () => {
  it('are random, or the caller’s', () => {
    const text = call('to=functions.f', '{}');
    const ids = new Set(Array.from({ length: 1000 }, () => chat(text).toolCalls[0]!.id));
    expect(ids.size).toBe(1000);
    for (const id of ids) expect(id).toMatch(/^call_[A-Za-z0-9_-]{24}$/);
    const idFactory = ({ index, recipient }: { index: number; recipient: string }) => `${index}:${recipient}`;
    expect(chat(text, { idFactory }).toolCalls[0]?.id).toBe('0:functions.f');
    expect(mintCallId()).not.toBe(mintCallId());
  });

  it('of the dialect’s shape', () => {
    const [first, second] = [mintToolCallId(), mintToolCallId()];
    expect(first).toMatch(/^ptc_[0-9a-z]+_[0-9a-z]+$/);
    expect(first).not.toBe(second);
  });
});
