/** The state machine of returns to vendors, and how each of its actions is requested. */
import type { Platform } from '../helpers/join-platform.ts';
import { repeats, verbsOf, type Subject } from '../helpers/machine-asks.ts';

export const vendorReturnsPath = '/api/wms/vendor-returns';

/** Released ones of an item there is enough of; the state is set by hand afterwards. */
export function vendorReturnSubject({ client, standard, owner }: Platform, itemId: string): Subject {
  const { create, patch, acts, edit } = verbsOf(client);
  const { warehouseId: warehouse_id, vendorId: vendor_id } = standard;
  return {
    table: 'vendor_returns',
    column: 'status',
    make: async () => {
      const lines = [{ item_id: itemId, qty: 1 }];
      const id = await create(vendorReturnsPath, { warehouse_id, vendor_id, lines });
      await patch(`${vendorReturnsPath}/${id}`, { action: 'release' });
      return id;
    },
    ask: {
      edit: edit(vendorReturnsPath, { note: 'changed' }),
      ...acts(vendorReturnsPath, { ship: {}, credit: { credit_no: 'CN-1' }, cancel: {} }),
      release: async (id) => {
        // A draft has no shipment; a released one is only asked again.
        const { status } = (await client.get(`${vendorReturnsPath}/${id}`)).body.data;
        if (status === 'draft')
          await owner.query('update wms_shipments set vendor_return_id = null where vendor_return_id = $1', [
            id,
          ]);
        return patch(`${vendorReturnsPath}/${id}`, { action: 'release' });
      },
    },
    otherwise: repeats({ release: 'released', ship: 'shipped', cancel: 'cancelled' }),
  };
}
