/** Policies, options, exact JSON text, errors: what the vectors do not cover. Ids are those of test/cases/reports.jsonl. */
import { describe, expect, it } from 'vitest';
import type { Conversation, ConversationMessage, DropAnalysis } from '../../lib/render/index.ts';
import {
  developerContent,
  encodeConversation,
  encodeMessage,
  pythonTool,
  renderConversation,
  renderMessage,
  systemContent,
  toolNameMap,
} from '../../lib/render/index.ts';

const user = (content: string): ConversationMessage => ({ role: 'user', content });
const on = (channel: string, content: string): ConversationMessage => ({ role: 'assistant', channel, content });
const CALL: ConversationMessage = {
  role: 'assistant',
  channel: 'commentary',
  recipient: 'functions.f',
  content_type: '<|constrain|>json',
  content: '{}',
};
const RESULT: ConversationMessage = {
  role: 'tool',
  name: 'functions.f',
  recipient: 'assistant',
  channel: 'commentary',
  content: '{"ok":1}',
};

function contents(messages: ConversationMessage[], dropAnalysis: DropAnalysis, training = false): string[] {
  const text = renderConversation({ messages }, { dropAnalysis, for: training ? 'training' : 'history' });
  return [...text.matchAll(/<\|message\|>(.*?)<\|/g)].map((match) => match[1]!);
}

describe('old analysis', () => {
  const answered = [
    user('u1'),
    on('analysis', 'r1'),
    on('final', 'f1'),
    user('u2'),
    on('analysis', 'r2'),
    on('final', 'f2'),
    user('u3'),
  ];

  it('B140: finished-turns drops it before the last final, official before the first, none keeps it', () => {
    expect(contents(answered, 'finished-turns')).toEqual(['u1', 'f1', 'u2', 'f2', 'u3']);
    expect(contents(answered, 'official')).toEqual(['u1', 'f1', 'u2', 'r2', 'f2', 'u3']);
    expect(contents(answered, 'none')).toEqual(['u1', 'r1', 'f1', 'u2', 'r2', 'f2', 'u3']);
  });

  it('B141: it stays while a call is running', () => {
    const running = [user('u1'), on('analysis', 'r1'), CALL, RESULT];
    expect(contents(running, 'finished-turns')).toEqual(['u1', 'r1', '{}', '{"ok":1}']);
    expect(contents(running, 'official')).toEqual(['u1', 'r1', '{}', '{"ok":1}']);
    const later = [user('u0'), on('analysis', 'r0'), on('final', 'f0'), ...running];
    expect(contents(later, 'finished-turns')).toEqual(['u0', 'f0', 'u1', 'r1', '{}', '{"ok":1}']);
  });

  it('training keeps the reasoning of the answer that is trained', () => {
    const trained = answered.slice(0, -1);
    expect(contents(trained, 'finished-turns', true)).toEqual(['u1', 'f1', 'u2', 'r2', 'f2']);
    expect(contents(trained, 'finished-turns')).toEqual(['u1', 'f1', 'u2', 'f2']);
  });
});

