/** Moves the pallets of a load along with its shipments. */
import { shipmentsOnLoad, type Load } from '../../db/shipping/loads.write.ts';
import { lockLpnsOfShipments, stepLpns } from '../../db/inventory/lpn-steps.write.ts';
import type { Work } from '../engine/handler.ts';

/** Loads the picked pallets of a locked load's shipments, or unloads the loaded ones. */
export async function stepLoadPlates(work: Work, load: Load, action: 'load' | 'unload'): Promise<void> {
  const { tx } = work;
  const shipments = await shipmentsOnLoad(tx, load.id);
  const plates = await lockLpnsOfShipments(tx, shipments, action);
  await stepLpns(work, plates, action, { about: { load_id: load.id } });
}
