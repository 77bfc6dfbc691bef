/** How a document is settled: by a payment, by a credit, or by writing off the balance. */
export const cashMethods = ['ach', 'wire', 'check', 'card', 'cash', 'other'] as const;

export const paymentMethods = [
  'ach',
  'wire',
  'check',
  'card',
  'cash',
  'credit_note',
  'write_off',
  'other',
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
