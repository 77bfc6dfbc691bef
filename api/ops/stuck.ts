/**
 * `/ops`: what is stuck, for whom, why, and what can be done about it. Viewing needs ops.view, its buttons ops.manage.
 * It covers every organization, so these permissions are granted by name, to whoever runs the platform.
 */
import type { Context } from 'koa';
import { listUncoveredDays } from '../../db/billing/gaps/billing-gaps.read.ts';
import { inTenant, type Database } from '../../db/database.ts';
import {
  listFailedOrders,
  listHeldOrders,
  listLateStores,
} from '../../db/integration/stuck-integration.read.ts';
import {
  listCarrierWaits,
  listMissingLabels,
  listRefusedManifests,
  listRefusedRefunds,
  listUnneededLabels,
} from '../../db/parcels/stuck-labels.read.ts';
import { listLabelBacklog, listSilentHubs } from '../../db/printing/stuck-labels.read.ts';
import {
  listFailedCommands,
  listLateCommands,
  nameDocuments,
  type StuckCommand,
} from '../../db/engine/stuck-commands.read.ts';
import { listLateEndpoints } from '../../db/webhooks/late-endpoints.read.ts';
import { queueNames } from '../../queues/engine/policies.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import { serveStylesheet, showPage } from '../docs/layout.ts';
import type { SidePage } from '../http/exchange.ts';
import { readRawBody } from '../http/read-body.ts';
import type { OpsLogin } from './login.ts';
import type { Operator, RerunFailed } from './rerun-jobs.ts';
import { stuckPage, type Listed, type ShownCommand } from './stuck-view.ts';

/** Acts on one command; false if there is no longer anything to do. */
export type CommandAction = (
  command: { organization_id: string; command_id: string },
  operator: Operator,
) => Promise<boolean>;

export interface StuckParts {
  database: Database;
  producer: Producer;
  rerun: RerunFailed;
  /** A failed command that should no longer be listed. */
  putAside: CommandAction;
  /** Gives up on an open command as if its last attempt had failed. */
  cancel: CommandAction;
  /** Whose pages are the same, of what is there. */
  otherCells: readonly { name: string; url: string }[];
  /** Whether these pages have a port of their own, on which there is no documentation. */
  isApart: boolean;
}

const lateSeconds = 60;
const labelSeconds = 120;
const hubSeconds = 300;
const outsideSeconds = 300;
const rowsMax = 50;
const stylesheetPath = '/ops/style.css';
const formBytesMax = 4 * 1024;
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function stuckPages(guard: OpsLogin['guard'], parts: StuckParts): SidePage {
  const answer: SidePage['answer'] = async (ctx, next, { requestId }) => {
    const action = actions[ctx.path];
    if (parts.isApart && ctx.path === stylesheetPath) return serveStylesheet(ctx);
    if (ctx.path === '/ops' && (ctx.method === 'GET' || ctx.method === 'HEAD')) {
      const principal = await guard(ctx, 'ops.view');
      if (principal) await show(ctx, parts, principal.permissions.includes('ops.manage'));
    } else if (action && ctx.method === 'POST') {
      const principal = await guard(ctx, 'ops.manage');
      if (!principal) return;
      const form = new URLSearchParams((await readRawBody(ctx.req, formBytesMax)).toString('utf8'));
      const command = {
        organization_id: form.get('organization_id') ?? '',
        command_id: form.get('command_id') ?? '',
      };
      if (!id.test(command.organization_id) || !id.test(command.command_id)) {
        ctx.status = 400;
        ctx.type = 'text/plain';
        ctx.body = 'organization_id and command_id must be ids.';
        return;
      }
      const { token_id, name } = principal;
      const operator: Operator = { token_id, name, ip: ctx.ip, request_id: requestId };
      const isDone = await parts[action.by](command, operator);
      ctx.redirect(`/ops?did=${isDone ? action.did : 'nothing'}`);
      ctx.status = 303;
    } else return next();
  };
  return { under: ['/ops'], answer };
}

const notices = {
  rerun: 'It is running again, as a new command.',
  aside: 'It was put aside.',
  cancelled: 'It was cancelled: whoever is waiting is told that it failed.',
  nothing: 'It has already changed; nothing was done.',
};

