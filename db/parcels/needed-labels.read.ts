/**
 * Whether parcels have the labels they need to leave (`ship_needs_labels`). Nobody asks for one where no account with a
 * carrier would sell it, where the rule for it has it bought as the parcel leaves, or where it is from elsewhere.
 */
import { groupBy } from '../../domain/group-by.ts';
import type { LabelState } from '../../domain/parcels/label-states.ts';
import { Refusal } from '../../domain/refusal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { readParcelCartons } from './parcel-facts.read.ts';
import { ruleFor } from './ruled-parcel.read.ts';
import { isLive } from './unneeded-labels.write.ts';

interface Unlabelled {
  shipment_id: string;
  merchant_id: string;
  warehouse_id: string;
  /** Null: it travels without any. */
  carton_id: string | null;
  /** The label that keeps another from being bought. */
  label_id: string | null;
  state: LabelState | null;
  /** Rules have some labels of its merchant bought as shipments leave. */
  may_be_bought: boolean;
}

const isForIt = sql`p.organization_id = s.organization_id and p.shipment_id = s.id
  and (p.carton_id = c.id or (p.carton_id is null and p.planned_sscc is null))`;

/** Parcels of the shipments that have no bought label, those of each together. */
function listUnlabelled(tx: TenantTransaction, shipmentIds: readonly string[]): Promise<Unlabelled[]> {
  return rows<Unlabelled>(
    tx,
    sql`select s.id as shipment_id, s.merchant_id, s.warehouse_id, c.id as carton_id, l.id as label_id, l.state,
               exists (select from carrier_rules r where r.organization_id = s.organization_id and r.is_active
                          and r.buy_at = 'ship' and (r.merchant_id is null or r.merchant_id = s.merchant_id)) as may_be_bought
          from wms_shipments s
          left join cartons c on c.organization_id = s.organization_id and c.shipment_id = s.id and c.voided_at is null
          left join lateral (select p.id, p.state from label_purchases p where ${isForIt} and ${isLive}
                              order by p.state = 'unknown' desc limit 1) l on true
         where s.organization_id = ${tx.organizationId} and s.id = any (${[...shipmentIds]}::uuid[])
           and not exists (select from label_purchases p where ${isForIt} and p.state = 'bought')
           and (s.tracking_no is null
             or exists (select from label_purchases p where p.organization_id = s.organization_id
                           and p.shipment_id = s.id and ${isLive}))
           and has_label_seller(s.organization_id, s.merchant_id, s.warehouse_id)
         order by s.id, l.state is not distinct from 'unknown' desc, c.carton_no`,
  );
}

/** Why each of the shipments that needs labels and lacks one may not leave: 409 LABEL_UNKNOWN or LABEL_MISSING. */
export async function refusedUnlabelled(
  tx: TenantTransaction,
  shipments: readonly { id: string; needs_label: boolean }[],
): Promise<ReadonlyMap<string, Refusal>> {
  const ids = shipments.filter(({ needs_label: isNeeded }) => isNeeded).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const refused = new Map<string, Refusal>();
  const unlabelled = await listUnlabelled(tx, ids);
  for (const [id, parcels] of groupBy(unlabelled, ({ shipment_id: of }) => of)) {
    const parcel = await firstLacking(tx, parcels);
    if (parcel) refused.set(id, parcel.state === 'unknown' ? unknown(parcel) : missing(parcel));
  }
  return refused;
}

/** The first of a shipment's parcels whose label is not bought as it leaves. */
async function firstLacking(
  tx: TenantTransaction,
  parcels: readonly Unlabelled[],
): Promise<Unlabelled | undefined> {
  const [first] = parcels;
  if (!first?.may_be_bought) return first;
  const { shipment_id: id, merchant_id, warehouse_id } = first;
  const cartons = await readParcelCartons(tx, id);
  for (const parcel of parcels) {
    const carton = cartons.find((one) => one.id === parcel.carton_id);
    const rule = await ruleFor(tx, { id, merchant_id, warehouse_id }, carton);
    if (rule?.buy_at !== 'ship') return parcel;
  }
  return undefined;
}

const unknown = ({ label_id }: Unlabelled): Refusal =>
  new Refusal(
    'LABEL_UNKNOWN',
    'Its carrier has not answered whether it sold the label: that is settled first.',
    {
      label_id,
    },
  );

const missing = ({ shipment_id, carton_id, label_id, state }: Unlabelled): Refusal =>
  new Refusal('LABEL_MISSING', lackOf(state), { shipment_id, carton_id, label_id, state });

function lackOf(state: LabelState | null): string {
  if (state === null) return 'A parcel of the shipment has no label yet: buy one, then it leaves.';
  if (state === 'dearer')
    return 'The label of a parcel costs more than was quoted: accept it, or have it voided and buy another, then it leaves.';
  return 'The label of a parcel is being bought, or taken back: wait for its carrier.';
}
