/** The files an organization uploads, which it may only store so much of. Papers drawn from its records are not counted. */
export const storedKinds = ['pod', 'photos', 'logo'] as const;
export type StoredKind = (typeof storedKinds)[number];

export const megabyte = 1_000_000;