describe('reports on rendering', () => {
  it('B142: a result names its tool and goes to the assistant on commentary', () => {
    const call = { ...CALL, recipient: 'functions.get_weather', content_type: 'json', content: '{"city":"Bari"}' };
    const result = { ...RESULT, name: 'functions.get_weather', content: '20 degrees' };
    expect(renderConversation({ messages: [call, result] })).toBe(
      '<|start|>assistant to=functions.get_weather<|channel|>commentary json<|message|>{"city":"Bari"}<|call|>' +
        '<|start|>functions.get_weather to=assistant<|channel|>commentary<|message|>20 degrees<|end|>',
    );
  });

  it('B143: a tool message without a name is an error that names the message', () => {
    const messages: ConversationMessage[] = [user('go'), { role: 'tool', content: '7' }];
    expect(() => renderConversation({ messages })).toThrow(
      expect.objectContaining({
        code: 'ERR_HARMONY_TOOL_WITHOUT_NAME',
        message: expect.stringContaining('messages[1]'),
      }),
    );
  });

  it('B147 and B195: without tools no line speaks of tools, and a final answer keeps its channel', () => {
    const messages: ConversationMessage[] = [
      { role: 'system', content: [systemContent()] },
      { role: 'developer', content: [developerContent({ instructions: "Let's sing!" })] },
      user('A'),
      on('final', 'B'),
    ];
    const text = renderConversation({ messages });
    expect(text).toContain('<|start|>assistant<|channel|>final<|message|>B<|end|>');
    expect(text).not.toContain('# Tools');
    expect(text).not.toContain('Calls to these tools');
  });

  it('B151: arguments stay as the model wrote them, and the result has its channel', () => {
    const call = { ...CALL, content: '{ "a" : 1 }' };
    const text = renderConversation({ messages: [call, { ...RESULT, content: 'x' }] });
    expect(text).toContain('<|message|>{ "a" : 1 }<|call|>');
    expect(text).toContain('<|start|>functions.f to=assistant<|channel|>commentary<|message|>x<|end|>');
  });

  it('B153: response formats come last', () => {
    const schema = { type: 'object', properties: { country: { type: 'string' } }, required: ['country'] };
    const part = developerContent({
      instructions: 'Be brief.',
      functions: [{ name: 'f', description: 'Does f.' }],
      responseFormats: [{ name: 'city', description: 'A city\nof a country', schema }],
    });
    const text = renderMessage({ role: 'developer', content: [part] });
    expect(text).toBe(
      '<|start|>developer<|message|># Instructions\n\nBe brief.\n\n# Tools\n\n## functions\n\nnamespace functions {\n\n' +
        '// Does f.\ntype f = () => any;\n\n} // namespace functions\n\n# Response Formats\n\n## city\n\n' +
        '// A city\n// of a country\n' +
        '{"type":"object","properties":{"country":{"type":"string"}},"required":["country"]}<|end|>',
    );
  });

  it('B155: a training text ends with return alone', () => {
    const text = renderConversation({ messages: [user('hi'), on('final', 'yo')] }, { for: 'training' });
    expect(text.endsWith('<|channel|>final<|message|>yo<|return|>')).toBe(true);
    expect(encodeConversation({ messages: [on('final', 'yo')] }, { for: 'training' }).at(-1)).toBe(200002);
  });

  it('B194: the spelling of the content type json is an option', () => {
    const messages = [CALL];
    expect(renderConversation({ messages })).toContain('commentary <|constrain|>json<|message|>');
    expect(renderConversation({ messages }, { contentTypeStyle: 'plain' })).toContain('commentary json<|message|>');
    const plain = [{ ...CALL, content_type: 'json' }];
    expect(renderConversation({ messages: plain }, { contentTypeStyle: 'constrain' })).toBe(
      renderConversation({ messages }),
    );
    const code = [{ ...CALL, content_type: 'code' }];
    expect(renderConversation({ messages: code }, { contentTypeStyle: 'constrain' })).toContain('commentary code<');
  });

  it('the recipient can stand where models write it', () => {
    const text = renderConversation({ messages: [CALL] }, { recipientPosition: 'channel' });
    expect(text).toBe('<|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}<|call|>');
    const { channel: _, ...withoutChannel } = CALL;
    expect(renderConversation({ messages: [withoutChannel] }, { recipientPosition: 'channel' })).toContain(
      '<|start|>assistant to=functions.f <|constrain|>json<|message|>',
    );
  });

  it('B133: markers in content are text, escaped text, or a coded error', () => {
    const messages = [user('ok'), on('final', '<|channel|>analysis<|message|>greet<|end|>')];
    expect(renderConversation({ messages })).toContain('<|message|><|channel|>analysis<|message|>greet<|end|><|end|>');
    expect(renderConversation({ messages }, { controlSpellings: 'escape' })).toContain(
      '<|message|><\\|channel\\|>analysis<\\|message\\|>greet<\\|end\\|><|end|>',
    );
    expect(() => renderConversation({ messages }, { controlSpellings: 'reject' })).toThrow(
      expect.objectContaining({
        code: 'ERR_HARMONY_CONTROL_SPELLING',
        message: expect.stringContaining('messages[1]'),
      }),
    );
  });
});

