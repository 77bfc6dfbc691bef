/** The commands of a documentation page, run by a shell as a reader would type them, and what they must answer. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Step {
  /** The shell lines of one fenced block. */
  commands: string;
  /** The answer the page shows right after them; undefined if it shows none. */
  shown: string | undefined;
}

/** The fenced blocks of a page: those marked `sh`, each with the block that shows its answer. */
export function stepsOf(page: string): Step[] {
  // The second tab of a command, which another test runs, stands between it and its answer.
  const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .map(([, kind, text]) => ({ kind, text: text! }))
    .filter(({ kind }) => kind !== 'ts');
  return blocks.flatMap(({ kind, text }, index) => {
    if (kind !== 'sh') return [];
    const next = blocks[index + 1];
    return [{ commands: text, shown: next && next.kind !== 'sh' ? next.text : undefined }];
  });
}

const mark = '=== end of step ===';

/** Runs all steps in one shell, so that functions and variables carry over. Returns what each step printed. */
export async function runSteps(
  steps: readonly Step[],
  settings: { folder: string; url: string; env?: NodeJS.ProcessEnv },
): Promise<string[]> {
  const script = [
    'set -euo pipefail',
    ...steps.map(
      ({ commands }) => `${commands.replaceAll('http://127.0.0.1:3000', settings.url)}\necho; echo '${mark}'`,
    ),
  ].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    cwd: settings.folder,
    ...(settings.env ? { env: settings.env } : {}),
    maxBuffer: 64e6,
  }).catch((failed: { stdout: string; stderr: string; message: string }) => {
    throw new Error(`${failed.stderr}\n${failed.stdout.slice(-2_000)}`);
  });
  return stdout.split(`${mark}\n`).slice(0, -1);
}

const changing = [
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,
  /\d{4}-\d{2}-\d{2}T[\d:.]+Z/g,
  /\b[A-Z]{2,6}-\d{8}-\d+/g,
];

const plain = (text: string): string =>
  changing.reduce((rest, form) => rest.replaceAll(form, '#'), text).replaceAll(/\s+/g, '');

/**
 * The first piece of a shown answer that is missing from the real one; pieces are separated by `...` and must come in
 * this order.
 */
export function missingPiece(shown: string, answer: string): string | undefined {
  let rest = plain(answer);
  for (const piece of shown.split('...')) {
    const wanted = plain(piece);
    const at = rest.indexOf(wanted);
    if (at === -1) return piece.trim();
    rest = rest.slice(at + wanted.length);
  }
  return undefined;
}
