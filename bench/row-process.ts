/** One row in a process of its own, so that no row runs on the heap and the compiled code of another. */
import { ROWS } from './rows/index.ts';

const [name, ...flags] = process.argv.slice(2);
const row = ROWS.find((candidate) => candidate.name === name);
if (!row) throw new Error(`there is no row ${name}`);
const lines = await row.run({ quick: flags.includes('--quick') });
process.stdout.write(JSON.stringify(lines));
