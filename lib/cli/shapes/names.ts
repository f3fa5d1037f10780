/**
 * Field names under which generations are logged, by how good a sign the name is. Found in public gpt-oss logs and in
 * the sources of vLLM, SGLang, llama.cpp, TensorRT-LLM, rLLM, SkyRL, verl, TRL, NeMo-Skills and transformers.
 * The type of the value decides, not the name: `generated_tokens` is a list in some logs and a count in others.
 */

/** Lists of ids (also a string of ids, or a list of lists). `labels` holds -100 where the prompt was. */
export const IDS_NAMES: readonly string[] = [
  'completion_token_ids',
  'completion_ids',
  'output_token_ids',
  'output_ids',
  'response_token_ids',
  'response_ids',
  'generated_token_ids',
  'generated_ids',
  'generated_tokens',
  'completion_tokens',
  'output_tokens',
  'token_ids',
  'tokens',
  'labels',
  'input_ids',
];

export const TEXT_NAMES: readonly string[] = [
  'raw_output',
  'raw_completion',
  'raw_response',
  'raw_text',
  'raw',
  'completion',
  'generation',
  'generated_text',
  'response',
  'result',
  'sample',
  'output',
  'outputs',
  'model_output',
  'prediction',
  'resps',
  'text',
  'content',
];

/** Of these an empty list holds no generation; in any other known field it is one that is empty. */
const LIST_NAMES: readonly string[] = ['outputs', 'resps'];

export function isListName(name: string): boolean {
  return LIST_NAMES.includes(name);
}

export const PROMPT_IDS_NAMES: readonly string[] = ['prompt_token_ids', 'prompt_ids', 'prompt_tokens'];
export const PROMPT_TEXT_NAMES: readonly string[] = [
  'prompt',
  'input',
  'prompt_text',
  'raw_prompt',
  'rendered_prompt',
  'formatted_prompt',
];

/** Reasoning that a server has split off. */
export const REASONING_NAMES: readonly string[] = ['reasoning_content', 'reasoning', 'thinking'];

/** Lists of chat messages. */
export const CONVERSATION_NAMES: readonly string[] = ['output_messages', 'messages', 'messages_json', 'conversations'];

/** Fields that are never searched: prompts, settings, masks, numbers. */
const SKIPPED: ReadonlySet<string> = new Set([
  ...PROMPT_IDS_NAMES,
  ...PROMPT_TEXT_NAMES,
  ...CONVERSATION_NAMES,
  // Looked into under their own rules: twice on every level would be 2^8 times.
  ...TEXT_NAMES,
  'prompts',
  'prompts_token_ids',
  'input_messages',
  'input_ids',
  'inputs',
  'request',
  'raw_request',
  'body_request',
  'tools',
  'usage',
  'logprobs',
  'prompt_logprobs',
  'rollout_logprobs',
  'attention_mask',
  'loss_mask',
  'loss_masks',
  'response_mask',
  'position_ids',
  'rewards',
  'error',
  'parsed',
  '__verbose',
]);

export function isSearched(name: string): boolean {
  return !SKIPPED.has(name);
}

const CONTAINERS: ReadonlySet<string> = new Set([
  'results',
  'items',
  'data',
  'samples',
  'records',
  'rows',
  'generations',
  'completions',
  'responses',
  'steps',
  'rollouts',
  'traces',
  'body',
  'raw_response',
]);

/** A field whose elements are records themselves. */
export function isContainer(name: string): boolean {
  return CONTAINERS.has(name);
}

/** Where an author's id of the record may stand. */
export const ID_NAMES: readonly string[] = [
  'custom_id',
  'id',
  'request_id',
  'trace_id',
  'task_id',
  'sample_id',
  'doc_id',
  'uid',
  'uuid',
];
