/**
 * Shipments at commit join a wave together, a release takes it alone. Whoever waits is let through in turn: commits that
 * come later wait behind the release, however many there are, and then join the next wave.
 */
import test from 'ava';
import { inTenant, row, setLimits } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { joinOpenWave } from '../../db/picking/waves.write.ts';
import { newId } from '../../domain/new-id.ts';
import { newShipment, patch, read, stocked, type Running } from '../fulfillment/outbound-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';

interface Joining {
  /** Its session in the database. */
  pid: number;
  hasJoined(): boolean;
  commit(): Promise<void>;
}

/** A shipment joins the open wave of its ship mode, in a transaction that stays open until it is told to commit. */
async function openJoining(platform: Running, shipment: any, mode: string): Promise<Joining> {
  const { id: organizationId, warehouseId, merchantId } = platform.standard;
  let hasJoined = false;
  let commit = (): void => {};
  const told = new Promise<void>((resolve) => (commit = resolve));
  let begun = (_pid: number): void => {};
  const pid = new Promise<number>((resolve) => (begun = resolve));
  const done = inTenant(platform.database, { organizationId }, async (tx) => {
    await setLimits(tx, { idle_in_transaction_session_timeout: '60s', lock_timeout: '60s' });
    begun((await row<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`))!.pid);
    const work = {
      tx,
      organizationId,
      commandId: newId(),
      actor: { name: 'test' },
      takeNumber: () => Promise.resolve(`WAVE-${newId()}`),
      emit: () => {},
      signal: () => {},
    };
    await joinOpenWave(work, { warehouse_id: warehouseId, ship_mode: mode }, [
      { id: shipment.id, merchant_id: merchantId },
    ]);
    hasJoined = true;
    await told;
  });
  done.catch(() => {});
  return {
    pid: await pid,
    hasJoined: () => hasJoined,
    commit: () => {
      commit();
      return done;
    },
  };
}

async function isBlocked(platform: Running, pids: readonly number[]): Promise<boolean> {
  const { rows } = await platform.owner.query<{ is_blocked: boolean }>(
    'select bool_and(cardinality(pg_blocking_pids(pid)) > 0) as is_blocked from unnest($1::int[]) pid',
    [pids],
  );
  return rows[0]!.is_blocked;
}

test('a wave is released after the commits on their way, and before all that come later', async (t) => {
  const platform = await joinPlatform(t);
  const { client, standard } = platform;
  const item = await stocked(platform, { 'A-01': 20 });
  // Theirs is another wave: each joins the one of couriers by hand, as at its own commit.
  const shipments = await Promise.all(
    Array.from({ length: 7 }, () => newShipment(platform, [{ item_id: item, qty: 1 }])),
  );
  await platform.owner.query(
    'delete from wave_shipments where organization_id = $1 and shipment_id = any ($2::uuid[])',
    [standard.id, shipments.map(({ id }) => id)],
  );
  const key = { warehouse_id: standard.warehouseId, ship_mode: 'courier' };
  const wave = (await client.post('/api/wms/waves', key)).body.data;
  const [early, ...rest] = shipments;
  const first = await openJoining(platform, early, 'courier');
  await until('the first has joined', () => first.hasJoined());

  const release = patch(client, `/api/wms/waves/${wave.id}`, { action: 'release' });
  await until('the release waits for it', async () => {
    const { rows } = await platform.owner.query(
      'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
      [first.pid],
    );
    return rows.length > 0;
  });
  const later = await Promise.all(rest.map((one) => openJoining(platform, one, 'courier')));
  await until('all wait, or one has gone first', async () => {
    return (
      later.some((one) => one.hasJoined()) ||
      (await isBlocked(
        platform,
        later.map(({ pid }) => pid),
      ))
    );
  });
  const firstOnes = later.filter((one) => one.hasJoined()).length;
  await first.commit();
  const released = await release;
  await Promise.all(later.map((one) => one.commit()));
  t.is(firstOnes, 0, 'nobody goes first');
  t.is(released.status, 200, released.text);
  const [next] = await read(client, '/api/wms/waves?status=open&ship_mode=courier');
  t.not(next.id, wave.id);
  t.is(next.shipment_count, rest.length);
});
