/** The text of a document as a person reads it; the file is kept where a person, and the gallery, can look at it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = path.join(tmpdir(), 'papers');
const canRead = !spawnSync('pdftotext', ['-v']).error;

export const noReader =
  'pdftotext is not installed (apt-get install poppler-utils): the text was not read back';

/** Undefined if pdftotext is not installed. */
export function readPaper(file: Buffer, name: string): string | undefined {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.pdf`), file);
  if (!canRead) return undefined;
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: file, encoding: 'utf8' });
}
