/** The files an organization uploads, which it may only store so much of. Papers drawn from its records are not counted. */
export const storedKinds = ['pod', 'photos', 'logo'] as const;
export type StoredKind = (typeof storedKinds)[number];

/** A file as the store has it. */
export interface ListedFile {
  key: string;
  size_bytes: number;
  stored_at: Date;
}

export const megabyte = 1_000_000;
