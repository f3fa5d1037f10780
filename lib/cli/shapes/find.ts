/** Finds the generations of a record by field name and type of value. The names are in `names.ts`. */
import { hasControlMarker } from '../../wire/index.ts';
import { fieldOf, type Ids, isIds, isObject, type Json, type JsonObject, listOf, objectOf, textOf } from '../json.ts';
import { join, type Path, placesOf } from '../path.ts';
import { RecordError } from '../record-error.ts';
import { fieldsText } from './fields-text.ts';
import { finishReasonOf } from './finish.ts';
import {
  CONVERSATION_NAMES,
  IDS_NAMES,
  isContainer,
  isListName,
  isSearched,
  PROMPT_IDS_NAMES,
  PROMPT_TEXT_NAMES,
  REASONING_NAMES,
  TEXT_NAMES,
} from './names.ts';
import {
  addItem,
  addMessage,
  contentOf,
  isMessage,
  isResponseItem,
  type Parsed,
  parsedInput,
  reasoningOf,
  roleOf,
  textOfContent,
} from './parsed.ts';
import {
  beginsAsWire,
  hasControlToken,
  idsGeneration,
  idsOfText,
  isMarked,
  isWholeIds,
  isWholeText,
  type Prompt,
  textGeneration,
} from './raw.ts';
import { type Find, isRaw, NOTHING, type Outcome, Rank } from './types.ts';

/** Records nested deeper are not searched. The deepest shape met has 5 levels (batch output). */
const MAX_DEPTH = 8;

/** Where the search stands: the path, the objects around (innermost first), the nearest prompt. */
interface Context {
  path: string;
  around: readonly Json[];
  prompt: Prompt;
  index: number;
  /** Text without a marker counts: not inside a field of unknown name (`metadata.text`). */
  plain: boolean;
  /** The field has a known name: a marker anywhere in its text makes it raw wire. */
  known: boolean;
}

const TOP: Context = { path: '', around: [], prompt: {}, index: 0, plain: true, known: true };

/**
 * The generations of a record, in its order.
 * @throws RecordError `no_generation`, `field_not_found`, `failed_request`
 */
export function findGenerations(record: Json, field?: Path): Outcome[] {
  if (field !== undefined) return findAt(record, field);
  const { outcomes } = search(record, TOP);
  if (outcomes.length > 0) return outcomes;
  const failed = failureText(record);
  if (failed !== undefined) throw new RecordError('failed_request', failed);
  throw new RecordError(
    'no_generation',
    `no known field holds a generation${fieldsText(record)}; name it with --field`,
  );
}

function findAt(record: Json, field: Path): Outcome[] {
  const places = placesOf(record, field);
  if (places.length === 0) throw new RecordError('field_not_found', 'the record has no such field');
  return places.flatMap(({ value, path, around }): Outcome[] => {
    const prompt = around.reduceRight<Prompt>(
      (known, object) => (isObject(object) ? promptOf(object, known) : known),
      {},
    );
    const context = { ...TOP, path, around, prompt };
    const ids = typeof value === 'string' ? idsInField(value) : isEmptyList(value) ? value : undefined;
    const { outcomes } = ids ? foundIds(ids, context) : search(value, context);
    if (outcomes.length > 0) return outcomes;
    return [{ field: path, error: new RecordError('no_generation', 'the field holds no generation') }];
  });
}

/** A field that is named by the user may hold ids as a string; one number alone is an answer, not a generation. */
function idsInField(text: string): number[] | undefined {
  const ids = idsOfText(text);
  return ids !== undefined && ids.length > 1 && isMarked(ids) ? ids : undefined;
}

function isEmptyList(value: Json | undefined): value is [] {
  return Array.isArray(value) && value.length === 0;
}

function search(value: Json, context: Context): Find {
  if (context.around.length > MAX_DEPTH) return NOTHING;
  if (typeof value === 'string') return foundText(value, context);
  if (isIds(value)) return foundIds(value, context);
  if (Array.isArray(value)) return searchList(value, context);
  return isObject(value) ? searchObject(value, context) : NOTHING;
}

function foundText(text: string, context: Context): Find {
  return {
    rank: rankOfText(text, context.known),
    outcomes: [textGeneration(context.path, text, context.prompt, reasonOf(context))],
  };
}

