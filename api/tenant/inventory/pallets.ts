/** License plates: pallets and the cartons on them. */
import { findPallet, listPallets, listPalletStock } from '../../../db/inventory/lpns.read.ts';
import { choice, text, uuid } from '../../../queues/schema.ts';
import { lpnStatuses } from '../../../domain/inventory/lpn-states.ts';
import type { ResultOf } from '../../../queues/engine/define-command.ts';
import { inventoryCommands } from '../../../queues/inventory/inventory.ts';
import { plateCommands } from '../../../queues/inventory/plates.ts';
import { command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing, filteredPageOf } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { warnedPalletView, palletDetailView, palletView } from './inventory-view.ts';

const cartonsShownMax = 200;

async function pallet({ tx }: Call, { id }: { id: string }) {
  const found = existing('pallet', await findPallet(tx, id));
  const cartons = await listPallets(tx, { parent_id: id }, { page: 1, page_size: cartonsShownMax });
  const stock = await listPalletStock(tx, id);
  return present(palletDetailView, { ...found, cartons: cartons.rows, stock });
}

async function palletOrWarned(
  call: Call,
  {
    warnings: told,
    ...target
  }: ResultOf<typeof plateCommands.consolidatePallets | typeof plateCommands.splitPallet>,
) {
  return { ...(await pallet(call, target)), ...(told && { warnings: told }) };
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
    run: filteredPageOf(listPallets, shownAs(palletView)),
  }),
  create({
    path: '/api/wms/pallets',
    summary: 'Create a pallet, or a carton on one',
    permission: 'wms.master_data.manage',
    command: inventoryCommands.createPallet,
    respondWith: pallet,
    returns: palletDetailView,
  }),
  query({
    path: '/api/wms/pallets/{id}',
    summary: 'One license plate with its cartons and stock',
    permission: 'wms.master_data.view',
    returns: palletDetailView,
    run: byId(pallet),
  }),
  command({
    method: 'PATCH',
    path: '/api/wms/pallets/{id}',
    summary: 'Nest a carton on a pallet, take it off, set the SSCC or the height',
    permission: 'wms.master_data.manage',
    command: inventoryCommands.updatePallet,
    pathToInput: { id: 'pallet_id' },
    respondWith: pallet,
    returns: palletDetailView,
  }),
  command({
    path: '/api/wms/pallets/merge',
    summary: 'Put everything on some license plates onto another at the same place',
    description:
      'Allocations and picks go along. The plates that gave everything end consumed, and so do their planned moves; one of the plate that stays is planned anew where it does not fit any more. LPN_IN_USE where some were picked whole and others were not.',
    permission: 'wms.inventory.move',
    command: plateCommands.mergePallets,
    respondWith: pallet,
    returns: palletDetailView,
  }),
  command({
    path: '/api/wms/pallets/consolidate',
    summary: 'Bring license plates to another from wherever they stand, and put everything onto it',
    description:
      'Like merge, over places of one warehouse: goods, allocations, picks and cartons go to where the plate stands. LOCATION_FULL, MIXING_REFUSED or CLASS_REFUSED, or a warning of it, where it may not stand with what is on it then.',
    permission: 'wms.inventory.move',
    command: plateCommands.consolidatePallets,
    respondWith: palletOrWarned,
    returns: warnedPalletView,
  }),
  command({
    path: '/api/wms/pallets/split',
    summary: 'Take goods off a license plate onto another at the same place',
    description:
      'The other is made when there is none of that number: LOCATION_FULL, or a warning of it, where one more may not stand. What is allocated stays where it is; planned moves carry what is on their plates then. LPN_IN_USE where the other was picked whole.',
    permission: 'wms.inventory.move',
    command: plateCommands.splitPallet,
    respondWith: palletOrWarned,
    returns: warnedPalletView,
  }),
];
