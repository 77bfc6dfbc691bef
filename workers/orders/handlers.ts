/** The handlers of orders, OMS inventory, and the partners orders refer to. */
import type { omsInventoryCommands } from '../../queues/orders/inventory.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import {
  channelRecord,
  customerRecord,
  retailerRecord,
  type partnerCommands,
} from '../../queues/orders/partners.ts';
import { recordHandlers } from '../record-handlers.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { adjustOmsInventory } from './adjust-oms-inventory.ts';
import { allocateOrder } from './allocate-order.ts';
import { approveOrder } from './approve-order.ts';
import { cancelOrder } from './cancel-order.ts';
import { createOrder } from './create-order.ts';
import { deliverOrder } from '../fulfillment/deliver-order.ts';
import { editOrder } from './edit-order.ts';
import { fulfillOrderInPart } from '../fulfillment/fulfill-order-in-part.ts';
import { fulfillOrder } from '../fulfillment/fulfill-order.ts';
import { holdOrder } from './hold-order.ts';
import { liftHold } from './lift-hold.ts';
import { pushOrder } from '../fulfillment/push-order.ts';
import { releaseOrder } from '../fulfillment/release-order.ts';
import { releaseToWms } from '../fulfillment/release-to-wms.ts';
import { requestOrderCancel } from '../fulfillment/request-order-cancel.ts';
import { submitOrder } from './submit-order.ts';

const customer = recordHandlers(customerRecord);
const channel = recordHandlers(channelRecord);
const retailer = recordHandlers(retailerRecord);

export const ordersHandlers: HandlersOf<
  typeof partnerCommands & typeof orderCommands & typeof omsInventoryCommands
> = {
  createCustomer: customer.create,
  updateCustomer: customer.update,
  createChannel: channel.create,
  updateChannel: channel.update,
  createRetailer: retailer.create,
  updateRetailer: retailer.update,
  createOrder,
  editOrder,
  submitOrder,
  approveOrder,
  allocateOrder,
  releaseOrder,
  pushOrder,
  releaseToWms,
  fulfillOrder,
  fulfillOrderInPart,
  deliverOrder,
  cancelOrder,
  requestOrderCancel,
  holdOrder,
  liftHold,
  adjustOmsInventory,
};
