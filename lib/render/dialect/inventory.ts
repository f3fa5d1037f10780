/** The catalogue of tools in the prompt. */
import { describe, HarmonyError } from '../../wire/index.ts';
import { linesOf } from '../schema-words.ts';
import type { JsonValue } from '../types.ts';
import { safeText } from './neutralise.ts';
import { checkDialectOptions } from './options.ts';
import { pythonCall } from './python.ts';
import type { DialectOptions } from './types.ts';
import { jsonSchemaToTypeScript } from './typescript.ts';

export interface InventoryExample {
  caption?: string;
  /** Arguments of an example call. */
  call?: JsonValue;
  /** Arguments of calls to compare. */
  wrong?: JsonValue;
  right?: JsonValue;
  note?: string;
}

export interface InventoryTool {
  name: string;
  description?: string;
  parameters?: JsonValue;
  examples?: readonly InventoryExample[];
}

/**
 * The tools as a TypeScript namespace; no tools are no text. Without `compat: 'omp'` a declaration is an arrow to `any`,
 * the form the models were trained with.
 *
 * @throws HarmonyError `ERR_HARMONY_INVALID_TOOL_NAME` for a name with anything but letters, digits, `_ $ . -` in it
 *   (not under `compat: 'omp'`), `ERR_HARMONY_SCHEMA_TOO_LARGE`.
 */
export function renderToolInventory(tools: readonly InventoryTool[], options: DialectOptions = {}): string {
  checkDialectOptions(options, 'renderToolInventory');
  if (tools.length === 0) return '';
  const declarations = tools.map((tool) => declaration(tool, options));
  const blocks = ['## functions', 'namespace functions {', ...declarations, '} // namespace functions'];
  return safeText(blocks.join('\n\n'), options);
}

function declaration(tool: InventoryTool, options: DialectOptions): string {
  const omp = options.compat === 'omp';
  if (!omp && !/^[\p{L}\p{N}_$.-]+$/u.test(tool.name)) {
    throw new HarmonyError('ERR_HARMONY_INVALID_TOOL_NAME', `the name ${describe(tool.name)} of a tool is no name`);
  }
  const type = jsonSchemaToTypeScript(tool.parameters ?? {}, { ...options, style: 'harmony' });
  const empty = type === '{}' || type === 'unknown';
  const lines = commentLines(tool).map((line) => `${`// ${line}`.trimEnd()}\n`);
  return `${lines.join('')}type ${tool.name} = (${empty ? '' : `_: ${type}`})${omp ? '' : ' => any'};`;
}

function commentLines(tool: InventoryTool): string[] {
  const description = tool.description ?? '';
  const examples = (tool.examples ?? []).flatMap((example) => exampleLines(tool.name, example));
  const about = description === '' ? [] : linesOf(description);
  return about.length > 0 && examples.length > 0 ? [...about, '', ...examples] : [...about, ...examples];
}

function exampleLines(name: string, example: InventoryExample): string[] {
  const texts = [example.caption === undefined ? '@example' : `@example "${example.caption}"`];
  if (example.call !== undefined) texts.push(pythonCall(name, example.call));
  if (example.wrong !== undefined) texts.push(`WRONG: ${pythonCall(name, example.wrong)}`);
  if (example.right !== undefined) texts.push(`RIGHT: ${pythonCall(name, example.right)}`);
  if (example.note !== undefined) texts.push(example.note);
  return texts.flatMap(linesOf);
}
