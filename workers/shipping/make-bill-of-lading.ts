/**
 * Generates the bill of lading of a shipped load, once: a second request returns the same one. Refuses 409
 * DOCUMENT_NOT_READY before the load left.
 */
import { readBillOfLadingFacts } from '../../db/shipping/paper-facts.read.ts';
import { findDocumentOf } from '../../db/shipping/papers.read.ts';
import { storeDocument } from '../../db/shipping/papers.write.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import type { paperCommands } from '../../queues/shipping/loads.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';

export const makeBillOfLading: Handler<typeof paperCommands.makeBillOfLading> = async (
  work,
  { load_id: subjectId },
) => {
  const { tx } = work;
  // A merchant's token sees only part of a shared load: its bill would stay incomplete for good.
  assertOperator(work);
  const made = await findDocumentOf(tx, 'bill_of_lading', subjectId);
  if (made) return { id: made.id };
  const facts = await readBillOfLadingFacts(tx, subjectId);
  if (!facts) throw notFound('load');
  if (facts.status !== 'shipped') {
    throw new Refusal('DOCUMENT_NOT_READY', 'The bill of lading is made when the load ships.', {
      status: facts.status,
    });
  }
  const { drawBillOfLading } = await import('./bill-of-lading-pdf.ts');
  const merchants = new Set(facts.shipments.map(({ merchant_id: id }) => id));
  const { id } = await storeDocument(tx, {
    kind: 'bill_of_lading',
    document_no: facts.bol_number,
    subject_type: 'load',
    subject_id: subjectId,
    merchant_id: merchants.size === 1 ? [...merchants][0]! : null,
    content_type: 'application/pdf',
    content: await drawBillOfLading(facts),
  });
  return { id };
};
