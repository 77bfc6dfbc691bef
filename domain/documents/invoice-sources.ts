/** What an invoice, and each of its lines, was made from. All but the manual ones follow from it and stay as they are. */

export const invoiceSources = ['manual', 'billing_run', 'sales_order', 'return'] as const;
export type InvoiceSource = (typeof invoiceSources)[number];

export const invoiceLineSources = ['manual', 'charges', 'sales_order', 'return'] as const;
export type InvoiceLineSource = (typeof invoiceLineSources)[number];
