/** How a document is settled: by money, by a credit, or by writing off what is left. */
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
