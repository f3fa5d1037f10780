/** A block of records -> generations -> the bunch parsed -> rows and counts. Runs in the main thread and in workers. */
import { createHash } from 'node:crypto';
import type { Issue, ParseResult, Role } from '../wire/index.ts';
import { type Carried, carried, type PassedField, passedFields } from './carried.ts';
import { type ChatView, createBunchParser, type ParseSettings, toChat, toChats } from './engine.ts';
import type { Block, RecordKind } from './input/index.ts';
import { LineBuffers } from './lines.ts';
import { type Path, parsePath } from './path.ts';
import { readIds, readJson } from './read-json.ts';
import { recordError } from './record-error.ts';
import { recordsOf } from './records.ts';
import { errorText, rowText, type Source, type View } from './row.ts';
import { findGenerations, type Generation, isFailure, type Outcome, roleOfIds, roleOfText } from './shapes/index.ts';
import { countFailure, countRead, newStats, type Stats, tallyOf } from './stats.ts';
import type { Processor } from './work.ts';

export interface ProcessSettings extends ParseSettings {
  view: View;
  field: string | undefined;
  pass: readonly string[];
  /** The role given on the command line; undefined: seen from each generation. */
  role: Role | null | undefined;
  /** False for `check`: counts only. */
  rows: boolean;
  /** Examples kept of every issue. */
  examples: number;
}

/** A generation or failure, and what its row says besides. */
interface Item extends Carried {
  source: Source;
  outcome: Outcome;
}

export function createParseProcessor(settings: ProcessSettings): Processor {
  const field = settings.field === undefined ? undefined : parsePath(settings.field);
  const pass = passedFields(settings.pass);
  const parseBunch = createBunchParser(settings);
  const buffers = new LineBuffers();
  return (block) => {
    const stats = newStats();
    const items = itemsOf(block, settings, field, pass, stats);
    const generations = items.flatMap(({ outcome }) => (isFailure(outcome) ? [] : [outcome]));
    const results = parseBunch(generations);
    const lines = buffers.next();
    let next = 0;
    for (const item of items) {
      const row = isFailure(item.outcome)
        ? failed(item.source, item.outcome.error, settings, stats)
        : parsed(item, item.outcome, results[next++]!, settings, stats);
      if (settings.rows) lines.add(row);
    }
    return { text: lines.view(), stats };
  };
}

function itemsOf(
  block: Block,
  settings: ProcessSettings,
  field: Path | undefined,
  pass: readonly PassedField[],
  stats: Stats,
): Item[] {
  const items: Item[] = [];
  for (const { source, read } of recordsOf(block)) {
    stats.records++;
    try {
      const bytes = read();
      countRead(stats, bytes);
      const value = block.kind === 'json' ? readJson(bytes) : undefined;
      const outcomes = value === undefined ? [bare(bytes, block.kind)] : findGenerations(value, field);
      const { id, pass: passed } = carried(value ?? null, bytes, pass);
      for (const outcome of outcomes)
        items.push({ id, source: sourceOf(source, outcome), pass: passed, outcome: withRole(outcome, settings.role) });
    } catch (error) {
      items.push({ id: null, source, pass: undefined, outcome: { field: '', error: recordError(error) } });
    }
  }
  return items;
}

function bare(record: Buffer, kind: RecordKind): Generation {
  if (kind === 'ids') {
    const ids = readIds(record);
    return {
      field: '',
      input: { kind: 'ids', ids, prefill: undefined },
      role: roleOfIds(ids),
      finishReason: undefined,
    };
  }
  const text = record.toString('utf8');
  return {
    field: '',
    input: { kind: 'text', text, prefill: undefined },
    role: roleOfText(text),
    finishReason: undefined,
  };
}

function withRole(outcome: Outcome, role: Role | null | undefined): Outcome {
  return role === undefined || isFailure(outcome) ? outcome : { ...outcome, role };
}

function sourceOf(source: Source, outcome: Outcome): Source {
  const field = outcome.field === '' ? null : outcome.field;
  const isParsed = !isFailure(outcome) && outcome.input.kind === 'parsed';
  return { ...source, field, ...(isParsed ? { parsed: true as const } : {}) };
}

function failed(source: Source, error: Error, settings: ProcessSettings, stats: Stats): string {
  const code = countFailure(stats, source, error, settings.examples);
  return settings.rows ? errorText(source, code, error.message) : '';
}

