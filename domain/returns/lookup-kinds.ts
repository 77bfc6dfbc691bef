/** As what a code at the dock may name what came back. */
export const lookupKinds = ['return', 'order', 'channel_order', 'tracking', 'sscc', 'serial'] as const;
export type LookupKind = (typeof lookupKinds)[number];
