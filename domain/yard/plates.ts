/** Plate numbers of trailers, as people write them. */

/** The one spelling of a plate number, so that a trailer is found again: upper case, single spaces. */
export const plainPlate = (given: string): string => given.trim().toUpperCase().replaceAll(/\s+/g, ' ');