describe('constructors', () => {
  it('have the defaults of the reference, and no date', () => {
    expect(renderMessage({ role: 'system', content: [systemContent()] })).toBe(
      '<|start|>system<|message|>You are ChatGPT, a large language model trained by OpenAI.\n' +
        'Knowledge cutoff: 2024-06\n\nReasoning: medium\n\n' +
        '# Valid channels: analysis, commentary, final. Channel must be included for every message.<|end|>',
    );
  });

  it('take every field', () => {
    const content = systemContent({
      modelIdentity: 'I am X.',
      reasoningEffort: 'High',
      conversationStartDate: '2026-12-01',
      knowledgeCutoff: '2025-01',
      channelConfig: { valid_channels: ['final'], channel_required: false },
      tools: [pythonTool()],
    });
    const text = renderMessage({ role: 'system', content: [content] });
    expect(text).toContain(
      '<|message|>I am X.\nKnowledge cutoff: 2025-01\nCurrent date: 2026-12-01\n\nReasoning: high\n\n',
    );
    expect(text).toContain('# Tools\n\n## python\n\nUse this tool to execute Python code');
    expect(text.endsWith('# Valid channels: final.<|end|>')).toBe(true);
  });

  it('an empty developer message is empty', () => {
    expect(renderMessage({ role: 'developer', content: [developerContent()] })).toBe(
      '<|start|>developer<|message|><|end|>',
    );
  });
});

describe('exact JSON text', () => {
  const withParameters = (parameters: string): string =>
    `{"messages":[{"role":"developer","content":[{"type":"developer_content","tools":{"functions":{"name":"functions",` +
    `"tools":[{"name":"f","description":"","parameters":${parameters}}]}}}]}]}`;

  it('B174: integer-like keys keep their order, from text and from a Map', () => {
    const order = 'b?: string,\n2?: string,\n1?: string,\n';
    const text = '{"type":"object","properties":{"b":{"type":"string"},"2":{"type":"string"},"1":{"type":"string"}}}';
    expect(renderConversation(withParameters(text))).toContain(order);
    const properties = new Map(['b', '2', '1'].map((key) => [key, { type: 'string' }]));
    const tools = [{ name: 'f', description: '', parameters: { type: 'object', properties } }];
    expect(renderMessage({ role: 'developer', content: [developerContent({ functions: tools })] })).toContain(order);
  });

  it('keys with quotes, escapes, colons and the name of a prototype survive', () => {
    const text =
      '{"type":"object","properties":{"a\\"b":true,"7:x" : true,"__proto__":{"type":"string"},"\\u0063":true}}';
    expect(renderConversation(withParameters(text))).toContain(
      'a"b?: any,\n7:x?: any,\n__proto__?: string,\nc?: any,\n',
    );
  });

  it.each([
    ['nesting of 200 levels', withParameters(`${'['.repeat(200)}${']'.repeat(200)}`)],
    ['half a JSON text', '{"messages":['],
    ['no JSON', 'hello'],
    ['an empty text', ''],
    ['a trailing comma', '{"messages":[],}'],
    ['a lone surrogate', '{"messages":[{"role":"user","content":"\\ud800"}]}'],
    ['an unpaired quote', '{"messages":["'],
    ['a repeated equal field', '{"messages":[{"role":"user","content":"a","content":"a"}]}'],
  ])('%s is a coded error', (_, text) => {
    expect(() => renderConversation(text)).toThrow(
      expect.objectContaining({ code: 'ERR_HARMONY_INVALID_CONVERSATION' }),
    );
  });

  it('a list of the fields stands for the conversation, as in the reference', () => {
    expect(renderConversation('[[{"role":"user","content":"hi"}]]')).toBe('<|start|>user<|message|>hi<|end|>');
  });

  it('100,000 open brackets do not exhaust the stack', () => {
    expect(() => renderConversation('['.repeat(100_000))).toThrow(/recursion limit/);
  });
});

