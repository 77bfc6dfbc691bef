/** Days that no billing run covered are seen by whoever runs the platform, until a run covers them. */
import test from 'ava';
import { startPlatform } from '../helpers/platform.ts';

test('a day between two runs is on the page until it is billed', async (t) => {
  const { client, owner, threePl, url } = await startPlatform(t, { workers: false });
  const login = await fetch(`${url}/ops/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ access_token: client.accessToken }),
  });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0]!;
  const page = async () => (await fetch(`${url}/ops`, { headers: { cookie } })).text();
  const ran = async (from: number, to: number): Promise<void> => {
    await owner.query(
      `with run as (
         insert into billing_runs (organization_id, id, run_no, mode, scope_key, period_start, period_end, invoice_date, status, requested_by)
         values ($1, gen_random_uuid(), 'BR-' || $3, 'draft', 'all', current_date - $3::integer, current_date - $4::integer, current_date, 'completed', 'test')
         returning organization_id, id)
       insert into billing_run_steps (organization_id, run_id, merchant_id, position, step, status)
       select organization_id, id, $2, 0, 'plan', 'done' from run`,
      [threePl.id, threePl.merchantId, from, to],
    );
  };
  await owner.query('update merchants set is_active = (id = $2) where organization_id = $1', [
    threePl.id,
    threePl.merchantId,
  ]);
  t.regex(await page(), /Nothing is stuck/);
  await ran(40, 25);
  await ran(23, 10);
  const { rows } = await owner.query(
    'select name, (current_date - 24)::text as day from organizations where id = $1',
    [threePl.id],
  );
  const shown = (await page()).replaceAll(/<[^>]*>/g, ' ');
  t.regex(shown, /Days that no billing run covered/);
  t.true(shown.includes(rows[0].name) && shown.includes(rows[0].day), shown);
  await ran(24, 24);
  t.regex(await page(), /Nothing is stuck/);
});
