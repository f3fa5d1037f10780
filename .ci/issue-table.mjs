/** Writes docs/issues.md from the table in lib/wire/issues.ts; with --check says whether the file is up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildScripts } from './build.mjs';
import { root } from './tools.mjs';

const FILE = join(root, 'docs/issues.md');

const INTRODUCTION = `# Issues

A typed remark on malformed input. Tolerant mode never throws on what a model wrote: it goes on and reports. The table is closed: a code that is not
listed here does not exist. This page is generated from \`lib/wire/issues.ts\` (\`node .ci/issue-table.mjs\`).

An issue has \`code\`, \`severity\`, \`messageIndex\`, \`at\`, \`unit\` (what \`at\` counts: \`token\` ids or \`utf16\` units of text) and, where no message holds the
text, \`text\`. For issues of a header \`at\` is where the header began, so that no split of the input changes it.

- **Severity.** \`error\`: the input breaks the format; mode \`strict\` throws \`HarmonyParseError\` with the code \`ERR_HARMONY_\` + the issue's code in
  capitals. \`warning\`: readable, but not as the format wants it. \`info\`: allowed, worth knowing.
- **By.** \`wire\`: the parser reports it, in every mode of input. \`chat\`: \`toChat\` reports it, when messages become a chat answer.
- **Example.** A completion, as it follows \`<|start|>assistant\`; one that begins with \`<|start|>\` is a whole conversation.
`;

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;
/** Examples are input, spelled with markers, or a description in words. */
const example = (text) => (text.includes('<|') ? `\`\`\`text\n${text}\n\`\`\`` : `Example: ${text}.`);
const entry = ([name, rule]) =>
  `\n### ${name}\n\n${rule.severity}, ${rule.by}. ${sentence(rule.trigger)}\n\n${example(rule.example)}\n`;

function page(issues) {
  const sections = ['error', 'warning', 'info'].map((severity) => {
    const entries = Object.entries(issues).filter(([, rule]) => rule.severity === severity);
    return `\n## ${sentence(severity).slice(0, -1)} (${entries.length})\n${entries.map(entry).join('')}`;
  });
  return INTRODUCTION + sections.join('');
}

async function main() {
  buildScripts();
  const { ISSUES } = await import('../dist/wire/index.js');
  const wanted = page(ISSUES);
  if (!process.argv.includes('--check')) writeFileSync(FILE, wanted);
  else if (readFileSync(FILE, 'utf8') !== wanted) {
    throw new Error('docs/issues.md differs from lib/wire/issues.ts: run node .ci/issue-table.mjs');
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