const actions: Readonly<Record<string, { did: keyof typeof notices; by: 'rerun' | 'putAside' | 'cancel' }>> =
  {
    '/ops/rerun': { did: 'rerun', by: 'rerun' },
    '/ops/put-aside': { did: 'aside', by: 'putAside' },
    '/ops/cancel': { did: 'cancelled', by: 'cancel' },
  };

async function show(ctx: Context, parts: StuckParts, isManager: boolean): Promise<void> {
  const { database, producer } = parts;
  const [
    failed,
    late,
    labels,
    hubs,
    orders,
    held,
    stores,
    endpoints,
    carriers,
    manifests,
    missing,
    unneeded,
    refunds,
    unbilled,
  ] = await Promise.all([
    listed((limit) => listFailedCommands(database, limit)),
    listed((limit) => listLateCommands(database, lateSeconds, limit)),
    listed((limit) => listLabelBacklog(database, labelSeconds, limit)),
    listed((limit) => listSilentHubs(database, hubSeconds, limit)),
    listed((limit) => listFailedOrders(database, limit)),
    listed((limit) => listHeldOrders(database, limit)),
    listed((limit) => listLateStores(database, outsideSeconds, limit)),
    listed((limit) => listLateEndpoints(database, outsideSeconds, limit)),
    listed((limit) => listCarrierWaits(database, outsideSeconds, limit)),
    listed((limit) => listRefusedManifests(database, limit)),
    listed((limit) => listMissingLabels(database, limit)),
    listed((limit) => listUnneededLabels(database, limit)),
    listed((limit) => listRefusedRefunds(database, limit)),
    listed((limit) => listUncoveredDays(database, limit)),
  ]);
  const named = await namesOf(database, [...failed.rows, ...late.rows]);
  const withNames = (command: StuckCommand): ShownCommand => ({
    ...command,
    documents: idsOf(command).flatMap((one) => named.get(one) ?? []),
  });
  const shownLate = await Promise.all(
    late.rows.map(async (command) => ({
      ...withNames(command),
      reason: await lastErrorOf(producer, command),
    })),
  );
  const did = new URLSearchParams(ctx.querystring).get('did') ?? '';
  const notice = Object.hasOwn(notices, did) ? notices[did as keyof typeof notices] : '';
  const body = stuckPage({
    failed: { ...failed, rows: failed.rows.map(withNames) },
    late: { ...late, rows: shownLate },
    labels,
    hubs,
    orders,
    held,
    stores,
    endpoints,
    carriers,
    manifests,
    missing,
    unneeded,
    refunds,
    unbilled,
    isManager,
    notice,
    otherCells: parts.otherCells,
  });
  const alone = parts.isApart ? { stylesheet: stylesheetPath } : undefined;
  showPage(ctx, { title: 'What is stuck', current: '/ops', body, alone });
  ctx.set('Cache-Control', 'no-store');
}

/** One more is read than is shown, to say whether there are more. */
async function listed<R>(list: (limit: number) => Promise<R[]>): Promise<Listed<R>> {
  const found = await list(rowsMax + 1);
  return { rows: found.slice(0, rowsMax), isMore: found.length > rowsMax };
}

/** The numbers of the commands' documents, one organization at a time, because they are visible only inside it. */
async function namesOf(
  database: Database,
  commands: readonly StuckCommand[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const organizationId of new Set(commands.map((command) => command.organization_id))) {
    const ids = commands.filter((command) => command.organization_id === organizationId).flatMap(idsOf);
    const found = await inTenant(database, { organizationId }, (tx) => nameDocuments(tx, [...new Set(ids)]), {
      readOnly: true,
    });
    for (const [key, name] of found) names.set(key, name);
  }
  return names;
}

function idsOf({ input }: StuckCommand): string[] {
  return Object.values(input).filter((value): value is string => typeof value === 'string' && id.test(value));
}

/** What its job last failed with, while it is being retried; undefined if no queue holds the job yet. */
async function lastErrorOf(producer: Producer, { queue, job_id: job }: StuckCommand): Promise<string | null> {
  const name = queueNames.find((known) => known === queue);
  if (!name || !job) return null;
  const found = await producer
    .queue(name)
    .getJob(job)
    .catch(() => undefined);
  return found?.failedReason ?? null;
}
