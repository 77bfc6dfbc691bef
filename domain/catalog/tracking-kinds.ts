/**
 * What a carrier tells of a parcel on its way, by how far on that is: many know only the minute of a scan, or its day, and
 * of two of one moment the later here counts.
 */
export const trackingKinds = [
  'announced',
  'in_transit',
  'out_for_delivery',
  'exception',
  'delivered',
  'returned',
] as const;
export type TrackingKind = (typeof trackingKinds)[number];
