/** One row in a process of its own, so that no row runs on the heap and the compiled code of another. */
import { ROWS } from './rows/index.ts';

const [name, ...flags] = process.argv.slice(2);
const row = ROWS.find((candidate) => candidate.name === name);
if (!row) throw new Error(`there is no row ${name}`);
const effort = { quick: flags.includes('--quick') };
if (flags.includes('--check')) await row.check(effort);
else process.stdout.write(JSON.stringify(await row.time(effort)));
