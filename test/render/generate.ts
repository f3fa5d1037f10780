/** Random conversations that reach every branch of the renderer, from a seed. */
import type { Conversation, ConversationMessage } from '../../lib/render/index.ts';
import { ROLES } from '../../lib/wire/index.ts';

type Random = (below: number) => number;

const TEXTS = [
  '',
  'Hello, world!',
  'line one\nline two\n',
  '  spaces  ',
  '日本語🎉',
  '<|end|>',
  '{"a": 1}',
  "It's 12345 o'clock\r\n",
  '`code`',
  'null',
  'a "quoted" \\ word',
  'x'.repeat(40),
  '\u00a0\u3000\u0085',
];
const NAMES = [
  'functions.f',
  'functions.get_weather',
  'browser.search',
  'python',
  'all',
  'assistant',
  'user',
  '',
  'bob',
];
const CHANNELS = ['analysis', 'commentary', 'final', 'x y', ''];
const CONTENT_TYPES = ['json', '<|constrain|>json', 'code', '<|constrain|>', '<|constrain|> json', ''];
const KEYS = ['city', 'unit', 'a-b', 'null_x', 'zeta', 'alpha', 'größe'];

export class Generator {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  conversation(): Conversation {
    const messages = this.#list(6, () => this.message());
    return { messages };
  }

  message(): ConversationMessage {
    const role = this.#pick(ROLES);
    const message: Record<string, unknown> = { role };
    if (role === 'tool' || this.#chance(6)) message.name = this.#pick(NAMES);
    if (this.#chance(3)) message.recipient = this.#pick(NAMES);
    message.content = this.#content(role);
    if (this.#chance(2)) message.channel = this.#pick(CHANNELS);
    if (this.#chance(4)) message.content_type = this.#pick(CONTENT_TYPES);
    return message as unknown as ConversationMessage;
  }

  #content(role: string): unknown {
    if (role === 'system' && this.#chance(2)) return [this.#system()];
    if (role === 'developer' && !this.#chance(4)) return [this.#developer()];
    if (this.#chance(40)) return [this.#pick([this.#system(), this.#developer()])];
    return this.#list(2, () => ({ type: 'text', text: this.#pick(TEXTS) }));
  }

  #system(): Record<string, unknown> {
    const content: Record<string, unknown> = { type: 'system_content' };
    if (this.#chance(2)) content.model_identity = this.#pick(TEXTS);
    if (this.#chance(2)) content.reasoning_effort = this.#pick(['Low', 'Medium', 'High']);
    if (this.#chance(3)) content.conversation_start_date = '2026-12-01';
    if (this.#chance(2)) content.knowledge_cutoff = '2024-06';
    if (this.#chance(2)) {
      content.channel_config = {
        valid_channels: this.#list(3, () => this.#pick(CHANNELS)),
        channel_required: this.#chance(2),
      };
    }
    if (this.#chance(4)) content.tools = this.#namespaces();
    return content;
  }

  #developer(): Record<string, unknown> {
    const content: Record<string, unknown> = { type: 'developer_content' };
    if (this.#chance(2)) content.instructions = this.#pick(TEXTS);
    if (!this.#chance(4)) content.tools = this.#namespaces();
    return content;
  }

  #namespaces(): Record<string, unknown> {
    const namespaces: Record<string, unknown> = {};
    for (const key of this.#list(2, () => this.#pick(['functions', 'browser', 'python', 'Z', 'ä', '🎉', '\uff5e']))) {
      const namespace: Record<string, unknown> = { name: this.#chance(8) ? 'other' : key };
      if (this.#chance(2)) namespace.description = this.#pick(TEXTS);
      namespace.tools = this.#list(3, () => this.#tool());
      namespaces[key] = namespace;
    }
    return namespaces;
  }

  #tool(): Record<string, unknown> {
    const tool: Record<string, unknown> = {
      name: this.#pick(['f', 'get_weather', 'x']),
      description: this.#pick(TEXTS),
    };
    if (!this.#chance(4)) tool.parameters = this.#chance(2) ? this.#object(0) : this.#schema(0);
    return tool;
  }

  #object(depth: number): Record<string, unknown> {
    const properties: Record<string, unknown> = {};
    for (const key of this.#list(4, () => this.#pick(KEYS))) properties[key] = this.#schema(depth + 1);
    const schema: Record<string, unknown> = { type: 'object', properties };
    if (this.#chance(2)) schema.required = this.#list(3, () => this.#pick(KEYS));
    return schema;
  }

  #schema(depth: number): unknown {
    if (this.#chance(12)) return this.#pick([true, false, null, 'string', 5, {}, [], { $ref: '#/x' }]);
    const schema = this.#bare(depth);
    if (this.#chance(3)) schema.description = this.#pick(TEXTS);
    if (this.#chance(6)) schema.title = this.#pick(TEXTS);
    if (this.#chance(3)) schema.default = this.#value(0);
    if (this.#chance(5)) schema.nullable = this.#chance(2);
    if (this.#chance(6)) schema.examples = this.#list(3, () => this.#value(1));
    if (this.#chance(8)) schema.enum = this.#list(3, () => this.#value(1));
    return schema;
  }

  #bare(depth: number): Record<string, unknown> {
    const kind = this.#random(depth > 3 ? 4 : 8);
    if (kind === 0) return { type: 'string', enum: this.#list(3, () => this.#pick(TEXTS)) };
    if (kind === 1) return { type: this.#pick(['integer', 'number', 'boolean', 'null', 'string', 'array', 'odd']) };
    if (kind === 2)
      return { type: this.#list(3, () => this.#pick(['integer', 'string', 'null', 'array', 'object', 7])) };
    if (kind === 3) return { anyOf: [{ type: 'string' }] };
    if (kind === 4) return { type: 'array', items: this.#schema(depth + 1) };
    if (kind === 5) return { oneOf: this.#list(3, () => this.#schema(depth + 1)) };
    return this.#object(depth);
  }

  #value(depth: number): unknown {
    const kind = this.#random(depth > 2 ? 5 : 7);
    if (kind === 0) return this.#pick([0, 1, -7, 2.5, 1e-7, 123456789, 0.1, 1e15]);
    if (kind === 1) return this.#pick([true, false, null]);
    if (kind < 5) return this.#pick(TEXTS);
    if (kind === 5) return this.#list(3, () => this.#value(depth + 1));
    return { [this.#pick(KEYS)]: this.#value(depth + 1) };
  }

  #list<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.#random(most + 1) }, make);
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[this.#random(choices.length)]!;
  }

  /** True once in `n` times. */
  #chance(n: number): boolean {
    return this.#random(n) === 0;
  }
}
