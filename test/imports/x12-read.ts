/** Reads a carrier's invoices as X12 210, and tells why a file is refused. */
import type { CsvLine } from '../../domain/imports/csv.ts';
import { readInvoices210 } from '../../domain/imports/invoices-210.ts';
import { Refusal } from '../../domain/refusal.ts';
import { invoice } from '../transport/x12-210.ts';

const given = { account: 'Regio', carrier: 'REGO', isDryRun: false };
export async function read(text: string, more: object = {}): Promise<CsvLine[]> {
  const lines: CsvLine[] = [];
  for await (const batch of readInvoices210(text, { ...given, ...more })) lines.push(...batch);
  return lines;
}
/** The first reason; `taken: …` for a file that is read. */
export const refused = async (text: string, more: object = {}): Promise<string> => {
  try {
    return `taken: ${JSON.stringify(await read(text, more)).slice(0, 200)}`;
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    const details: unknown = fault.details;
    const [{ message } = { message: '' }] = details as { message: string }[];
    return message;
  }
};

/** An invoice of two parcels. */
export const two = invoice('I-1', [
  { no: '1Z1', charges: { '': 742, FUE: 105 } },
  { no: '1Z2', charges: { '': 5 }, pounds: '10' },
]);
