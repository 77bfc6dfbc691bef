/** Queues the packing lists of shipments that left as labels. */
import { keepLabelTexts } from '../../db/printing/label-texts.write.ts';
import { readPackingLists } from '../../db/shipping/papers.read.ts';
import { decimal, sum } from '../../domain/decimal.ts';
import { addressLines } from '../../domain/paper/address-lines.ts';
import type { PackingListFacts } from '../../domain/shipping/paper-facts.ts';
import { packingLabel } from '../../domain/shipping/shipping-label.ts';
import type { paperCommands } from '../../queues/shipping/loads.ts';
import type { Handler } from '../engine/handler.ts';
import { queueLabels } from '../printing/queue-labels.ts';

export const labelPackingLists: Handler<typeof paperCommands.labelPackingLists> = async (
  work,
  { shipment_ids: ids },
) => {
  const { tx } = work;
  const lists = await readPackingLists(tx, ids);
  const hashes = await keepLabelTexts(
    tx,
    lists.map(({ facts }) => textOf(facts)),
  );
  const { labels } = await queueLabels(
    work,
    lists.map(({ subject_id, merchant_id, facts }, index) => ({
      merchant_id,
      warehouse_id: facts.warehouse_id,
      label_kind: 'packing_list',
      ref_type: 'shipment',
      ref_id: subject_id,
      zpl_sha256: hashes[index]!,
    })),
  );
  return { ids: labels.map(({ id }) => id) };
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
