/** Refusals of the catalog. */
export const catalogRefusals = {
  PACKAGING_DIFFERS: 409,
  BARCODE_OF_OTHER: 409,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    catalog: typeof catalogRefusals;
  }
}
