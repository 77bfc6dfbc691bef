/** The states of allocations: goods promised to a shipment are open, then picked, then gone with it or given back. */

/** Those that hold goods: on the shelf, or picked and still in the warehouse. */
export const holdingStates = ['open', 'picked'] as const;

/** Those that hold none any more: all others. */
export const endedStates = ['shipped', 'released'] as const;

/** Those whose goods were picked. */
export const pickedStates = ['picked', 'shipped'] as const;

/** What allocated stock was before: available, but for what goes back to its vendor. */
export type SetAsideStatus = 'available' | 'hold' | 'damaged';
