/** Creates the next version of an active rate sheet: a draft with the same lines. Returns the draft. */
import { copyAsDraft, lockRateSheet } from '../../db/rates/rate-sheets.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../engine/handler.ts';

export const reviseRateSheet: Handler<typeof rateCommands.reviseRateSheet> = async (
  work,
  { sheet_id: id, effective_from: from },
) => {
  const { tx, emit } = work;
  const sheet = await lockRateSheet(tx, id);
  if (sheet.status !== 'active') {
    throw new Refusal(
      'ILLEGAL_TRANSITION',
      `Only an active rate sheet is revised; this one is ${sheet.status}.`,
      {
        from: sheet.status,
        action: 'revise',
        allowed: sheet.status === 'draft' ? ['activate'] : [],
      },
    );
  }
  const draftId = await copyAsDraft(tx, sheet, from ?? sheet.effective_from);
  emit({
    type: 'rate_sheet.revised',
    subject_type: 'rate_sheet',
    subject_id: id,
    data: { draft_id: draftId },
  });
  return { id: draftId };
};
