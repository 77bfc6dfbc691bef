/** The handlers of returns to vendors. What moves a shipment is in fulfillment. */
import type { vendorReturnCommands } from '../../queues/vendor-returns/vendor-returns.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { cancelVendorReturn } from '../fulfillment/cancel-vendor-return.ts';
import { releaseVendorReturn } from '../fulfillment/release-vendor-return.ts';
import { shipVendorReturn } from '../fulfillment/ship-vendor-return.ts';
import { createVendorReturn } from './create-vendor-return.ts';
import { creditVendorReturn } from './credit-vendor-return.ts';

export const vendorReturnsHandlers: HandlersOf<typeof vendorReturnCommands> = {
  createVendorReturn,
  releaseVendorReturn,
  shipVendorReturn,
  creditVendorReturn,
  cancelVendorReturn,
};
