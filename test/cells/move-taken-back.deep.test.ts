/** A move that is interrupted, or killed and taken back, leaves the organization where it was and nothing where it was to go. */
import test from 'ava';
import { pino } from 'pino';
import { findPlace } from '../../db/cells/places.write.ts';
import { cancelMove, moveOrganization } from '../../server/cells/move-organization.ts';
import { startPlatform } from '../helpers/platform.ts';
import { fillWithPlenty } from '../helpers/plenty.ts';
import { testServers } from '../helpers/servers.ts';
import { startLogicalPostgres } from './logical-postgres.ts';
import { move, moveOf, ownersOf } from './move-rig.ts';

test('a move that is interrupted works on where it was; one that is taken back leaves nothing', async (t) => {
  t.timeout(600_000);
  const servers = { ...testServers(), databaseUrl: (await startLogicalPostgres(t)).url };
  const log = pino({ level: 'error' });
  const a = await startPlatform(t, { servers, api: { cell: 'a', log } });
  const b = await startPlatform(t, { servers, api: { cell: 'b', log } });
  const { id } = a.standard;
  const { source, target } = ownersOf(t, a, b);
  await fillWithPlenty(a.owner, a.standard, 500);
  const plan = moveOf(id, a, { source, target });
  const interrupted = new AbortController();
  const abort = (step: string): void => void (step === 'compare' && interrupted.abort());
  await t.throwsAsync(moveOrganization({ ...plan, signal: interrupted.signal, before: abort }));
  t.is((await findPlace(source, id))?.state, 'active', 'interrupted while it was frozen, it works on');
  for (const step of ['copy', 'compare'] as const) {
    t.is((await move(id, a, b, step)).code, null);
    await cancelMove(plan);
    t.is(await findPlace(target, id), undefined, `taken back before ${step}, nothing is left`);
    t.deepEqual(await findPlace(source, id), { state: 'active', cell: null });
  }
});
