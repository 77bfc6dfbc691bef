/** What JSON cannot represent exactly is refused, where it comes in and where it would result. */
import test from 'ava';
import { toJsonNumber } from '../../domain/decimal.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { adjust, freshItem, rowsOf } from '../helpers/shelf.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const most = 999_999_999.999999;

test('a movement that would leave a balance no JSON number says is refused, and the balance stays', async (t) => {
  const { client } = platform;
  const shelf = await freshItem(platform);
  let refused;
  let booked = 0;
  for (; booked < 12 && !refused; booked += 1) {
    const answer = await adjust(client, shelf, { qty_delta: most });
    if (answer.status !== 200) refused = answer;
  }
  t.is(refused?.status, 422, refused?.text);
  t.is(refused?.body.error.code, 'NUMBER_NOT_EXACT');
  const [{ rows }, [row]] = await Promise.all([
    platform.owner.query('select qty::text as qty from inventory_balances where item_id = $1', [
      shelf.item_id,
    ]),
    rowsOf(client, shelf.item_id),
  ]);
  t.is(String(row.qty), rows[0].qty, 'what is shown is what is there');
});

test('a number that would be rounded as it is read is refused before anything is', async (t) => {
  const { standard, url } = platform;
  const shelf = await freshItem(platform);
  const send = async (qty: string) => {
    const answer = await fetch(`${url}/api/wms/inventory/adjust`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${standard.accessToken}`,
        'x-organization-id': standard.id,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ...shelf, reason_code: 'found', qty_delta: 'Q' }).replace('"Q"', qty),
    });
    return { status: answer.status, body: (await answer.json()) as any };
  };
  for (const qty of [
    '5.00000000000000000001',
    '100000000.00000000001',
    '123456.7891230000000001',
    '1e-400',
    '-2.5E+400',
  ]) {
    const { status, body } = await send(qty);
    t.is(status, 422, qty);
    t.is(body.error.code, 'NUMBER_NOT_EXACT');
  }
  for (const qty of ['5.000000', '999999999.999999', '1.500000000000000000000', '1e2', '25E-1'])
    t.is((await send(qty)).status, 200, qty);
});

test('a decimal leaves as the number that says it, or not at all', (t) => {
  for (const text of ['11999999999.999988', '9007199254740993', '0.12345678901234567', '-11999999999.999988'])
    t.throws(() => toJsonNumber(text), { message: /exactly/ }, text);
  for (const text of ['0.1', '999999999.999999', '1999999999.999998', '-99999999999.9999', '12.340000'])
    t.is(toJsonNumber(text), Number(text));
});

test('the columns take exactly the numbers that a double gives back', async (t) => {
  const { rows } = await platform.owner
    .query(
      `
    create function pg_temp.takes(domain text, value numeric) returns boolean language plpgsql as $$
    begin
      execute format('select %L::%I', value, domain);
      return true;
    exception when check_violation then return false;
    end $$;
    select domain, count(*)::int as tried, count(*) filter (where not is_exact)::int as inexact,
           array_agg(value) filter (where pg_temp.takes(domain, value) <> is_exact) as wrong
      from (values ('quantity', 6, 18), ('unit_price', 6, 18), ('money_amount', 4, 20)) d (domain, scale, digits)
      cross join generate_series(4, digits) length cross join generate_series(1, 40) n cross join (values (1), (-1)) s (sign)
      cross join lateral (select sign * (case n when 1 then 10::numeric ^ length - 1 when 2 then 10::numeric ^ (length - 1)
          else (trunc(random()::numeric * 1e10) * 1e10 + trunc(random()::numeric * 1e10)) % 10::numeric ^ length end) / 10::numeric ^ scale as value) v
      cross join lateral (select value::double precision::text::numeric = value as is_exact) e
     group by domain order by domain`,
    )
    .then((answers: any) => answers.at(-1));
  t.is(rows.length, 3);
  for (const { domain, tried, inexact, wrong } of rows) {
    t.is(wrong, null, domain);
    t.true(inexact > 0 && inexact < tried, `${domain}: ${inexact} of ${tried}`);
  }
});
