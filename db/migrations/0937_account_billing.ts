/**
 * Who pays a carrier for the labels of an account: the account itself (prepaid), or another account at the carrier, the
 * consignee's or a third party's. What such a label costs nobody pays here, so it is charged to no merchant.
 */
import type { Knex } from 'knex';
import { createBillableView } from '../billable-view.ts';

// As it was frozen when the label was asked for.
const paidHere = "and s.parcel #>> '{billing,terms}' is null";

async function showBillableLabels(knex: Knex, isPaidHere: string): Promise<void> {
  await knex.raw('drop view billable_carrier_labels');
  await createBillableView(knex, 'billable_carrier_labels', {
    columns: {
      source_type: "'label_purchase'",
      source_id: 's.id',
      source_ref: 'coalesce(s.tracking_no, h.shipment_no, r.return_no)',
      document_id: 'coalesce(s.shipment_id, s.return_id)',
      occurred_at: 's.bought_at',
      service_date: '(s.bought_at at time zone w.time_zone)::date',
      labels: '1::numeric',
      weight_kg: "s.parcel ->> 'weight_kg'",
      cost: 's.amount',
      cost_currency: 's.currency',
      carrier_code: 's.carrier_code',
      service_code: 's.service_code',
      ship_mode: "coalesce(h.ship_mode, 'parcel')",
    },
    row: 's',
    from: `label_purchases s
           join carrier_accounts a on a.organization_id = s.organization_id and a.id = s.account_id
           left join wms_shipments h on h.organization_id = s.organization_id and h.id = s.shipment_id
           left join returns r on r.organization_id = s.organization_id and r.id = s.return_id
           join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           left join cartons c on c.organization_id = s.organization_id and c.id = s.carton_id
           where s.bought_at is not null and s.state in ('bought', 'voiding', 'void_unknown')
             and a.merchant_id is null and (s.state = 'bought' or not s.was_dearer)
             and coalesce(h.status, r.status) not in ('cancelled', 'rejected', 'expired') and c.voided_at is null ${isPaidHere}`,
  });
}

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table carrier_accounts
      add column billing text not null default 'prepaid' check (billing in ('prepaid', 'collect', 'third_party')),
      add column billing_account_no text,
      add column billing_postal text,
      add column billing_country char(2) check (billing_country ~ '^[A-Z]{2}$'),
      add constraint carrier_accounts_billing_named check ((billing = 'prepaid') = (billing_account_no is null)),
      add constraint carrier_accounts_billing_placed check (
        (billing_postal is null or billing_country is not null)
        and (billing <> 'prepaid' or billing_country is null))`);
  await showBillableLabels(knex, paidHere);
}

export async function down(knex: Knex): Promise<void> {
  await showBillableLabels(knex, '');
  await knex.raw(`
    alter table carrier_accounts
      drop column billing, drop column billing_account_no, drop column billing_postal, drop column billing_country`);
}
