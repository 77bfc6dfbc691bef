/** Operations no recorded run has shown, by name: an entry is removed as soon as `npm run examples` records it. */
export const unrecorded: readonly string[] = [];
