/** The handlers of orders and OMS inventory. */
import type { omsInventoryCommands } from '../../queues/oms/inventory.ts';
import type { orderCommands } from '../../queues/oms/orders.ts';
import type { HandlersOf } from '../handler.ts';
import { run as adjustOmsInventory } from './adjust-oms-inventory.ts';
import { run as allocateOrder } from './allocate-order.ts';
import { run as approveOrder } from './approve-order.ts';
import { run as cancelOrder } from './cancel-order.ts';
import { run as createOrder } from './create-order.ts';
import { run as deliverOrder } from './deliver-order.ts';
import { run as editOrder } from './edit-order.ts';
import { run as fulfillOrderInPart } from './fulfill-order-in-part.ts';
import { run as fulfillOrder } from './fulfill-order.ts';
import { run as holdOrder } from './hold-order.ts';
import { run as liftHold } from './lift-hold.ts';
import { run as pushOrder } from './push-order.ts';
import { run as releaseOrder } from './release-order.ts';
import { run as releaseToWms } from './release-to-wms.ts';
import { run as requestOrderCancel } from './request-order-cancel.ts';
import { run as submitOrder } from './submit-order.ts';

export const orderHandlers: HandlersOf<typeof orderCommands & typeof omsInventoryCommands> = {
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
