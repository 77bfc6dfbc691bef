/** Why a document cannot be settled or changed, as a bookkeeper says it; the code, and what is allowed, are the states'. */
import type { Decimal } from '../decimal.ts';
import { Refusal } from '../refusal.ts';
import { allowedActions, allowedFrom } from '../state-machine.ts';
import { documentMachines, type DocumentStatus, type DocumentType } from './document-states.ts';

export interface Settleable {
  type: DocumentType;
  no: string;
  isCredit: boolean;
  status: DocumentStatus;
  currency: string;
  total: Decimal;
  paid: Decimal;
  credited: Decimal;
}

const words = {
  invoice: { name: 'invoice', credit: 'credit note', issue: 'issue' },
  bill: { name: 'bill', credit: 'vendor credit', issue: 'approve' },
} as const;

/** Refuses 400 ILLEGAL_TRANSITION for a document of which nothing can be open: a draft, one that is void, or settled in full. */
export function assertOwed(document: Settleable): void {
  const { type, status, currency, total, paid, credited } = document;
  if (allowedFrom(documentMachines[type], status, 'settle')) return;
  throw new Refusal('ILLEGAL_TRANSITION', whyNotOwed(document), {
    ...notAllowed(type, status, 'settle'),
    ...(status === 'paid'
      ? {
          total: total.toFixed(),
          amount_paid: paid.toFixed(),
          amount_credited: credited.toFixed(),
          amount_due: total.minus(paid).minus(credited).toFixed(),
          currency,
        }
      : {}),
  });
}

function whyNotOwed({ type, no, isCredit, status, currency, total, paid, credited }: Settleable): string {
  const { name, credit, issue } = words[type];
  if (status === 'draft')
    return isCredit
      ? `The ${credit} is a draft: ${issue} it before it is used.`
      : `The ${name} is a draft: ${issue} it before it is paid.`;
  if (status === 'void') return `${no} is void: nothing is open on it.`;
  const [money, credits] = isCredit ? ['paid back', 'used'] : ['paid', 'credited'];
  return (
    `Nothing is open on ${no}: total ${total.toFixed()} ${currency}, ${money} ${paid.toFixed()}, ` +
    `${credits} ${credited.toFixed()}, left 0.`
  );
}

/** Refuses 400 ILLEGAL_TRANSITION for what is no draft any more. */
export function assertDraft(
  type: DocumentType,
  { status, isCredit }: { status: DocumentStatus; isCredit: boolean },
  action: 'edit' | 'delete',
): void {
  if (allowedFrom(documentMachines[type], status, action)) return;
  const { name, credit } = words[type];
  const done = action === 'edit' ? 'changed' : 'deleted';
  const instead = isCredit ? 'void it' : `correct it with a ${credit}, or void it`;
  throw new Refusal(
    'ILLEGAL_TRANSITION',
    `Only a draft is ${done}; this ${isCredit ? credit : name} is ${status.replace('_', ' ')}` +
      `${status === 'void' ? '' : `: ${instead}`}.`,
    notAllowed(type, status, action),
  );
}

const notAllowed = (type: DocumentType, from: DocumentStatus, action: 'settle' | 'edit' | 'delete') => ({
  from,
  action,
  allowed: allowedActions(documentMachines[type], from),
});