function rankOfText(text: string, known: boolean): number {
  if (text === '') return Rank.Empty;
  if (!hasControlMarker(text)) return Rank.PlainText;
  if (!known && !beginsAsWire(text)) return Rank.Mention;
  return isWholeText(text) ? Rank.WholeText : Rank.Text;
}

function foundIds(ids: Ids, context: Context): Find {
  return { rank: rankOfIds(ids), outcomes: [idsGeneration(context.path, ids, context.prompt, reasonOf(context))] };
}

function rankOfIds(ids: Ids): number {
  if (ids.length === 0) return Rank.Empty;
  if (!hasControlToken(ids)) return Rank.PlainIds;
  return isWholeIds(ids) ? Rank.WholeIds : Rank.Ids;
}

function foundParsed(parsed: Parsed, context: Context, rank: number = Rank.Parsed): Find {
  const outcome = {
    field: context.path,
    input: parsedInput(parsed),
    role: null,
    finishReason: reasonOf(context),
  };
  return { rank, outcomes: [outcome] };
}

function reasonOf(context: Context): string | undefined {
  return finishReasonOf(context.around, context.index);
}

/** The context of a field with a known name. */
function at(context: Context, name: string, object: JsonObject): Context {
  return { ...context, path: join(context.path, name), around: [object, ...context.around], index: 0, known: true };
}

function element(context: Context, list: Json, index: number): Context {
  return { ...context, path: `${context.path}[${index}]`, around: [list, ...context.around], index };
}

/** Several generations, one conversation, or the pieces of one. */
function searchList(list: Json[], context: Context): Find {
  if (list.length > 0 && list.every(isMessage)) return foundConversation(list as JsonObject[], context);
  if (list.some(isResponseItem)) return foundItems(list, context);
  const finds = list.map((item, i) => search(item, element(context, list, i)));
  const { rank } = bestOf(finds);
  if (rank === Rank.None) return NOTHING;
  return { rank, outcomes: outcomesOf(finds, list, context) };
}

/** An element without a generation is a failure of its own: no place of the list is lost. */
function outcomesOf(finds: readonly Find[], list: Json[], context: Context): Outcome[] {
  return finds.flatMap((find, i) =>
    find.outcomes.length > 0 ? find.outcomes : [unreadable(list[i]!, element(context, list, i))],
  );
}

function unreadable(value: Json, context: Context): Outcome {
  const failed = failureText(value);
  const error =
    failed === undefined
      ? new RecordError('no_generation', 'this element holds no generation')
      : new RecordError('failed_request', failed);
  return { field: context.path, error };
}

/** Messages of a chat. Assistant messages with markers in them are raw generations, one a message. */
function foundConversation(messages: JsonObject[], context: Context): Find {
  const isAssistant = (message: JsonObject): boolean => roleOf(message) === 'assistant';
  if (messages.some((message) => isAssistant(message) && rawOfMessage(message) !== undefined)) {
    const finds = messages.flatMap((message, i) =>
      isAssistant(message) ? [foundMessage(message, element(context, messages, i))] : [],
    );
    return { rank: Rank.Text, outcomes: finds.flatMap((find) => find.outcomes) };
  }
  const parsed: Parsed = { messages: [], callIds: [] };
  for (const message of messages) addMessage(parsed, message);
  const last = messages.at(-1)!;
  return foundParsed(parsed, context, isAssistant(last) ? Rank.Parsed : Rank.Prompt);
}

function foundItems(items: Json[], context: Context): Find {
  const only = items.length === 1 && isObject(items[0]) ? items[0] : undefined;
  const text = only?.type === 'message' ? textOfContent(fieldOf(only, 'content')) : '';
  if (hasControlMarker(text)) return foundText(text, { ...context, path: `${context.path}[0].content` });
  const parsed: Parsed = { messages: [], callIds: [] };
  for (const item of items) if (isResponseItem(item)) addItem(parsed, item);
  return foundParsed(parsed, context);
}

/** The field of a message that still holds raw wire, if nothing else would be lost by reading it alone. */
function rawOfMessage(message: JsonObject): { name: string; text: string } | undefined {
  const content = textOfContent(contentOf(message));
  const reasoning = reasoningOf(message);
  const calls = fieldOf(message, 'tool_calls');
  if (Array.isArray(calls) && calls.length > 0) return undefined;
  if (hasControlMarker(content) && reasoning === '') {
    return { name: Object.hasOwn(message, 'content') ? 'content' : 'value', text: content };
  }
  if (content !== '' || !hasControlMarker(reasoning)) return undefined;
  const name = REASONING_NAMES.find((known) => textOf(message, known) === reasoning);
  return name === undefined ? undefined : { name, text: reasoning };
}

