/** What parsed without issues renders back to its input: vectors, examples, and real logs where they are at hand. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseText, parseTokens } from '../../lib/index.ts';
import { vocabulary } from '../../lib/parse/index.ts';
import { encodeParsed, encodeText, renderConversation, renderParsed, toConversation } from '../../lib/render/index.ts';
import { type HarmonyMessage, isWhiteSpace, type ParseResult, ROLES } from '../../lib/wire/index.ts';

interface Input {
  id: string;
  text: string;
  role: HarmonyMessage['role'] | null;
}

interface Vector {
  id: string;
  text: string;
  tokens: number[];
  role: string | null;
}

function lines(path: string): unknown[] {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

const vectors = lines('../vectors/parse.jsonl') as Vector[];

function roleOf(role: string | null): Input['role'] {
  return ROLES.find((known) => known === role) ?? null;
}

/** Every string with a message token in the JSON under `value`: a completion, or with a start token a conversation. */
function generations(value: unknown, id: string): Input[] {
  if (typeof value === 'string') {
    const role = value.startsWith('<|start|>') ? null : 'assistant';
    return value.includes('<|message|>') ? [{ id, text: value, role }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => generations(item, `${id}.${key}`));
}

function examples(): Input[] {
  const folder = new URL('../../examples/', import.meta.url);
  const files = readdirSync(folder).filter((file) => /\.(jsonl|json|txt)$/.test(file));
  return files.flatMap((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    if (!file.endsWith('.jsonl')) return generations(file.endsWith('.json') ? JSON.parse(text) : text, file);
    return text
      .trim()
      .split('\n')
      .flatMap((line, i) => generations(readable(line), `${file}:${i + 1}`));
  });
}

/** Some lines of the examples are meant to be unreadable. */
function readable(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function logs(): Input[] {
  const folder = new URL('../../../shared/logs/', import.meta.url);
  if (!existsSync(folder)) return [];
  return ['corpus.jsonl', 'odd.jsonl'].flatMap((file) =>
    readFileSync(new URL(file, folder), 'utf8')
      .trim()
      .split('\n')
      .flatMap((line, i) => generations(JSON.parse(line), `${file}:${i + 1}`)),
  );
}

/** Unmarked text of a given role is no issue either, but has no envelope to give back. */
const faultless = ({ issues, pending, messages }: ParseResult): boolean =>
  issues.length === 0 && pending === undefined && messages.every((message) => message.body === 'message');

/** What the rendering must be: the input after the prompt's last header, less idle white space and end-of-text. */
function expectedText({ text, role }: Input): string {
  const prompt = role === null || text.startsWith('<|start|>') ? '' : `<|start|>${role}`;
  return withoutIdleSpace(prompt + text.replaceAll('<|endoftext|>', ''));
}

/** White space between a stop token and the next start token, or the end. */
function withoutIdleSpace(text: string): string {
  return text
    .split(/(?<=<\|(?:end|return|call)\|>)/)
    .map((part) => {
      let i = 0;
      while (i < part.length && isWhiteSpace(part.charCodeAt(i))) i++;
      return i === part.length || part.startsWith('<|start|>', i) ? part.slice(i) : part;
    })
    .join('');
}

function roundTrips(inputs: readonly Input[]): number {
  let count = 0;
  for (const input of inputs) {
    const result = parseText(input.text, { role: input.role });
    if (!faultless(result)) continue;
    // A role word that a completion repeats is written once.
    if (input.role !== null && input.text.trimStart().startsWith(input.role)) continue;
    expect(renderParsed(result.messages, { for: 'exact' }), input.id).toBe(expectedText(input));
    count++;
  }
  return count;
}

describe('text that parsed without issues', () => {
  it('vectors', () => {
    const inputs = vectors
      .filter((vector) => typeof vector.text === 'string')
      .map((vector) => ({ id: vector.id, text: vector.text, role: roleOf(vector.role) }));
    expect(roundTrips(inputs)).toBeGreaterThan(100);
  });

  it('examples', () => expect(roundTrips(examples())).toBeGreaterThan(20));

  it('logs', () => {
    const inputs = logs();
    expect(roundTrips(inputs)).toBeGreaterThanOrEqual(Math.floor(inputs.length / 3));
  });
});

/** Bytes of ids as the parser decodes them. */
function decoded(ids: readonly number[]): string {
  const bytes = Buffer.concat(ids.map((id) => vocabulary().bytes(id)));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

describe('ids that parsed without issues', () => {
  it('every message of the vectors is its slice of the input', () => {
    let count = 0;
    for (const { id, tokens, role } of vectors) {
      const result = parseTokens(tokens, { role: roleOf(role) });
      if (!faultless(result)) continue;
      for (const message of result.messages) {
        const slice = decoded(tokens.slice(message.tokens!.start, message.tokens!.end)).replace('<|endoftext|>', '');
        if (slice.trimStart().startsWith(message.role)) continue;
        const prompt = slice.startsWith('<|start|>') ? '' : `<|start|>${message.role}`;
        expect(renderParsed([message], { for: 'exact' }), id).toBe(prompt + slice);
        count++;
      }
    }
    expect(count).toBeGreaterThan(100);
  });
});

describe('a turn as history', () => {
  const TURN =
    '<|channel|>analysis<|message|>Work it out.<|end|>' +
    '<|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{ "a" : 1 }<|call|>' +
    '<|start|>assistant<|channel|>final<|message|>Done.<|return|>';
  const { messages } = parseText(TURN);

  it('B150: keeps recipient position, spacing and content types; return becomes end', () => {
    expect(renderParsed(messages)).toBe(`<|start|>assistant${TURN.replace('<|return|>', '<|end|>')}`);
    expect(renderParsed(messages, { for: 'training' })).toBe(`<|start|>assistant${TURN}`);
  });

  it('gives ids whose markers are control tokens', () => {
    expect(encodeParsed(messages, { for: 'training' })).toEqual(
      encodeText(`<|start|>assistant${TURN}`, { markers: 'control' }),
    );
  });

  it('a marker spelled in content stays text', () => {
    const ids = encodeText('<|channel|>final<|message|>', { markers: 'control' });
    const { messages: quoting } = parseTokens([...ids, ...encodeText('say <|end|>'), 200002]);
    expect(encodeParsed(quoting).filter((id) => id === 200007)).toHaveLength(1);
  });

  it('rendered anew, in a chosen style', () => {
    const anew = toConversation(messages);
    expect(renderConversation(anew)).toContain(
      '<|start|>assistant to=functions.f<|channel|>commentary <|constrain|>json<|message|>{ "a" : 1 }<|call|>',
    );
    expect(renderConversation(anew, { recipientPosition: 'channel', contentTypeStyle: 'plain' })).toContain(
      '<|start|>assistant<|channel|>commentary to=functions.f json<|message|>{ "a" : 1 }<|call|>',
    );
  });

  it('closes what was cut off, and gives a header to what had none', () => {
    const cut = parseText('<|channel|>analysis<|message|>Hm<|start|>assistant<|channel|>final Yes.').messages;
    expect(renderParsed(cut)).toBe(
      '<|start|>assistant<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|end|>',
    );
    const call = parseText('<|channel|>commentary to=functions.f<|message|>{}').messages;
    expect(renderParsed(call)).toBe('<|start|>assistant<|channel|>commentary to=functions.f<|message|>{}<|call|>');
    expect(renderParsed(call, { for: 'exact' })).toBe(
      '<|start|>assistant<|channel|>commentary to=functions.f<|message|>{}',
    );
  });

  it('wrong options are TypeErrors', () => {
    expect(() => renderParsed([], { for: 'x' } as object)).toThrow(TypeError);
    for (const wrong of [null, undefined, 5, { messages: [] }] as unknown as HarmonyMessage[][]) {
      const error = expect.objectContaining({ code: 'ERR_HARMONY_INVALID_ARGUMENT' });
      for (const render of [renderParsed, encodeParsed, toConversation]) expect(() => render(wrong)).toThrow(error);
    }
    expect(() => encodeText(5 as unknown as string)).toThrow(TypeError);
    expect(() => encodeText('', { markers: 'x' } as object)).toThrow(TypeError);
  });
});
