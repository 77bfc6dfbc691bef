/**
 * What was open on a day: documents dated by that day and not void by it, less what was applied to them by it. Reckoned
 * back from today.
 */
import { isOneOf } from '../state-columns.ts';
import { owedStates } from '../../domain/documents/document-states.ts';
import { every, sql, type SqlText } from '../sql-text.ts';

export type OpenSide = 'receivable' | 'payable';

export interface OpenQuery {
  side: OpenSide;
  asOf: string;
  /** The party, if only one is asked about. */
  merchantId?: string | undefined;
  customerId?: string | undefined;
  vendorId?: string | undefined;
  carrierId?: string | undefined;
}

interface Side {
  table: SqlText;
  /** What both sides call alike. */
  columns: SqlText;
  date: SqlText;
  /** Credits count as negative. */
  isCredit: SqlText;
  parties: (query: OpenQuery) => SqlText[];
  /** What allocations apply to: the document that is paid, and the credit that pays it. */
  applied: SqlText;
  credited: SqlText;
}

const only = (column: SqlText, id: string | undefined): SqlText[] =>
  id === undefined ? [] : [sql`d.${column} = ${id}`];

const sides: Record<OpenSide, Side> = {
  receivable: {
    table: sql`invoices`,
    columns: sql`d.invoice_no as no, d.invoice_date as date, d.disputed, coalesce(d.merchant_id, d.customer_id) as party_id,
                 case when d.merchant_id is null then 'customer' else 'merchant' end as party_type`,
    date: sql`d.invoice_date`,
    isCredit: sql`d.kind = 'credit_note'`,
    parties: ({ merchantId, customerId }) => [
      ...only(sql`merchant_id`, merchantId),
      ...only(sql`customer_id`, customerId),
    ],
    applied: sql`a.invoice_id`,
    credited: sql`a.credit_invoice_id`,
  },
  payable: {
    table: sql`bills`,
    columns: sql`d.bill_no as no, d.bill_date as date, false as disputed, coalesce(d.vendor_id, d.carrier_id) as party_id,
                 case when d.vendor_id is null then 'carrier' else 'vendor' end as party_type`,
    date: sql`d.bill_date`,
    isCredit: sql`d.kind = 'vendor_credit'`,
    parties: ({ vendorId, carrierId }) => [
      ...only(sql`vendor_id`, vendorId),
      ...only(sql`carrier_id`, carrierId),
    ],
    applied: sql`a.bill_id`,
    credited: sql`a.credit_bill_id`,
  },
};

/**
 * A select of the documents open on the day: `due` in the document's currency, `booked_due` in the base currency as
 * booked, and `base_due` at the rates of a revaluation on that day. A document that was revalued and settled or voided
 * by that day only afterwards is among them with nothing due: until it is revalued again, the books hold what it was
 * moved by. What is settled now, less what was applied after the
 * day: so of the documents that are paid only those are read that something was applied to since, and of the void ones
 * those that were voided since, however many there are.
 *
 * What was applied is sorted before it is added up: a hash of that many sums takes three times as long.
 */
export function openOn(organizationId: string, query: OpenQuery): SqlText {
  const { table, columns, date, isCredit, parties, applied, credited } = sides[query.side];
  const asOf = sql`${query.asOf}::date`;
  const appliedTo = (id: SqlText, base: SqlText): SqlText => sql`
    select ${id} as id, a.amount, ${base} as base from payment_allocations a
     where a.organization_id = ${organizationId} and ${id} is not null and a.applied_on > ${asOf}`;
  const asked = every([
    sql`d.organization_id = ${organizationId}`,
    sql`${date} <= ${asOf}`,
    ...parties(query),
  ]);
  const documents = (owed: SqlText, baseOwed: SqlText, condition: SqlText): SqlText => sql`
    select d.organization_id, d.id, d.kind, d.due_date, d.currency, d.total, ${columns}, ${isCredit} as is_credit,
           ${owed} as owed, ${baseOwed} as base_owed
      from ${table} d where ${asked} and ${condition}`;
  const nothing = sql`0::numeric`;
  const bookedBase = sql`d.base_total - d.base_settled`;
  // The case saves most documents, to which nothing was applied, an addition.
  const owed = sql`case when l.id is null then d.owed else d.owed + l.amount end`;
  const baseOwed = sql`case when l.id is null then d.base_owed else d.base_owed + l.base end`;
  const isGone = sql`(d.status = 'paid' and not d.id = any (array(select id from later))
                      or d.status = 'void' and d.void_date <= ${asOf})`;
  const signed = (amount: SqlText): SqlText =>
    sql`case when d.is_credit then -(${amount}) else ${amount} end`;
  return sql`
    with later as materialized (
      select id, sum(amount) as amount, sum(base) as base
        from (${appliedTo(applied, sql`a.base_amount`)}
              union all ${appliedTo(credited, sql`a.credit_base_amount`)}
              order by id) each_one
       group by id),
    revalued as (
      select f.document_id as id, sum(f.moved) as moved from fx_revaluation_items f
       where f.organization_id = ${organizationId} and f.as_of = ${asOf} and f.side = ${query.side}
       group by f.document_id having sum(f.moved) <> 0),
    documents as (
      ${documents(sql`d.amount_due`, bookedBase, isOneOf('d.status', owedStates))}
      union all
      ${documents(sql`d.amount_due`, bookedBase, sql`d.status = 'paid' and d.id = any (array(select id from later))`)}
      union all
      ${documents(sql`d.total - d.amount_paid - d.amount_credited`, bookedBase, sql`d.status = 'void' and d.void_date > ${asOf}`)}
      union all
      ${documents(nothing, nothing, sql`d.id = any (array(select id from revalued)) and ${isGone}`)})
    select d.organization_id, d.id, d.no, d.kind, d.date, d.due_date, d.currency, ${signed(sql`d.total`)} as total,
           d.party_type, d.party_id, d.disputed, ${signed(owed)} as due, ${signed(baseOwed)} as booked_due,
           ${signed(baseOwed)} + coalesce(r.moved, 0) as base_due
      from documents d left join later l on l.id = d.id left join revalued r on r.id = d.id
     where ${owed} <> 0 or r.id is not null`;
}
