/**
 * The closed table of issue codes: severity, what triggers each, an input that shows it.
 * docs/issues.md is written from it (`.ci/issue-table.mjs`), HarmonyParseError takes its texts from it.
 */

export type Severity = 'error' | 'warning' | 'info';

/** What the table says of a code. `example` is a completion after `<|start|>assistant`, unless it begins with `<|start|>`. */
export interface IssueRule {
  severity: Severity;
  /** Who reports it: the parser (`wire`) or `toChat`. */
  by: 'wire' | 'chat';
  trigger: string;
  example: string;
}

const rule = (severity: Severity, by: 'wire' | 'chat', trigger: string, example: string): IssueRule => ({
  severity,
  by,
  trigger,
  example,
});

export const ISSUES = {
  missing_start: rule(
    'error',
    'wire',
    'a message begins without its start token',
    '<|channel|>analysis<|message|>x<|end|><|channel|>final<|message|>y<|return|>',
  ),
  duplicate_start: rule(
    'error',
    'wire',
    'a start token follows another before any header text but a bare role',
    '<|channel|>analysis<|message|>x<|end|><|start|><|start|>assistant<|channel|>final<|message|>y<|return|>',
  ),
  missing_role: rule(
    'error',
    'wire',
    'a header names no role',
    '<|channel|>analysis<|message|>x<|end|><|start|><|channel|>final<|message|>y<|return|>',
  ),
  missing_message_token: rule(
    'error',
    'wire',
    'a header ends without a message token',
    '<|channel|>final The answer is 4.<|return|>',
  ),
  missing_end: rule(
    'error',
    'wire',
    'a message is cut off by a start or channel token',
    '<|channel|>analysis<|message|>x<|start|>assistant<|channel|>final<|message|>y<|return|>',
  ),
  stray_stop_token: rule(
    'error',
    'wire',
    'a stop token stands where no message is open',
    '<|channel|>final<|message|>x<|end|><|return|>',
  ),
  stray_token: rule(
    'error',
    'wire',
    'a special token stands where it means nothing',
    '<|channel|>final<|message|>x<|message|>y<|return|>',
  ),
  text_between_messages: rule(
    'error',
    'wire',
    'text stands where a start token was due',
    '<|channel|>analysis<|message|>x<|end|>and so on',
  ),
  empty_channel: rule('error', 'wire', 'a channel marker names no channel', '<|channel|><|message|>x<|return|>'),
  junk_in_header: rule(
    'error',
    'wire',
    'a header holds words that mean nothing',
    '<|channel|>final foo bar baz<|message|>x<|return|>',
  ),
  duplicate_channel: rule(
    'error',
    'wire',
    'a header holds several channel markers',
    '<|channel|>commentary to=assistant<|channel|>analysis<|message|>x<|end|>',
  ),
  header_too_long: rule(
    'error',
    'wire',
    'a header exceeds maxHeaderBytes',
    '<|channel|>final and then more than 1024 bytes of text without a message token',
  ),
  truncated_header: rule(
    'error',
    'wire',
    'the input stops inside a header',
    '<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>final',
  ),
  unknown_token: rule('error', 'wire', 'an id is not in the vocabulary', 'the id 300000 inside a message'),
  tool_name_as_role: rule(
    'warning',
    'wire',
    'an unknown word stands where the role belongs and is taken as the name of a tool',
    '<|start|>lookup<|message|>x<|end|>',
  ),
  unknown_channel: rule(
    'warning',
    'wire',
    'a channel is not one of the three',
    '<|channel|>finalx<|message|>x<|return|>',
  ),
  channel_word_without_marker: rule(
    'warning',
    'wire',
    'the name of a channel stands before the channel marker',
    'commentary to=functions.f<|channel|>commentary<|message|>{}<|call|>',
  ),
  recipient_in_channel: rule(
    'warning',
    'wire',
    'a recipient stands where the channel belongs',
    '<|channel|>functions.read<|channel|>commentary json<|message|>{}<|call|>',
  ),
  duplicate_recipient: rule(
    'warning',
    'wire',
    'a header names several recipients',
    '<|channel|>commentary to=functions.f to=functions.f<|message|>{}<|call|>',
  ),
  header_order: rule(
    'warning',
    'wire',
    'the recipient follows the content type',
    '<|channel|>commentary json to=functions.f<|message|>{}<|call|>',
  ),
  glued_content_type: rule(
    'warning',
    'chat',
    'the content type is glued to the name of a known tool (or, in stripped text, to the body)',
    '<|channel|>commentary to=functions.shelljson<|message|>{}<|call|>',
  ),
  duplicate_namespace: rule(
    'warning',
    'chat',
    '`functions.` stands twice before the name of a known tool',
    '<|channel|>commentary to=functions.functions.f<|message|>{}<|call|>',
  ),
  unknown_tool: rule(
    'warning',
    'chat',
    'a call names none of the tools that were given',
    '<|channel|>commentary to=functions.nope<|message|>{}<|call|>',
  ),
  call_without_recipient: rule(
    'warning',
    'chat',
    'the recipient is the namespace `functions` without a name',
    '<|channel|>commentary to=functions<|message|>{}<|call|>',
  ),
  call_on_final_channel: rule(
    'warning',
    'chat',
    'a call stands on channel final',
    '<|channel|>final to=functions.f<|message|>{}<|call|>',
  ),
  invalid_json_arguments: rule(
    'warning',
    'chat',
    'the arguments of a JSON call are no JSON value',
    '<|channel|>commentary to=functions.f json<|message|>not json<|call|>',
  ),
  role_change: rule(
    'warning',
    'chat',
    'a message of another role follows the turn',
    '<|channel|>final<|message|>x<|end|><|start|>user<|message|>y<|end|>',
  ),
  text_after_call: rule(
    'warning',
    'chat',
    'something without its own start token follows a call',
    '<|channel|>commentary to=functions.f<|message|>{}<|call|> Done.',
  ),
  truncated: rule(
    'warning',
    'chat',
    'the turn was cut off by the length limit',
    '<|channel|>commentary to=functions.f json<|message|>{"a',
  ),
  markers_stripped: rule(
    'warning',
    'wire',
    'the markers were removed before the text was logged; the text was cut at its channel words',
    'analysisHm.assistantfinalYes.',
  ),
  reserved_token: rule(
    'warning',
    'wire',
    'a reserved token stands in a header or body; its name is kept as text',
    'the id 200013 inside a message',
  ),
  no_channel: rule('info', 'wire', 'an assistant message has neither channel nor recipient', '<|message|>x<|end|>'),
  no_functions_namespace: rule(
    'info',
    'chat',
    'a call names a tool without a namespace',
    '<|channel|>commentary to=lookup<|message|>{}<|call|>',
  ),
  self_addressed_message: rule(
    'info',
    'chat',
    'an assistant message on commentary or no channel is addressed to the assistant',
    '<|channel|>commentary to=assistant<|message|>x<|end|>',
  ),
} as const satisfies Record<string, IssueRule>;

export type IssueCode = keyof typeof ISSUES;

/** A typed remark on malformed input. */
export interface Issue {
  code: IssueCode;
  severity: Severity;
  /** Index of the message it belongs to (of the next one, if none is open). */
  messageIndex: number;
  /** The offending token; for a header's issues where the header began. */
  at: number;
  /** What `at` counts: token ids, or UTF-16 units of text. */
  unit: 'token' | 'utf16';
  /** Text that no message holds. */
  text: string | undefined;
}

export function makeIssue(
  code: IssueCode,
  messageIndex: number,
  at: number,
  unit: 'token' | 'utf16',
  text?: string,
): Issue {
  return { code, severity: ISSUES[code].severity, messageIndex, at, unit, text };
}
