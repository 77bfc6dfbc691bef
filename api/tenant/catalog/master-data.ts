/** Warehouses, locations, items, merchants, carriers, vendors. */
import { itemSource } from '../../../db/catalog/items.read.ts';
import { findVendorMatches, findVendorWords } from '../../../db/catalog/vendors.read.ts';
import { recordColumns } from '../../../queues/record-kind.ts';
import { choice, listOf, object, text, uuid } from '../../../queues/schema.ts';
import {
  carrierRecord,
  cartonTypeRecord,
  itemRecord,
  locationRecord,
  merchantRecord,
  vendorRecord,
  warehouseRecord,
  catalogCommands as commands,
} from '../../../queues/catalog/master-data.ts';
import { hazardSegregationRecord } from '../../../queues/catalog/hazard-segregation.ts';
import { query, type Endpoint } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { recordEndpoints } from '../record-endpoints.ts';

const access = { view: 'wms.master_data.view', manage: 'wms.master_data.manage' } as const;

export const masterDataEndpoints: readonly Endpoint[] = [
  ...recordEndpoints(
    warehouseRecord,
    { create: commands.createWarehouse, update: commands.updateWarehouse },
    access,
  ),
  ...recordEndpoints(
    locationRecord,
    { create: commands.createLocation, update: commands.updateLocation },
    access,
  ),
  ...recordEndpoints(
    itemRecord,
    { create: commands.createItem, update: commands.updateItem },
    { ...access, source: itemSource(recordColumns(itemRecord)), filters: { barcode: text(128) } },
  ),
  ...recordEndpoints(
    cartonTypeRecord,
    { create: commands.createCartonType, update: commands.updateCartonType },
    access,
  ),
  ...recordEndpoints(
    merchantRecord,
    { create: commands.createMerchant, update: commands.updateMerchant },
    access,
  ),
  ...recordEndpoints(
    carrierRecord,
    { create: commands.createCarrier, update: commands.updateCarrier },
    access,
  ),
  ...recordEndpoints(
    hazardSegregationRecord,
    { create: commands.createHazardSegregation, update: commands.updateHazardSegregation },
    access,
  ),
  ...recordEndpoints(vendorRecord, { create: commands.createVendor, update: commands.updateVendor }, access),
  query({
    path: '/api/wms/vendors/{id}/matches',
    summary: 'Identities of the shared directory that may match a vendor',
    description:
      'Those with the same name or number, without anything another organization wrote. Link one by PATCH with its directory_id.',
    permission: 'wms.master_data.view',
    returns: object({
      vendor_id: uuid(),
      directory_id: uuid(),
      matches: listOf(object({ directory_id: uuid(), matched_by: listOf(choice('name', 'gln', 'duns')) })),
    }),
    run: async ({ tx, params }) => {
      const id = params['id']!;
      const vendor = existing('vendor', await findVendorWords(tx, id));
      const { directory_id, ...words } = vendor;
      const found = await findVendorMatches(tx, words);
      const matches = found.filter((match) => match.directory_id !== directory_id);
      return { vendor_id: id, directory_id, matches };
    },
  }),
];
