/** The handlers of oms master data. */
import {
  channelRecord,
  customerRecord,
  retailerRecord,
  type omsMasterDataCommands,
} from '../../queues/oms/master-data.ts';
import type { HandlersOf } from '../handler.ts';
import { recordHandlers } from '../record-handlers.ts';

const customer = recordHandlers(customerRecord);
const channel = recordHandlers(channelRecord);
const retailer = recordHandlers(retailerRecord);

export const omsMasterDataHandlers: HandlersOf<typeof omsMasterDataCommands> = {
  createCustomer: customer.create,
  updateCustomer: customer.update,
  createChannel: channel.create,
  updateChannel: channel.update,
  createRetailer: retailer.create,
  updateRetailer: retailer.update,
};
