/** What a location is for. */
export const locationTypes = [
  'dock',
  'staging',
  'cross_dock',
  'storage',
  'pick',
  'transit',
  'virtual',
] as const;

export type LocationType = (typeof locationTypes)[number];

/** What may lie together at a location. */
export const mixings = ['any', 'one_item', 'one_lot'] as const;
export type Mixing = (typeof mixings)[number];

/** How often an item is picked, and for what a location is meant. */
export const velocities = ['A', 'B', 'C'] as const;
export type Velocity = (typeof velocities)[number];

/** Where goods wait until they are put away. */
export const arrivalTypes = ['dock', 'staging'] as const satisfies readonly LocationType[];
/** Where goods are kept. */
export const keepingTypes = ['storage', 'pick'] as const satisfies readonly LocationType[];

/** Whether goods are kept at a location of a type. */
export function isKeptAt(type: string): boolean {
  return keepingTypes.some((keeping) => keeping === type);
}

/** Whether goods can be found at a location of a type: none are where they are only booked. */
export function goodsLieAt(type: string): boolean {
  return type !== 'transit' && type !== 'virtual';
}
