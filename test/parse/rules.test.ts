/**
 * The rules of docs/design.md one by one: test/vectors/rules.jsonl, written and reviewed for this project. A message is
 * `role[:name]|channel|to=recipient|[!]contentType|body|end|content`, an issue `code[=text]`; `rule` begins with its number.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type HarmonyMessage, parseText, parseTokens, type Role, toChat } from '../../lib/index.ts';
import { encodeText } from '../support/generate.ts';

interface Rule {
  rule: string;
  text: string;
  role: Role | null;
  messages: string[];
  issues: string[];
  pending: string | null;
}

const rules = readFileSync(new URL('../vectors/rules.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Rule);

function line(m: HarmonyMessage): string {
  const author = m.name === undefined ? m.role : `${m.role}:${m.name}`;
  const to = m.recipient === undefined ? '' : `to=${m.recipient}`;
  const type = `${m.constrained ? '!' : ''}${m.contentType ?? ''}`;
  return [author, m.channel ?? '-', to, type, m.body[0], m.end, m.content].join('|');
}

describe('rules', () => {
  it.each(rules)('$rule: $text', ({ text, role, messages, issues, pending }) => {
    const result = parseText(text, { role });
    expect(result.messages.map(line)).toEqual(messages);
    expect(
      result.issues.map((issue) => (issue.text === undefined ? issue.code : `${issue.code}=${issue.text}`)),
    ).toEqual(issues);
    expect(result.pending?.header ?? null).toBe(pending);
  });

  it('7: markers spelled with ordinary ids count in a header, and stay text in a body', () => {
    const spelled = encodeText('<|channel|>final');
    const { messages, issues } = parseTokens(
      [200006, ...encodeText('assistant'), ...spelled, 200008, ...spelled, 200007],
      {
        role: null,
      },
    );
    expect(messages.map(line)).toEqual(['assistant|final|||m|end|<|channel|>final']);
    expect(issues).toEqual([]);
  });

  it('7: also at the beginning of a header whose role was given', () => {
    const spelled = [...encodeText('<|channel|>final'), 200008, ...encodeText('x'), 200007];
    expect(parseTokens(spelled).messages.map(line)).toEqual(['assistant|final|||m|end|x']);
    const prose = [...encodeText('<|channel|>finally'), 200008, ...encodeText('x'), 200007];
    expect(parseTokens(prose).messages.map(line)).toEqual([
      'assistant|-|||l|implicit|<|channel|>finally',
      'assistant|-|||m|end|x',
    ]);
  });

  it('known tools are recipients in the place of a channel', () => {
    const text = '<|channel|>lookup<|message|>{}<|call|>';
    expect(parseText(text).messages.map(line)).toEqual(['assistant|lookup|||m|call|{}']);
    expect(parseText(text, { tools: ['lookup'] }).messages.map(line)).toEqual(['assistant|-|to=lookup||m|call|{}']);
  });

  it('a remark of the chat view stands where its message began, in text as in ids', () => {
    const text =
      '<|channel|>analysis<|message|>x<|end|><|start|>assistant to=lookup<|channel|>commentary<|message|>{}<|call|>';
    const { issues } = toChat(parseText(text));
    expect(issues).toMatchObject([{ code: 'no_functions_namespace', at: text.indexOf('<|start|>'), unit: 'utf16' }]);
  });
});

describe('strict mode', () => {
  const codeOf = (text: string, role: Role | null = 'assistant') => {
    try {
      parseText(text, { role, mode: 'strict' });
    } catch (error) {
      return (error as { code: string }).code;
    }
    return null;
  };

  it.each([
    ['', 'ERR_HARMONY_TRUNCATED_HEADER'],
    ['<|channel|>final', 'ERR_HARMONY_TRUNCATED_HEADER'],
    ['x', 'ERR_HARMONY_TRUNCATED_HEADER'],
    ['<|channel|>final<|message|>x', null],
    ['<|channel|>final<|message|>x<|end|> ', null],
    ['<|channel|>final<|message|>x<|end|>y', 'ERR_HARMONY_TEXT_BETWEEN_MESSAGES'],
    ['<|channel|>final<|message|>x<|end|><|end|>', 'ERR_HARMONY_STRAY_STOP_TOKEN'],
    ['<|channel|>final<|message|>x<|message|>', 'ERR_HARMONY_STRAY_TOKEN'],
    ['<|channel|>final<|message|>x<|start|>assistant', 'ERR_HARMONY_MISSING_END'],
    ['<|channel|> final<|message|>', 'ERR_HARMONY_EMPTY_CHANNEL'],
    ['<|channel|>final a b c<|message|>', 'ERR_HARMONY_JUNK_IN_HEADER'],
    ['<|channel|>final<|end|>', 'ERR_HARMONY_MISSING_MESSAGE_TOKEN'],
    [`<|channel|>${'x'.repeat(1100)}`, 'ERR_HARMONY_HEADER_TOO_LONG'],
  ])('%j: %s', (text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it('a header without role', () => {
    expect(codeOf('<|start|><|message|>x', null)).toBe('ERR_HARMONY_MISSING_ROLE');
    expect(codeOf('<|start|>robot<|message|>x', null)).toBe('ERR_HARMONY_MISSING_ROLE');
    expect(codeOf('text', null)).toBe('ERR_HARMONY_TEXT_BETWEEN_MESSAGES');
  });
});