function foundMessage(message: JsonObject, context: Context): Find {
  const ids = bestOf(IDS_NAMES.map((name) => searchIds(message, name, context)));
  if (ids.rank > Rank.Empty) return ids;
  const raw = rawOfMessage(message);
  if (raw !== undefined) return foundText(raw.text, at(context, raw.name, message));
  const parsed: Parsed = { messages: [], callIds: [] };
  addMessage(parsed, message);
  return foundParsed(parsed, { ...context, around: [message, ...context.around] });
}

function promptOf(object: JsonObject, known: Prompt): Prompt {
  const ids = PROMPT_IDS_NAMES.map((name) => fieldOf(object, name)).find(isIds);
  const text = PROMPT_TEXT_NAMES.map((name) => textOf(object, name)).find((value) => value !== undefined);
  return { ids: ids ?? known.ids, text: text ?? known.text };
}

/** The best find; of equal ones the first. */
function bestOf(finds: readonly Find[]): Find {
  return finds.reduce((best, find) => (find.rank > best.rank ? find : best), NOTHING);
}

function searchObject(object: JsonObject, outer: Context): Find {
  if (object.object === 'chat.completion.chunk') {
    const error = new RecordError('stream_chunk', 'a chunk of a stream, outside of a log of chunks');
    return { rank: Rank.Parsed, outcomes: [{ field: outer.path, error }] };
  }
  const context = { ...outer, prompt: promptOf(object, outer.prompt) };
  const own = searchOwn(object, context);
  if (own.rank === Rank.Ids || own.rank === Rank.Text) return own;
  const inner = searchContainers(object, context);
  const isBetter = inner.rank > own.rank && (isRaw(inner) || own.rank < Rank.Parsed);
  const best = isBetter ? inner : own;
  // Nothing was generated because the request failed.
  return best.rank === Rank.Empty && failureText(object) !== undefined ? NOTHING : best;
}

function searchOwn(object: JsonObject, context: Context): Find {
  const ids = bestOf(IDS_NAMES.map((name) => searchIds(object, name, context)));
  if (ids.rank === Rank.Ids) return ids;
  if (isMessage(object)) return bestOf([ids, foundMessage(object, context)]);
  const verbose = objectOf(object, '__verbose');
  const finds = [
    ids,
    verbose === undefined ? NOTHING : searchVerbose(verbose, at(context, '__verbose', object)),
    searchChoices(object, context),
    ...TEXT_NAMES.map((name) => searchText(object, name, context)),
    ...['message', 'delta', 'response_message'].map((name) => {
      const message = objectOf(object, name);
      return message === undefined ? NOTHING : foundMessage(message, at(context, name, object));
    }),
    ...CONVERSATION_NAMES.map((name) => searchConversation(object, name, context)),
  ];
  const best = bestOf(finds);
  return isRaw(best) ? best : bestOf([best, searchMarked(object, context)]);
}

/** llama-server with -v: the rendered prompt and the raw completion beside the parsed one. */
function searchVerbose(verbose: JsonObject, context: Context): Find {
  const text = textOf(verbose, 'content');
  if (text === undefined || text === '') return NOTHING;
  return foundText(text, { ...at(context, 'content', verbose), prompt: promptOf(verbose, context.prompt) });
}

function searchIds(object: JsonObject, name: string, context: Context): Find {
  let value = fieldOf(object, name);
  const inner = at(context, name, object);
  if (typeof value === 'string') value = idsOfText(value);
  if (isIds(value)) return foundIds(name === 'labels' ? withoutMask(value) : value, inner);
  if (isEmptyList(value)) return emptyList(value, inner);
  if (!Array.isArray(value) || !value.some(isList)) return NOTHING;
  const list = value;
  const finds = list.map((item, i) => (isList(item) ? foundIds(item, element(inner, list, i)) : NOTHING));
  const { rank } = bestOf(finds);
  return rank === Rank.Empty && !context.plain ? NOTHING : { rank, outcomes: outcomesOf(finds, list, inner) };
}

/** Whatever it would have held: pieces of text, blocks, ids. */
function emptyList(list: [], context: Context): Find {
  return context.plain ? foundIds(list, context) : NOTHING;
}

