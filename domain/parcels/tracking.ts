/** What carriers tell of parcels on their way. */
import type { TrackingKind } from '../catalog/tracking-kinds.ts';

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

/** A silent parcel is asked after; once it has been silent for a week daily, and beyond two months no more. */
export const silentHours = 4;
export const silentOftenDays = 7;
export const silentMostDays = 60;

/** A carrier's clock may be ahead of ours, and no more than that: what is to come has not been scanned. */
export const aheadMostHours = 24;
