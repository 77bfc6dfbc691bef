/** Who buys, and through which channel: customers, sales channels, retailers. */
import { recordCommands, recordKind } from '../record-kind.ts';
import { nameText } from '../name.ts';
import { choice, code, email, integer, nullable, text } from '../schema.ts';
import { address, merchantOfRecord, ofMerchant, taxFields } from '../catalog/master-data.ts';

export const customerRecord = recordKind({
  area: 'oms',
  name: 'customer',
  collection: 'customers',
  required: { code: code(32), name: nameText(200) },
  ...ofMerchant,
  fixed: ['merchant_id'],
  optional: {
    merchant_id: merchantOfRecord(),
    email: nullable(email()),
    phone: nullable(text(50)),
    address: address(),
    payment_terms_days: integer({ min: 0, max: 365 }),
    ...taxFields,
  },
  searched: ['code', 'name', 'email'],
});

const channelTypes = ['manual', 'storefront', 'marketplace', 'edi', 'pos', 'api'] as const;

export const channelRecord = recordKind({
  area: 'oms',
  name: 'channel',
  collection: 'channels',
  required: { code: code(32), name: nameText(200) },
  ...ofMerchant,
  fixed: ['merchant_id'],
  optional: { merchant_id: merchantOfRecord(), type: choice(...channelTypes) },
  filters: { ...ofMerchant.filters, type: choice(...channelTypes) },
  searched: ['code', 'name'],
});

export const retailerRecord = recordKind({
  area: 'oms',
  name: 'retailer',
  collection: 'retailers',
  required: { code: code(32), name: nameText(200) },
  ...ofMerchant,
  fixed: ['merchant_id'],
  optional: { merchant_id: merchantOfRecord() },
  searched: ['code', 'name'],
});

const customer = recordCommands(customerRecord);
const channel = recordCommands(channelRecord);
const retailer = recordCommands(retailerRecord);

export const partnerCommands = {
  createCustomer: customer.create,
  updateCustomer: customer.update,
  createChannel: channel.create,
  updateChannel: channel.update,
  createRetailer: retailer.create,
  updateRetailer: retailer.update,
};
