/** Accounts with carriers. */
import { findAccount, listAccounts, type AccountRow } from '../../../db/parcels/accounts.read.ts';
import {
  adapters,
  carrierCredentialsPlace,
  farSides,
  labelFormats,
} from '../../../domain/parcels/carriers.ts';
import { trackingPath } from '../../../domain/parcels/tracking.ts';
import { assertApiUrl } from '../../../domain/integration/store-domain.ts';
import { newId } from '../../../domain/new-id.ts';
import { freightTerms } from '../../../domain/shipping/load-states.ts';
import { billingFields, parcelCommands as commands } from '../../../queues/parcels/parcels.ts';
import { countryCode } from '../../../queues/catalog/customs-fields.ts';
import { nameText } from '../../../queues/name.ts';
import * as s from '../../../queues/schema.ts';
import type { Infer } from '../../../queues/schema.ts';
import { command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { shownAs } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const accountView = s.object({
  id: s.uuid(),
  merchant_id: s.nullable(s.uuid(), "Null for the operator's own."),
  adapter: s.choice(...adapters),
  name: s.freeText(),
  carrier_code: s.nullable(s.freeText()),
  far_side: s.choice(...farSides),
  api_url: s.freeText(),
  tracking_path: s.freeText(),
  /** The names of the stored credentials; their values are never returned. */
  credential_names: s.listOf(s.freeText()),
  label_format: s.choice(...labelFormats),
  services: s.listOf(s.freeText()),
  warehouse_ids: s.listOf(s.uuid()),
  settle_after_seconds: s.integer({ min: 1, max: 86_400 }),
  invoice_tolerance: s.money({ min: 0 }),
  billing: s.choice(...freightTerms),
  billing_account_no: s.nullable(s.freeText(50)),
  billing_postal: s.nullable(s.freeText(20)),
  billing_country: s.nullable(countryCode()),
  is_active: s.flag(),
  last_error: s.nullable(s.freeText()),
  last_tested_at: s.nullable(s.instant()),
  created_at: s.instant(),
  updated_at: s.instant(),
});

const showRow = shownAs(accountView);
const shown = (row: AccountRow): Infer<typeof accountView> =>
  showRow({ ...row, tracking_path: trackingPath(row.organization_id, row.id) });

const account = oneOf('carrier account', findAccount, shown);

const settings = {
  carrier_code: s.optional(
    s.nullable(s.code()),
    'What shipments show as their carrier where the answer names none.',
  ),
  far_side: s.optional(
    s.choice(...farSides),
    'What the carrier can do when its answer to a purchase is lost: answers (it can be asked by our reference, the default), deduplicates (the same reference again is safe), neither (a person decides).',
  ),
  credentials: s.optional(
    s.openObject(),
    'generic and karrio: {token}; easypost and shipengine: {api_key}; generic, easypost and karrio with {webhook_secret}, without which their tracking is not heard. Stored encrypted and never returned.',
  ),
  label_format: s.optional(
    s.choice(...labelFormats),
    'ZPL is printed by the hub, PNG (generic alone) as well, dot for dot; PDF (generic, shipengine) by a person. Default zpl.',
  ),
  services: s.optional(s.list(s.text(100), { max: 200 }), 'The services it may be used for; empty: all.'),
  warehouse_ids: s.optional(
    s.list(s.uuid(), { max: 200 }),
    'The warehouses it may be used from; empty: all.',
  ),
  settle_after_seconds: s.optional(
    s.integer({ min: 1, max: 86_400 }),
    'How long after a lost answer something may still come to be bought there. Until then "not there" is not believed. Default 60.',
  ),
  invoice_tolerance: s.optional(
    s.money({ min: 0 }),
    'By how much a line of its invoices may differ from the price of its label without being charged on. Default 0.',
  ),
  ...billingFields,
};

const createBody = s.object({
  adapter: s.choice(...adapters),
  name: nameText(200),
  merchant_id: s.optional(s.nullable(s.uuid())),
  api_url: s.optional(
    s.nullable(s.text(500)),
    'Where the carrier answers. Needed for generic, and for karrio: there with its /v1.',
  ),
  ...settings,
});
const changeBody = s.object({
  name: s.optional(nameText(200)),
  api_url: s.optional(s.text(500)),
  is_active: s.optional(s.flag()),
  same_account: s.optional(
    s.flag(),
    'Whether the credentials given are others of the same account at the carrier, such as a new key: then they may be changed while it is not known what became of a label or manifest there. Default false.',
  ),
  ...settings,
});

/** The credentials as one sealed text, bound to the account. */
function sealed(
  { organizationId, seal }: Call,
  accountId: string,
  credentials: Record<string, unknown> | undefined,
): { credentials_sealed?: string; credential_names?: string[] } {
  if (!credentials) return {};
  return {
    credentials_sealed: seal(JSON.stringify(credentials), carrierCredentialsPlace(organizationId, accountId)),
    credential_names: Object.keys(credentials),
  };
}

const path = '/api/tms/carrier-accounts';
const view = ['tms.view', 'tms.accounts'] as const;
const permission = 'tms.accounts';

export const accountEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Accounts with carriers',
    permission: view,
    query: pagedQuery({
      merchant_id: s.uuid(),
      adapter: s.described(s.choice(...adapters), 'How the carrier is spoken to.'),
    }),
    returns: accountView,
    run: pageOf(listAccounts, shown),
  }),
  create({
    path,
    summary: 'Add an account with a carrier',
    description:
      'adapter generic speaks our own contract of five calls: a hundred lines in front of a regional carrier, and it is one like any other.',
    permission,
    command: commands.createAccount,
    body: createBody,
    input: (call, { credentials, ...fields }) => {
      assertApiUrl(fields.api_url, call.isPrivateAllowed);
      const id = newId();
      return { ...fields, ...sealed(call, id, credentials), account_id: id };
    },
    respondWith: account,
    returns: accountView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One account with a carrier',
    permission: view,
    returns: accountView,
    run: byId(account),
  }),
  command({
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: 'Change an account; one that is not active buys nothing more, and what is under way is settled',
    permission,
    command: commands.updateAccount,
    body: changeBody,
    input: (call, { credentials, ...fields }) => {
      assertApiUrl(fields.api_url, call.isPrivateAllowed);
      const id = call.params['id']!;
      return { ...fields, ...sealed(call, id, credentials), account_id: id };
    },
    respondWith: account,
    returns: accountView,
  }),
  command({
    path: `${path}/{id}/test`,
    summary: 'Ask the carrier whether it answers, and knows us',
    permission,
    command: commands.testAccount,
    pathToInput: { id: 'account_id' },
    returns: commands.testAccount.result,
  }),
];
