/** The improved typing, and the reports of kind schema in both styles. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SchemaStyle } from '../../lib/render/index.ts';
import { developerContent, renderMessage } from '../../lib/render/index.ts';

interface Report {
  id: string;
  kind: string;
  raw_input: { name: string; description: string; parameters: unknown };
  right_result: {
    improved_line?: string;
    improved?: string;
    official_line?: string;
    official_lines?: string[];
    official?: string;
  };
}

const reports = readFileSync(new URL('../cases/reports.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Report)
  .filter((report) => report.kind === 'schema' && report.raw_input.name !== undefined);

function toolText(tool: { name: string; description: string; parameters: unknown }, schemaStyle: SchemaStyle): string {
  const text = renderMessage(
    { role: 'developer', content: [developerContent({ functions: [tool] })] },
    { schemaStyle },
  );
  return text.slice(
    text.indexOf('namespace functions {\n\n') + 'namespace functions {\n\n'.length,
    text.indexOf('\n\n} //'),
  );
}

describe.each(reports)('$id', (report) => {
  const { right_result: right, raw_input: tool } = report;
  const officialLines = [...(right.official_lines ?? []), right.official_line ?? '', right.official ?? ''];
  it.each(officialLines.filter((line) => line !== ''))('official: %s', (line) => {
    expect(`${toolText(tool, 'official')}\n`).toContain(`${line}\n`);
  });
  if (right.improved?.startsWith('type ')) {
    it('improved, as a whole', () => expect(toolText(tool, 'improved')).toBe(right.improved));
  }
  if (right.improved_line !== undefined) {
    it(`improved: ${right.improved_line}`, () => {
      expect(toolText(tool, 'improved').split('\n')).toContain(right.improved_line);
    });
  }
});

it('the reports of kind schema are all here', () => {
  // B174 is JSON text and has its test in conversation.test.ts.
  expect(reports.map((report) => report.id)).toEqual([
    'B161',
    'B162',
    'B163',
    'B164',
    'B166',
    'B167',
    'B171',
    'B172',
    'B175',
  ]);
});

/** The text between `(_: ` and `) => any`. */
function improved(parameters: unknown): string {
  const text = toolText({ name: 'f', description: '', parameters }, 'improved');
  return text.slice('type f = (_: '.length, -') => any;'.length);
}

/** The lines of one property. */
function property(schema: unknown, more: Record<string, unknown> = {}): string {
  return improved({ type: 'object', properties: { a: schema }, ...more }).slice('{\n'.length, -'\n}'.length);
}

