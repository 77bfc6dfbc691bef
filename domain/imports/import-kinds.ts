/** What comes in files. */
export const importKinds = [
  'items',
  'packagings',
  'locations',
  'stock',
  'pick_faces',
  'carrier_invoices',
] as const;
export type ImportKind = (typeof importKinds)[number];
