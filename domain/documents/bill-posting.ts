/**
 * What approving a bill posts: debit each line's expense account (each split to its merchant), debit input tax once per
 * code and rate, credit accounts payable.
 */
import { decimal, sum, type Decimal } from '../decimal.ts';
import { groupBy } from '../group-by.ts';
import type { NewLine, TaxMark } from '../journal/journal-entry.ts';
import { documentPosting, type Currencies, type Part } from '../journal/postings.ts';

export interface PostedBillLine {
  id: string;
  account_id: string;
  merchant_id: string | null;
  warehouse_id: string | null;
  amount: Decimal;
  tax: Decimal;
  tax_code: string;
  tax_rate: string | null;
  splits: readonly { merchant_id: string; amount: Decimal }[];
}

export interface BillToPost {
  kind: 'bill' | 'vendor_credit';
  vendor_id: string | null;
  carrier_id: string | null;
  lines: readonly PostedBillLine[];
}

export function billPosting(
  bill: BillToPost,
  accounts: { ap: string; input_tax: string },
  currencies: Currencies,
): { lines: NewLine[]; baseTotal: Decimal } {
  const { kind, vendor_id, carrier_id, lines } = bill;
  const party = { vendor_id, carrier_id };
  const expenses = lines.flatMap(
    ({ id, account_id, merchant_id, warehouse_id, amount, splits, ...line }): Part[] => {
      const mark = { tax_side: 'purchases', tax_part: 'base', ...markOf(line) } as const;
      const part = { ...party, account_id, warehouse_id, bill_line_id: id, ...mark };
      if (splits.length === 0) return [{ ...part, merchant_id, amount }];
      return splits.map((split) => ({ ...part, merchant_id: split.merchant_id, amount: split.amount }));
    },
  );
  const taxes = [...groupBy(lines, (line) => JSON.stringify(markOf(line))).values()].map((group): Part => ({
    ...party,
    account_id: accounts.input_tax,
    amount: sum(group.map(({ tax }) => tax)),
    memo: ['Input tax', group[0]!.tax_code].filter(Boolean).join(' '),
    tax_side: 'purchases',
    tax_part: 'tax',
    ...markOf(group[0]!),
  }));
  const total = sum(lines.map(({ amount, tax }) => amount.plus(tax)));
  return documentPosting(
    { ...party, account_id: accounts.ap, amount: total },
    [...expenses, ...taxes],
    kind === 'bill' ? -1 : 1,
    currencies,
  );
}

/** The database sends 19.000000 and an entry says 19: one rate, one group. */
function markOf({
  tax_code: code,
  tax_rate: rate,
}: Pick<PostedBillLine, 'tax_code' | 'tax_rate'>): Pick<TaxMark, 'tax_code' | 'tax_rate'> {
  return { tax_code: code || null, tax_rate: rate === null ? null : decimal(rate).toFixed() };
}
