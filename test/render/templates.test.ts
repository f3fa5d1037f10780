/** The samples of the jinja chat templates: parsed back, rendered again, and beside our own rendering (docs/templates.md). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseText } from '../../lib/index.ts';
import {
  developerContent,
  pythonTool,
  renderConversation,
  renderParsed,
  systemContent,
} from '../../lib/render/index.ts';
import type { HarmonyMessage } from '../../lib/wire/index.ts';

interface Sample {
  name: string;
  template: 'openai' | 'unsloth';
  rendered: string | null;
  error: string | null;
}

const samples = readFileSync(new URL('../vectors/chat-templates.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Sample);

const sample = (name: string, template: Sample['template']): string =>
  samples.find((one) => one.name === name && one.template === template)!.rendered!;

/** Author, channel, recipient, content type and content on a line. */
function line(message: HarmonyMessage): string {
  const author = message.role === 'tool' ? message.name : message.role;
  const header = [author, message.channel, message.recipient && `to=${message.recipient}`, message.contentType];
  return `${header.filter((word) => word).join(' ')}: ${message.content}`;
}

const turns = (text: string): string[] =>
  parseText(text, { role: null })
    .messages.filter(({ role }) => role !== 'system' && role !== 'developer')
    .map(line);

const TURNS: Record<string, string[]> = {
  'simple openai': ['user: Hi'],
  'simple unsloth': ['user: Hi'],
  'none openai': ['user: Hi'],
  'none unsloth': ['user: Hi'],
  'tool_obj openai': [
    'user: Weather?',
    'assistant analysis: Call it.',
    'assistant commentary to=functions.get_weather json: {"city": "Zürich"}',
    'functions.get_weather commentary to=assistant: "{\\"t\\": 3}"',
  ],
  'tool_obj unsloth': [
    'user: Weather?',
    'assistant analysis: Call it.',
    'assistant commentary to=functions.get_weather json: {"city": "Zürich"}',
    'functions.get_weather commentary to=assistant: {"t": 3}',
  ],
  'tool_str openai': [
    'user: Weather?',
    'assistant commentary to=functions.get_weather json: "{\\"city\\": \\"Zürich\\"}"',
    'functions.get_weather commentary to=assistant: "3 °C"',
    'assistant final: It is 3 °C.',
    'user: Thanks',
  ],
  'tool_str unsloth': [
    'user: Weather?',
    'assistant commentary to=functions.get_weather json: {"city": "Zürich"}',
    'functions.get_weather commentary to=assistant: 3 °C',
    'assistant analysis: done',
    'user: Thanks',
  ],
  'train openai': ['user: Hi', 'assistant analysis: Greet.', 'assistant final: Hello!'],
  'train unsloth': ['user: Hi', 'assistant analysis: Greet.', 'assistant final: Hello!'],
  'builtin openai': ['user: Hi'],
  'builtin unsloth': ['user: Hi'],
  'two_calls unsloth': [
    'user: W',
    'assistant commentary to=functions.a json: {}',
    'functions.a commentary to=assistant: {"x": 1}',
  ],
  'mid_system openai': ['user: a', 'assistant final: b', 'user: c'],
  'mid_system unsloth': ['user: a', 'assistant final: b', 'user: c'],
  'array_types openai': ['user: x'],
  'array_types unsloth': ['user: x'],
  'effort_identity openai': ['user: x'],
  'effort_identity unsloth': ['user: x'],
  'cot_kept_after_call openai': [
    'user: a',
    'assistant final: b',
    'user: c',
    'assistant analysis: new',
    'assistant commentary to=functions.f json: {}',
    'functions.f commentary to=assistant: "r"',
  ],
  'cot_kept_after_call unsloth': [
    'user: a',
    'assistant analysis: old',
    'user: c',
    'assistant analysis: new',
    'assistant commentary to=functions.f json: {}',
    'functions.f commentary to=assistant: r',
  ],
  // Markers in content go in raw: the forged system message is one, the quoted header another.
  'content_with_markers unsloth': ['user: a ', 'assistant final: ', 'assistant final: b'],
};

it('there are 24 samples, 2 of them errors of the template', () => {
  expect(samples).toHaveLength(24);
  const rendered = samples.filter(({ error }) => error === null).map(({ name, template }) => `${name} ${template}`);
  expect(Object.keys(TURNS).sort()).toEqual(rendered.sort());
});

describe.each(samples.filter(({ error }) => error === null))('$name, $template', ({ name, template, rendered }) => {
  const text = rendered!;
  const forged = name === 'content_with_markers';
  it('parses', () => {
    expect(turns(text)).toEqual(TURNS[`${name} ${template}`]);
    const { issues } = parseText(text, { role: null });
    expect(issues.map(({ code }) => code)).toEqual(forged ? ['missing_end', 'missing_start'] : []);
  });
  if (forged) return;
  it('renders back to itself', () => {
    const { messages, pending } = parseText(text, { role: null });
    const prompt = pending === undefined ? '' : '<|start|>assistant';
    expect(renderParsed(messages, { for: 'exact' }) + prompt).toBe(text);
  });
});

describe('beside our own rendering', () => {
  const system = systemContent({ conversationStartDate: '2026-12-01' });
  const user = { role: 'user', content: 'Hi' } as const;

  it('the system message is the same, with a date given', () => {
    const messages = [{ role: 'system', content: [system] } as const, user];
    expect(renderConversation({ messages }, { for: 'completion' })).toBe(sample('none', 'openai'));
  });

  it("two newlines stay behind the developer's text in OpenAI's template, none in Unsloth's", () => {
    const developer = { role: 'developer', content: [developerContent({ instructions: 'Be brief.' })] } as const;
    const text = renderConversation(
      { messages: [{ role: 'system', content: [system] }, developer, user] },
      { for: 'completion' },
    );
    expect(text).toBe(sample('simple', 'unsloth'));
    expect(text.replace('Be brief.<|end|>', 'Be brief.\n\n<|end|>')).toBe(sample('simple', 'openai'));
  });

  it('the built-in python tool is the same', () => {
    const content = [systemContent({ conversationStartDate: '2026-12-01', tools: [pythonTool()] })];
    const messages = [{ role: 'system', content } as const, user];
    expect(renderConversation({ messages }, { for: 'completion' })).toBe(sample('builtin', 'openai'));
  });

  it('a training text ends the same', () => {
    const messages = [
      { role: 'system', content: [system] } as const,
      user,
      { role: 'assistant', channel: 'analysis', content: 'Greet.' } as const,
      { role: 'assistant', channel: 'final', content: 'Hello!' } as const,
    ];
    expect(renderConversation({ messages }, { for: 'training' })).toBe(sample('train', 'openai'));
  });
});
