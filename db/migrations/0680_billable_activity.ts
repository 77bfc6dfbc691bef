/**
 * Billable activity: one view per event, all with the same columns, over what the platform recorded. Billing reads
 * nothing else, so a new app joins by adding a view. Unused columns cost nothing: the views are flat selects that
 * Postgres inlines into the statement. Returns and transfers are events of their own, so that
 * nothing is billed as both.
 */
import type { Knex } from 'knex';
import { createBillableView } from '../billable-view.ts';

const day = (moment: string): string => `(${moment} at time zone w.time_zone)::date`;

const ofOrder = (column: string): string =>
  `(select o.${column} from sales_orders o where o.organization_id = s.organization_id and o.id = s.order_id)`;

// A transfer, or what goes back to its vendor, is billed as that, not as an order.
const toCustomers = "s.kind in ('order', 'direct')";

// What was short or stayed behind keeps its line, with nothing on it.
const shippedLines = 'l.organization_id = s.organization_id and l.shipment_id = s.id and l.qty > 0';

// If one item lacks the dimension, the sum is unknown rather than too small.
const shipmentSum = (expression: string): string => `(
  select case when bool_and((${expression}) is not null) then sum(${expression}) end from wms_shipment_lines l
    join items i on i.organization_id = l.organization_id and i.id = l.item_id
   where ${shippedLines})`;

// Neither a return nor a transfer is billed as a delivery.
const deliveries = "s.source_type <> 'return' and s.transfer_id is null";

// What a transfer lost, and what became of returned units, is billed as that.
const ofNoDocument = "s.ref_type not in ('transfer', 'disposition')";

const counted = '(l.received_qty + l.damaged_qty) * l.uom_factor';

const receiptSum = (expression: string): string => `(
  select case when bool_and((${expression}) is not null) then sum(${expression}) end from inbound_receipt_lines l
    join items i on i.organization_id = l.organization_id and i.id = l.item_id
   where l.organization_id = s.organization_id and l.receipt_id = s.id and l.received_qty + l.damaged_qty > 0)`;

const lineCount = `(select count(*) from inbound_receipt_lines l where l.organization_id = s.organization_id
   and l.receipt_id = s.id and l.received_qty + l.damaged_qty > 0)`;

// From the receive task that was not cancelled; a receipt received without a task has none.
const receivingMethod = `(select t.receiving_method from tasks t
    where t.organization_id = s.organization_id and t.ref_id = s.id and t.task_type = 'receive'
      and t.status <> 'cancelled' order by t.created_at desc limit 1)`;

