/** Labels whose carrier is yet to be chosen: said first, then chosen outside of any transaction. */
import { isBoughtAtPack } from '../../db/parcels/carrier-rules.read.ts';
import { insertLabel } from '../../db/parcels/labels.write.ts';
import { readParcelCartons } from '../../db/parcels/parcel-facts.read.ts';
import type { Shipment } from '../../db/shipping/shipments.write.ts';
import { newId } from '../../domain/new-id.ts';
import type { Parcel } from '../../domain/parcels/parcel.ts';
import { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { Work } from '../engine/handler.ts';
import { considerRules, factsOf } from './choose-carrier.ts';

interface Wanted {
  shipment: Shipment;
  carton_id: string | null;
  rule_id: string | null;
  /** Null: it is taken as it is when its carrier is chosen. */
  parcel: Parcel | null;
  is_printed: boolean;
  device_id: string | null;
}

/** The caller holds the shipment locked, and knows that its parcel has no label. Returns the label's id. */
export async function wantLabel(
  { tx, actor, enqueue }: Work,
  { shipment, ...wanted }: Wanted,
): Promise<string> {
  const id = newId();
  await insertLabel(tx, {
    id,
    shipment_id: shipment.id,
    merchant_id: shipment.merchant_id,
    warehouse_id: shipment.warehouse_id,
    state: 'choosing',
    account_id: null,
    service_code: null,
    quote_id: null,
    quoted_amount: null,
    quoted_currency: null,
    tolerance_percent: '0',
    created_by: actor.name,
    ...wanted,
  });
  enqueue(parcelCommands.chooseLabel, { label_id: id });
  return id;
}

/** Buys the label of a carton that was packed just now, where the rule for it says so. */
export async function buyAtPack(work: Work, shipment: Shipment, cartonId: string): Promise<void> {
  const { tx } = work;
  if (!(await isBoughtAtPack(tx, shipment.merchant_id))) return;
  const carton = (await readParcelCartons(tx, shipment.id)).find(({ id }) => id === cartonId);
  const { rule } = await considerRules(tx, await factsOf(tx, shipment, carton));
  if (rule?.buy_at !== 'pack') return;
  await wantLabel(work, {
    shipment,
    carton_id: cartonId,
    rule_id: rule.id,
    parcel: null,
    is_printed: true,
    device_id: null,
  });
}
