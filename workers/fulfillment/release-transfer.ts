/** Releases a transfer. The transfer's lock makes two at once take turns. */
import { lockTransfer } from '../../db/transfers/transfers.write.ts';
import type { transferCommands } from '../../queues/transfers/transfers.ts';
import type { Handler } from '../engine/handler.ts';
import { makeDocuments } from './transfer-documents.ts';

export const releaseTransfer: Handler<typeof transferCommands.releaseTransfer> = async (
  work,
  { transfer_id: id },
) => {
  const transfer = await lockTransfer(work.tx, id);
  if (transfer.status !== 'released') await makeDocuments(work, transfer);
  return { id: transfer.id };
};
