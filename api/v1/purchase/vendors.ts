/** v1: vendors. Their identity is shared across organizations, what is known about them is not. */
import Joi from 'joi';
import { findVendor, listVendors, vendorSorts, type VendorRow } from '../../../db/catalog/vendors.read.ts';
import { catalogCommands } from '../../../queues/catalog/master-data.ts';
import {
  code,
  custom,
  described,
  email,
  flag,
  freeText,
  instant,
  integer,
  nullable,
  object,
  openObject,
  optional,
  text,
  uuid,
  type Infer,
} from '../../../queues/schema.ts';
import { website } from '../../../queues/tenancy/website.ts';
import { command, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { oneOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { searchText, v1Query } from '../../http/query-fields.ts';
import { idOrCode, listed, withIds } from '../names.ts';

const path = '/v1/purchase/vendors';

const view = object({
  id: uuid(),
  directory_id: described(uuid(), 'Its identity in the directory all organizations share.'),
  merchant_id: nullable(uuid()),
  code: freeText(),
  name: freeText(),
  identifiers: openObject(),
  contact: openObject(),
  payment_terms_days: nullable(integer({ min: 0, max: 365 })),
  is_active: flag(),
  created_at: instant(),
  updated_at: instant(),
});

const show = (row: VendorRow) => present(view, row);

const detail = oneOf('vendor', findVendor, show);

interface Contact {
  name?: string;
  email?: string;
  phone?: string;
}

const contact = () =>
  custom<string | Contact>(
    Joi.alternatives(
      text(200),
      object({ name: optional(text(200)), email: optional(email()), phone: optional(text(50)) }),
    ).description('Your contact there: a name, or name, email and phone. Visible to you only.'),
  );

const createBody = object({
  name: text(200),
  contact: optional(contact()),
  merchant_id: optional(idOrCode("Its owner; by default the token's merchant, else the operator.")),
  code: optional(code(32)),
  identifiers: optional(
    object({ gln: optional(text(20)), duns: optional(text(20)), website: optional(website()) }),
  ),
  directory_id: optional(described(uuid(), 'A match by name or number in the shared directory.')),
  payment_terms_days: optional(integer({ min: 0, max: 365 })),
});

async function createInput(call: Call, body: Infer<typeof createBody>) {
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
    query: v1Query({ merchant_id: idOrCode(), code: code(32), q: searchText(100) }, Object.keys(vendorSorts)),
    returns: view,
    run: (call) => listed(call, listVendors, show),
  }),
  command({
    method: 'POST',
    path,
    summary: 'Create a vendor',
    description: 'If you already have one with that name: 409 DUPLICATE.',
    permission: 'purchase.manage',
    command: catalogCommands.createVendor,
    body: createBody,
    input: createInput,
    respondWith: detail,
    returns: view,
    status: 201,
  }),
];
