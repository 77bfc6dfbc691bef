/** Whom labels are bought from, and what each of them can do when an answer was lost. */

/** `generic` is our own contract (docs/carriers.md): what a 3PL answers for its regional carrier. */
export const adapters = ['generic', 'easypost', 'karrio', 'shipengine'] as const;
export type Adapter = (typeof adapters)[number];

/** See workers/outside/define-call.ts. */
export const farSides = ['answers', 'deduplicates', 'neither'] as const;
export type FarSide = (typeof farSides)[number];

/** What an adapter's carrier can do, the usual one first. Whoever answers our contract says what it keeps of it. */
export const farSidesOf: Readonly<Record<Adapter, readonly [FarSide, ...FarSide[]]>> = {
  generic: farSides,
  easypost: ['answers'],
  karrio: ['answers'],
  shipengine: ['answers'],
};

/** Where there is one address for everybody. */
export const usualApiUrl: Readonly<Partial<Record<Adapter, string>>> = {
  easypost: 'https://api.easypost.com/v2',
  shipengine: 'https://api.shipengine.com/v1',
};

export const labelFormats = ['zpl', 'png', 'pdf'] as const;
export type LabelFormat = (typeof labelFormats)[number];

/** Whose labels are fetched from where it keeps them, as text: no PDF comes that way. */
export const isZplAlone = (adapter: Adapter): boolean => adapter === 'easypost' || adapter === 'karrio';

/** Whose account is one with many carriers; each of those takes a manifest of its own parcels. */
export const sellsForMany = (adapter: Adapter): boolean => adapter !== 'generic';

/** How many labels one manifest takes: ShipEngine takes 500, a command of ours 1,000. */
export const onManifestMax = (adapter: Adapter): number => (adapter === 'shipengine' ? 500 : 1_000);

/**
 * Whose labels are taken back after a manifest as well: EasyPost refunds what was not scanned yet, and says days later
 * whether it does. Of the others nobody has said so.
 */
export const refundsManifested = (adapter: Adapter): boolean => adapter === 'easypost';

/** What a seller for many calls a label: by these it is put on a manifest and followed. */
export interface NamedThere {
  carrier_code: string | null;
  vendor_shipment_id: string | null;
}

/** Whether somebody has said it; nobody has of a label that a person adopted. */
export const isNamedThere = (adapter: Adapter, label: NamedThere): boolean =>
  !sellsForMany(adapter) || (label.carrier_code !== null && label.vendor_shipment_id !== null);

/** The place an account's credentials are sealed for. */
export const carrierCredentialsPlace = (organizationId: string, accountId: string): string =>
  `carrier_accounts.credentials ${organizationId} ${accountId}`;
