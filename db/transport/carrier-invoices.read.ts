/** Reads of carriers' invoices for labels, and where each cent of a line went. */
import type { CarrierInvoiceState } from '../../domain/transport/carrier-invoice-states.ts';
import type { Correction, DearerBy, Verdict } from '../../domain/transport/audit-invoice.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { equalTo, every, sql } from '../sql-text.ts';

export interface CarrierInvoiceRow {
  id: string;
  account_id: string;
  account_name: string;
  carrier_id: string;
  invoice_no: string;
  invoice_date: string;
  currency: string;
  total: string;
  state: CarrierInvoiceState;
  dispute_reason: string | null;
  cancel_reason: string | null;
  bill_id: string | null;
  lines: number;
  /** Of what is ours. */
  ours: string;
  tax: string;
  expected: string;
  /** Of what is not ours, or was asked before. */
  refused: string;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  matched_at: Date | null;
  billed_at: Date | null;
  disputed_at: Date | null;
  cancelled_at: Date | null;
}

const columns = sql`i.id, i.account_id, a.name as account_name, i.carrier_id, i.invoice_no, i.invoice_date, i.currency,
  i.total, i.state, i.dispute_reason, i.cancel_reason, i.bill_id, s.lines, s.ours, s.tax, s.expected, s.refused, i.created_by, i.created_at,
  i.updated_at, i.matched_at, i.billed_at, i.disputed_at, i.cancelled_at`;

const from = sql`carrier_invoices i
  join carrier_accounts a on a.organization_id = i.organization_id and a.id = i.account_id
  cross join lateral (
    select count(*)::integer as lines,
           coalesce(sum(l.amount) filter (where l.verdict in ('matched', 'dearer', 'cheaper')), 0) as ours,
           coalesce(sum(l.tax) filter (where l.verdict in ('matched', 'dearer', 'cheaper')), 0) as tax,
           coalesce(sum(l.expected), 0) as expected,
           coalesce(sum(l.amount) filter (where l.verdict in ('not_ours', 'twice')), 0) as refused
      from carrier_invoice_lines l where l.organization_id = i.organization_id and l.invoice_id = i.id) s`;

export function listCarrierInvoices(
  tx: TenantTransaction,
  {
    page,
    page_size,
    sort,
    ...filters
  }: {
    account_id?: string;
    carrier_id?: string;
    state?: CarrierInvoiceState;
    invoice_no?: string;
  } & PageQuery,
): Promise<PageOf<CarrierInvoiceRow>> {
  const list = {
    columns,
    from,
    where: every(equalTo('i', { organization_id: tx.organizationId, ...filters })),
    sorts: { created_at: 'i.created_at' },
    id: 'i.id',
    usual: '-created_at',
  };
  return readPage(tx, list, { page, page_size, sort });
}

export function findCarrierInvoice(
  tx: TenantTransaction,
  id: string,
): Promise<CarrierInvoiceRow | undefined> {
  return row<CarrierInvoiceRow>(
    tx,
    sql`select ${columns} from ${from} where i.organization_id = ${tx.organizationId} and i.id = ${id}`,
  );
}

export interface CarrierInvoiceLineRow {
  id: string;
  line_no: number;
  tracking_no: string;
  charge_code: string;
  description: string | null;
  amount: string;
  tax: string;
  tax_code: string;
  tax_rate: string | null;
  weight_kg: string | null;
  length_cm: string | null;
  width_cm: string | null;
  height_cm: string | null;
  corrected: Correction | null;
  label_id: string | null;
  service_code: string | null;
  shipment_no: string | null;
  return_no: string | null;
  merchant_id: string | null;
  merchant_code: string | null;
  merchant_name: string | null;
  verdict: Verdict | null;
  dearer_by: DearerBy | null;
  expected: string | null;
  difference: string | null;
  why: string | null;
  charge_id: string | null;
  charged: string | null;
  charged_currency: string | null;
  invoice_id: string | null;
  invoice_no: string | null;
}

interface CarrierInvoiceLineFilters {
  invoice_id: string;
  verdict?: Verdict[];
  label_id?: string;
  merchant_id?: string;
}

/** Each with the charge its difference became, and the merchant's invoice that charge is on. */
function linesOf(tx: TenantTransaction, { verdict, ...equal }: CarrierInvoiceLineFilters) {
  return {
    columns: sql`l.id, l.line_no, l.tracking_no, l.charge_code, l.description, l.amount, l.tax, l.tax_code, l.tax_rate, l.weight_kg, l.length_cm, l.width_cm,
      l.height_cm, l.corrected, l.label_id, p.service_code, s.shipment_no, r.return_no, l.merchant_id, m.code as merchant_code,
      m.name as merchant_name, l.verdict, l.dearer_by, l.expected, l.difference, l.why, c.charge_id, c.charged, c.charged_currency,
      c.invoice_id, c.invoice_no`,
    from: sql`carrier_invoice_lines l
      left join label_purchases p on p.organization_id = l.organization_id and p.id = l.label_id
      left join wms_shipments s on s.organization_id = p.organization_id and s.id = p.shipment_id
      left join returns r on r.organization_id = p.organization_id and r.id = p.return_id
      left join merchants m on m.organization_id = l.organization_id and m.id = l.merchant_id
      left join lateral (
        select h.id as charge_id, round(h.amount_precise, 4) as charged, h.currency as charged_currency,
               v.id as invoice_id, v.invoice_no
          from charges h
          left join invoice_charges n on n.organization_id = h.organization_id and n.charge_id = h.id and n.released_at is null
          left join invoices v on v.organization_id = n.organization_id and v.id = n.invoice_id
         where h.organization_id = l.organization_id and h.source_id = l.id and h.source_type = 'carrier_invoice_line'
         order by h.revision desc, h.id desc limit 1) c on true`,
    where: every([
      ...equalTo('l', { organization_id: tx.organizationId, ...equal }),
      ...(verdict ? [sql`l.verdict = any (${verdict}::text[])`] : []),
    ]),
    sorts: { line_no: 'l.line_no' },
    id: 'l.id',
    usual: 'line_no',
  };
}

export const listCarrierInvoiceLines = (
  tx: TenantTransaction,
  filters: CarrierInvoiceLineFilters,
  page: PageQuery,
): Promise<PageOf<CarrierInvoiceLineRow>> => readPage<CarrierInvoiceLineRow>(tx, linesOf(tx, filters), page);

/** All of them in their order: an invoice has some thousands at most. */
export function allCarrierInvoiceLines(
  tx: TenantTransaction,
  filters: CarrierInvoiceLineFilters,
): Promise<CarrierInvoiceLineRow[]> {
  const { columns, from: source, where } = linesOf(tx, filters);
  return rows(tx, sql`select ${columns} from ${source} where ${where} order by l.line_no`);
}
