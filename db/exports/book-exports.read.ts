/** Exports of what is owed to vendors, and of what was paid. New columns stand at the end. */
import { namedPayments, paymentNames } from '../documents/payment-register.read.ts';
import { sql } from '../sql-text.ts';
import { conditions, number, text, type PlanExport } from './export-plan.read.ts';

export const bookExports = {
  bills: (organizationId, filter) => ({
    columns: [
      ...text('bill_no', 'vendor_bill_no', 'kind', 'bill_type', 'status', 'party_code', 'party_name'),
      ...text('bill_date', 'due_date', 'currency'),
      ...number('line_no'),
      ...text('account_code', 'account_name', 'description', 'merchant_code', 'warehouse_code', 'po_no'),
      ...number('quantity', 'unit_cost', 'amount', 'tax'),
      ...text('tax_code'),
      ...number('tax_rate', 'bill_tax', 'bill_total', 'bill_due'),
      ...text('bill_id', 'bill_line_id', 'vendor_id', 'carrier_id', 'merchant_id'),
    ],
    // A line that is split, as each that is rebilled is, has its merchants on its splits; it is one row all the same, as the
    // bill has it: with its merchant if that is one, and found by each.
    select: sql`select d.bill_no, d.vendor_bill_no, d.kind, d.bill_type, d.status, coalesce(v.code, r.code) as party_code,
        coalesce(v.name, r.name) as party_name, d.bill_date::text as bill_date, d.due_date::text as due_date, d.currency, l.line_no,
        a.code as account_code, a.name as account_name, l.description, m.code as merchant_code, w.code as warehouse_code, o.po_no,
        l.quantity, l.unit_cost, l.amount, l.tax, l.tax_code, l.tax_rate, d.tax_total as bill_tax, d.total as bill_total,
        d.amount_due as bill_due, d.id as bill_id, l.id as bill_line_id, d.vendor_id, d.carrier_id, whose.id as merchant_id
      from bills d
      join bill_lines l on l.organization_id = d.organization_id and l.bill_id = d.id
      join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
      left join vendors v on v.organization_id = d.organization_id and v.id = d.vendor_id
      left join carriers r on r.organization_id = d.organization_id and r.id = d.carrier_id
      cross join lateral (select coalesce(l.merchant_id, case when count(distinct s.merchant_id) = 1 then (array_agg(s.merchant_id))[1] end) as id,
        bool_or(s.merchant_id = ${filter.merchant_id ?? null}::uuid) as has_asked from bill_line_splits s
        where s.organization_id = l.organization_id and s.bill_line_id = l.id) whose
      left join merchants m on m.organization_id = l.organization_id and m.id = whose.id
      left join warehouses w on w.organization_id = l.organization_id and w.id = l.warehouse_id
      left join purchase_orders o on o.organization_id = d.organization_id and o.id = d.purchase_order_id
      where ${conditions(organizationId, filter, { organization: sql`d.organization_id`, merchant: sql`case when whose.has_asked then ${filter.merchant_id ?? null}::uuid else l.merchant_id end`, day: sql`d.bill_date` })}
      order by d.bill_date, d.id, l.line_no`,
  }),
  payments: (organizationId, filter) => ({
    columns: [
      ...text('payment_no', 'payment_date', 'direction', 'method', 'party_code', 'party_name', 'document_no'),
      ...text('credit_no', 'account_code', 'account_name', 'reference', 'memo', 'currency'),
      ...number('amount', 'exchange_rate', 'base_amount'),
      ...text('reverses', 'created_by', 'payment_id', 'document_id', 'account_id', 'merchant_id'),
      ...text('customer_id', 'vendor_id', 'carrier_id'),
    ],
    // Less than zero for a reversal, so that a column adds up; in the base currency to what was posted to its account, which
    // is not what was taken off the document where the payment was at another rate.
    select: sql`select p.payment_no, p.payment_date::text as payment_date, p.direction, p.method, n.party_code, n.party_name,
        n.document_no, n.credit_no, n.account_code, k.name as account_name, p.reference, p.memo, p.currency, a.amount,
        p.exchange_rate, case when p.account_id is null or p.exchange_rate = coalesce(i.exchange_rate, b.exchange_rate) then a.base_amount
          else round_money(a.amount * p.exchange_rate, e.exponent, o.rounding) end as base_amount, x.payment_no as reverses, p.created_by, p.id as payment_id,
        coalesce(a.invoice_id, a.bill_id) as document_id, p.account_id, p.merchant_id, p.customer_id, p.vendor_id, p.carrier_id
      from payments p ${namedPayments}
      join organizations o on o.id = p.organization_id
      join currencies e on e.code = o.base_currency
      left join payments x on x.organization_id = p.organization_id and x.id = p.reverses_payment_id
      cross join lateral (select ${paymentNames}) n
      where ${conditions(organizationId, filter, { organization: sql`p.organization_id`, merchant: sql`p.merchant_id`, day: sql`p.payment_date` })}
      order by p.payment_date, p.id`,
  }),
} satisfies Record<string, PlanExport>;
