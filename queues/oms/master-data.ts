/** Who buys and where: customers, sales channels, retailers. */
import { recordCommands, recordKind } from '../record-kind.ts';
import { choice, code, described, email, integer, nullable, openObject, text, uuid } from '../schema.ts';
import { address } from '../wms/master-data.ts';

/** One rule for all three: whose they are is settled when they are made. */
const ofMerchant = { isOfMerchant: true, fixed: ['merchant_id'] } as const;

const merchantId = () =>
  described(
    nullable(uuid()),
    "Whose it is, for good. Left out: the token's merchant, else the standard edition's own, else the house's (null), which orders of any merchant may name.",
  );

export const customerRecord = recordKind({
  area: 'oms',
  name: 'customer',
  collection: 'customers',
  required: { code: code(32), name: text(200) },
  ...ofMerchant,
  optional: {
    merchant_id: merchantId(),
    email: nullable(email()),
    phone: nullable(text(50)),
    address: address(),
    payment_terms_days: integer({ min: 0, max: 365 }),
  },
  filters: { merchant_id: uuid() },
  searched: ['code', 'name', 'email'],
});

const channelTypes = ['manual', 'storefront', 'marketplace', 'edi', 'pos', 'api'] as const;

export const channelRecord = recordKind({
  area: 'oms',
  name: 'channel',
  collection: 'channels',
  required: { code: code(32), name: text(200) },
  ...ofMerchant,
  optional: { merchant_id: merchantId(), type: choice(...channelTypes) },
  filters: { merchant_id: uuid(), type: choice(...channelTypes) },
  searched: ['code', 'name'],
});

/** A retailer's routing guide is kept as given: labels, carriers and windows differ from one to the next. */
export const retailerRecord = recordKind({
  area: 'oms',
  name: 'retailer',
  collection: 'retailers',
  required: { code: code(32), name: text(200) },
  ...ofMerchant,
  optional: { merchant_id: merchantId(), routing: openObject() },
  filters: { merchant_id: uuid() },
  searched: ['code', 'name'],
});

const customer = recordCommands(customerRecord);
const channel = recordCommands(channelRecord);
const retailer = recordCommands(retailerRecord);

export const omsMasterDataCommands = {
  createCustomer: customer.create,
  updateCustomer: customer.update,
  createChannel: channel.create,
  updateChannel: channel.update,
  createRetailer: retailer.create,
  updateRetailer: retailer.update,
};
