/** The chunks of one stream, put together into the body that the server would have sent without streaming. */
import { fieldOf, isIds, isObject, type Json, type JsonObject, listOf, objectOf, textOf } from '../json.ts';
import { REASONING_NAMES } from '../shapes/index.ts';

interface Call {
  id: Json;
  name: string[];
  args: string[];
}

/** One message: texts by field name, ids, calls. Pieces are joined once, at the end. */
class JoinedMessage {
  readonly #texts = new Map<string, string[]>();
  readonly #calls = new Map<number, Call>();
  readonly ids: number[] = [];

  addText(name: string, value: Json | undefined): void {
    if (typeof value !== 'string') return;
    const parts = this.#texts.get(name);
    if (parts === undefined) this.#texts.set(name, [value]);
    else parts.push(value);
  }

  addIds(value: Json | undefined): void {
    if (isIds(value)) for (let i = 0; i < value.length; i++) this.ids.push(value[i]!);
  }

  /** A delta of Chat Completions, or a message of Ollama: its calls come whole, without an index. */
  addDelta(delta: JsonObject): void {
    for (const name of ['content', ...REASONING_NAMES]) this.addText(name, fieldOf(delta, name));
    for (const call of listOf(delta, 'tool_calls') ?? []) if (isObject(call)) this.#addCall(call);
  }

  #addCall(call: JsonObject): void {
    const index = typeof call.index === 'number' ? call.index : this.#calls.size;
    const known = this.#calls.get(index) ?? { id: null, name: [], args: [] };
    this.#calls.set(index, known);
    const target = objectOf(call, 'function') ?? {};
    known.id ??= fieldOf(call, 'id') ?? null;
    known.name.push(textOf(target, 'name') ?? '');
    const written = fieldOf(target, 'arguments') ?? '';
    known.args.push(typeof written === 'string' ? written : JSON.stringify(written));
  }

  texts(): JsonObject {
    return Object.fromEntries(Array.from(this.#texts, ([name, parts]) => [name, parts.join('')]));
  }

  message(): JsonObject {
    const calls = [...this.#calls].sort(([a], [b]) => a - b);
    const toolCalls = calls.map(([, { id, name, args }]) => ({
      id,
      type: 'function',
      function: { name: name.join(''), arguments: args.join('') },
    }));
    return { role: 'assistant', ...this.texts(), ...(calls.length > 0 ? { tool_calls: toolCalls } : {}) };
  }
}

/** Fields beside the pieces; the last value that is not null stays. */
class Fields {
  readonly #values = new Map<string, Json>();

  keep(object: JsonObject, without: readonly string[]): void {
    for (const name of Object.keys(object)) {
      const value = object[name]!;
      if (!without.includes(name) && (value !== null || !this.#values.has(name))) this.#values.set(name, value);
    }
  }

  has(name: string): boolean {
    return (this.#values.get(name) ?? null) !== null;
  }

  values(): JsonObject {
    return Object.fromEntries(this.#values);
  }
}

/** A stream that is being read. */
export interface Joined {
  /** The line it began on. */
  readonly line: number;
  readonly isFinished: boolean;
  /** True if its end is known for sure: nothing more will come. */
  readonly isClosed: boolean;
  add(chunk: JsonObject): void;
  body(): JsonObject;
}

/** Chunks of Chat Completions and of /v1/completions. */
export class JoinedChoices implements Joined {
  readonly line: number;
  readonly isClosed = false;
  readonly #fields = new Fields();
  readonly #choices = new Map<number, { message: JoinedMessage; fields: Fields; isText: boolean }>();

  constructor(line: number) {
    this.line = line;
  }

  add(chunk: JsonObject): void {
    this.#fields.keep(chunk, ['choices', 'object']);
    for (const choice of listOf(chunk, 'choices') ?? []) if (isObject(choice)) this.#addChoice(choice);
  }

  #addChoice(choice: JsonObject): void {
    const index = typeof choice.index === 'number' ? choice.index : 0;
    const known = this.#choices.get(index) ?? { message: new JoinedMessage(), fields: new Fields(), isText: false };
    this.#choices.set(index, known);
    known.fields.keep(choice, ['delta', 'text', 'token_ids', 'logprobs', 'index']);
    known.message.addDelta(objectOf(choice, 'delta') ?? {});
    known.message.addIds(fieldOf(choice, 'token_ids'));
    if (textOf(choice, 'text') === undefined) return;
    known.isText = true;
    known.message.addText('text', choice.text);
  }

  get isFinished(): boolean {
    return this.#choices.size > 0 && [...this.#choices.values()].every(({ fields }) => fields.has('finish_reason'));
  }

  body(): JsonObject {
    const choices = [...this.#choices].sort(([a], [b]) => a - b);
    return {
      ...this.#fields.values(),
      choices: choices.map(([index, { message, fields, isText }]) => ({
        index,
        ...(isText ? message.texts() : { delta: message.message() }),
        ...(message.ids.length > 0 ? { token_ids: message.ids } : {}),
        ...fields.values(),
      })),
    };
  }
}

/** Lines of Ollama's chat and generate, and events of llama-server's /completion. */
export class JoinedPlain implements Joined {
  readonly line: number;
  readonly #fields = new Fields();
  readonly #message = new JoinedMessage();
  readonly #endsWith: 'done' | 'stop';
  #isChat = false;
  isClosed = false;

  /** @param endsWith the field that is true in the last chunk */
  constructor(line: number, endsWith: 'done' | 'stop') {
    this.line = line;
    this.#endsWith = endsWith;
  }

  get isFinished(): boolean {
    return this.isClosed;
  }

  add(chunk: JsonObject): void {
    const message = objectOf(chunk, 'message');
    this.#fields.keep(chunk, ['message', 'response', 'content', 'tokens', ...REASONING_NAMES]);
    if (message !== undefined) {
      this.#isChat = true;
      this.#message.addDelta(message);
    } else {
      this.#message.addDelta(chunk);
      this.#message.addText('response', fieldOf(chunk, 'response'));
      this.#message.addIds(fieldOf(chunk, 'tokens'));
    }
    this.isClosed = chunk[this.#endsWith] === true;
  }

  body(): JsonObject {
    const own = this.#isChat ? { message: this.#message.message() } : this.#message.texts();
    return { ...this.#fields.values(), ...own, ...(this.#message.ids.length > 0 ? { tokens: this.#message.ids } : {}) };
  }
}
