/** Queues the packing lists of shipments that left as labels. */
import { keepLabelTexts } from '../../db/printing/label-texts.write.ts';
import { readPackingLists } from '../../db/shipping/papers.read.ts';
import { decimal, sum } from '../../domain/decimal.ts';
import { addressLines } from '../../domain/paper/address-lines.ts';
import type { PackingListFacts } from '../../domain/shipping/paper-facts.ts';
import { packingLabel } from '../../domain/shipping/shipping-label.ts';
import type { paperCommands } from '../../queues/shipping/loads.ts';
import type { HandlerOfMany } from '../engine/handler.ts';
import { queueLabelsOf } from '../printing/queue-labels.ts';

export const labelPackingList: HandlerOfMany<typeof paperCommands.labelPackingList> = async (tx, asked) => {
  const lists = await readPackingLists(
    tx,
    asked.map(({ input }) => input.shipment_id),
  );
  const named = asked.map(({ work, input: { shipment_id: id } }) => ({ work, id, ...lists.get(id)! }));
  const hashes = await keepLabelTexts(
    tx,
    named.map(({ facts }) => textOf(facts)),
  );
  const queued = await queueLabelsOf(
    tx,
    named.map(({ work, id, merchant_id, facts }, index) => ({
      work,
      job: {
        merchant_id,
        warehouse_id: facts.warehouse_id,
        label_kind: 'packing_list',
        ref_type: 'shipment',
        ref_id: id,
        zpl_sha256: hashes[index]!,
      },
    })),
  );
  return queued.map(({ label: { id } }) => ({ id }));
};

function textOf({ lines, cartons, ...facts }: PackingListFacts): string {
  return packingLabel({
    ...facts,
    carton_count: cartons.length,
    unit_qty: String(sum(lines.map(({ qty }) => decimal(qty)))),
    ship_to: addressLines(facts.ship_to, { withPhone: true }),
    items: lines.map((line) => ({ ...line, qty: String(decimal(line.qty)) })),
  });
}
