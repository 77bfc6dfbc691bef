/** The columns every view of billable activity has, so that rating is written only once. Used by migrations. */
import type { Knex } from 'knex';
import { roleNames } from './roles.ts';

/** Columns with their types. A view that cannot supply one returns null for it, which rating reports as missing. */
const columnTypes = {
  source_type: 'text',
  source_id: 'uuid',
  source_ref: 'text',
  document_id: 'uuid',
  occurred_at: 'timestamptz',
  service_date: 'date',
  document: 'numeric',
  lines: 'numeric',
  units: 'numeric',
  cartons: 'numeric',
  pallets: 'numeric',
  weight_kg: 'numeric',
  volume_cbm: 'numeric',
  containers: 'numeric',
  labels: 'numeric',
  minutes: 'numeric',
  hours: 'numeric',
  cost: 'numeric',
  order_value: 'numeric',
  cost_currency: 'text',
  channel_id: 'uuid',
  carrier_code: 'text',
  service_code: 'text',
  ship_mode: 'text',
  storage_class: 'text',
  item_class: 'text',
  condition: 'text',
  origin: 'text',
  is_cross_dock: 'boolean',
  container_no: 'text',
  label_kind: 'text',
  rebill_item_id: 'uuid',
  tag: 'text',
} as const;

/** Columns only of the views that have them: what a rule on such an event may look at. */
const ownColumns = [
  'receiving_method',
  'grade',
  'disposition',
  'reason_code',
  'move_kind',
  'zone',
  'count_kind',
  'pick_method',
] as const;

type Column = keyof typeof columnTypes | 'warehouse_id' | 'merchant_id' | (typeof ownColumns)[number];

export interface BillableView {
  columns: Partial<Record<Column, string>>;
  /** The alias that organization, merchant and warehouse are read from. */
  row: string;
  /** FROM and WHERE. */
  from: string;
}

/** Creates a view that runs with its reader's privileges, so row level security still applies. */
export async function createBillableView(
  knex: Knex,
  name: string,
  { columns, row, from }: BillableView,
): Promise<void> {
  const given: Partial<Record<Column, string>> = { document: '1::numeric', ...columns };
  const selected = Object.entries(columnTypes).map(([column, type]) => {
    const expression = given[column as Column];
    return expression ? `(${expression})::${type} as ${column}` : `null::${type} as ${column}`;
  });
  for (const own of ownColumns) if (given[own]) selected.push(`${given[own]} as ${own}`);
  await knex.raw(`
    create view ${name} with (security_invoker = true) as
    select ${row}.organization_id, ${given.merchant_id ?? `${row}.merchant_id`} as merchant_id,
           ${given.warehouse_id ?? `${row}.warehouse_id`} as warehouse_id, ${selected.join(', ')}
      from ${from};
    grant select on ${name} to ${roleNames.app};
  `);
}
