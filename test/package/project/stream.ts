/** Streams have Node's types in their declarations: users of this entry have @types/node. */
import type { Transform } from 'node:stream';
import { createNodeTextStream, HarmonyTextStream } from 'harmony-wire/stream';

export const node: Transform = createNodeTextStream();
export const web: TransformStream = new HarmonyTextStream();
