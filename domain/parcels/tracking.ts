/** What a carrier tells of a parcel on its way. */
export const trackingKinds = [
  'announced',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'exception',
  'returned',
] as const;
export type TrackingKind = (typeof trackingKinds)[number];

/** Nothing more comes of it. */
export const isTrackedToEnd = (kind: TrackingKind | null): boolean =>
  kind === 'delivered' || kind === 'returned';

export interface TrackingEvent {
  /** The carrier's own; the same one is told once. */
  external_id: string;
  kind: TrackingKind;
  occurred_at: Date;
  place: string | null;
  says: string | null;
}

/** What is told of which parcel: by our reference, or its number. */
export interface Tracked extends TrackingEvent {
  reference: string | null;
  tracking_no: string | null;
}

/** Where a carrier tells of its parcels. With the organization, so that a proxy knows which cell it is for (deploy/cells). */
export const trackingPath = (organizationId: string, accountId: string): string =>
  `/api/integration/carriers/${accountId}/tracking?organization=${organizationId}`;

/** A silent parcel is asked after. */
export const silentHours = 4;
