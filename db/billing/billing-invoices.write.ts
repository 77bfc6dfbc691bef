/** Puts unbilled charges on draft invoices: lines grouped by item, price, unit, warehouse and tax, each rounded once. */
import { addDays } from '../../domain/days.ts';
import { decimal, zero, type Decimal } from '../../domain/decimal.ts';
import type { CurrencyRate } from '../../domain/money/exchange-rate.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { changeDocument } from '../documents/drafts.write.ts';
import { createDraftInvoice } from '../documents/invoices.write.ts';
import { taxDrafts, taxDraftsAnew } from '../documents/taxes/draft-taxes.write.ts';
import { chargeLineId, lineSums } from '../documents/taxes/split-lines.write.ts';
import { refreshTotals } from '../documents/taxes/draft-totals.write.ts';
import { itemTax, taxOfCharge } from './taxes/charge-taxes.ts';
import {
  chargeEarlierMinimums,
  chargeInvoiceMinimum,
  minimumAmount,
  type BilledPeriod,
} from './invoice-minimum.write.ts';

/** Of which merchant and period a billing run makes invoices, and how. */
interface InvoiceScope extends BilledPeriod {
  invoiceDate: string;
  lateChargePolicy: 'next_invoice' | 'supplement';
  /** Credits that outweigh the charges become a credit note; otherwise they wait for the next invoice. */
  creditNotes: boolean;
  rates: readonly CurrencyRate[];
  createdBy: string;
}

/** What the merchant's runs made of the period, without what is void. */
const runDocuments = ({ organizationId, merchantId, periodStart, periodEnd }: BilledPeriod): SqlText =>
  sql`i.organization_id = ${organizationId}::uuid and i.merchant_id = ${merchantId}::uuid
    and i.period_start = ${periodStart}::date and i.period_end = ${periodEnd}::date
    and i.source = 'billing_run' and i.status <> 'void'`;

/** The live run invoices among it. */
const ofPeriod = (period: BilledPeriod): SqlText => sql`${runDocuments(period)} and i.kind = 'invoice'`;

export interface DraftedInvoice {
  id: string;
  isNew: boolean;
  isRevised: boolean;
  /** Charges put on it, and lines that follow their item. */
  changes: number;
}

/**
 * Creates, adds to, dates or rates anew one draft per currency. An issued invoice is left alone: late charges wait for
 * the next one or get a supplement.
 */
export async function draftInvoices(tx: TenantTransaction, scope: InvoiceScope): Promise<DraftedInvoice[]> {
  const revised = new Set(await reviseDrafts(tx, scope));
  await taxDraftsAnew(tx, [...revised]);
  const currencies = await rows<{ currency: string; amount: string }>(
    tx,
    sql`select c.currency, sum(c.amount_precise) as amount from charges c where ${unbilled(scope)} group by c.currency order by 1`,
  );
  const minimum = await minimumAmount(tx, scope);
  if (minimum && !currencies.some(({ currency }) => currency === minimum.currency)) {
    currencies.push({ currency: minimum.currency, amount: '0' });
  }
  const drafted: DraftedInvoice[] = [];
  for (const { currency, amount } of currencies) {
    const least = minimum?.currency === currency ? minimum : undefined;
    const present = await latestOfPeriod(tx, scope, currency);
    // The minimum is the period's, so it is no reason for a second invoice; nor for a first one, when invoices of other
    // periods have billed that much of it (its own was voided, or the month was billed by weeks).
    let owed = decimal(amount);
    if (!owed.gt(zero) && !present && least)
      owed = owed.plus(await chargeInvoiceMinimum(tx, scope, least, { isIdle: true }));
    const invoice = await openInvoice(tx, scope, currency, present, owed);
    if (!invoice) continue;
    const { id, isNew } = invoice;
    let changes = await linkCharges(tx, scope, id, currency);
    const own = least ? await chargeInvoiceMinimum(tx, scope, least) : zero;
    const isEarlierCharged = await chargeEarlierMinimums(tx, scope, currency);
    if (!own.eq(zero) || isEarlierCharged) changes += await linkCharges(tx, scope, id, currency);
    changes += await followItems(tx, id);
    // Who saw the draft before does not change it unseen.
    if (!isNew && changes > 0) await changeDocument(tx, 'invoice', id, {});
    await taxDrafts(tx, [id]);
    await refreshTotals(tx, [id]);
    drafted.push({ id, isNew, isRevised: revised.delete(id), changes });
  }
  if (scope.creditNotes)
    for (const id of await creditInstead(tx, scope))
      if (!drafted.some((one) => one.id === id)) revised.add(id);
  return [...drafted, ...[...revised].map((id) => ({ id, isNew: false, isRevised: true, changes: 0 }))];
}

