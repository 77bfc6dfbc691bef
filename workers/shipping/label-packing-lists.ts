/** Queues the packing lists of shipments that left as labels. */
import { planOnce } from '../../db/database.ts';
import { hashOfLabel, keepLabelTexts } from '../../db/printing/label-texts.write.ts';
import { readPackingLists } from '../../db/shipping/papers.read.ts';
import { decimal, sum } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { addressLines } from '../../domain/paper/address-lines.ts';
import type { PackingListFacts } from '../../domain/shipping/paper-facts.ts';
import { packingLabel } from '../../domain/shipping/shipping-label.ts';
import type { paperCommands } from '../../queues/shipping/loads.ts';
import type { HandlerOfMany } from '../engine/handler.ts';
import { queueLabelsOf } from '../printing/queue-labels.ts';

type LabelPackingLists = typeof paperCommands.labelPackingLists;

export const labelPackingLists: HandlerOfMany<LabelPackingLists> = async (tx, asked) => {
  planOnce(tx);
  const workOf = new Map(
    asked.flatMap(({ work, input: { shipment_ids: ids } }) => ids.map((id) => [id, work] as const)),
  );
  const lists = await readPackingLists(tx, [...workOf.keys()]);
  const texts = lists.map(({ facts }) => textOf(facts));
  const queued = await queueLabelsOf(
    tx,
    lists.map(({ subject_id, merchant_id, facts }, index) => ({
      work: workOf.get(subject_id)!,
      job: {
        merchant_id,
        warehouse_id: facts.warehouse_id,
        label_kind: 'packing_list',
        ref_type: 'shipment',
        ref_id: subject_id,
        zpl_sha256: hashOfLabel(texts[index]!).toString('hex'),
      },
    })),
    () => keepLabelTexts(tx, texts),
  );
  const labelsOf = groupBy(queued, ({ work }) => work);
  return asked.map(({ work }) => ({ ids: (labelsOf.get(work) ?? []).map(({ label }) => label.id) }));
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
