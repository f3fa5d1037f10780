/** Checks and defaults of the options. */
import { checkOptionNames, invalidOption, ROLES } from '../wire/index.ts';
import { improvedType } from './improved/schema.ts';
import type { MessageStyle } from './message.ts';
import { officialType } from './official/schema.ts';
import type { MessageNode } from './read.ts';
import { toolNames } from './tool-names.ts';
import type { MessageOptions, RenderConversationOptions, RenderMessageOptions } from './types.ts';

const MESSAGE_OPTIONS = [
  'schemaStyle',
  'toolNames',
  'recipientPosition',
  'contentTypeStyle',
  'controlSpellings',
  'maxPieceLength',
];

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  schemaStyle: ['official', 'improved'],
  toolNames: ['verbatim', 'reject', 'sanitise'],
  recipientPosition: ['role', 'channel'],
  contentTypeStyle: ['as-given', 'constrain', 'plain'],
  controlSpellings: ['keep', 'escape', 'reject'],
  for: ['history', 'completion', 'training'],
  nextRole: ROLES,
  dropAnalysis: ['none', 'official', 'finished-turns'],
};

export function checkMessageOptions(options: RenderMessageOptions, where: string): void {
  check(options, [...MESSAGE_OPTIONS, 'hasFunctionTools'], where);
  const flag: unknown = options.hasFunctionTools;
  if (flag !== undefined && typeof flag !== 'boolean')
    throw invalidOption(where, 'hasFunctionTools', 'a boolean', flag);
}

export function checkConversationOptions(options: RenderConversationOptions, where: string): void {
  check(options, [...MESSAGE_OPTIONS, 'for', 'nextRole', 'dropAnalysis'], where);
}

function check(options: MessageOptions, known: readonly string[], where: string): void {
  checkOptionNames(options, known, where);
  for (const [name, value] of Object.entries(options)) {
    const choices = CHOICES[name];
    if (value === undefined || choices === undefined || choices.includes(value)) continue;
    throw invalidOption(where, name, `one of ${choices.join(', ')}`, value);
  }
  const limit: unknown = options.maxPieceLength;
  if (limit !== undefined && !(Number.isSafeInteger(limit) && Number(limit) > 0)) {
    throw invalidOption(where, 'maxPieceLength', 'a positive integer', limit);
  }
}

export function styleOf(
  options: MessageOptions,
  messages: readonly MessageNode[],
  hasFunctionTools: boolean,
): MessageStyle {
  const improved = options.schemaStyle === 'improved';
  return {
    hasFunctionTools,
    names: toolNames(options.toolNames ?? (improved ? 'reject' : 'verbatim'), messages),
    type: improved ? improvedType : (schema) => officialType(schema),
    recipientPosition: options.recipientPosition ?? 'role',
    contentTypeStyle: options.contentTypeStyle ?? 'as-given',
  };
}
