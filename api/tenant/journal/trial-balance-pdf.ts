/** The trial balance as a PDF: debit and credit balances next to the period's movements. */
import type { TrialBalance } from '../../../db/journal/trial-balance.read.ts';
import { zero, type Decimal } from '../../../domain/decimal.ts';
import { money } from '../documents/pdf-amounts.ts';
import type { Column } from '../files/draw-pages.ts';
import { PdfPages } from '../files/pdf-pages.ts';

const columns: Column[] = [
  { title: 'Code', width: 0.08 },
  { title: 'Account', width: 0.28 },
  { title: 'Opening', width: 0.16, align: 'right' },
  { title: 'Debit', width: 0.16, align: 'right' },
  { title: 'Credit', width: 0.16, align: 'right' },
  { title: 'Closing', width: 0.16, align: 'right' },
];

export async function trialBalancePdf(
  organizationId: string,
  house: string,
  period: { from: string | null; to: string },
  balance: TrialBalance,
): Promise<Buffer> {
  const pages = new PdfPages(organizationId, `Trial balance ${period.to}`);
  pages.heading(house, 'Trial balance', [
    ...(period.from ? [['From', period.from] as [string, string]] : []),
    [period.from ? 'To' : 'As of', period.to],
  ]);
  for (const total of balance.totals) {
    const show = (value: Decimal): string => (value.eq(zero) ? '-' : money(value, total.currency));
    const rows = balance.rows
      .filter(({ currency }) => currency === total.currency)
      .map(({ code, name, opening, debit, credit, closing }) => [
        code,
        name,
        show(opening),
        show(debit),
        show(credit),
        show(closing),
      ]);
    const sums = [
      '',
      `Total ${total.currency}`,
      show(total.opening),
      show(total.debit),
      show(total.credit),
      show(total.closing),
    ];
    pages.table(columns, rows, sums);
  }
  return pages.finish('Debit positive, credit negative');
}
