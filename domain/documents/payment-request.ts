/** Reads a request to a document's payments: it records a payment or reverses one. */
import { invalid } from '../refusal.ts';

export interface PaymentRequest<M extends string> {
  method?: M;
  amount?: number;
  payment_date?: string;
  currency?: string;
  exchange_rate?: number;
  account_id?: string;
  reference?: string;
  memo?: string;
  reverses_payment_id?: string;
}

export type ReadPayment<M extends string> =
  | { kind: 'reversal'; paymentId: string; paymentDate: string | undefined; memo: string | undefined }
  | {
      kind: 'payment';
      method: M;
      amount: number;
      paymentDate: string | undefined;
      currency: string | undefined;
      exchangeRate: number | undefined;
      accountId: string | undefined;
      creditId: string | undefined;
      reference: string | undefined;
      memo: string | undefined;
    };

/**
 * Refuses 400 VALIDATION_FAILED for missing fields, and for fields that do not go with a reversal or an applied credit.
 */
export function readPayment<M extends string>(
  request: PaymentRequest<M>,
  creditId: string | undefined,
): ReadPayment<M> {
  const { method, amount, payment_date: paymentDate, memo } = request;
  if (request.reverses_payment_id !== undefined) {
    const extra = (
      ['method', 'amount', 'currency', 'exchange_rate', 'account_id', 'reference'] as const
    ).find((field) => request[field] !== undefined);
    const unwanted = extra ?? (creditId === undefined ? undefined : 'credit');
    if (unwanted)
      throw invalid(unwanted, 'not_allowed', `${unwanted} follows from the payment that is reversed`);
    return { kind: 'reversal', paymentId: request.reverses_payment_id, paymentDate, memo };
  }
  if (method === undefined) throw invalid('method', 'required', 'method is required');
  if (amount === undefined) throw invalid('amount', 'required', 'amount is required');
  if (method === 'credit_note' && request.account_id !== undefined) {
    throw invalid(
      'account_id',
      'not_allowed',
      'account_id does not go with method credit_note: no money moves',
    );
  }
  return {
    kind: 'payment',
    method,
    amount,
    paymentDate,
    currency: request.currency,
    exchangeRate: request.exchange_rate,
    accountId: request.account_id,
    creditId,
    reference: request.reference,
    memo,
  };
}
