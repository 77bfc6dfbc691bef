/** What a person declares to customs, and the paper of it. */
import { findDeclaration, readCustomsFacts } from '../../db/parcels/customs.read.ts';
import { insertDeclaration } from '../../db/parcels/customs.write.ts';
import { findLiveLabelOfShipment } from '../../db/parcels/labels.write.ts';
import { assertReference } from '../../db/records.read.ts';
import { findDocument } from '../../db/shipping/papers.read.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { invalid, notFound, Refusal, unknownReference } from '../../domain/refusal.ts';
import { invoiceLabels } from '../../domain/shipping/invoice-label.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { customsCommands } from '../../queues/parcels/customs.ts';
import type { Handler } from '../engine/handler.ts';
import { queueLabels } from '../printing/queue-labels.ts';
import { declarationFrom } from './customs-of.ts';
import { assertTakesLabel } from './parcel-of.ts';

/** Declares a shipment; what was declared before counts no more. Refuses 409 LABEL_LIVE once a carrier was told. */
export const declareCustoms: Handler<typeof customsCommands.declareCustoms> = async (
  { tx, actor },
  { shipment_id: shipmentId, lines: given = [], ...said },
) => {
  const shipment = await lockShipment(tx, shipmentId);
  await assertTakesLabel(tx, shipment);
  const live = await findLiveLabelOfShipment(tx, shipmentId);
  if (live)
    throw new Refusal(
      'LABEL_LIVE',
      `A carrier was told of the goods with a label that is ${live.state}: have it voided first.`,
      { label_id: live.id, state: live.state },
    );
  if (said.contents === 'other' && !said.contents_note)
    throw invalid('contents_note', 'required', 'contents_note is needed with contents other: what they are.');
  const facts = await readCustomsFacts(tx, shipmentId);
  assertItems(given, facts);
  const declared = declarationFrom(facts, { ...said, lines: given.map(asText) }, actor.name);
  const { shipment_no, merchant_id } = shipment;
  const of = { shipment_id: shipmentId, shipment_no, merchant_id, created_by: actor.name };
  return { id: await insertDeclaration(tx, { ...declared, ...of }) };
};

type GivenLine = NonNullable<InputOf<typeof customsCommands.declareCustoms>['lines']>[number];

function assertItems(given: readonly GivenLine[], facts: readonly { item_id: string }[]): void {
  const known = new Set(facts.map(({ item_id: id }) => id));
  given.forEach(({ item_id: id }, at) => {
    if (!known.has(id)) throw unknownReference(`lines.${at}.item_id`, 'item of the shipment');
  });
  if (new Set(given.map(({ item_id: id }) => id)).size < given.length)
    throw invalid('lines', 'repeated', 'lines names an item more than once.');
}

const asText = ({ unit_value: value, unit_weight_kg: kg, ...line }: GivenLine) => ({
  ...line,
  unit_value: value === undefined ? undefined : String(value),
  unit_weight_kg: kg === undefined ? undefined : String(kg),
});

/** Prints the commercial invoice on as many labels as it takes. */
export const printInvoice: Handler<typeof customsCommands.printInvoice> = async (
  work,
  { declaration_id: id, device_id: deviceId = null },
) => {
  const { tx } = work;
  const declaration = await findDeclaration(tx, id);
  if (!declaration) throw notFound('customs declaration');
  if (deviceId) await assertReference(tx, 'print_devices', deviceId, 'device_id');
  const paper = await findDocument(tx, declaration.document_id);
  if (paper?.kind !== 'commercial_invoice') throw notFound('customs declaration');
  const ids: string[] = [];
  // Drawn and queued one by one: a transaction that says nothing while all are drawn is ended, and others of this process
  // go on between two.
  for (const zpl_content of invoiceLabels(paper.facts)) {
    const { labels } = await queueLabels(work, [
      {
        zpl_content,
        merchant_id: declaration.merchant_id,
        warehouse_id: paper.facts.warehouse_id,
        device_id: deviceId,
        label_kind: 'commercial_invoice',
        ref_type: 'customs_declaration',
        ref_id: id,
      },
    ]);
    ids.push(...labels.map(({ id: job }) => job));
  }
  return { print_job_ids: ids };
};
