/** Warehouses, locations, items, merchants, carriers, vendors. */
import { itemSource } from '../../../db/catalog/items.read.ts';
import { vendorSource } from '../../../db/catalog/vendors.read.ts';
import { recordColumns } from '../../../queues/record-kind.ts';
import { text } from '../../../queues/schema.ts';
import {
  carrierRecord,
  itemRecord,
  locationRecord,
  merchantRecord,
  vendorRecord,
  warehouseRecord,
  catalogCommands as commands,
} from '../../../queues/catalog/master-data.ts';
import type { Endpoint } from '../../http/endpoint.ts';
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
    vendorRecord,
    { create: commands.createVendor, update: commands.updateVendor },
    { ...access, source: vendorSource(recordColumns(vendorRecord)) },
  ),
];
