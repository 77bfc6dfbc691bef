/** Organization settings, members, tokens. */
import {
  findMember,
  findToken,
  listMembers,
  listTokens,
  readOrganization,
} from '../../../db/tenancy/organizations.read.ts';
import { readLivesOn } from '../../../db/tenancy/lives-on.read.ts';
import { readQuotas, readStored } from '../../../db/tenancy/quotas.read.ts';
import { tokenHash } from '../../../db/tenancy/tokens.read.ts';
import { newSecret } from '../../../domain/tenancy/named-secret.ts';
import { newId } from '../../../domain/new-id.ts';
import type { Permission } from '../../../domain/permissions.ts';
import { nameText } from '../../../queues/name.ts';
import * as s from '../../../queues/schema.ts';
import { newTokenView, oneTokenView, tenancyCommands, tokenView } from '../../../queues/tenancy/commands.ts';
import { command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing, shownPage } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { auditEndpoint } from './audit.ts';

const settingsView = s.object({
  id: s.uuid(),
  name: s.text(200),
  edition: s.choice('standard', 'three_pl'),
  inventory_mode: s.choice('wms_sync', 'oms_standalone'),
  reserve_at: s.choice('confirm', 'allocate'),
  allocation_strategy: s.choice('fefo', 'fifo', 'lifo'),
  pick_from: s.choice('any', 'face_first', 'whole_first'),
  top_up: s.choice('never', 'idle'),
  putaway: s.choice('off', 'suggest', 'task'),
  capacity_policy: s.choice('refuse', 'warn'),
  strict_lots: s.flag(),
  short_policy: s.choice('backorder', 'cancel_rest'),
  ship_needs_labels: s.flag(),
  base_currency: s.currency(),
  time_zone: s.text(64),
  rounding: s.choice('half_up', 'half_even'),
  tax_date: s.choice('invoice', 'service'),
  lock_date: s.nullable(s.date()),
  safety_stock: s.qty(),
  count_approval_threshold: s.qty(),
  count_below: s.qty(),
  purchase_approval_above: s.nullable(s.money()),
  gs1_company_prefix: s.text(10),
  quotas: s.described(
    s.object({
      requests_per_second: s.integer({ min: 1, max: 1_000_000 }),
      requests_at_once: s.integer({ min: 1, max: 100_000 }),
      streams: s.integer({ min: 0, max: 100_000 }),
      previews: s.integer({ min: 0, max: 1_000 }),
      imports: s.integer({ min: 0, max: 100 }),
      exports: s.integer({ min: 0, max: 1_000 }),
      webhooks_per_second: s.integer({ min: 1, max: 1_000_000 }),
      open_commands: s.integer({ min: 1, max: 1_000_000 }),
      hubs: s.integer({ min: 0, max: 100_000 }),
      stored_megabytes: s.integer({ min: 0, max: 1_000_000_000 }),
    }),
    'What the organization may use of each API process, how many of its operations may be open in all, how many hubs it may have, and how much of uploaded files it may store. The operator of the platform sets it.',
  ),
  stored: s.described(
    s.object({
      files: s.described(s.integer({ min: 0, max: 1e9 }), 'How many there are.'),
      bytes: s.described(s.integer({ min: 0, max: 1e15 }), 'Their size together.'),
    }),
    'What is stored of uploaded files: proofs of delivery, photos, logos.',
  ),
});

const memberView = s.object({
  id: s.uuid(),
  name: s.text(150),
  email: s.email(),
  roles: s.listOf(s.text()),
  is_active: s.flag(),
  created_at: s.instant(),
});

async function settings({ tx, organizationId }: Call) {
  const [organization, quotas, stored] = await Promise.all([
    readOrganization(tx),
    readQuotas(tx, organizationId),
    readStored(tx),
  ]);
  return present(settingsView, { ...organization, quotas, stored });
}

async function member(call: Call, { id }: { id: string }) {
  const found = existing('member', await findMember(call.tx, id));
  return present(memberView, found);
}

async function token(call: Call, { id }: { id: string }) {
  const found = existing('access token', await findToken(call.tx, id));
  return present(tokenView, found);
}

