/** The state machine of transfers, and how each of its actions is requested. */
import type { Platform } from '../helpers/join-platform.ts';
import { repeats, verbsOf, type Subject } from '../helpers/machine-asks.ts';
import { act, newTransfer, secondWarehouse, transfersPath } from './transfers-rig.ts';

/** Released transfers of an item there is enough of; the state is set by hand afterwards. */
export async function transferSubject(platform: Platform, itemId: string): Promise<Subject> {
  const { client, standard, owner } = platform;
  const to = await secondWarehouse(client, 'MACHINE');
  const { acts } = verbsOf(client);
  return {
    table: 'transfers',
    column: 'status',
    make: async () => (await newTransfer(client, standard, to, [{ item_id: itemId, qty: 1 }])).id,
    ask: {
      ...acts(transfersPath, { ship: {}, cancel: {}, close: { missing: 'write_off', reason_code: 'lost' } }),
      release: async (id) => {
        // A draft has no documents; a released one is only asked again.
        const { status } = (await client.get(`${transfersPath}/${id}`)).body.data;
        if (status === 'draft') {
          await owner.query('update wms_shipments set transfer_id = null where transfer_id = $1', [id]);
          await owner.query('update inbound_receipts set transfer_id = null where transfer_id = $1', [id]);
        }
        return act(client, { id }, 'release');
      },
    },
    otherwise: repeats({ release: 'released', ship: 'in_transit', cancel: 'cancelled' }),
  };
}
