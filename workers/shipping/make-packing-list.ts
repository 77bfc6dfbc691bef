/**
 * Generates the packing lists of shipped shipments and their labels, once each: a second request returns the same one.
 * Refuses 409 DOCUMENT_NOT_READY before the shipment left.
 */
import { keepLabelText } from '../../db/printing/label-texts.write.ts';
import { readCartons } from '../../db/shipping/cartons.read.ts';
import { readPackingListFacts } from '../../db/shipping/paper-facts.read.ts';
import { findDocumentOf } from '../../db/shipping/papers.read.ts';
import { lockForPaper, storeDocument } from '../../db/shipping/papers.write.ts';
import { decimal, sum } from '../../domain/decimal.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { addressLines } from '../../domain/paper/address-lines.ts';
import { packingLabel } from '../../domain/shipping/shipping-label.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { paperCommands } from '../../queues/shipping/loads.ts';
import { inTurn } from '../engine/each-of-group.ts';
import type { Handler } from '../engine/handler.ts';

type MakePackingList = typeof paperCommands.makePackingList;

const makeOne: Handler<MakePackingList> = async (work, { shipment_id: subjectId }) => {
  const { tx } = work;
  const made = await findDocumentOf(tx, 'packing_list', subjectId);
  if (made) return { id: made.id };
  const facts = await readPackingListFacts(tx, subjectId);
  if (!facts) throw notFound('shipment');
  if (!facts.shipped_at) {
    throw new Refusal('DOCUMENT_NOT_READY', 'The packing list is made when the shipment ships.', {
      status: facts.status,
    });
  }
  const cartons = (await readCartons(tx, { shipment_id: subjectId })).filter(
    ({ voided_at: voided }) => voided === null,
  );
  const { drawPackingList } = await import('./packing-list-pdf.ts');
  const { id, isNew } = await storeDocument(tx, {
    kind: 'packing_list',
    document_no: facts.shipment_no,
    subject_type: 'shipment',
    subject_id: subjectId,
    merchant_id: facts.merchant_id,
    content_type: 'application/pdf',
    content: await drawPackingList(facts, cartons),
  });
  if (!isNew) return { id };
  work.enqueue(printJobCommands.printLabel, {
    merchant_id: facts.merchant_id,
    warehouse_id: facts.warehouse_id,
    label_kind: 'packing_list',
    ref_type: 'shipment',
    ref_id: subjectId,
    zpl_sha256: await keepLabelText(
      tx,
      packingLabel({
        shipment_no: facts.shipment_no,
        order_no: facts.order_no,
        carton_count: cartons.length,
        unit_qty: String(sum(facts.lines.map(({ qty }) => decimal(qty)))),
        ship_to: addressLines(facts.ship_to, { withPhone: true }),
        items: facts.lines.map((line) => ({ ...line, qty: String(decimal(line.qty)) })),
      }),
    ),
  });
  return { id };
};

export const makePackingList = inTurn<MakePackingList>(
  (tx, asked) =>
    lockForPaper(
      tx,
      asked.map(({ input }) => input.shipment_id),
    ),
  makeOne,
);
