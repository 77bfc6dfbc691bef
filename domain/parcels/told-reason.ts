/**
 * Why a label was not sold, to whom. What carriers say of an account, and what it is called, is the affair of its owner: a
 * merchant whose parcel goes by an account of the operator's is told that there is a reason, and asks him.
 */

export const foreignReason =
  'The carrier did not do what was asked for the parcel. The warehouse has the reason.';

interface Asked {
  merchant_id: string;
  account_merchant_id: string | null;
}

export const isForeign = ({ merchant_id, account_merchant_id }: Asked): boolean =>
  account_merchant_id !== merchant_id;

/** What an event says, which the label's merchant follows too; the record says all of it to the operator. */
export const toldReason = (asked: Asked, reason: string): string =>
  isForeign(asked) ? foreignReason : reason;
