/** The renderers of oh-my-pi's `harmony` dialect: text only, never ids. */
export {
  harmonyRecipient,
  renderAssistantToolCalls,
  renderThinking,
  renderToolCall,
  renderToolResults,
} from './envelopes.ts';
export { renderHistory } from './history.ts';
export type { InventoryExample, InventoryTool } from './inventory.ts';
export { renderToolInventory } from './inventory.ts';
export { renderTranscript } from './transcript.ts';
export type * from './types.ts';
export type { TypeScriptOptions } from './typescript.ts';
export { jsonSchemaToTypeScript } from './typescript.ts';