describe('improved', () => {
  it('B164: references are inlined, with their description', () => {
    const P = {
      type: 'object',
      description: 'A point',
      properties: { x: { type: 'number', description: 'Across' } },
      required: ['x'],
    };
    expect(
      improved({ type: 'object', properties: { from: { $ref: '#/$defs/P' } }, required: ['from'], $defs: { P } }),
    ).toBe('{\n// A point\nfrom: {\n    // Across\n    x: number,\n    },\n}');
    expect(property({ $ref: '#/definitions/a~1b%20c' }, { definitions: { 'a/b c': { type: 'string' } } })).toBe(
      'a?: string,',
    );
    expect(property({ $ref: 'other.json' })).toBe('a?: any,');
    expect(property({ $ref: '#/$defs/missing' })).toBe('a?: any,');
  });

  it('a recursive reference ends in any', () => {
    const Node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, v: { type: 'integer' } } };
    expect(property({ $ref: '#/$defs/Node' }, { $defs: { Node } })).toBe(
      'a?: {\n    next?: any,\n    v?: number,\n    },',
    );
    expect(improved({ type: 'object', properties: { child: { $ref: '#' } } })).toBe(
      '{\nchild?: {\n    child?: any,\n    },\n}',
    );
  });

  it('definitions that double at every step are a coded error, not a gigabyte', () => {
    const $defs: Record<string, unknown> = { d40: { type: 'string' } };
    for (let i = 0; i < 40; i++) {
      const next = { $ref: `#/$defs/d${i + 1}` };
      $defs[`d${i}`] = { type: 'object', properties: { l: next, r: next } };
    }
    expect(() => improved({ $ref: '#/$defs/d0', $defs })).toThrow(
      expect.objectContaining({ code: 'ERR_HARMONY_SCHEMA_TOO_LARGE' }),
    );
  });

  it.each([
    ['anyOf', { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'string' }] }, 'a?: string | null,'],
    [
      'anyOf of an array',
      { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
      'a?: string[] | string,',
    ],
    [
      'array of anyOf',
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
      'a?: (string | number)[],',
    ],
    ['constraints beside a type', { type: 'string', anyOf: [{ minLength: 2 }, { pattern: 'x' }] }, 'a?: string,'],
    ['enum of everything', { enum: [1, 'x', true, null, { k: 1 }] }, 'a?: 1 | "x" | true | {"k":1} | null,'],
    ['enum with quotes and newlines', { enum: ['a"b', 'c\nd', 'e\u2028'] }, 'a?: "a\\"b" | "c\\nd" | "e\\u2028",'],
    ['empty enum', { enum: [] }, 'a?: never,'],
    ['const', { const: 'z' }, 'a?: "z",'],
    ['null', { type: 'null' }, 'a?: null,'],
    ['true', true, 'a?: any,'],
    ['false', false, 'a?: never,'],
    ['nullable', { type: 'string', nullable: true }, 'a?: string | null,'],
    ['nullable enum that spells null', { type: 'string', enum: ['null'], nullable: true }, 'a?: "null" | null,'],
    ['type list with items', { type: ['array', 'null'], items: { type: 'string' } }, 'a?: string[] | null,'],
    ['array without items', { type: 'array' }, 'a?: Array<any>,'],
    [
      'tuple',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: { type: 'boolean' } },
      'a?: [string, number, ...boolean[]],',
    ],
    ['old tuple', { type: 'array', items: [{ type: 'string' }] }, 'a?: [string],'],
    ['map', { type: 'object', additionalProperties: { type: 'number' } }, 'a?: Record<string, number>,'],
    ['open map', { additionalProperties: true, type: 'object' }, 'a?: Record<string, any>,'],
    [
      'patterns',
      { patternProperties: { '^x': { type: 'string' }, '^y': { type: 'null' } } },
      'a?: Record<string, string | null>,',
    ],
    ['allOf with a union', { allOf: [{ enum: ['a', 'b'] }, { type: 'string' }] }, 'a?: ("a" | "b") & string,'],
    ['allOf of one', { allOf: [{ type: 'string' }] }, 'a?: string,'],
    ['empty allOf', { allOf: [] }, 'a?: any,'],
    [
      'array of an intersection',
      { type: 'array', items: { allOf: [{ type: 'string' }, { const: 'x' }] } },
      'a?: (string & "x")[],',
    ],
    ['default', { type: 'string', enum: ['c', 'f'], default: 'c' }, 'a?: "c" | "f", // default: "c"'],
    ['default with a newline', { type: 'string', default: 'x\ny' }, 'a?: string, // default: "x\\ny"'],
  ])('%s', (_, schema, expected) => {
    expect(property(schema)).toBe(expected);
  });

  it('fields and a map together', () => {
    const schema = { type: 'object', properties: { x: { type: 'string' } }, additionalProperties: { type: 'number' } };
    expect(property(schema)).toBe('a?: {\n    x?: string,\n    [key: string]: number,\n    },');
  });

  it('allOf of objects', () => {
    const field = (key: string) => ({ type: 'object', properties: { [key]: { type: 'string' } }, required: [key] });
    expect(property({ allOf: [field('x'), field('y')] })).toBe(
      'a?: {\n    x: string,\n    } & {\n    y: string,\n    },',
    );
  });

  it('oneOf keeps the layout of the reference; variants that say something get a line each', () => {
    expect(property({ oneOf: [{ type: 'string' }, { type: 'number' }] })).toBe('a?:\n | string\n | number\n,');
    const anyOf = [
      { type: 'string', description: 'A\nname' },
      { type: 'number', default: 3 },
    ];
    expect(property({ anyOf, default: 1, description: 'Either' })).toBe(
      '// Either\n// default: 1\na?:\n | string // A name\n | number // default: 3\n,',
    );
    expect(property({ type: 'array', items: { anyOf } })).toBe(
      'a?: (\n     | string // A name\n     | number // default: 3\n    )[],',
    );
  });

  it('every line of a comment has its mark', () => {
    const schema = {
      type: 'string',
      title: 'T\nU',
      description: 'one\r\ntwo\u2028three */\n} // namespace',
      examples: ['e\n1', 2, { k: [] }],
    };
    expect(property(schema)).toBe(
      '// T\n// U\n//\n// one\n// two\n// three */\n// } // namespace\n// Examples:\n// - "e\\n1"\n// - 2\n// - {"k":[]}\na?: string,',
    );
  });

  it('odd property names are quoted', () => {
    const properties = { 'a-b': true, 'c\nd': true, 'e"f': true, '*/': true, '1': true, größe: true, '': true };
    const lines = improved({ type: 'object', properties, required: ['a-b'] })
      .split('\n')
      .slice(1, -1);
    expect(lines).toEqual([
      '"1"?: any,',
      '"a-b": any,',
      '"c\\nd"?: any,',
      '"e\\"f"?: any,',
      '"*/"?: any,',
      'größe?: any,',
      '""?: any,',
    ]);
  });

  it('is the official text where that loses nothing', () => {
    const parameters = {
      type: 'object',
      properties: {
        location: { type: 'string', description: 'The city and state, e.g. San Francisco, CA' },
        format: { type: 'string', enum: ['celsius', 'fahrenheit'] },
        days: { type: 'integer', default: 3 },
        where: { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] },
        tags: { type: 'array', items: { type: 'string' } },
        either: { oneOf: [{ type: 'string' }, { type: 'boolean', description: 'yes or no' }] },
      },
      required: ['location'],
    };
    const tool = { name: 'f', description: 'Does f.', parameters };
    expect(toolText(tool, 'improved')).toBe(toolText(tool, 'official'));
  });
});
