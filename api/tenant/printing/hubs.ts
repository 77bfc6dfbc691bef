/** Hubs: the workstations that print, and the keys that enroll them. */
import { createHash } from 'node:crypto';
import {
  findEnrollmentKey,
  findHub,
  listEnrollmentKeys,
  listHubs,
  type HubRow,
} from '../../../db/printing/hubs.read.ts';
import { newSecret } from '../../../domain/tenancy/named-secret.ts';
import { newId } from '../../../domain/new-id.ts';
import { isOnline } from '../../../domain/printing/print-job-states.ts';
import { connectionCode } from '../../../domain/printing/connection-code.ts';
import { invalid } from '../../../domain/refusal.ts';
import { hubCommands } from '../../../queues/printing/hubs.ts';
import { nameText } from '../../../queues/name.ts';
import * as s from '../../../queues/schema.ts';
import { command, create, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';

const hubView = s.object({
  id: s.uuid(),
  name: s.text(100),
  warehouse_id: s.nullable(s.uuid()),
  warehouse_name: s.nullable(s.text(200)),
  version: s.described(s.text(50), 'The version of its program.'),
  platform: s.text(50),
  online: s.described(s.flag(), 'The hub was heard from within the last 2 minutes.'),
  last_seen_at: s.nullable(s.instant()),
  revoked_at: s.nullable(s.instant()),
  device_count: s.integer({ min: 0, max: 1_000_000 }),
  created_at: s.instant(),
});

const showHub = (row: HubRow) =>
  present(hubView, { ...row, online: row.revoked_at === null && isOnline(row.last_seen_at) });

const hub = oneOf('hub', findHub, showHub);

const keyView = s.object({
  id: s.uuid(),
  name: s.text(100),
  warehouse_id: s.nullable(s.uuid()),
  maker_token_id: s.nullable(s.uuid(), 'The access token it was made with, and is revoked with.'),
  expires_at: s.instant(),
  revoked_at: s.nullable(s.instant()),
  hubs_enrolled: s.integer({ min: 0, max: 1_000_000 }),
  last_used_at: s.nullable(s.instant()),
  created_at: s.instant(),
});

const key = oneOf('enrollment key', findEnrollmentKey, shownAs(keyView));

/** The origin of an http or https address: a path, query or password in it is a mistake. */
function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw invalid(
      'backend_url',
      'url',
      'backend_url must be an address such as https://warehouse.example.com',
    );
  return url.href.replace(/\/+$/, '');
}

// Before the paths with {id}: the router takes the first match.
const enrollmentKeyEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/wms/hubs/enrollment-keys',
    summary: 'Enrollment keys, newest first; the keys themselves are never shown again',
    permission: 'wms.print.devices',
    query: pagedQuery({}),
    returns: keyView,
    run: pageOf(listEnrollmentKeys, shownAs(keyView)),
  }),
  create({
    path: '/api/wms/hubs/enrollment-keys',
    summary: 'Create a key that can only enroll hubs; enrollment_key is shown in this response only',
    description:
      "It is the backend_anon_key of hub.cloud_bind. Expires after 7 days unless expires_at says otherwise, and never later than the token it is made with. With backend_url, the address under which the workstation reaches the platform, the response also has connection_code: one text to paste on the hub's own page.",
    permission: 'wms.print.devices',
    command: hubCommands.createEnrollmentKey,
    body: s.object({
      name: nameText(100),
      warehouse_id: s.optional(s.nullable(s.uuid())),
      expires_at: s.optional(s.instant()),
      backend_url: s.optional(s.text(300)),
    }),
    input: ({ secrets, organizationId }, { backend_url: backendUrl, ...body }) => {
      const enrollmentKey = newSecret('hek', organizationId);
      secrets['enrollment_key'] = enrollmentKey;
      if (backendUrl !== undefined) {
        secrets['connection_code'] = connectionCode({
          backend_url: addressOf(backendUrl),
          organization_id: organizationId,
          warehouse_id: body.warehouse_id ?? null,
          enrollment_key: enrollmentKey,
        });
      }
      return {
        ...body,
        id: newId(),
        key_hash: createHash('sha256').update(enrollmentKey).digest('hex'),
      };
    },
    respondWith: key,
    returns: s.object({
      ...keyView.shape,
      enrollment_key: s.optional(s.text(100)),
      connection_code: s.optional(s.text(4_000)),
    }),
  }),
  command({
    method: 'DELETE',
    path: '/api/wms/hubs/enrollment-keys/{id}',
    summary: 'Revoke an enrollment key at once; hubs enrolled with it stay',
    permission: 'wms.print.devices',
    command: hubCommands.revokeEnrollmentKey,
    pathToInput: { id: 'key_id' },
    respondWith: key,
    returns: keyView,
  }),
];

export const hubEndpoints: readonly Endpoint[] = [
  ...enrollmentKeyEndpoints,
  list({
    path: '/api/wms/hubs',
    summary: 'Hubs of the organization',
    permission: 'wms.print.view',
    query: pagedQuery({ warehouse_id: s.uuid() }),
    returns: hubView,
    run: pageOf(listHubs, showHub),
  }),
  query({
    path: '/api/wms/hubs/{id}',
    summary: 'One hub',
    permission: 'wms.print.view',
    returns: hubView,
    run: byId(hub),
  }),
  command({
    method: 'PATCH',
    path: '/api/wms/hubs/{id}',
    summary: 'Rename a hub or move it, with its printers, to another warehouse',
    permission: 'wms.print.devices',
    command: hubCommands.updateHub,
    pathToInput: { id: 'hub_id' },
    respondWith: hub,
    returns: hubView,
  }),
  command({
    method: 'DELETE',
    path: '/api/wms/hubs/{id}',
    summary: 'Revoke a hub: its link is closed, it can claim nothing more, and its printers leave the ledger',
    permission: 'wms.print.devices',
    command: hubCommands.revokeHub,
    pathToInput: { id: 'hub_id' },
    respondWith: hub,
    returns: hubView,
  }),
];
