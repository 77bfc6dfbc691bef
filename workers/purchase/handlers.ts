/** The handlers of purchase orders, ASNs and the match of vendors' bills. */
import type { asnCommands } from '../../queues/purchase/asns.ts';
import type { matchCommands } from '../../queues/purchase/matches.ts';
import type { purchaseOrderCommands } from '../../queues/purchase/orders.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { acceptMatch } from './accept-match.ts';
import { approvePurchaseOrder } from './approve-purchase-order.ts';
import { arriveAsn } from './arrive-asn.ts';
import { cancelAsn } from './cancel-asn.ts';
import { cancelPurchaseOrder } from './cancel-purchase-order.ts';
import { changePurchaseOrder } from './change-purchase-order.ts';
import { closePurchaseOrder } from './close-purchase-order.ts';
import { createAsn } from './create-asn.ts';
import { createPurchaseOrder } from './create-purchase-order.ts';
import { departAsn } from './depart-asn.ts';
import { editPurchaseOrder } from './edit-purchase-order.ts';
import { releasePurchaseOrder } from './release-purchase-order.ts';
import { setAsnEta } from './set-asn-eta.ts';

export const purchaseHandlers: HandlersOf<
  typeof purchaseOrderCommands & typeof asnCommands & typeof matchCommands
> = {
  createPurchaseOrder,
  editPurchaseOrder,
  approvePurchaseOrder,
  releasePurchaseOrder,
  changePurchaseOrder,
  closePurchaseOrder,
  cancelPurchaseOrder,
  createAsn,
  setAsnEta,
  departAsn,
  arriveAsn,
  cancelAsn,
  acceptMatch,
};
