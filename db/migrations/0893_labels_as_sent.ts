/**
 * What of a label stays as it was when it was queued, what is billed of one, and whether it was refunded.
 *
 * - label_format: what is sent again is the same, whatever its account asks for by then.
 * - A label that was dearer than anybody accepted is charged to nobody while its carrier is asked to take it back.
 * - refund_at: when a carrier that took a label back is asked next whether it refunds it; refund_refused_at: that it does not.
 * - Whoever calls carriers locks the account that is called, so that it is not moved meanwhile; it changes nothing of it.
 */
import type { Knex } from 'knex';
import { createBillableView } from '../billable-view.ts';
import { roleNames } from '../roles.ts';
import { overAllRows } from '../tenant-table.ts';

const accepted = "and (s.state = 'bought' or not s.was_dearer)";

async function showBillableLabels(knex: Knex, isBilled: string): Promise<void> {
  await knex.raw('drop view billable_carrier_labels');
  await createBillableView(knex, 'billable_carrier_labels', {
    columns: {
      source_type: "'label_purchase'",
      source_id: 's.id',
      source_ref: 'coalesce(s.tracking_no, h.shipment_no)',
      document_id: 's.shipment_id',
      occurred_at: 's.bought_at',
      service_date: '(s.bought_at at time zone w.time_zone)::date',
      labels: '1::numeric',
      weight_kg: "s.parcel ->> 'weight_kg'",
      cost: 's.amount',
      cost_currency: 's.currency',
      carrier_code: 's.carrier_code',
      service_code: 's.service_code',
      ship_mode: 'h.ship_mode',
    },
    row: 's',
    from: `label_purchases s
           join carrier_accounts a on a.organization_id = s.organization_id and a.id = s.account_id
           join wms_shipments h on h.organization_id = s.organization_id and h.id = s.shipment_id
           join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           where s.bought_at is not null and s.state in ('bought', 'voiding', 'void_unknown')
             and a.merchant_id is null ${isBilled}`,
  });
}

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table label_purchases
      add column label_format text check (label_format in ('zpl', 'png', 'pdf')),
      add column refund_at timestamptz,
      add column refund_refused_at timestamptz;
    create index label_purchases_to_refund on label_purchases (refund_at) where refund_at is not null;
    create index label_purchases_not_refunded on label_purchases (refund_refused_at) where refund_refused_at is not null;
    ${overAllRows(
      ['label_purchases', 'carrier_accounts'],
      `update label_purchases p set label_format = a.label_format from carrier_accounts a
     where a.organization_id = p.organization_id and a.id = p.account_id
       and p.state in ('queued', 'sending', 'unknown')`,
    )}
    create policy system_locks on carrier_accounts for update to ${roleNames.system} using (true) with check (false);
    grant update (updated_at) on carrier_accounts to ${roleNames.system};
  `);
  await showBillableLabels(knex, accepted);
}

export async function down(knex: Knex): Promise<void> {
  await showBillableLabels(knex, '');
  await knex.raw(`
    revoke update (updated_at) on carrier_accounts from ${roleNames.system};
    drop policy system_locks on carrier_accounts;
    alter table label_purchases drop column label_format, drop column refund_at, drop column refund_refused_at;
  `);
}
