/** The handlers of wms master data. */
import {
  carrierRecord,
  locationRecord,
  merchantRecord,
  vendorRecord,
  warehouseRecord,
  type wmsMasterDataCommands,
} from '../../queues/wms/master-data.ts';
import type { HandlersOf } from '../handler.ts';
import { recordHandlers } from '../record-handlers.ts';
import { run as createItem } from './create-item.ts';
import { run as createVendor } from './create-vendor.ts';
import { run as createWarehouse } from './create-warehouse.ts';
import { run as updateItem } from './update-item.ts';

const location = recordHandlers(locationRecord);
const merchant = recordHandlers(merchantRecord);
const carrier = recordHandlers(carrierRecord);

export const wmsMasterDataHandlers: HandlersOf<typeof wmsMasterDataCommands> = {
  createWarehouse,
  updateWarehouse: recordHandlers(warehouseRecord).update,
  createLocation: location.create,
  updateLocation: location.update,
  createItem,
  updateItem,
  createMerchant: merchant.create,
  updateMerchant: merchant.update,
  createCarrier: carrier.create,
  updateCarrier: carrier.update,
  createVendor,
  updateVendor: recordHandlers(vendorRecord).update,
};
