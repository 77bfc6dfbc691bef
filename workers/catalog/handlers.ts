/** The handlers of WMS master data. */
import {
  carrierRecord,
  cartonTypeRecord,
  locationRecord,
  merchantRecord,
  type catalogCommands,
} from '../../queues/catalog/master-data.ts';
import { hazardSegregationRecord } from '../../queues/catalog/hazard-segregation.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { updateLocation } from '../moves/update-location.ts';
import { recordHandlers } from '../record-handlers.ts';
import { createItem } from './create-item.ts';
import { createVendor } from './create-vendor.ts';
import { createWarehouse } from './create-warehouse.ts';
import { updateItem } from './update-item.ts';
import { updateVendor } from './update-vendor.ts';
import { updateWarehouse } from './update-warehouse.ts';

const cartonType = recordHandlers(cartonTypeRecord);
const merchant = recordHandlers(merchantRecord);
const carrier = recordHandlers(carrierRecord);
const hazardSegregation = recordHandlers(hazardSegregationRecord);

export const catalogHandlers: HandlersOf<typeof catalogCommands> = {
  createWarehouse,
  updateWarehouse,
  createLocation: recordHandlers(locationRecord).create,
  updateLocation,
  createItem,
  updateItem,
  createCartonType: cartonType.create,
  updateCartonType: cartonType.update,
  createMerchant: merchant.create,
  updateMerchant: (work, input) => {
    assertOperator(
      work,
      'How a merchant is invoiced and received is set by the operator, not by the merchant.',
    );
    return merchant.update(work, input);
  },
  createCarrier: carrier.create,
  updateCarrier: carrier.update,
  createHazardSegregation: hazardSegregation.create,
  updateHazardSegregation: hazardSegregation.update,
  createVendor,
  updateVendor,
};
