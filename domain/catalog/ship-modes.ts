/** How goods ship: set on an order and carried over to its shipments, waves and loads. */
export const shipModes = ['parcel', 'ltl', 'tl', 'pickup', 'courier'] as const;
export type ShipMode = (typeof shipModes)[number];
