/** A shipping document as PDF: drawn in a thread of its own when it is first asked for, and the same ever since. */
import type { DocumentRow, Paper } from '../../../db/shipping/papers.read.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { Call } from '../../http/endpoint.ts';
import { openThread, Threads } from '../../files/threads.ts';
import { keptPaper } from '../files/kept-paper.ts';

const drawMsMax = 60_000;

// Each takes some milliseconds, and a shift's shipments may be asked for at once.
const threads = new Threads<Paper, Uint8Array>({
  open: () => openThread(new URL('./paper-thread.js', import.meta.url)),
  works: 'documents',
  waitingMax: 500,
  waitingOfOneMax: 250,
  tooMuch: (of) => new Refusal('EXPORT_TOO_LARGE', `The document takes more ${of} than one may.`),
});

export function drawnPaper(
  { files, organizationId }: Pick<Call, 'files' | 'organizationId'>,
  { id, kind, facts }: DocumentRow & Paper,
): Promise<Buffer> {
  return keptPaper(files, organizationId, `${kind} ${id}`, async () => {
    const thread = await threads.enter(organizationId);
    try {
      const drawn = await threads.ask(thread, { kind, facts } as Paper, drawMsMax);
      return Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength);
    } finally {
      threads.leave(thread);
    }
  });
}
