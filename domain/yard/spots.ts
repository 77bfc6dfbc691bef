/** Kinds of spots in a yard, and what the yard map shows for each. */
export const spotKinds = ['door', 'parking', 'staging'] as const;
export const doorDirections = ['inbound', 'outbound', 'both'] as const;
export const spotStates = ['free', 'reserved', 'occupied', 'out_of_service'] as const;
export const trailerContents = ['loaded', 'empty', 'unknown'] as const;
export type TrailerContent = (typeof trailerContents)[number];
