/** A label is offered while its transaction commits: the claim waits for the end, whichever it is. */
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { desk, post, state } from './desk.ts';

/** A label whose transaction can neither commit nor fail until `holder` commits, offered and claimed meanwhile. */
async function claimedAhead(t: ExecutionContext) {
  const platform = await startPlatform(t);
  const { device, link } = await desk(platform, t);
  const holder = await platform.owner.connect();
  t.teardown(() => holder.release(true));
  // The label's events are the last it writes.
  await holder.query('begin');
  await holder.query('lock table events in exclusive mode');
  const posted = post(platform, device);
  const offer = await link.next('offer');
  const claimed = link.claim(offer['print_job_id'], randomUUID());
  return { platform, link, holder, posted, offer, claimed };
}

test('a claim sent before the label is committed is granted after the commit, and not before', async (t) => {
  const { platform, link, holder, posted, offer, claimed } = await claimedAhead(t);
  t.like(await link.claim(randomUUID()), { type: 'not_claimed', reason: 'NOT_FOUND' });
  t.false(link.frames.some(({ type }) => type === 'claimed' || type === 'not_claimed'));
  await holder.query('commit');
  t.is((await claimed).type, 'claimed');
  t.is(await posted, offer['print_job_id']);
  t.is((await state(platform, offer['print_job_id'])).status, 'printing');
  t.false(link.frames.some(({ type }) => type === 'offer'));
});

test('a label whose commit fails after it was offered is granted to nobody', async (t) => {
  const { platform, holder, posted, claimed } = await claimedAhead(t);
  await until('the transaction of the label was ended', async () => {
    const { rowCount } = await holder.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount === 1;
  });
  await t.throwsAsync(posted);
  t.like(await claimed, { type: 'not_claimed', reason: 'NOT_FOUND' });
  await holder.query('commit');
  const { body } = await platform.client.get('/api/wms/print-jobs');
  t.is(body.data.length, 0);
});