export async function up(knex: Knex): Promise<void> {
  for (const [view, kinds] of [
    ['billable_shipments', toCustomers],
    ['billable_transfers_shipped', "s.kind = 'transfer'"],
    ['billable_vendor_returns', "s.kind = 'vendor_return'"],
  ] as const) {
    await createBillableView(knex, view, {
      columns: {
        source_type: "'shipment'",
        source_id: 's.id',
        source_ref: 's.shipment_no',
        document_id: 's.id',
        occurred_at: 's.shipped_at',
        service_date: day('s.shipped_at'),
        lines: `(select count(*) from wms_shipment_lines l where ${shippedLines})::numeric`,
        units: shipmentSum('l.qty'),
        cartons: shipmentSum('ceil(l.qty / i.units_per_carton)'),
        pallets: shipmentSum('ceil(l.qty / i.units_per_pallet)'),
        weight_kg: shipmentSum('l.qty * i.weight_kg'),
        volume_cbm: shipmentSum('l.qty * i.volume_cbm'),
        order_value: ofOrder('total'),
        cost_currency: ofOrder('currency'),
        channel_id: ofOrder('channel_id'),
        carrier_code: 's.carrier_code',
        service_code: 's.service_code',
        ship_mode: 's.ship_mode',
      },
      row: 's',
      from: `wms_shipments s join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           where s.shipped_at is not null and s.status <> 'cancelled' and ${kinds}`,
    });
  }
  await createBillableView(knex, 'billable_shipment_lines', {
    columns: {
      source_type: "'shipment_line'",
      source_id: 'l.id',
      source_ref: 's.shipment_no',
      document_id: 's.id',
      occurred_at: 's.shipped_at',
      service_date: day('s.shipped_at'),
      lines: '1::numeric',
      units: 'l.qty::numeric',
      cartons: 'ceil(l.qty / i.units_per_carton)',
      pallets: 'ceil(l.qty / i.units_per_pallet)',
      weight_kg: 'l.qty * i.weight_kg',
      volume_cbm: 'l.qty * i.volume_cbm',
      channel_id: ofOrder('channel_id'),
      carrier_code: 's.carrier_code',
      service_code: 's.service_code',
      ship_mode: 's.ship_mode',
      storage_class: 'i.storage_class',
      item_class: 'i.item_class',
    },
    row: 's',
    from: `wms_shipments s join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           join wms_shipment_lines l on l.organization_id = s.organization_id and l.shipment_id = s.id
           join items i on i.organization_id = l.organization_id and i.id = l.item_id
           where s.shipped_at is not null and s.status <> 'cancelled' and ${toCustomers} and l.qty > 0`,
  });
  await createBillableView(knex, 'billable_orders', {
    columns: {
      source_type: "'order'",
      source_id: 's.id',
      source_ref: 's.order_no',
      document_id: 's.id',
      occurred_at: 's.released_at',
      service_date: `(s.released_at at time zone coalesce(w.time_zone, o.time_zone))::date`,
      lines:
        '(select count(*) from sales_order_lines l where l.organization_id = s.organization_id and l.order_id = s.id)::numeric',
      units:
        '(select sum(l.qty) from sales_order_lines l where l.organization_id = s.organization_id and l.order_id = s.id)',
      order_value: 's.total::numeric',
      cost_currency: 's.currency',
      channel_id: 's.channel_id',
      carrier_code: 's.carrier_code',
      service_code: 's.service_code',
      ship_mode: 's.ship_mode',
    },
    row: 's',
    from: `sales_orders s join organizations o on o.id = s.organization_id
           left join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           where s.released_at is not null`,
  });
  for (const [view, condition] of [
    ['billable_putaways', "s.transaction_type = 'putaway' and s.qty_delta > 0"],
    ['billable_adjustments', `s.transaction_type in ('adjust', 'count') and ${ofNoDocument}`],
    ['billable_transfer_losses', "s.transaction_type = 'adjust' and s.ref_type = 'transfer'"],
  ] as const) {
    await createBillableView(knex, view, {
      columns: {
        source_type: "'inventory_ledger'",
        source_id: 's.id',
        source_ref: 's.transaction_type',
        document_id: 'coalesce(s.ref_id, s.id)',
        occurred_at: 's.occurred_at',
        service_date: day('s.occurred_at'),
        units: 'abs(s.qty_delta)',
        cartons: 'ceil(abs(s.qty_delta) / i.units_per_carton)',
        pallets:
          'case when s.lpn_id is not null then 1::numeric else ceil(abs(s.qty_delta) / i.units_per_pallet) end',
        weight_kg: 'abs(s.qty_delta) * i.weight_kg',
        volume_cbm: 'abs(s.qty_delta) * i.volume_cbm',
        storage_class: 'i.storage_class',
        item_class: 'i.item_class',
        condition: 's.status',
      },
      row: 's',
      from: `inventory_ledger s join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
             join items i on i.organization_id = s.organization_id and i.id = s.item_id
             where ${condition}`,
    });
  }
  await createBillableView(knex, 'billable_freight_splits', {
    columns: {
      source_type: "'freight_split'",
      source_id: 's.id',
      source_ref: 'b.bill_no',
      document_id: 'b.id',
      warehouse_id: 'l.warehouse_id',
      occurred_at: "(b.bill_date::timestamp at time zone 'UTC')",
      service_date: 'b.bill_date',
      cost: "case b.kind when 'vendor_credit' then -s.amount else s.amount end::numeric",
      cost_currency: 'b.currency',
      carrier_code:
        '(select c.code from carriers c where c.organization_id = b.organization_id and c.id = b.carrier_id)',
      rebill_item_id: 'l.rebill_item_id',
    },
    row: 's',
    from: `bill_line_splits s
           join bill_lines l on l.organization_id = s.organization_id and l.id = s.bill_line_id
           join bills b on b.organization_id = l.organization_id and b.id = l.bill_id
           where b.status in ('open', 'partially_paid', 'paid') and s.rebill_status <> 'not_rebillable'`,
  });
  // Nothing came on a receipt that was closed because its goods arrive on another, or no more.
  for (const [view, moment, condition] of [
    ['billable_receipts', 's.received_at', deliveries],
    ['billable_closed_receipts', 's.closed_at', deliveries],
    ['billable_returns', 's.received_at', "s.source_type = 'return'"],
    ['billable_transfers_received', 's.received_at', 's.transfer_id is not null'],
  ] as const) {
    await createBillableView(knex, view, {
      columns: {
        source_type: view === 'billable_returns' ? "'return'" : "'receipt'",
        source_id: 's.id',
        source_ref: 's.receipt_no',
        document_id: 's.id',
        occurred_at: moment,
        service_date: `(${moment} at time zone w.time_zone)::date`,
        lines: lineCount,
        units: receiptSum(counted),
        cartons: receiptSum(`ceil(${counted} / i.units_per_carton)`),
        pallets: receiptSum(`ceil(${counted} / i.units_per_pallet)`),
        weight_kg: receiptSum(`${counted} * i.weight_kg`),
        volume_cbm: receiptSum(`${counted} * i.volume_cbm`),
        containers: 'case when s.container_no is null then 0 else 1 end',
        container_no: 's.container_no',
        origin: 's.source_type',
        receiving_method: receivingMethod,
        is_cross_dock: `exists (select 1 from inventory_ledger g
            join locations c on c.organization_id = g.organization_id and c.id = g.location_id and c.type = 'cross_dock'
           where g.organization_id = s.organization_id and g.ref_id = s.id)`,
      },
      row: 's',
      from: `inbound_receipts s join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
             where ${moment} is not null and ${condition} and s.counted_qty > 0`,
    });
  }
  await createBillableView(knex, 'billable_receipt_lines', {
    columns: {
      source_type: "'receipt_line'",
      source_id: 'l.id',
      source_ref: 's.receipt_no',
      document_id: 's.id',
      occurred_at: 's.received_at',
      service_date: '(s.received_at at time zone w.time_zone)::date',
      lines: '1::numeric',
      units: counted,
      cartons: `ceil(${counted} / i.units_per_carton)`,
      pallets: `ceil(${counted} / i.units_per_pallet)`,
      weight_kg: `${counted} * i.weight_kg`,
      volume_cbm: `${counted} * i.volume_cbm`,
      container_no: 's.container_no',
      origin: 's.source_type',
      storage_class: 'i.storage_class',
      item_class: 'i.item_class',
      receiving_method: receivingMethod,
      condition: "case when l.received_qty = 0 then 'damaged' else 'good' end",
    },
    row: 's',
    from: `inbound_receipts s join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           join inbound_receipt_lines l on l.organization_id = s.organization_id and l.receipt_id = s.id
           join items i on i.organization_id = l.organization_id and i.id = l.item_id
           where s.received_at is not null and ${deliveries} and l.received_qty + l.damaged_qty > 0`,
  });
  await createBillableView(knex, 'billable_labels', {
    columns: {
      source_type: "'print_job'",
      source_id: 's.id',
      source_ref: 's.label_kind',
      document_id: 'coalesce(s.ref_id, s.id)',
      occurred_at: 's.finished_at',
      service_date: '(s.finished_at at time zone coalesce(w.time_zone, o.time_zone))::date',
      labels: 's.copies * s.labels_per_copy',
      label_kind: 's.label_kind',
    },
    row: 's',
    from: `print_jobs s join organizations o on o.id = s.organization_id
           left join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           where s.status = 'done' and s.finished_at is not null and s.merchant_id is not null`,
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view billable_receipts, billable_closed_receipts, billable_returns, billable_receipt_lines, billable_labels,
      billable_transfers_shipped, billable_vendor_returns, billable_transfers_received, billable_transfer_losses,
      billable_shipments, billable_shipment_lines, billable_orders, billable_putaways, billable_adjustments,
      billable_freight_splits;
  `);
}
