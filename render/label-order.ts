/** What is said to the program that draws labels, and what it answers. */
export const dotsPerMm = 8;

export interface LabelOrder {
  zpl: string;
  width_mm: number;
  height_mm: number;
}

export interface Drawn {
  png?: Uint8Array;
  error?: string;
  /** It takes more memory than it did when it was new, and gives none back. */
  hasGrown: boolean;
}