function isList(value: Json): value is Ids & Json {
  return isIds(value) || isEmptyList(value);
}

/** -100 marks the positions a loss ignores: those of the prompt. */
function withoutMask(labels: Ids): number[] {
  return Array.from(labels).filter((id) => id !== -100);
}

function searchText(object: JsonObject, name: string, context: Context): Find {
  const value = fieldOf(object, name);
  if (value === undefined || value === null) return NOTHING;
  const inner = at(context, name, object);
  if (isEmptyList(value) && !isListName(name)) return emptyList(value, inner);
  const find = search(value, inner);
  if (find.rank > Rank.PlainText || typeof value !== 'string') return find;
  if (!context.plain) return NOTHING;
  // An answer whose reasoning or calls stand beside it was parsed by the server (Ollama, NeMo-Skills).
  const message = { ...object, role: 'assistant', content: value };
  const isSplit = reasoningOf(message) !== '' || Array.isArray(fieldOf(object, 'tool_calls'));
  if (!isSplit) return find;
  return { ...foundMessage(message, context), rank: value === '' ? Rank.EmptyAnswer : Rank.Parsed };
}

function searchChoices(object: JsonObject, context: Context): Find {
  const choices = listOf(object, 'choices');
  if (choices === undefined || !choices.some(isChoice)) return NOTHING;
  return searchList(choices, at(context, 'choices', object));
}

function isChoice(value: Json): boolean {
  return isObject(value) && ['message', 'text', 'delta', 'token_ids'].some((name) => Object.hasOwn(value, name));
}

function searchConversation(object: JsonObject, name: string, context: Context): Find {
  let value = fieldOf(object, name);
  if (name.endsWith('_json') && typeof value === 'string') value = parseOrNothing(value);
  if (!Array.isArray(value) || value.length === 0) return NOTHING;
  const inner = at(context, name, object);
  if (value.every((item) => typeof item === 'string')) {
    // Rendered message by message: the pieces of one conversation.
    return value.some(isMarked) ? foundText(value.join(''), inner) : NOTHING;
  }
  return value.every(isMessage) ? foundConversation(value, inner) : NOTHING;
}

function parseOrNothing(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A field of any name whose value is raw wire, or holds some. */
function searchMarked(object: JsonObject, context: Context): Find {
  const finds = Object.keys(object)
    .filter((name) => isSearched(name) && isMarked(object[name]!))
    .map((name) => search(object[name]!, { ...at(context, name, object), known: false }));
  return bestOf(finds);
}

/** Lists and objects inside that hold records: `items[]`, `results[]`, `steps[]`, `{low,medium,high}.results[]`, `body`. */
function searchContainers(object: JsonObject, context: Context): Find {
  const finds: Find[] = [];
  for (const name of Object.keys(object)) {
    const value = object[name]!;
    if (!isSearched(name) || typeof value !== 'object' || value === null || value instanceof Int32Array) continue;
    const inner = { ...at(context, name, object), plain: isContainer(name), known: isContainer(name) };
    const find = isObject(value) ? searchObjectAt(value, inner) : searchContainerList(value, inner);
    if (find.rank > Rank.None) finds.push(find);
  }
  const raw = finds.filter(isRaw);
  const sure = raw.length > 0 ? raw : finds.filter((find) => find.rank > Rank.Mention);
  const taken = sure.length > 0 ? sure : finds;
  return { rank: bestOf(taken).rank, outcomes: taken.flatMap((find) => find.outcomes) };
}

function searchObjectAt(object: JsonObject, context: Context): Find {
  return context.around.length > MAX_DEPTH ? NOTHING : searchObject(object, context);
}

/** A list of plain strings (tags, options) holds no generations; one of records or marked strings does. */
function searchContainerList(list: Json[], context: Context): Find {
  const isWorth = list.some((item) => isObject(item) || isMarked(item) || Array.isArray(item));
  return isWorth ? searchList(list, context) : NOTHING;
}

/** What a gateway or batch says of a request that failed. */
function failureText(record: Json): string | undefined {
  if (!isObject(record)) return undefined;
  for (const object of [record, objectOf(record, 'response'), objectOf(objectOf(record, 'response') ?? {}, 'body')]) {
    const error = object && fieldOf(object, 'error');
    if (typeof error === 'string' && error !== '') return error;
    if (isObject(error ?? null)) return textOf(error as JsonObject, 'message') ?? JSON.stringify(error);
  }
  return undefined;
}
