import test, { type ExecutionContext } from 'ava';
import { chainJournals } from '../../workers/journal/chain-journals.ts';
import { startPlatform } from '../helpers/platform.ts';
import { accountsByCode, journal, rentEntry } from './books.ts';

const chain = `${journal}/chain`;
const log = {
  warn: (fault: unknown): never => {
    throw fault;
  },
};

async function books(t: ExecutionContext, entries: number) {
  const platform = await startPlatform(t, { workers: false });
  const { client, database, owner } = platform;
  const accounts = await accountsByCode(client);
  const ids: string[] = [];
  for (let index = 0; index < entries; index += 1)
    ids.push((await client.post(journal, rentEntry(accounts, index + 1))).body.data.id);
  await chainJournals({ database, log });
  const check = async (query = ''): Promise<any> => {
    const answer = await client.get(`${chain}${query}`);
    t.is(answer.status, 200, answer.text);
    return answer.body.data;
  };
  const change = (statement: string) =>
    owner.query(`begin; set local session_replication_role = 'replica'; ${statement}; commit`);
  return { ...platform, accounts, ids, check, change };
}

test('an accountant checks the chain in parts, and sees what has not joined it', async (t) => {
  const { check, ids, client, accounts } = await books(t, 5);
  const whole = await check();
  t.deepEqual(
    [whole.links, whole.checked, whole.is_whole, whole.broken, whole.next_after],
    [5, 5, true, null, null],
  );
  t.is(whole.last_hash, (await client.get(`${journal}/${ids[4]}`)).body.data.chain_hash);
  t.deepEqual([whole.unchained, whole.oldest_unchained_at], [0, null]);

  const first = await check('?limit=2');
  t.deepEqual([first.checked, first.next_after, first.unchained], [2, 2, null]);
  const second = await check('?limit=2&after=2');
  t.deepEqual([second.checked_after, second.checked, second.next_after], [2, 2, 4]);
  const third = await check('?limit=2&after=4');
  t.deepEqual([third.checked, third.next_after, third.is_whole], [1, null, true]);
  t.deepEqual([(await check('?after=99')).checked, (await check('?after=99')).next_after], [0, null]);

  const late = (await client.post(journal, rentEntry(accounts, 9))).body.data;
  const after = await check();
  t.deepEqual([after.links, after.unchained], [5, 1]);
  t.is(after.oldest_unchained_at, late.created_at);
});

test('a changed entry, a missing link and an entry planted in the past are found', async (t) => {
  const { check, ids, change } = await books(t, 5);
  const memo = (words: string) =>
    change(`update journal_lines set memo = '${words}' where entry_id = '${ids[2]}' and line_no = 1`);
  await memo('nothing to see');
  for (const query of ['', '?after=2&limit=1', '?after=1&limit=3']) {
    const { is_whole: isWhole, broken } = await check(query);
    t.false(isWhole, query);
    t.deepEqual([broken.chain_seq, broken.entry_id], [3, ids[2]]);
    t.regex(broken.entry_no, /^JE-/);
  }
  t.true((await check('?after=3')).is_whole, 'what comes after it was not touched');
  await memo('');
  t.true((await check()).is_whole);

  await change('delete from journal_chain where chain_seq = 2');
  t.is((await check()).broken.chain_seq, 3);
  t.is((await check('?after=2')).broken.chain_seq, 3, 'a cursor on the missing link finds it too');
  t.deepEqual([(await check()).unchained], [1]);
  await change('delete from journal_chain where chain_seq > 3');
  t.is((await check('?after=3')).unchained, 3, 'entries whose links were cut off stand alone');
});

test('what is posted after the clock went back joins the chain as well', async (t) => {
  const { check, change, client, accounts, database } = await books(t, 1);
  const ahead = (await client.post(journal, rentEntry(accounts, 2))).body.data;
  await change(
    `update journal_entries set created_at = created_at + interval '3 hours' where id = '${ahead.id}'`,
  );
  await chainJournals({ database, log });
  t.deepEqual([(await check()).links, (await check()).unchained], [2, 0]);
  t.is((await client.post(journal, rentEntry(accounts, 3))).status, 201);
  await chainJournals({ database, log });
  const after = await check();
  t.deepEqual([after.links, after.unchained, after.is_whole], [3, 0, true]);
});

test('the chain is for those who may see the journal, and each organization has its own', async (t) => {
  const { threePl, standard, clientWith, client } = await books(t, 1);
  t.is((await (await clientWith(standard, ['accounting.accounts'])).get(chain)).status, 403);
  const other = await (await clientWith(threePl, ['accounting.view'])).get(chain);
  t.deepEqual([other.body.data.links, other.body.data.last_hash, other.body.data.unchained], [0, null, 0]);
  for (const query of ['?limit=10001', '?limit=0', '?after=-1', '?after=x', '?from=1'])
    t.is((await client.get(`${chain}${query}`)).status, 400, query);
});
