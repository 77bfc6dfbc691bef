/** v1: vendors. Their identity is shared across organizations, what is known about them is not. */
import Joi from 'joi';
import { findVendor, listVendors, vendorSorts, type VendorRow } from '../../../db/catalog/vendors.read.ts';
import { catalogCommands } from '../../../queues/catalog/master-data.ts';
import { nameText } from '../../../queues/name.ts';
import * as s from '../../../queues/schema.ts';
import { website } from '../../../queues/tenancy/website.ts';
import { create, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { oneOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { searchText, v1Query } from '../../http/query-fields.ts';
import { idOrCode, listed, withIds } from '../names.ts';

const path = '/v1/purchase/vendors';

const view = s.object({
  id: s.uuid(),
  directory_id: s.described(s.uuid(), 'Its identity in the directory all organizations share.'),
  merchant_id: s.nullable(s.uuid()),
  code: s.freeText(),
  name: s.freeText(),
  identifiers: s.openObject(),
  contact: s.openObject(),
  payment_terms_days: s.nullable(s.integer({ min: 0, max: 365 })),
  is_active: s.flag(),
  created_at: s.instant(),
  updated_at: s.instant(),
});

const show = (row: VendorRow) => present(view, row);

const detail = oneOf('vendor', findVendor, show);

interface Contact {
  name?: string;
  email?: string;
  phone?: string;
}

const contact = () =>
  s.custom<string | Contact>(
    Joi.alternatives(
      nameText(200),
      s.object({
        name: s.optional(nameText(200)),
        email: s.optional(s.email()),
        phone: s.optional(s.text(50)),
      }),
    ).description('Your contact there: a name, or name, email and phone. Visible to you only.'),
  );

const createBody = s.object({
  name: nameText(200),
  contact: s.optional(contact()),
  merchant_id: s.optional(idOrCode("Its owner; by default the token's merchant, else the operator.")),
  code: s.optional(s.code(32)),
  identifiers: s.optional(
    s.object({ gln: s.optional(s.text(20)), duns: s.optional(s.text(20)), website: s.optional(website()) }),
  ),
  directory_id: s.optional(s.uuid(), 'A match by name or number in the shared directory.'),
  payment_terms_days: s.optional(s.integer({ min: 0, max: 365 })),
});

async function createInput(call: Call, body: s.Infer<typeof createBody>) {
  const { contact: given, ...fields } = await withIds(call, body);
  if (given === undefined) return fields;
  return { ...fields, contact: typeof given === 'string' ? { name: given } : given };
}

export const vendorEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Vendors, newest first, each in your own words',
    description:
      "A vendor's identity (directory_id) is shared across tenants; name, numbers, contact and terms are what you wrote, and no tenant sees what another one wrote.",
    permission: 'purchase.view',
    query: v1Query(
      { merchant_id: idOrCode(), code: s.code(32), q: searchText(100) },
      Object.keys(vendorSorts),
    ),
    returns: view,
    run: (call) => listed(call, listVendors, show),
  }),
  create({
    path,
    summary: 'Create a vendor',
    description: 'If you already have one with that name: 409 DUPLICATE.',
    permission: 'purchase.manage',
    command: catalogCommands.createVendor,
    body: createBody,
    input: createInput,
    respondWith: detail,
    returns: view,
  }),
];
