/** The least that a program in JavaScript does with a log of ids: reads its lines and parses each as JSON. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const lines = createInterface({ input: createReadStream(process.argv[2], { highWaterMark: 1 << 20 }) });
let tokens = 0;
for await (const line of lines) tokens += JSON.parse(line).token_ids.length;
if (tokens === 0) throw new Error('the log holds no ids');
