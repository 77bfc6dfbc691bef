/** When printers ask about their backlog, by warehouse, and how long labels live, by kind: each list is replaced whole. */
import { replaceLimits, replaceLives } from '../../db/printing/backlogs.write.ts';
import { knownIds } from '../../db/records.read.ts';
import { invalid, unknownReference } from '../../domain/refusal.ts';
import type { deviceCommands } from '../../queues/printing/devices.ts';
import type { Handler } from '../engine/handler.ts';

export const updatePrintSettings: Handler<typeof deviceCommands.updatePrintSettings> = async (
  { tx },
  { warehouses, kinds },
) => {
  if (warehouses) {
    const ids = warehouses.map(({ warehouse_id: id }) => id.toLowerCase());
    refuseTwice('warehouses', 'warehouse_id', ids);
    const known = new Set(await knownIds(tx, 'warehouses', ids));
    const missing = ids.findIndex((id) => !known.has(id));
    if (missing >= 0) throw unknownReference(`warehouses.${missing}.warehouse_id`, 'warehouse');
    await replaceLimits(tx, warehouses);
  }
  if (kinds) {
    const named = kinds.map(({ label_kind: kind }) => kind);
    refuseTwice('kinds', 'label_kind', named);
    await replaceLives(tx, kinds);
  }
  return {};
};

function refuseTwice(list: string, field: string, values: readonly string[]): void {
  const again = values.findIndex((value, at) => values.indexOf(value) !== at);
  if (again < 0) return;
  const path = `${list}.${again}.${field}`;
  throw invalid(path, 'repeated', `${path} names ${values[again]!} a second time`);
}
