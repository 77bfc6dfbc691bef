/** A planned move, and a pick job of twenty minutes with two picked tasks, written past every trigger and foreign key. */
import { v7 as uuidv7 } from 'uuid';
import type { TestOrganization } from '../helpers/organization.ts';

export async function plantFloorWork(
  plant: (table: string, row: Record<string, unknown>) => Promise<unknown>,
  { warehouseId, merchantId, items, locations }: TestOrganization,
  moment: string,
): Promise<void> {
  const job = uuidv7();
  await plant('pick_jobs', {
    id: job,
    job_no: 'PJ-1',
    warehouse_id: warehouseId,
    method: 'cluster',
    status: 'done',
    walk: 'sequence',
    picked_tasks: 2,
    created_at: '2026-03-05 15:40Z',
    finished_at: moment,
  });
  for (const qty of [3, 5])
    await plant('pick_tasks', {
      id: uuidv7(),
      wave_id: uuidv7(),
      shipment_id: uuidv7(),
      allocation_id: uuidv7(),
      merchant_id: merchantId,
      warehouse_id: warehouseId,
      item_id: items['PLAIN'],
      location_id: locations['A-01'],
      lot_no: '',
      zone: '',
      pick_sequence: 0,
      qty,
      picked_qty: qty,
      status: 'done',
      job_id: job,
      position: 1,
    });
  await plant('planned_moves', {
    id: uuidv7(),
    move_no: 'MV-1',
    kind: 'putaway',
    status: 'done',
    warehouse_id: warehouseId,
    merchant_id: merchantId,
    item_id: items['PLAIN'],
    qty: 30,
    done_qty: 25,
    from_location_id: locations['DOCK-1'],
    to_location_id: locations['A-01'],
    created_by: 'test',
    finished_at: moment,
  });
}
