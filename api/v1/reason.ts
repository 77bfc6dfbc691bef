/** Why stock is adjusted: v1 accepts one of the organization's reason codes, or free text. */
import { findReasonCode } from '../../db/inventory/reason-codes.read.ts';
import { described, text, type Field } from '../../queues/schema.ts';
import type { Call } from '../http/endpoint.ts';

// One of the codes every organization starts with.
const wordsCode = 'correction';

export const reason = (): Field<string> =>
  described(
    text(500),
    `One of the organization's reason codes, or free text, which is kept as the note of a ${wordsCode}.`,
  );

/** The command's reason_code and note. A deactivated code is still a code, and the command refuses it. */
export async function reasonOf({ tx }: Call, given: string): Promise<{ reason_code: string; note?: string }> {
  if (await findReasonCode(tx, given)) return { reason_code: given };
  return { reason_code: wordsCode, note: given };
}
