/** The thread that draws documents, one at a time. */
import { parentPort } from 'node:worker_threads';
import { yieldToEventLoop } from '../../files/thread-priority.ts';
import { PageDrawing } from './draw-pages.ts';
import type { Part, PdfOrder } from './pdf-pages.ts';

function draw(drawing: PageDrawing, part: Part): void {
  if (part.kind === 'heading') drawing.heading(part.from, part.title, part.facts, part.more);
  else if (part.kind === 'block') drawing.block(part.caption, part.lines, part.qr);
  else if (part.kind === 'table') drawing.table(part.columns, part.rows, part.total);
  else if (part.kind === 'sums') drawing.sums(part.lines);
  else drawing.newPage();
}

yieldToEventLoop();
parentPort?.on('message', ({ sheet, parts, footer }: PdfOrder) => {
  const drawing = new PageDrawing(sheet);
  for (const part of parts) draw(drawing, part);
  // A fault ends the thread, and the API notices.
  void drawing.finish(footer).then((file) => {
    // In memory of its own, which can be handed over.
    const bytes = new Uint8Array(file);
    parentPort?.postMessage(bytes, [bytes.buffer]);
  });
});