/**
 * A run that was given another date than the period's end dates the period's drafts anew: that of an earlier run may be
 * in a month that was locked since. One that was given another rate has them at that rate.
 */
async function reviseDrafts(tx: TenantTransaction, scope: InvoiceScope): Promise<string[]> {
  const isDated = scope.invoiceDate !== scope.periodEnd;
  if (!isDated && scope.rates.length === 0) return [];
  const day = isDated ? sql`${scope.invoiceDate}::date` : sql`i.invoice_date`;
  const drafts = await rows<{ id: string }>(
    tx,
    sql`with found as (
        select i.id, ${day} as invoice_date, coalesce(r.rate, i.exchange_rate) as exchange_rate
          from invoices i
          left join jsonb_to_recordset(${JSON.stringify(scope.rates)}::jsonb) r (currency text, rate numeric(18,8)) on r.currency = i.currency
         where ${runDocuments(scope)} and i.status = 'draft'
           and (i.invoice_date <> ${day} or i.exchange_rate <> coalesce(r.rate, i.exchange_rate))
         order by i.id for update of i)
      update invoices i set invoice_date = found.invoice_date, due_date = found.invoice_date + (i.due_date - i.invoice_date),
             exchange_rate = found.exchange_rate, version = version + 1, updated_at = now()
        from found where i.organization_id = ${scope.organizationId}::uuid and i.id = found.id returning i.id`,
  );
  return drafts.map(({ id }) => id);
}

/** The period's drafts that credits outweigh become credit notes: the same lines, with the opposite sign. */
async function creditInstead(tx: TenantTransaction, scope: InvoiceScope): Promise<string[]> {
  const turned = await rows<{ id: string }>(
    tx,
    sql`update invoices i set kind = 'credit_note', version = version + 1, updated_at = now()
         where ${ofPeriod(scope)} and i.status = 'draft' and i.total < 0 returning i.id`,
  );
  const ids = turned.map(({ id }) => id);
  await execute(
    tx,
    sql`update invoice_lines set quantity = -quantity, amount = -amount, discount = -discount
         where organization_id = ${scope.organizationId} and invoice_id = any(${ids}::uuid[])`,
  );
  await refreshTotals(tx, ids);
  return ids;
}

function unbilled({ organizationId, merchantId, periodEnd }: InvoiceScope): SqlText {
  return sql`c.organization_id = ${organizationId}::uuid and c.merchant_id = ${merchantId}::uuid and c.service_date <= ${periodEnd}::date
    and not exists (select 1 from invoice_charges x where x.organization_id = c.organization_id and x.charge_id = c.id and x.released_at is null)
    and not exists (select 1 from charge_waivers v where v.organization_id = c.organization_id and v.charge_id = c.id)`;
}

interface PeriodInvoice {
  id: string;
  status: string;
  supplement_no: number;
}

/** The newest live run invoice of the period, locked. */
function latestOfPeriod(
  tx: TenantTransaction,
  scope: InvoiceScope,
  currency: string,
): Promise<PeriodInvoice | undefined> {
  return row<PeriodInvoice>(
    tx,
    sql`select i.id, i.status, i.supplement_no from invoices i
         where ${ofPeriod(scope)} and i.currency = ${currency}
         order by i.supplement_no desc limit 1 for update`,
  );
}

/**
 * The draft to fill; undefined when nothing is owed, or to be credited, or when the period's invoice has been issued and
 * late charges wait for the next.
 */
async function openInvoice(
  tx: TenantTransaction,
  scope: InvoiceScope,
  currency: string,
  present: PeriodInvoice | undefined,
  owed: Decimal,
): Promise<Pick<DraftedInvoice, 'id' | 'isNew'> | undefined> {
  if (present?.status === 'draft') return { id: present.id, isNew: false };
  // Credits that exceed the charges wait for the next invoice, unless they are asked for: an invoice is never negative.
  const isCredited = scope.creditNotes && owed.lt(zero);
  const isOwed = owed.gt(zero) && !(present && scope.lateChargePolicy === 'next_invoice');
  if (!isOwed && !isCredited) return undefined;
  const terms = await row<{ days: number }>(
    tx,
    sql`select payment_terms_days as days from rate_sheets
      where organization_id = ${scope.organizationId} and (merchant_id = ${scope.merchantId} or merchant_id is null) and status = 'active' and currency = ${currency}
        and daterange(effective_from, effective_to, '[]') @> ${scope.periodEnd}::date
      order by (merchant_id is not null) desc, (warehouse_id is not null) desc limit 1`,
  );
  const dueDate = terms && addDays(scope.invoiceDate, terms.days);
  const { id } = await createDraftInvoice(tx, {
    organizationId: scope.organizationId,
    merchantId: scope.merchantId,
    customerId: null,
    source: 'billing_run',
    runId: scope.runId,
    currency,
    exchangeRate: scope.rates.find((one) => one.currency === currency)?.rate,
    invoiceDate: scope.invoiceDate,
    dueDate,
    periodStart: scope.periodStart,
    periodEnd: scope.periodEnd,
    supplementNo: present ? present.supplement_no + 1 : 0,
    createdBy: scope.createdBy,
    lines: [],
  });
  return { id, isNew: true };
}

