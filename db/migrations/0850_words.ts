/**
 * What `q` finds rows by in tables that may have millions: trigrams of the numbers and names people read, with the
 * organization in front of them in one index (btree_gin). Each table has a policy that shows its owner every row, since
 * with any condition in it the owner's function could not use the index either; the application's role has no part in it.
 */
import type { Knex } from 'knex';
import { dropWords, indexWords, makeSearchable, type Searched, unmakeSearchable } from '../search-index.ts';

const merchant = 'merchant_id';

const searched: Readonly<Record<string, Searched>> = {
  items: { columns: ['sku', 'name'], merchant },
  // The operator's own customers may serve any merchant; the list decides which of them a token sees.
  customers: { columns: ['code', 'name', 'email'] },
  vendors: { columns: ['code', 'name'] },
  inbound_receipts: { columns: ['receipt_no', 'container_no', 'seal_no', 'title'], merchant },
  sales_orders: {
    columns: ['order_no', 'channel_order_no'],
    merchant,
    through: [{ table: 'customers', column: 'customer_id', columns: ['code', 'name'] }],
  },
  wms_shipments: {
    columns: ['shipment_no', 'tracking_no'],
    merchant,
    through: [{ table: 'sales_orders', column: 'order_id', columns: ['order_no'] }],
  },
  invoices: { columns: ['invoice_no', 'po_number'], merchant },
  bills: { columns: ['bill_no', 'vendor_bill_no'] },
  purchase_orders: { columns: ['po_no', 'vendor_ref', 'note'], merchant },
  transfers: { columns: ['transfer_no'], merchant },
  vendor_returns: { columns: ['return_no', 'authorization_no', 'credit_no'], merchant },
  returns: { columns: ['return_no', 'channel_return_no'], merchant },
  asns: { columns: ['asn_no', 'container_no', 'bol_no'], merchant },
  drayage_orders: { columns: ['order_no', 'container_no'], merchant },
  print_jobs: {
    // People see the end of its id.
    columns: ['label_kind', 'ref_type', 'right(id::text, 12)'],
    merchant,
    through: [
      { table: 'print_devices', column: 'device_id', columns: ['name'] },
      { table: 'lpns', column: 'ref_id', columns: ['lpn'] },
      { table: 'cartons', column: 'ref_id', columns: ['sscc'] },
      { table: 'wms_shipments', column: 'ref_id', columns: ['shipment_no'] },
      { table: 'inbound_receipts', column: 'ref_id', columns: ['receipt_no'] },
      { table: 'sales_orders', column: 'ref_id', columns: ['order_no'] },
    ],
    links: ['device_id'],
  },
};

/** Searched for the labels that refer to them; they have no searchable list of their own. */
const named = { print_devices: ['name'], lpns: ['lpn'], cartons: ['sscc'] };

export async function up(knex: Knex): Promise<void> {
  await knex.raw('create extension if not exists pg_trgm; create extension if not exists btree_gin');
  for (const [table, words] of Object.entries(named)) await indexWords(knex, table, words);
  for (const [table, words] of Object.entries(searched)) await makeSearchable(knex, table, words);
}

/** The extensions stay: they may have been there before, and dropping them may take rights we do not have. */
export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(searched)) await unmakeSearchable(knex, table);
  for (const table of Object.keys(named)) await dropWords(knex, table);
}
