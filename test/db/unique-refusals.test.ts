/**
 * Every unique index of the schema has the code of its check and words a person can act on, or a reason why no race
 * reaches it; a new one cannot be forgotten.
 */
import { readFileSync } from 'node:fs';
import test from 'ava';
import { ownConstraints } from '../../db/own-constraints.ts';
import { clashes } from '../../db/unique-refusals.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

// A key that contains the row's own id, which we choose, clashes with nothing.
const ofSchema = `
  select i.relname as name, a.columns
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class c on c.oid = x.indrelid
    join pg_namespace n on n.oid = c.relnamespace
    cross join lateral (
      select array_agg(coalesce(k.attname::text, '')) as columns
        from unnest(x.indkey::int2[]) u (attnum)
        left join pg_attribute k on k.attrelid = c.oid and k.attnum = u.attnum) a
   where n.nspname = 'public' and (x.indisunique or x.indisexclusion) and not c.relispartition
     and c.relname !~ '^(bullmq|knex)' and not 'id' = any (a.columns)
   order by 1`;

test('each unique index has a code and its words, or a reason why no race reaches it, and none is left over', async (t) => {
  const { rows } = await platform.owner.query<{ name: string; columns: string[] }>(ofSchema);
  const names = rows.map(({ name }) => name);
  const spoken = [...Object.keys(clashes), ...Object.values(ownConstraints).flat()];
  t.is(new Set(spoken).size, spoken.length, 'each has a code or a reason, not both');
  t.deepEqual(
    rows
      .filter(({ name }) => !spoken.includes(name))
      .map(({ name, columns }) => `${name} ${columns.join(' ')}`),
    [],
    'give each a code in db/unique-refusals.ts, or the reason why no race reaches it in db/own-constraints.ts',
  );
  t.deepEqual(
    spoken.filter((name) => !names.includes(name)),
    [],
    'nothing in the schema is called so',
  );
  const surface = readFileSync(new URL('../../../docs/api-surface.txt', import.meta.url), 'utf8');
  for (const [name, { sentence, fields }] of Object.entries(clashes)) {
    t.regex(sentence, /^[A-Z].*\.$/, name);
    t.true(fields.length > 0, name);
    t.deepEqual(
      fields.filter((field) => !new RegExp(`\\b${field.split('.').at(-1)!}\\??:`).test(surface)),
      [],
      `${name}: fields are called as in the API`,
    );
  }
});

test('what is taken is said by its field, not by the name of a constraint', async (t) => {
  const { client } = platform;
  const email = 'twice@example.test';
  t.is((await client.post('/api/tenancy/members', { name: 'One', email })).status, 201);
  const { status, body } = await client.post('/api/tenancy/members', { name: 'Two', email });
  t.is(status, 409);
  t.like(body.error, {
    code: 'DUPLICATE',
    message: 'There is already a member with this email: use that one, or give another.',
    details: { fields: ['email'], constraint: 'members_email_once' },
  });
  const domain = { connector: 'storefront', store_domain: 'kiwi.example.test' };
  t.is((await client.post('/api/integration/connections', domain)).status, 201);
  const again = await client.post('/api/integration/connections', domain);
  t.like(again.body.error, { code: 'DUPLICATE', details: { fields: ['store_domain'] } });
});
