/** What we push to stores. */
export const pushKinds = ['inventory', 'product'] as const;
export type PushKind = (typeof pushKinds)[number];
