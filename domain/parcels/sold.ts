/** What a carrier said no to is refused in its own words. Pure. */
import { Refusal } from '../refusal.ts';
import type { LabelState } from './label-states.ts';

interface Asked {
  id: string;
  state: LabelState;
  account_id: string | null;
  last_error: string | null;
  is_account_refused: boolean;
}

/** Refuses 409 LABEL_REFUSED, or ACCOUNT_REFUSED. */
export function assertSold({
  id,
  state,
  account_id,
  last_error: says,
  is_account_refused: isAccount,
}: Asked): void {
  if (state !== 'refused') return;
  if (isAccount)
    throw new Refusal('ACCOUNT_REFUSED', says ?? 'The carrier does not take the account.', {
      label_id: id,
      account_id,
    });
  throw new Refusal('LABEL_REFUSED', says ?? 'The carrier refused it.', { label_id: id });
}
