/** Customers, sales channels, retailers. */
import {
  channelRecord,
  customerRecord,
  partnerCommands as commands,
  retailerRecord,
} from '../../../queues/orders/partners.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { recordEndpoints } from '../record-endpoints.ts';

const access = { view: 'oms.master_data.view', manage: 'oms.master_data.manage' } as const;

export const partnerEndpoints: readonly Endpoint[] = [
  ...recordEndpoints(
    customerRecord,
    { create: commands.createCustomer, update: commands.updateCustomer },
    access,
  ),
  ...recordEndpoints(
    channelRecord,
    { create: commands.createChannel, update: commands.updateChannel },
    access,
  ),
  ...recordEndpoints(
    retailerRecord,
    { create: commands.createRetailer, update: commands.updateRetailer },
    access,
  ),
];
