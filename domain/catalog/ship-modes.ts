/** How goods leave: said by an order, carried by its shipments, waves and loads. */
export const shipModes = ['parcel', 'ltl', 'tl', 'pickup', 'courier'] as const;
export type ShipMode = (typeof shipModes)[number];
