/**
 * Reads charges with their billing status and, on request, the activity behind them and the account they were posted
 * to.
 */
import { billingEvent, billingEvents, type BillingEventName } from '../../domain/rates/billing-events.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { every, name, sql, SqlText } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export type ChargeKind =
  | 'event'
  | 'storage'
  | 'recurring'
  | 'minimum'
  | 'surcharge'
  | 'manual'
  | 'adjustment';

export interface ChargeFilters {
  merchant_id?: string;
  run_id?: string;
  invoice_id?: string;
  invoice_line_id?: string;
  source_type?: string;
  source_id?: string;
  parent_charge_id?: string;
  status?: 'rated' | 'invoiced' | 'waived';
  service_from?: string;
  service_to?: string;
  billing_item_id?: string;
  kind?: string;
}

export interface ChargeRow {
  id: string;
  merchant_id: string;
  warehouse_id: string | null;
  billing_item_id: string;
  billing_item_code: string;
  rule_id: string | null;
  rate_sheet_id: string | null;
  rate_line_id: string | null;
  run_id: string | null;
  kind: ChargeKind;
  source_type: string;
  source_id: string;
  source_ref: string | null;
  document_id: string | null;
  parent_charge_id: string | null;
  service_date: string;
  quantity: string;
  uom: string;
  unit_price: string | null;
  amount: string;
  currency: string;
  description: string | null;
  revision: number;
  status: 'rated' | 'invoiced' | 'waived';
  invoice_id: string | null;
  invoice_line_id: string | null;
  invoice_no: string | null;
  waived_at: Date | null;
  waived_by: string | null;
  waive_reason: string | null;
  created_at: Date;
  pricing: Record<string, unknown>;
}

const status = sql`case when v.charge_id is not null then 'waived' when x.charge_id is not null then 'invoiced' else 'rated' end`;

const charges = sql`charges c`;
const joins = sql`join billing_items b on b.organization_id = c.organization_id and b.id = c.billing_item_id
  left join invoice_charges x on x.organization_id = c.organization_id and x.charge_id = c.id and x.released_at is null
  left join invoices i on i.organization_id = x.organization_id and i.id = x.invoice_id
  left join charge_waivers v on v.organization_id = c.organization_id and v.charge_id = c.id`;
const from = sql`${charges} ${joins}`;

const columns = sql`c.id, c.merchant_id, c.warehouse_id, c.billing_item_id, b.code as billing_item_code,
  nullif(c.rule_id, '00000000-0000-0000-0000-000000000000') as rule_id, c.rate_sheet_id, c.rate_line_id, c.run_id, c.kind, c.source_type,
  c.source_id, c.source_ref, c.document_id, c.parent_charge_id, c.service_date, c.quantity, c.uom, c.unit_price,
  c.amount_precise as amount, c.currency, c.description, c.revision, ${status} as status, x.invoice_id, x.invoice_line_id, i.invoice_no,
  v.waived_at, v.waived_by, v.reason as waive_reason, c.created_at, c.pricing`;

function where(organizationId: string, filters: ChargeFilters): SqlText {
  const {
    status: wanted,
    service_from: since,
    service_to: until,
    invoice_id: invoice,
    invoice_line_id: line,
    ...equal
  } = filters;
  const parts = [sql`c.organization_id = ${organizationId}::uuid`];
  for (const [column, value] of Object.entries(equal)) {
    if (value !== undefined) parts.push(sql`${name(`c.${column}`)} = ${value}`);
  }
  if (since) parts.push(sql`c.service_date >= ${since}::date`);
  if (until) parts.push(sql`c.service_date <= ${until}::date`);
  if (invoice) parts.push(sql`x.invoice_id = ${invoice}::uuid`);
  if (line) parts.push(sql`x.invoice_line_id = ${line}::uuid`);
  if (wanted) parts.push(sql`${status} = ${wanted}`);
  return every(parts);
}

export function listCharges(
  tx: TenantTransaction,
  filters: ChargeFilters,
  page: PageQuery,
): Promise<PageOf<ChargeRow>> {
  const { status: wanted, invoice_id: invoice, invoice_line_id: line } = filters;
  const tables = wanted || invoice || line ? { from } : { from: charges, joins };
  const order = ['c.service_date', 'c.id'];
  const list = { columns, ...tables, where: where(tx.organizationId, filters), order };
  return readPage<ChargeRow>(tx, list, page);
}

/** A charge with what its ids name. */
export interface ChargeLine extends ChargeRow {
  merchant_code: string;
  merchant_name: string;
  warehouse_code: string | null;
  warehouse_name: string | null;
  billing_item_name: string;
}

/** At most `limit` charges, for an export file. */
export function chargesForFile(
  tx: TenantTransaction,
  filters: ChargeFilters,
  limit: number,
): Promise<ChargeLine[]> {
  return rows<ChargeLine>(
    tx,
    sql`select ${columns}, m.code as merchant_code, m.name as merchant_name, w.code as warehouse_code,
               w.name as warehouse_name, b.name as billing_item_name
          from ${from}
          join merchants m on m.organization_id = c.organization_id and m.id = c.merchant_id
          left join warehouses w on w.organization_id = c.organization_id and w.id = c.warehouse_id
         where ${where(tx.organizationId, filters)} order by c.service_date, c.id limit ${limit}`,
  );
}

export async function findCharge(tx: TenantTransaction, id: string): Promise<ChargeRow | undefined> {
  const found = await rows<ChargeRow>(
    tx,
    sql`select ${columns} from ${from} where c.organization_id = ${tx.organizationId}::uuid and c.id = ${id}::uuid`,
  );
  return found[0];
}

export type ChargeGrouping = 'billing_item' | 'merchant' | 'month';

