/** What issued credit notes are worth in the base currency, against the model of it. */
import type { Platform } from '../helpers/join-platform.ts';
import { worthOf, type Worth } from './credits-model.ts';

type Owner = Platform['owner'];

/** How the line and the tax of a document are posted, in cents that an invoice adds and a note takes off. */
async function postedOf(owner: Owner, id: string, sign: 1 | -1): Promise<{ line: Worth; tax: Worth }> {
  const { rows } = await owner.query(
    `select j.tax_part as part, round(sum(j.credit - j.debit) * 100)::bigint::text as amount,
            round(sum(j.base_credit - j.base_debit) * 100)::bigint::text as base
       from journal_entries e
       join journal_lines j on j.organization_id = e.organization_id and j.entry_id = e.id and j.tax_side = 'sales'
       left join invoice_lines l on l.organization_id = j.organization_id and l.id = j.invoice_line_id
      where e.source_id = $1 and e.event = 'issue' and (l.id is null or l.order_line_id is not null or l.original_line_id is not null)
      group by 1`,
    [id],
  );
  const of = (wanted: string): Worth => {
    const { amount = 0, base = 0 } = rows.find(({ part }) => part === wanted) ?? {};
    return { amount: BigInt(amount) * BigInt(sign), base: BigInt(base) * BigInt(sign) };
  };
  return { line: of('base'), tax: of('tax') };
}

/** A note that was just issued takes off what is due of the invoice's worth after those issued before it. */
export async function assertWorth(
  owner: Owner,
  invoiceId: string,
  issued: string,
  live: readonly any[],
): Promise<void> {
  const invoice = await postedOf(owner, invoiceId, 1);
  const others = live.filter(({ id, status }) => id !== issued && status !== 'draft');
  const before = await Promise.all(others.map(({ id }) => postedOf(owner, id, -1)));
  const note = await postedOf(owner, issued, -1);
  for (const part of ['line', 'tax'] as const) {
    const due = worthOf(
      invoice[part],
      before.map((one) => one[part]),
      note[part].amount,
    );
    if (note[part].base !== due)
      throw new Error(`${note[part].amount} of the ${part} is worth ${note[part].base} instead of ${due}`);
  }
}
