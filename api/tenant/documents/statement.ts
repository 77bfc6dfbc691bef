/** The customer statement: collected here, drawn in statement-pdf.ts. */
import { readAging, readOpenDocuments, type AgingQuery } from '../../../db/documents/aging.read.ts';
import {
  readBalancesForward,
  readMovements,
  readStatementParty,
} from '../../../db/documents/statement.read.ts';
import { readPaperSettings } from '../../../db/tenancy/paper-settings.read.ts';
import { decimal, zero } from '../../../domain/decimal.ts';
import { invalid, Refusal } from '../../../domain/refusal.ts';
import type { Call, LaterFile } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { withLogo } from '../tenancy/paper-settings.ts';

// A statement is read by a person; a longer history has to be requested in shorter periods.
const rowsMax = 5000;

/** Refuses 400 EXPORT_TOO_LARGE: a statement that leaves rows out ends at another balance than the party's. */
function whole<T>(rows: T[]): T[] {
  if (rows.length <= rowsMax) return rows;
  throw new Refusal(
    'EXPORT_TOO_LARGE',
    `A statement lists at most ${rowsMax} movements and as many open documents: request a shorter period, or export the invoices.`,
  );
}

/** Refuses 400 unless exactly one of merchant and customer is given, 404 for an unknown one. */
export async function customerStatement(
  call: Pick<Call, 'tx' | 'organizationId' | 'files'>,
  asked: AgingQuery,
  from: string | undefined,
  bucketNames: readonly string[],
): Promise<LaterFile> {
  const { tx, organizationId } = call;
  const { merchantId, customerId, asOf } = asked;
  if (!merchantId && !customerId) {
    throw invalid(
      'customer_id',
      'required',
      'format=pdf is a statement: it needs merchant_id or customer_id',
    );
  }
  if (from !== undefined && from > asOf) throw invalid('from', 'range', 'from must not be after as_of');
  const party = existing(merchantId ? 'merchant' : 'customer', await readStatementParty(tx, asked));
  const settings = await readPaperSettings(tx);
  const { rows: balances } = await readAging(tx, asked, { page: 1, page_size: 20 });
  const listed = whole(await readOpenDocuments(tx, asked, rowsMax + 1));
  // What only the books still hold of a revaluation is nothing the party owes.
  const open = listed.filter(({ amount_due: due }) => !decimal(due).eq(zero));
  const aging = balances.filter((balance) => open.some(({ currency }) => currency === balance.currency));
  const period =
    from === undefined
      ? undefined
      : {
          from,
          forward: await readBalancesForward(tx, asked, from),
          movements: whole(await readMovements(tx, asked, { from, to: asOf }, rowsMax + 1)),
        };
  const { statementPdf } = await import('./statement-pdf.ts');
  const figures = { asOf, period, open, aging, bucketNames };
  // Kept nowhere: there are as many as days and periods, and nobody issued one.
  return async () => ({
    file: await statementPdf({ organizationId, seller: await withLogo(call, settings), party, ...figures }),
    content_type: 'application/pdf',
    filename: `statement-${party.name}-${asOf}.pdf`,
    inline: true,
  });
}