async function tokenWithLivesOn(call: Call, { id }: { id: string }) {
  const found = existing('access token', await findToken(call.tx, id));
  return present(oneTokenView, { ...found, lives_on: await readLivesOn(call.tx, id) });
}

export const tenancyEndpoints: readonly Endpoint[] = [
  auditEndpoint,
  query({
    path: '/api/tenancy/settings',
    summary: 'Organization settings',
    permission: 'tenancy.view',
    returns: settingsView,
    run: (call) => settings(call),
  }),
  command({
    method: 'PATCH',
    path: '/api/tenancy/settings',
    summary: 'Change organization settings',
    permission: 'tenancy.manage',
    command: tenancyCommands.updateSettings,
    respondWith: settings,
    returns: settingsView,
  }),
  list({
    path: '/api/tenancy/members',
    summary: 'Members of the organization',
    permission: 'tenancy.view',
    query: pagedQuery({}),
    returns: memberView,
    run: async ({ tx, query: page }) => {
      return shownPage(await listMembers(tx, page), shownAs(memberView));
    },
  }),
  create({
    path: '/api/tenancy/members',
    summary: 'Add a member',
    permission: 'tenancy.manage',
    command: tenancyCommands.createMember,
    respondWith: member,
    returns: memberView,
  }),
  query({
    path: '/api/tenancy/members/{id}',
    summary: 'One member',
    permission: 'tenancy.view',
    returns: memberView,
    run: byId(member),
  }),
  command({
    method: 'PATCH',
    path: '/api/tenancy/members/{id}',
    summary: 'Change a member',
    permission: 'tenancy.manage',
    command: tenancyCommands.updateMember,
    pathToInput: { id: 'member_id' },
    respondWith: member,
    returns: memberView,
  }),
  list({
    path: '/api/tenancy/tokens',
    summary: 'Access tokens, newest first; the tokens themselves are never shown again',
    permission: 'tenancy.view',
    query: pagedQuery({ maker_token_id: s.optional(s.uuid(), 'Those made with this token.') }),
    returns: tokenView,
    run: async ({ tx, query: page }) => {
      return shownPage(await listTokens(tx, page), shownAs(tokenView));
    },
  }),
  create({
    path: '/api/tenancy/tokens',
    summary: 'Create an access token; access_token is shown in this response only',
    permission: 'tenancy.manage',
    command: tenancyCommands.createToken,
    body: s.object({
      name: nameText(100),
      roles: s.optional(s.list(s.choice('admin', 'operator', 'accountant', 'viewer', 'hub'), { max: 5 })),
      permissions: s.optional(s.list(s.permission(), { max: 100 })),
      member_id: s.optional(s.nullable(s.uuid())),
      merchant_id: s.optional(s.nullable(s.uuid())),
      expires_at: s.optional(s.nullable(s.instant())),
    }),
    input: ({ secrets, organizationId }, body) => {
      const accessToken = newSecret('wp', organizationId);
      secrets['access_token'] = accessToken;
      const { roles = [], permissions = [], ...rest } = body;
      const granted = permissions as Permission[];
      return {
        ...rest,
        roles,
        permissions: granted,
        id: newId(),
        token_hash: tokenHash(accessToken).toString('hex'),
      };
    },
    respondWith: token,
    returns: newTokenView,
  }),
  query({
    path: '/api/tenancy/tokens/{id}',
    summary: 'One access token, without the token itself',
    permission: 'tenancy.view',
    returns: oneTokenView,
    run: byId(tokenWithLivesOn),
  }),
  command({
    method: 'DELETE',
    path: '/api/tenancy/tokens/{id}',
    summary: 'Revoke an access token at once, and what was made with it: tokens, enrollment keys, hubs',
    description:
      'Its streams and the links of those hubs close. Endpoints and connections set up with it go on, and lives_on names them; with end_what_it_made they are disabled too, also when the token is revoked already.',
    permission: 'tenancy.manage',
    command: tenancyCommands.revokeToken,
    pathToInput: { id: 'token_id' },
    respondWith: tokenWithLivesOn,
    returns: oneTokenView,
  }),
];
