/** The handlers of returns to vendors. */
import type { vendorReturnCommands } from '../../queues/vendor-returns/vendor-returns.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { cancelVendorReturn } from './cancel-vendor-return.ts';
import { editVendorReturn } from './edit-vendor-return.ts';
import { releaseVendorReturn } from './release-vendor-return.ts';
import { shipVendorReturn } from './ship-vendor-return.ts';
import { createVendorReturn } from './create-vendor-return.ts';
import { creditVendorReturn } from './credit-vendor-return.ts';

export const vendorReturnsHandlers: HandlersOf<typeof vendorReturnCommands> = {
  createVendorReturn,
  editVendorReturn,
  releaseVendorReturn,
  shipVendorReturn,
  creditVendorReturn,
  cancelVendorReturn,
};
