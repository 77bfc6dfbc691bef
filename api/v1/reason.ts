/** Why stock is adjusted: v1 takes one of the organization's reason codes, or plain words. */
import { findReasonCode } from '../../db/inventory/reason-codes.read.ts';
import { described, text, type Field } from '../../queues/schema.ts';
import type { Call } from '../http/endpoint.ts';

// One of the codes every organization starts with.
const wordsCode = 'correction';

export const reason = (): Field<string> =>
  described(
    text(500),
    `One of the organization's reason codes, or words: they are kept as the note of a ${wordsCode}.`,
  );

/** The command's reason_code and note. A code taken out of use is still a code, and refused by the command. */
export async function reasonOf(
  { tx, organizationId }: Call,
  given: string,
): Promise<{ reason_code: string; note?: string }> {
  if (await findReasonCode(tx, organizationId, given)) return { reason_code: given };
  return { reason_code: wordsCode, note: given };
}
