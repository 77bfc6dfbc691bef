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
