/** Every rendering of the reference in test/vectors/render.jsonl: text, ids, errors. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Conversation, ConversationMessage, RenderConversationOptions } from '../../lib/render/index.ts';
import { encodeConversation, encodeMessage, renderConversation, renderMessage } from '../../lib/render/index.ts';
import { HarmonyError, ROLES } from '../../lib/wire/index.ts';

interface Vector {
  id: string;
  group: string;
  mode: 'plain' | 'completion' | 'training' | 'message';
  auto_drop?: boolean | null;
  next_role?: string;
  conversation?: Conversation | string;
  message?: ConversationMessage;
  conversation_has_function_tools?: boolean | null;
  expect: { ok: true; tokens: number[]; text: string } | { ok: false; error: string };
}

const vectors = readFileSync(new URL('../vectors/render.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);

/** The code for each of the reference's messages. */
function codeOf(error: string): string {
  if (error.startsWith('invalid conversation JSON')) return 'ERR_HARMONY_INVALID_CONVERSATION';
  if (error.includes('may only appear in')) return 'ERR_HARMONY_INVALID_CONTENT';
  if (error === 'Tools should have a name!') return 'ERR_HARMONY_TOOL_WITHOUT_NAME';
  throw new Error(`no code for: ${error}`);
}

function optionsOf(vector: Vector): RenderConversationOptions {
  const modes = { plain: 'history', completion: 'completion', training: 'training', message: 'history' } as const;
  const nextRole = ROLES.find((role) => role === vector.next_role);
  return {
    for: modes[vector.mode],
    dropAnalysis: vector.auto_drop === true ? 'official' : 'none',
    ...(nextRole === undefined ? {} : { nextRole }),
  };
}

function outputs(vector: Vector): { text: () => string; ids: () => Uint32Array } {
  const { message, conversation } = vector;
  if (message !== undefined) {
    const options = { hasFunctionTools: vector.conversation_has_function_tools ?? false };
    return { text: () => renderMessage(message, options), ids: () => encodeMessage(message, options) };
  }
  const options = optionsOf(vector);
  return {
    text: () => renderConversation(conversation!, options),
    ids: () => encodeConversation(conversation!, options),
  };
}

function errorOf(run: () => unknown): HarmonyError {
  try {
    run();
  } catch (error) {
    if (HarmonyError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('no error');
}

it('there are 300 vectors', () => {
  expect(vectors).toHaveLength(300);
});

describe.each(vectors)('$id ($group)', (vector) => {
  const { text, ids } = outputs(vector);
  const expected = vector.expect;
  if (expected.ok) {
    it('gives the text of the reference', () => expect(text()).toBe(expected.text));
    it('gives the ids of the reference', () => expect([...ids()]).toEqual(expected.tokens));
    if (typeof vector.conversation === 'object') {
      it('gives the same from JSON text', () => {
        expect(renderConversation(JSON.stringify(vector.conversation), optionsOf(vector))).toBe(expected.text);
      });
    }
  } else {
    it('gives the error of the reference by code', () => {
      expect(errorOf(text).code).toBe(codeOf(expected.error));
      expect(errorOf(ids).code).toBe(codeOf(expected.error));
    });
  }
});
