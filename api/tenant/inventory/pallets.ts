/** License plates: pallets and the cartons on them. */
import { findPallet, listPallets, listPalletStock } from '../../../db/inventory/lpns.read.ts';
import { notFound } from '../../../domain/refusal.ts';
import { choice, text, uuid } from '../../../queues/schema.ts';
import { lpnStatuses } from '../../../domain/inventory/lpn-states.ts';
import { inventoryCommands } from '../../../queues/inventory/inventory.ts';
import { command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';
import { palletDetailView, palletView } from './inventory-view.ts';

const cartonsShownMax = 200;

async function pallet({ tx, organizationId }: Call, { id }: { id: string }) {
  const found = await findPallet(tx, organizationId, id);
  if (!found) throw notFound('pallet');
  const cartons = await listPallets(
    tx,
    organizationId,
    { parent_id: id },
    { page: 1, page_size: cartonsShownMax },
  );
  const stock = await listPalletStock(tx, organizationId, id);
  return present(palletDetailView, { ...found, cartons: cartons.rows, stock });
}

export const palletEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/wms/pallets',
    summary: 'License plates',
    permission: 'wms.master_data.view',
    query: pagedQuery({
      lpn: text(64),
      type: choice('pallet', 'carton'),
      state: choice(...lpnStatuses),
      warehouse_id: uuid(),
      location_id: uuid(),
      parent_id: uuid(),
    }),
    returns: palletView,
    run: async ({ tx, organizationId, query: { page, page_size, ...filter } }) => {
      const { rows, ...facts } = await listPallets(tx, organizationId, filter, { page, page_size });
      return { rows: rows.map((row) => present(palletView, row)), ...facts };
    },
  }),
  command({
    method: 'POST',
    path: '/api/wms/pallets',
    summary: 'Create a pallet, or a carton on one',
    permission: 'wms.master_data.manage',
    command: inventoryCommands.createPallet,
    respondWith: pallet,
    returns: palletDetailView,
    status: 201,
  }),
  query({
    path: '/api/wms/pallets/{id}',
    summary: 'One license plate with its cartons and stock',
    permission: 'wms.master_data.view',
    returns: palletDetailView,
    run: (call) => pallet(call as Call, { id: call.params['id']! }),
  }),
  command({
    method: 'PATCH',
    path: '/api/wms/pallets/{id}',
    summary: 'Nest a carton on a pallet, take it off, set the SSCC',
    permission: 'wms.master_data.manage',
    command: inventoryCommands.updatePallet,
    pathToInput: { id: 'pallet_id' },
    respondWith: pallet,
    returns: palletDetailView,
  }),
];
