/** Changes a warehouse, whose days and hours are those of a time zone that everybody here knows. */
import { assertZoneKnown } from '../../db/tenancy/time-zones.read.ts';
import { warehouseRecord, type catalogCommands } from '../../queues/catalog/master-data.ts';
import type { Handler } from '../engine/handler.ts';
import { recordHandlers } from '../record-handlers.ts';

const plain = recordHandlers(warehouseRecord);

export const updateWarehouse: Handler<typeof catalogCommands.updateWarehouse> = async (work, input) => {
  await assertZoneKnown(work.tx, input.time_zone);
  return plain.update(work, input);
};
