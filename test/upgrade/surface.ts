/**
 * What a release promises to whoever calls it: its description, its codes with their status, who may do what, what hubs and
 * the relay send each other, and the columns of its export files.
 */
import { webhookDescription } from '../../api/inbound/webhook-description.ts';
import { exportEndpoints } from '../../api/tenant/exports/endpoints.ts';
import { planExport, type ExportName } from '../../db/exports/exports.read.ts';
import { eventCatalogue } from '../../domain/domain-event.ts';
import { refusalStatus } from '../../domain/refusals.ts';
import { hubMessages, relayMessages } from '../description/hub-surface.ts';
import { description, everyEndpoint, nameOf, permissionsOf } from '../http/endpoints.ts';

export type Json = Record<string, any>;

export interface Surface {
  description: Json;
  codes: Record<string, number>;
  /** Any one of them is enough; none: every token. By operation, by action of one (`PATCH /path action`), by event. */
  permissions: Record<string, readonly string[]>;
  hub: Record<string, Json>;
  relay: Record<string, Json>;
  /** By path. */
  columns: Record<string, readonly string[]>;
}

/** That of this build. The storefront's webhook is described beside the two surfaces, since it takes no token. */
export function presentSurface(): Surface {
  return {
    description: { ...description, paths: { ...description.paths, ...webhookDescription } },
    codes: refusalStatus,
    permissions: Object.fromEntries([...everyEndpoint.flatMap(accessTo), ...accessToEvents()]),
    hub: hubMessages(),
    relay: relayMessages(),
    columns: Object.fromEntries(exportEndpoints.map(({ path }) => [path, columnsOf(path)])),
  };
}

type Access = [place: string, permissions: readonly string[]];

function accessTo(endpoint: (typeof everyEndpoint)[number]): Access[] {
  const place = nameOf(endpoint);
  if (endpoint.kind !== 'actions') return [[place, permissionsOf(endpoint)]];
  const { actions, edit } = endpoint;
  return [
    ...Object.entries(actions).map(([action, { permission }]): Access => [
      `${place} ${action}`,
      [permission],
    ]),
    ...(edit ? [[`${place} editing`, [edit.permission]] satisfies Access] : []),
  ];
}

const accessToEvents = (): Access[] =>
  Object.entries(eventCatalogue).map(([type, { seenWith }]) => [`EVENT ${type}`, seenWith]);

function columnsOf(path: string): string[] {
  const name = path.split('/').at(-1)!.replace('stock-ledger', 'ledger') as ExportName;
  return planExport(name, 'nobody', {}).columns.map(([column]) => column);
}