/**
 * Gives a draft's lines the account and the tax their items have now: one that was drafted before an item changed would mix
 * the old with the new. Returns how many lines change.
 */
async function followItems(tx: TenantTransaction, invoiceId: string): Promise<number> {
  return execute(
    tx,
    sql`update invoice_lines l
           set account_id = b.revenue_account_id, tax_code = case when l.tax_kept then l.tax_code else ${itemTax.code} end,
               tax_rate = case when l.tax_kept then l.tax_rate else ${itemTax.rate} end,
               item_tax_rate = case when not l.tax_kept then ${itemTax.rate} end
          from billing_items b
         where l.organization_id = ${tx.organizationId} and l.invoice_id = ${invoiceId} and l.source = 'charges'
           and b.organization_id = l.organization_id and b.id = l.billing_item_id
           and (l.account_id <> b.revenue_account_id
                or (not l.tax_kept and (l.tax_code, coalesce(l.item_tax_rate, l.tax_rate)) <> (${itemTax.code}, ${itemTax.rate})))`,
  );
}

/**
 * Line ids derive from the grouping, so filling a draft again updates the same lines. A charge that is added, or released
 * by a void, after its line would have been made waits for the next run.
 */
async function linkCharges(
  tx: TenantTransaction,
  scope: InvoiceScope,
  invoiceId: string,
  currency: string,
): Promise<number> {
  const { organizationId } = scope;
  const lineId = chargeLineId(sql`${invoiceId}::text`, sql`t.words`);
  const chosen = sql`select c.*, t.tax_code, t.tax_rate, t.item_tax_rate, t.is_kept, ${lineId} as line_id
      from charges c ${taxOfCharge(organizationId, invoiceId)} where ${unbilled(scope)} and c.currency = ${currency}`;
  await execute(
    tx,
    sql`insert into invoice_lines (organization_id, id, invoice_id, line_no, billing_item_id, account_id, description, quantity, uom,
           unit_price, amount, tax_code, tax_rate, item_tax_rate, tax_kept, warehouse_id, source)
      select ${organizationId}::uuid, g.line_id, ${invoiceId}::uuid,
             (select coalesce(max(l.line_no), 0) from invoice_lines l where l.organization_id = ${organizationId}::uuid and l.invoice_id = ${invoiceId}::uuid)
               + row_number() over (order by b.category, b.code, g.warehouse_id, g.unit_price),
             g.billing_item_id, b.revenue_account_id, b.name, 0, g.uom, coalesce(g.unit_price, 0), 0,
             g.tax_code, g.tax_rate, g.item_tax_rate, g.is_kept, g.warehouse_id, 'charges'
        from (select distinct line_id, billing_item_id, unit_price, uom, warehouse_id, tax_code, tax_rate, item_tax_rate, is_kept
                from (${chosen}) c) g
        join billing_items b on b.organization_id = ${organizationId}::uuid and b.id = g.billing_item_id
      on conflict (organization_id, id) do nothing`,
  );
  const linked = await execute(
    tx,
    sql`insert into invoice_charges (organization_id, charge_id, invoice_id, invoice_line_id)
      select c.organization_id, c.id, ${invoiceId}::uuid, c.line_id from (${chosen}) c
        join invoice_lines l on l.organization_id = c.organization_id and l.id = c.line_id order by c.id
      on conflict do nothing`,
  );
  await execute(
    tx,
    sql`update invoice_lines l
         set quantity = n.shown, amount = n.amount, unit_price = n.price, charge_count = n.charges,
             service_from = n.first_day, service_to = n.last_day
        from (${lineSums(sql`select c.*, x.invoice_id, x.invoice_line_id as line_id, case when n.tax_kept then n.id end as apart
                  from invoice_charges x
                  join charges c on c.organization_id = x.organization_id and c.id = x.charge_id
                  join invoice_lines n on n.organization_id = x.organization_id and n.id = x.invoice_line_id
                 where x.organization_id = ${organizationId}::uuid and x.invoice_id = ${invoiceId}::uuid and x.released_at is null`)}) n
       where l.organization_id = ${organizationId}::uuid and l.id = n.line_id`,
  );
  return linked;
}
