/** Fields shared by the rate commands. */
import { decimalNumber, flag, nullable, object, optional, uuid, type Field } from '../schema.ts';

export const price = () => decimalNumber({ places: 6, min: 0, below: 1e9 });
export const percentage = (most = 10_000) => decimalNumber({ places: 6, min: 0, below: most + 0.000001 });
/** May be left out, or be null for none. */
export const clearable = <T>(field: Field<T>) => optional(nullable(field));

export const createdId = object({ id: uuid() });

/** The result of a DELETE. */
export const deletedView = object({ id: uuid(), deleted: flag() });
