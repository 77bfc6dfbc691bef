import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderZpl } from '../render/render-zpl.ts';
import type { VirtualPrinter } from './virtual-printer.ts';

/** Writes every printed label as `label-0001.zpl` (its exact bytes) at once, and draws `label-0001.png` in its turn. */
export function keepLabels(printer: VirtualPrinter, folder: string, tell: (text: string) => void): void {
  const used = readdirSync(folder).map((name) => Number(/^label-(\d+)\.zpl$/.exec(name)?.[1] ?? 0));
  let count = Math.max(0, ...used);
  let drawing: Promise<void> = Promise.resolve();
  printer.on('label', ({ raw, copies }) => {
    count += 1;
    const name = join(folder, `label-${String(count).padStart(4, '0')}`);
    const kept = writeFile(`${name}.zpl`, raw);
    // Reported in its turn, together with the picture.
    kept.catch(() => {});
    drawing = drawing
      .then(() => kept)
      .then(async () => writeFile(`${name}.png`, await renderZpl(raw.toString('utf8'))))
      .then(
        () => tell(`printed ${name}.png, ${copies} ${copies === 1 ? 'copy' : 'copies'}`),
        (cause: Error) => tell(`printed ${name}.zpl, which cannot be drawn: ${cause.message}`),
      );
  });
}
