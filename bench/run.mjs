/**
 * `npm run bench [-- ROW... --quick --write --table]`: builds what is stale, then runs bench/main.ts under tsx
 * (Node 20 cannot run TypeScript).
 */
import { build } from '../.ci/build.mjs';
import { run } from '../.ci/tools.mjs';

try {
  build();
  process.exitCode = run(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)]).status;
} catch (error) {
  console.error(`npm run bench: ${error.message}`);
  process.exitCode = 1;
}
