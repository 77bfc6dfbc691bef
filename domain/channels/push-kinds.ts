/** What we push to stores. */

/** Told by SKU: a store keeps the newest version of each. */
export const skuPushKinds = ['inventory', 'product'] as const;
/** Told once of an order, a shipment again with another tracking number: a store that may have heard of it is asked first. */
export const orderPushKinds = ['shipment', 'cancellation', 'return'] as const;
export const pushKinds = [...skuPushKinds, ...orderPushKinds] as const;
export type SkuPushKind = (typeof skuPushKinds)[number];
export type OrderPushKind = (typeof orderPushKinds)[number];
export type PushKind = (typeof pushKinds)[number];

export const isOrderPush = (kind: PushKind): kind is OrderPushKind =>
  orderPushKinds.some((one) => one === kind);