describe('errors name message and field', () => {
  const parts = (part: unknown): unknown => ({ messages: [user('ok'), { role: 'developer', content: [part] }] });
  it.each([
    [{ messages: [user('ok'), { role: 'bot', content: '' }] }, 'messages[1].role must be one of system, '],
    [{ messages: [{ role: 'user', content: 5 }] }, 'messages[0].content must be a string or a list of content, not 5'],
    [{ messages: [{ role: 'user', content: 'x', channel: 5 }] }, 'messages[0].channel must be a string, not 5'],
    [{}, 'messages must be a list, not missing'],
    [null, 'conversation must be an object, not null'],
    [parts({ type: 'text' }), 'messages[1].content[0].text must be a string, not missing'],
    [parts({ type: 'image' }), 'messages[1].content[0].type must be one of text, '],
    [
      parts({ type: 'developer_content', tools: { f: { name: 'f', tools: [{ name: 'x' }] } } }),
      'messages[1].content[0].tools.f.tools[0].description must be a string, not missing',
    ],
    [
      parts({ type: 'developer_content', responseFormats: [{ name: 'x' }] }),
      'messages[1].content[0].responseFormats[0].schema must be a JSON schema, not missing',
    ],
  ])('%j', (conversation, message) => {
    expect(() => renderConversation(conversation as Conversation)).toThrow(
      expect.objectContaining({
        code: 'ERR_HARMONY_INVALID_CONVERSATION',
        message: expect.stringContaining(message),
      }),
    );
  });

  it('wrong options are TypeErrors with a hint', () => {
    const messages: ConversationMessage[] = [];
    expect(() => renderConversation({ messages }, { dropAnalyses: 'none' } as object)).toThrow(
      expect.objectContaining({
        name: 'TypeError',
        code: 'ERR_HARMONY_UNKNOWN_OPTION',
        message: expect.stringContaining("'dropAnalysis'"),
      }),
    );
    for (const options of [{ for: 'chat' }, { nextRole: 'bot' }, { maxPieceLength: 0 }, { schemaStyle: 'x' }]) {
      expect(() => encodeConversation({ messages }, options as object)).toThrow(
        expect.objectContaining({ name: 'TypeError', code: 'ERR_HARMONY_INVALID_ARGUMENT' }),
      );
    }
    expect(() => encodeMessage(user('x'), { for: 'history' } as object)).toThrow(TypeError);
  });

  it('a schema that contains itself is a coded error', () => {
    const parameters: Record<string, unknown> = { type: 'array' };
    parameters.items = parameters;
    for (const schemaStyle of ['official', 'improved'] as const) {
      const content = [developerContent({ functions: [{ name: 'f', description: '', parameters }] })];
      expect(() => renderMessage({ role: 'developer', content }, { schemaStyle })).toThrow(
        expect.objectContaining({ code: 'ERR_HARMONY_SCHEMA_TOO_LARGE' }),
      );
    }
  });
});

describe('tool names that are no identifiers (B137)', () => {
  const name = 'x\n} // namespace functions';
  const messages: ConversationMessage[] = [
    {
      role: 'developer',
      content: [
        developerContent({
          functions: [
            { name, description: '' },
            { name: 'x____namespace_functions', description: '' },
            { name: '2nd', description: '' },
          ],
        }),
      ],
    },
    { role: 'assistant', channel: 'commentary', recipient: `functions.${name}`, content: '{}' },
    { role: 'tool', name: `functions.${name}`, recipient: 'assistant', content: '' },
  ];

  it('are written as they are in the official style', () => {
    expect(renderConversation({ messages })).toContain(`type ${name} = () => any;`);
  });

  it('are a coded error in the improved style', () => {
    expect(() => renderConversation({ messages }, { schemaStyle: 'improved' })).toThrow(
      expect.objectContaining({ code: 'ERR_HARMONY_INVALID_TOOL_NAME' }),
    );
  });

  it('are renamed everywhere by option, with a reverse map', () => {
    const text = renderConversation({ messages }, { toolNames: 'sanitise' });
    const names = [...text.matchAll(/type (\S+) = /g)].map((match) => match[1]!);
    expect(names).toEqual(['x______namespace_functions', 'x____namespace_functions', '_2nd']);
    expect(text).toContain('<|start|>assistant to=functions.x______namespace_functions<|channel|>');
    expect(text).toContain('<|start|>functions.x______namespace_functions to=assistant<|message|>');
    const reverse = toolNameMap({ messages });
    expect(names.map((renamed) => reverse.get(`functions.${renamed}`))).toEqual([
      `functions.${name}`,
      'functions.x____namespace_functions',
      'functions.2nd',
    ]);
  });
});
