/** R8: keys under parallel requests. R9: the guard removed, to show that the checker can fail. */
import { randomUUID } from 'node:crypto';
import { roleUrl } from '../../../db/roles.ts';
import { closeBackend, openBackend } from '../../../queues/engine/backend.ts';
import { openProducer } from '../../../queues/engine/producer.ts';
import type { QueueName } from '../../../queues/engine/policies.ts';
import { inLanes } from '../../http/wire.ts';
import { checkHouse, checkReceiving, drained, type Verdict } from '../checker.ts';
import { send } from '../persistent-client.ts';
import { pause } from '../program.ts';
import { prepareReceipts, startLoad } from '../receiving-load.ts';
import { testSecrets } from '../../helpers/servers.ts';
import { startRig, type Rig } from '../rig.ts';
import { sized, type Chaos, type Result } from '../scenario.ts';

const parallel = 20;

/** R8: each key 20 times at once; then each with a changed body. */
export async function keysInParallel(chaos: Chaos): Promise<Result> {
  const rig = await startRig(chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {});
  try {
    const lines = await prepareReceipts(rig, 5);
    const keys = Array.from({ length: sized(chaos, 100, 10) }, () => randomUUID());
    const ask = (key: string, index: number, units: number) => {
      const [receipt, line] = lines[index % lines.length]!;
      const body = {
        receipt_line_id: line,
        received_qty: units,
        location_id: rig.organization.locations['A-01'],
      };
      const path = `/api/wms/inbound-receipts/${receipt}/receive-line`;
      return send(rig.url, rig.organization, 'POST', path, body, { 'idempotency-key': key });
    };
    const requests = keys.flatMap((key, index) => Array.from({ length: parallel }, () => ({ key, index })));
    const answers = await inLanes(requests, 60, ({ key, index }) => ask(key, index, 1));
    const changed = await inLanes(
      keys.map((key, index) => ({ key, index })),
      20,
      ({ key, index }) => ask(key, index, 2),
    );
    const { rows } = await rig.owner.query<{ sum: number }>(
      "select coalesce(sum(qty_delta), 0)::float as sum from inventory_ledger where transaction_type = 'receive'",
    );
    const effects = rows[0]!.sum;
    const odd = answers.filter(({ status }) => status !== 200);
    const taken = changed.filter(({ status }) => status !== 422);
    return {
      figures: {
        keys: keys.length,
        requests: requests.length,
        effects,
        refused_changed: changed.length - taken.length,
      },
      problems: [
        ...(effects === keys.length ? [] : [`${keys.length} keys had ${effects} effects`]),
        ...odd
          .slice(0, 3)
          .map(({ status, body }) => `a keyed request answered ${status} ${JSON.stringify(body)}`),
        ...taken.slice(0, 3).map(({ status }) => `a changed body under a used key answered ${status}`),
        ...(await checkHouse(rig.owner)),
      ],
    };
  } finally {
    await rig.stop();
  }
}

/**
 * R9: every job delivered again, first with the guard and then without it. The second time the checker must report
 * duplicates.
 */
export async function guardRemoved(chaos: Chaos): Promise<Result> {
  const rig = await startRig(chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {});
  try {
    const load = startLoad(rig, await prepareReceipts(rig, 3), {
      operations: sized(chaos, 300, 60),
      lanes: 12,
      seed: chaos.seed,
    });
    await load.finished;
    await drained(rig.owner, 10_000);
    await deliverAgain(rig);
    await untilQuiet(rig);
    const guarded = await checkReceiving(rig.owner, load);
    await removeGuard(rig);
    await deliverAgain(rig);
    await untilQuiet(rig);
    const bare: Verdict = await checkReceiving(rig.owner, load);
    return {
      figures: { operations: load.done, doubled_with_guard: guarded.doubled, doubled_without: bare.doubled },
      problems: [
        ...(guarded.doubled === 0 ? [] : ['the guard let a redelivery through']),
        ...(bare.doubled > 0 ? [] : ['the checker saw no double although the guard was gone']),
      ],
    };
  } finally {
    await rig.stop();
  }
}

/**
 * Both defences are removed: a finished command looks as if it had never run, and the ledger accepts a command's line
 * again.
 */
async function removeGuard(rig: Rig): Promise<void> {
  await rig.owner.query(`
    alter table inventory_ledger drop constraint ledger_line_once;
    create or replace function begin_commands(p_organization_id uuid, p_ids uuid[]) returns setof commands language plpgsql as $$
    declare
      found_row commands;
    begin
      perform set_config('app.organization_id', p_organization_id::text, true);
      for found_row in select * from commands c
        where c.organization_id = p_organization_id and c.id = any (p_ids) order by c.id for update
      loop
        found_row.state := 'accepted';
        return next found_row;
      end loop;
    end $$;
  `);
}

/** Adds every command of the load to its queue again, under a job id of its own. */
async function deliverAgain(rig: Rig): Promise<void> {
  const { rows } = await rig.owner.query<{
    organization_id: string;
    command_id: string;
    name: string;
    queue: QueueName;
  }>(
    "select organization_id, id as command_id, name, queue from commands where queue = 'receiving' and name like '%receive_line'",
  );
  const backend = openBackend({
    redisUrl: rig.redis?.url,
    postgresUrl: roleUrl(rig.ownerUrl, 'system', testSecrets),
  });
  const producer = openProducer(backend);
  const again = rows.map((row) => ({ ...row, job_id: randomUUID() }));
  try {
    // A new producer's connection takes a moment; until then nothing is accepted.
    for (let attempt = 0; attempt < 50; attempt += 1) {
      if (await producer.dispatch(again)) return;
      await pause(100);
    }
    throw new Error('the jobs could not be delivered again');
  } finally {
    await producer.close();
    await closeBackend(backend);
  }
}

/** Until the ledger has not grown for a second: redelivered jobs leave no open command to wait for. */
async function untilQuiet(rig: Rig): Promise<void> {
  let last = -1;
  for (let round = 0; round < 60; round += 1) {
    const { rows } = await rig.owner.query<{ count: number }>(
      'select count(*)::int as count from inventory_ledger',
    );
    if (rows[0]!.count === last) return;
    last = rows[0]!.count;
    await pause(1_000);
  }
}
