/**
 * What counting a receipt posts: what the ledger calls it, as what good units arrive, and whether they come out of stock
 * in transit. It follows from where the receipt's goods come from, and is decided here alone.
 */
import type { ReceiptSource } from './receipt-states.ts';

/** Where the goods of a receipt come from: outside, or the document that sent them here. */
export interface ReceiptOrigin {
  source_type: ReceiptSource;
  /** The transfer that sent them from another warehouse. */
  transfer_id: string | null;
  /** The return by which a customer sends them back. */
  return_id: string | null;
}

/** What the ledger calls goods that came in on a receipt. */
export const arrivalTypes = ['receive', 'return', 'transfer_in'] as const;
export type ArrivalType = (typeof arrivalTypes)[number];

/** Neither a return nor a transfer is a delivery: a statement tells them apart. */
export function arrivalType({ source_type: source, transfer_id: transferId }: ReceiptOrigin): ArrivalType {
  if (transferId !== null) return 'transfer_in';
  return source === 'return' ? 'return' : 'receive';
}

/** Whether the goods are stock already, in transit: then no more may arrive than is. */
export function isOutOfTransit({ transfer_id: transferId }: ReceiptOrigin): boolean {
  return transferId !== null;
}

/** Whether no more may be counted than is expected, whatever is tolerated elsewhere: nobody returns what never left. */
export function isCapped({ return_id: returnId }: ReceiptOrigin): boolean {
  return returnId !== null;
}

/**
 * Whether good units have to be sellable as they arrive. What comes back may be past its date: that can be why it does; and
 * what comes from another warehouse is stock already, as it is.
 */
export function isForSale(origin: ReceiptOrigin): boolean {
  return arrivalType(origin) === 'receive';
}

/**
 * The status of good units. What a customer sends back, announced or not, and goods that need inspection, stay on hold
 * until someone releases them; those of a transfer were inspected where they were received.
 */
export function goodStatus(origin: ReceiptOrigin, item: { qc_hold: boolean }): 'available' | 'hold' {
  if (arrivalType(origin) === 'return') return 'hold';
  return item.qc_hold && !isOutOfTransit(origin) ? 'hold' : 'available';
}