export interface ChargeGroupRow {
  billing_item_id?: string;
  billing_item_code?: string;
  merchant_id?: string;
  merchant?: string;
  month?: string;
  currency: string;
  charges: string;
  quantity: string;
  amount: string;
}

const groupColumns: Record<ChargeGrouping, SqlText> = {
  billing_item: new SqlText('c.billing_item_id, b.code as billing_item_code'),
  merchant: new SqlText('c.merchant_id, m.name as merchant'),
  month: new SqlText("to_char(c.service_date, 'YYYY-MM') as month"),
};
const groupKeys: Record<ChargeGrouping, SqlText> = {
  billing_item: new SqlText('c.billing_item_id, b.code'),
  merchant: new SqlText('c.merchant_id, m.name'),
  month: new SqlText("to_char(c.service_date, 'YYYY-MM')"),
};

const groupOrder: Record<ChargeGrouping, readonly string[]> = {
  billing_item: ['g.billing_item_id', 'g.billing_item_code'],
  merchant: ['g.merchant_id', 'g.merchant'],
  month: ['g.month'],
};

/** Sums by the groupings requested, and always by currency. */
export function groupCharges(
  tx: TenantTransaction,
  filters: ChargeFilters,
  groupings: readonly ChargeGrouping[],
  page: PageQuery,
): Promise<PageOf<ChargeGroupRow>> {
  const list = (of: Record<ChargeGrouping, SqlText>): SqlText =>
    new SqlText(groupings.map((one) => of[one].text).join(', '));
  const grouped = sql`select ${list(groupColumns)}, c.currency, count(*) as charges, sum(c.quantity) as quantity, sum(c.amount_precise) as amount
      from ${from} join merchants m on m.organization_id = c.organization_id and m.id = c.merchant_id
     where ${where(tx.organizationId, filters)} group by ${list(groupKeys)}, c.currency`;
  const order = [...groupings.flatMap((one) => groupOrder[one]), 'g.currency'];
  return readPage(tx, { columns: sql`g.*`, from: sql`(${grouped}) g`, where: sql`true`, order }, page);
}

/** The warehouse activity behind charges, by source id: the row of its event's view, without empty columns. */
export async function sourcesOf(
  tx: TenantTransaction,
  charges: readonly ChargeRow[],
): Promise<Map<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>();
  const byEvent = new Map<BillingEventName, ChargeRow[]>();
  for (const charge of charges) {
    const event = charge.pricing['event'];
    if (typeof event !== 'string' || !Object.hasOwn(billingEvents, event)) continue;
    const known = event as BillingEventName;
    byEvent.set(known, [...(byEvent.get(known) ?? []), charge]);
  }
  for (const [event, ofEvent] of byEvent) {
    const { view, isOfDocument } = billingEvent(event);
    if (!view) continue;
    const ids = ofEvent.map((charge) => charge.source_id);
    const documents = ofEvent.map((charge) => charge.document_id);
    const ofDocument = isOfDocument ? sql`a.document_id = any(${documents}::uuid[]) and` : sql``;
    const read = await rows<{ id: string; source: Record<string, unknown> }>(
      tx,
      sql`select a.source_id as id, jsonb_strip_nulls(to_jsonb(a)) as source from ${name(view)} a
           where a.organization_id = ${tx.organizationId}::uuid and ${ofDocument} a.source_id = any(${ids}::uuid[])`,
    );
    for (const { id, source } of read) found.set(id, source);
  }
  for (const charge of charges) {
    if (charge.source_type !== 'inventory_snapshot') continue;
    found.set(charge.source_id + charge.service_date, await snapshotSource(tx, charge));
  }
  return found;
}

/** A storage day is backed by its snapshot rows: their count and sum, and where to find them. */
async function snapshotSource(tx: TenantTransaction, charge: ChargeRow): Promise<Record<string, unknown>> {
  const found = await rows<{ rows_count: number; qty: string; locations: number; plates: number }>(
    tx,
    sql`select count(*)::integer as rows_count, coalesce(sum(qty), 0) as qty, count(distinct location_id)::integer as locations,
            count(distinct lpn_id)::integer as plates
       from inventory_snapshots
      where organization_id = ${tx.organizationId} and merchant_id = ${charge.merchant_id} and warehouse_id = ${charge.warehouse_id} and snapshot_day = ${charge.service_date} and storage_class = ${charge.source_ref ?? ''}`,
  );
  const { rows_count: count, qty, locations, plates } = found[0]!;
  return {
    event: 'inventory.stored',
    warehouse_id: charge.warehouse_id,
    snapshot_day: charge.service_date,
    storage_class: charge.source_ref ?? '',
    snapshot_rows: count,
    qty: Number(qty),
    locations,
    plates,
  };
}

export interface ChargeJournalRow {
  invoice_line_id: string;
  entry_id: string;
  entry_no: string | null;
  entry_date: string;
  account_id: string;
  account_code: string;
  debit: string;
  credit: string;
}

/** The journal lines of the invoice lines that charges are on. */
export function journalOf(
  tx: TenantTransaction,
  invoiceLineIds: readonly string[],
): Promise<ChargeJournalRow[]> {
  return rows<ChargeJournalRow>(
    tx,
    sql`select l.invoice_line_id, e.id as entry_id, e.entry_no, l.entry_date, l.account_id, a.code as account_code,
            coalesce(l.debit, 0) as debit, coalesce(l.credit, 0) as credit
       from journal_lines l
       join journal_entries e on e.organization_id = l.organization_id and e.id = l.entry_id
       join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
      where l.organization_id = ${tx.organizationId} and l.invoice_line_id = any(${invoiceLineIds}::uuid[]) order by l.entry_date, e.id`,
  );
}
