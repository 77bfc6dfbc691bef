/** Organization settings, members, tokens. */
import { randomBytes } from 'node:crypto';
import {
  findMember,
  findToken,
  listMembers,
  listTokens,
  readOrganization,
} from '../../../db/tenancy/organizations.read.ts';
import { readQuotas } from '../../../db/tenancy/quotas.read.ts';
import { tokenHash } from '../../../db/tenancy/tokens.read.ts';
import { newId } from '../../../domain/new-id.ts';
import type { Permission } from '../../../domain/tenancy/permissions.ts';
import {
  choice,
  currency,
  date,
  described,
  email,
  flag,
  instant,
  integer,
  list as listField,
  listOf,
  money,
  nullable,
  object,
  optional,
  permission,
  qty,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { newTokenView, tenancyCommands, tokenView } from '../../../queues/tenancy/commands.ts';
import { command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing, shownPage } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';

const settingsView = object({
  id: uuid(),
  name: text(200),
  edition: choice('standard', 'three_pl'),
  inventory_mode: choice('wms_sync', 'oms_standalone'),
  reserve_at: choice('confirm', 'allocate'),
  allocation_strategy: choice('fefo', 'fifo', 'lifo'),
  short_policy: choice('backorder', 'cancel_rest'),
  base_currency: currency(),
  time_zone: text(64),
  rounding: choice('half_up', 'half_even'),
  lock_date: nullable(date()),
  safety_stock: qty(),
  count_approval_threshold: qty(),
  purchase_approval_above: nullable(money()),
  gs1_company_prefix: text(10),
  quotas: described(
    object({
      requests_per_second: integer({ min: 1, max: 1_000_000 }),
      requests_at_once: integer({ min: 1, max: 100_000 }),
      streams: integer({ min: 0, max: 100_000 }),
      previews: integer({ min: 0, max: 1_000 }),
      imports: integer({ min: 0, max: 100 }),
      exports: integer({ min: 0, max: 1_000 }),
      webhooks_per_second: integer({ min: 1, max: 1_000_000 }),
      open_commands: integer({ min: 1, max: 1_000_000 }),
    }),
    'What the organization may use of each API process, and how many of its operations may be open in all. The operator of the platform sets it.',
  ),
});

const memberView = object({
  id: uuid(),
  name: text(150),
  email: email(),
  roles: listOf(text()),
  is_active: flag(),
  created_at: instant(),
});

async function settings({ tx, organizationId }: Call) {
  const [organization, quotas] = await Promise.all([readOrganization(tx), readQuotas(tx, organizationId)]);
  return present(settingsView, { ...organization, quotas });
}

async function member(call: Call, { id }: { id: string }) {
  const found = existing('member', await findMember(call.tx, id));
  return present(memberView, found);
}

async function token(call: Call, { id }: { id: string }) {
  const found = existing('access token', await findToken(call.tx, id));
  return present(tokenView, found);
}

export const tenancyEndpoints: readonly Endpoint[] = [
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
  command({
    method: 'POST',
    path: '/api/tenancy/members',
    summary: 'Add a member',
    permission: 'tenancy.manage',
    command: tenancyCommands.createMember,
    respondWith: member,
    returns: memberView,
    status: 201,
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
    query: pagedQuery({ maker_token_id: described(optional(uuid()), 'Those made with this token.') }),
    returns: tokenView,
    run: async ({ tx, query: page }) => {
      return shownPage(await listTokens(tx, page), shownAs(tokenView));
    },
  }),
  command({
    method: 'POST',
    path: '/api/tenancy/tokens',
    summary: 'Create an access token; access_token is shown in this response only',
    permission: 'tenancy.manage',
    command: tenancyCommands.createToken,
    body: object({
      name: text(100),
      roles: optional(listField(choice('admin', 'operator', 'accountant', 'viewer', 'hub'), { max: 5 })),
      permissions: optional(listField(permission(), { max: 100 })),
      member_id: optional(nullable(uuid())),
      merchant_id: optional(nullable(uuid())),
      expires_at: optional(nullable(instant())),
    }),
    input: ({ secrets }, body) => {
      const accessToken = `wop_${randomBytes(32).toString('base64url')}`;
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
    status: 201,
  }),
  query({
    path: '/api/tenancy/tokens/{id}',
    summary: 'One access token, without the token itself',
    permission: 'tenancy.view',
    returns: tokenView,
    run: byId(token),
  }),
  command({
    method: 'DELETE',
    path: '/api/tenancy/tokens/{id}',
    summary: 'Revoke an access token at once, and what was made with it: tokens, enrollment keys, hubs',
    permission: 'tenancy.manage',
    command: tenancyCommands.revokeToken,
    pathToInput: { id: 'token_id' },
    respondWith: token,
    returns: tokenView,
  }),
];
