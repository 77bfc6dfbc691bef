/** The thread that draws sheets that travel with goods, one at a time. */
import { parentPort } from 'node:worker_threads';
import type { Paper } from '../../../db/shipping/papers.read.ts';
import { yieldToEventLoop } from '../../files/thread-priority.ts';
import { drawBillOfLading } from './bill-of-lading-pdf.ts';
import { drawCommercialInvoice } from './commercial-invoice-pdf.ts';
import { drawPackingList } from './packing-list-pdf.ts';

yieldToEventLoop();
parentPort?.on('message', (paper: Paper) => {
  const drawn = draw(paper);
  // A fault ends the thread, and the API notices.
  void drawn.then((file) => {
    // In memory of its own, which can be handed over.
    const bytes = new Uint8Array(file);
    parentPort?.postMessage(bytes, [bytes.buffer]);
  });
});

function draw(paper: Paper): Promise<Buffer> {
  if (paper.kind === 'packing_list') return drawPackingList(paper.facts);
  return paper.kind === 'bill_of_lading' ? drawBillOfLading(paper.facts) : drawCommercialInvoice(paper.facts);
}