function parsed(
  item: Item,
  generation: Generation,
  result: ParseResult | Error,
  settings: ProcessSettings,
  stats: Stats,
): string {
  const { id, source, pass } = item;
  if (result instanceof Error) return failed(source, result, settings, stats);
  const { chat, turns } = settings.rows && settings.view === 'messages' ? NO_CHAT : chatsOf(generation, result, source);
  const issues = allIssues(result, chat);
  stats.generations++;
  stats.tokens += result.usage?.total ?? 0;
  if (generation.input.kind === 'text') stats.characters += generation.input.text.length;
  count(
    turns === undefined ? issues : [...result.issues, ...turns.flatMap((turn) => ownIssues(result, turn))],
    source,
    settings,
    stats,
  );
  if (!settings.rows) return '';
  const messages = settings.view === 'chat' ? undefined : result.messages;
  return rowText({ id, source, pass, chat, turns, messages, issues, usage: result.usage });
}

const NO_CHAT: { chat: ChatView | undefined; turns: ChatView[] | undefined } = { chat: undefined, turns: undefined };

/** The view of the record's turn, and those of all turns where there are several. */
function chatsOf(generation: Generation, result: ParseResult, source: Source): typeof NO_CHAT {
  const { finishReason } = generation;
  const reason = finishReason === undefined ? {} : { finishReason };
  const idFactory = callIds(source, generation);
  if (!hasSeveralTurns(result)) return { chat: toChat(result, { idFactory, ...reason }), turns: undefined };
  const turns = toChats(result, { idFactory });
  const known = turns.at(-1)!.toolCalls;
  // What the record says of its end is true of its last turn.
  const lastId = ({ index }: { index: number }): string => known[index]!.id;
  turns[turns.length - 1] = toChat(result, { turn: -1, idFactory: lastId, ...reason });
  const chat = toChat(result, { idFactory: () => '', ...reason });
  const isEmpty = chat.content === null && chat.reasoning === null && chat.toolCalls.length === 0;
  // Taken from the turns: the same call has the same id in both places.
  return { chat: isEmpty ? chat : turns.at(result.messages[0]!.role === 'assistant' ? 0 : -1), turns };
}

function hasSeveralTurns({ messages }: ParseResult): boolean {
  let runs = 0;
  for (let i = 0; i < messages.length; i++) {
    if (messages[i]!.role === 'assistant' && (i === 0 || messages[i - 1]!.role !== 'assistant')) runs++;
  }
  return runs > 1;
}

/** Ids from the record's place, so that the same input gives the same bytes: 120 bits of a hash and the call's number. */
function callIds(source: Source, { input }: Generation): () => string {
  const known = input.kind === 'parsed' ? input.callIds : [];
  let base: string | undefined;
  let next = 0;
  return () => {
    const number = next++;
    const own = known[number];
    if (own !== undefined) return own;
    base ??= createHash('sha256')
      .update(JSON.stringify([source.file, source.line, source.index, source.field]))
      .digest('base64url')
      .slice(0, 20);
    return `call_${base}${number.toString(36).padStart(4, '0')}`;
  };
}

/** Every issue of the wire, of all turns, and those of the view. */
function allIssues(result: ParseResult, chat: ChatView | undefined): readonly Issue[] {
  return chat === undefined ? result.issues : [...result.issues, ...ownIssues(result, chat)];
}

function ownIssues(result: ParseResult, chat: ChatView): Issue[] {
  if (chat.issues.length === 0) return chat.issues;
  const wire = new Set(result.issues);
  return chat.issues.filter((issue) => !wire.has(issue));
}

/** Longest text an example shows. */
const EXAMPLE_UNITS = 200;

function count(issues: readonly Issue[], source: Source, settings: ProcessSettings, stats: Stats): void {
  const seen = new Set<string>();
  for (const { code, messageIndex, at, unit, text } of issues) {
    const tally = tallyOf(stats.issues, code);
    tally.count++;
    // One example a generation: three of the same one teach nothing.
    if (seen.has(code)) continue;
    seen.add(code);
    tally.rows++;
    if (tally.examples.length >= settings.examples) continue;
    const shown = text === undefined ? null : text.slice(0, EXAMPLE_UNITS);
    tally.examples.push({ source, message_index: messageIndex, at, unit, text: shown });
  }
}
