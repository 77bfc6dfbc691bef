/** What stores are told. */
export const pushKinds = ['inventory', 'product'] as const;
export type PushKind = (typeof pushKinds)[number];
