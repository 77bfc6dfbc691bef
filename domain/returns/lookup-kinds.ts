/** As what a code at the dock may name what came back. */
export const lookupKinds = [
  'return',
  'channel_return',
  'order',
  'channel_order',
  'shipment',
  'tracking',
  'sscc',
  'lpn',
  'serial',
] as const;
export type LookupKind = (typeof lookupKinds)[number];
