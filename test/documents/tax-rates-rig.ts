/** Tax rates of a code, told to the books; an answer's data, or why there is none. */
import type { BillingRig } from '../billing/billing-rig.ts';
import { base } from '../journal/books.ts';

export async function done(answer: Promise<any>, status = 200): Promise<any> {
  const { status: got, body, text } = await answer;
  if (got !== status) throw new Error(`${got} ${text}`);
  return body.data;
}

export const newRate = ({ client }: BillingRig, fields: object) =>
  done(client.post(`${base}/tax-rates`, { tax_code: 'V19', ...fields }), 201);
