/**
 * Whether parcels have the labels they need to leave (`ship_needs_labels`). Nobody asks for one where no account with a
 * carrier would sell it, where a rule has it bought as the parcel leaves, or where it is from elsewhere.
 */
import { liveLabelStates } from '../../domain/parcels/label-states.ts';
import { Refusal } from '../../domain/refusal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

interface Unlabelled {
  shipment_id: string;
  /** One that may have been sold. */
  unknown_id: string | null;
  /** Null: it travels without any. */
  carton_id: string | null;
}

const isForIt = sql`p.organization_id = s.organization_id and p.shipment_id = s.id
  and (p.carton_id is null or p.carton_id = c.id)`;

/** Parcels of the shipments that have no bought label. */
function listUnlabelled(tx: TenantTransaction, shipmentIds: readonly string[]): Promise<Unlabelled[]> {
  return rows<Unlabelled>(
    tx,
    sql`select s.id as shipment_id, c.id as carton_id,
               (select p.id from label_purchases p where ${isForIt} and p.state = 'unknown' limit 1) as unknown_id
          from wms_shipments s
          left join cartons c on c.organization_id = s.organization_id and c.shipment_id = s.id and c.voided_at is null
         where s.organization_id = ${tx.organizationId} and s.id = any (${[...shipmentIds]}::uuid[])
           and not exists (select from label_purchases p where ${isForIt} and p.state = 'bought')
           and (s.tracking_no is null
             or exists (select from label_purchases p where p.organization_id = s.organization_id
                           and p.shipment_id = s.id and ${isOneOf('p.state', liveLabelStates)}))
           and exists (select from carrier_accounts a where a.organization_id = s.organization_id and a.is_active
                          and (a.merchant_id is null or a.merchant_id = s.merchant_id)
                          and (a.warehouse_ids = '{}' or s.warehouse_id = any (a.warehouse_ids)))
           and not exists (select from carrier_rules r where r.organization_id = s.organization_id and r.is_active
                              and r.buy_at = 'ship' and (r.merchant_id is null or r.merchant_id = s.merchant_id))
         order by s.id, unknown_id nulls last, c.carton_no`,
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
  for (const { shipment_id: id, unknown_id, carton_id } of await listUnlabelled(tx, ids))
    if (!refused.has(id)) refused.set(id, unknown_id ? unknown(unknown_id) : missing(id, carton_id));
  return refused;
}

const unknown = (label_id: string): Refusal =>
  new Refusal(
    'LABEL_UNKNOWN',
    'Its carrier has not answered whether it sold the label: that is settled first.',
    {
      label_id,
    },
  );

const missing = (shipment_id: string, carton_id: string | null): Refusal =>
  new Refusal('LABEL_MISSING', 'A parcel of the shipment has no label yet: buy one, then it leaves.', {
    shipment_id,
    carton_id,
  });
