/**
 * Labels of parcels that are not sent after all, and that their carrier keeps.
 *
 * - is_final: its carrier has it on a manifest, and takes none back after that.
 * - unneeded_since: since when it is known that such a label is paid for nothing; of older ones, since when it was so.
 * - unplanned_for: why the parcel of a label is not packed as it was planned when its label was bought.
 * - Merchants are charged for labels of parcels that are sent, and for no other.
 */
import type { Knex } from 'knex';
import { createBillableView } from '../billable-view.ts';
import { overAllRows } from '../tenant-table.ts';

/** What is joined and asked besides, so that only what is sent is charged. */
const sent = {
  carton: 'left join cartons c on c.organization_id = s.organization_id and c.id = s.carton_id',
  parcel: `join wms_shipments h on h.organization_id = p.organization_id and h.id = p.shipment_id
           left join cartons c on c.organization_id = p.organization_id and c.id = p.carton_id`,
  label: "and h.status <> 'cancelled' and c.voided_at is null",
  // What is asked for one that was taken back is judged as it is matched.
  adjustment: "and (p.state = 'voided' or (h.status <> 'cancelled' and c.voided_at is null))",
};
const whatever: typeof sent = { carton: '', parcel: '', label: '', adjustment: '' };

async function showBillable(knex: Knex, charged: typeof sent): Promise<void> {
  await knex.raw('drop view billable_label_adjustments, billable_carrier_labels');
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
           ${charged.carton}
           where s.bought_at is not null and s.state in ('bought', 'voiding', 'void_unknown')
             and a.merchant_id is null and (s.state = 'bought' or not s.was_dearer) ${charged.label}`,
  });
  await createBillableView(knex, 'billable_label_adjustments', {
    columns: {
      source_type: "'carrier_invoice_line'",
      source_id: 's.id',
      source_ref: 's.tracking_no',
      document_id: 's.invoice_id',
      warehouse_id: 'p.warehouse_id',
      occurred_at: 'i.billed_at',
      service_date: '(i.billed_at at time zone w.time_zone)::date',
      weight_kg: 's.weight_kg',
      cost: 's.difference',
      cost_currency: 'i.currency',
      carrier_code: 'p.carrier_code',
      service_code: 'p.service_code',
      reason_code: 's.dearer_by',
    },
    row: 's',
    from: `carrier_invoice_lines s
           join carrier_invoices i on i.organization_id = s.organization_id and i.id = s.invoice_id
            and (i.is_even or exists (select 1 from bills b where b.organization_id = i.organization_id
                                         and b.id = i.bill_id and b.status <> 'void'))
           join label_purchases p on p.organization_id = s.organization_id and p.id = s.label_id
           join carrier_accounts a on a.organization_id = p.organization_id and a.id = p.account_id
           join warehouses w on w.organization_id = p.organization_id and w.id = p.warehouse_id
           ${charged.parcel}
           where i.state = 'billed' and s.verdict in ('dearer', 'cheaper') and s.difference <> 0 and a.merchant_id is null
             ${charged.adjustment}`,
  });
}

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table label_purchases
      add column is_final boolean not null default false,
      add column unneeded_since timestamptz,
      add column unplanned_for text check (unplanned_for in (
        'planned_otherwise', 'packed_otherwise', 'not_packed', 'wave_cancelled'));
    ${overAllRows(
      ['label_purchases', 'carrier_accounts'],
      `update label_purchases p set is_final = true from carrier_accounts a
     where a.organization_id = p.organization_id and a.id = p.account_id
       and p.manifested_at is not null and a.adapter <> 'easypost'`,
    )}
    ${overAllRows(
      ['label_purchases', 'wms_shipments', 'cartons'],
      `update label_purchases p
       set unneeded_since = greatest(p.manifested_at, p.bought_at, least(h.cancelled_at, c.voided_at))
      from label_purchases l
      join wms_shipments h on h.organization_id = l.organization_id and h.id = l.shipment_id
      left join cartons c on c.organization_id = l.organization_id and c.id = l.carton_id
     where p.organization_id = l.organization_id and p.id = l.id and l.state in ('bought', 'dearer')
       and (h.status = 'cancelled' or c.voided_at is not null)
       and (l.manifest_id is null or l.manifested_at is not null)`,
    )}
    create index label_purchases_unneeded on label_purchases (unneeded_since) where unneeded_since is not null;
  `);
  await showBillable(knex, sent);
}

export async function down(knex: Knex): Promise<void> {
  await showBillable(knex, whatever);
  await knex.raw(
    'alter table label_purchases drop column is_final, drop column unneeded_since, drop column unplanned_for',
  );
}
