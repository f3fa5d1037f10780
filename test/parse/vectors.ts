/** The reference implementation's answers (openai-harmony 0.0.8), and the shape in which ours are compared with them. */
import { readFileSync } from 'node:fs';
import type { HarmonyMessage, Role } from '../../lib/wire/index.ts';

/** A message as the reference writes it: absent fields are left out. */
export interface ReferenceMessage {
  role: string;
  name?: string;
  recipient?: string;
  content: string;
  channel?: string;
  content_type?: string;
}

export interface Accepted {
  ok: true;
  messages: ReferenceMessage[];
}

export interface Refused {
  ok: false;
  error: string;
  error_chain?: string[];
  error_at: number | 'eos';
  messages_before_error: ReferenceMessage[];
}

export interface Vector {
  id: string;
  group: string;
  /** For people: ids that are no text are spelled `\xNN` or `<?id?>`. */
  text: string;
  tokens: number[];
  role: Role | null;
  /** The mode of the reference that gave `expect`. */
  strict: boolean;
  expect: Accepted | Refused;
}

export function readLines<T>(path: string): T[] {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

interface ArgumentError {
  ok: false;
  error_kind: 'argument';
}

type Line = Omit<Vector, 'expect'> & { expect: Vector['expect'] | ArgumentError };

const lines = readLines<Line>('../vectors/parse.jsonl');
const isArgumentError = ({ expect }: Line): boolean => 'error_kind' in expect && expect.error_kind === 'argument';

export const vectors = lines.filter((line): line is Vector => !isArgumentError(line));
/** Vectors whose role is none: the reference refuses the call. */
export const wrongRoles = lines.filter(isArgumentError);

/** One of our messages in the reference's shape; it writes the constrain marker into the content type. */
export function inReferenceShape(message: HarmonyMessage): ReferenceMessage {
  const type = message.constrained ? `<|constrain|>${message.contentType ?? ''}` : message.contentType;
  return normal({
    role: message.role,
    name: message.name,
    recipient: message.recipient,
    content: message.content,
    channel: message.channel,
    content_type: type,
  });
}

/** Keys in one order, absent ones left out, so that messages can be compared as JSON. */
export function normal(message: { [K in keyof ReferenceMessage]: ReferenceMessage[K] | undefined }): ReferenceMessage {
  const out: ReferenceMessage = { role: message.role ?? '', content: message.content ?? '' };
  if (message.name !== undefined) out.name = message.name;
  if (message.recipient !== undefined) out.recipient = message.recipient;
  if (message.channel !== undefined) out.channel = message.channel;
  if (message.content_type !== undefined) out.content_type = message.content_type;
  return out;
}
