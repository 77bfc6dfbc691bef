/**
 * Words that tens of thousands of rows contain: the page, the pages after it and the total are the same whether a list
 * meets their rows at once, only far down, or through the index of words, with filters and for every reader.
 */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { everyPermission } from '../helpers/join-platform.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';

/** Customers in the order of the list, and which of them each word is in. */
const customers = 126_000;
const words: Record<string, { from: number; every: number }> = {
  bird: { from: 0, every: 1 },
  // Met soon, but not often enough to be counted on the way.
  crane: { from: 0, every: 9 },
  // Far down: few enough to list, to pick, and too many for both.
  heron: { from: 113_000, every: 1 },
  stork: { from: 96_000, every: 1 },
  swan: { from: 25_000, every: 1 },
};
const inactiveEvery = 4_000;

let platform: OwnPlatform & { stop(): Promise<void> };
let house: Client;
test.before(async (t) => {
  t.timeout(120_000);
  platform = await startPlatform(undefined, { workers: false });
  const { owner, threePl } = platform;
  const named = Object.entries(words)
    .map(
      ([word, { from, every }]) => `case when n >= ${from} and n % ${every} = 0 then ' ${word}' else '' end`,
    )
    .join(' || ');
  await owner.query(
    `insert into customers (organization_id, id, merchant_id, code, name, is_active)
     select $1, gen_random_uuid(), case when n % 2 = 0 then $2::uuid else $3::uuid end, 'C-' || lpad(n::text, 7, '0'),
            'A' || ${named}, n % ${inactiveEvery} <> 0
       from generate_series(0, ${customers - 1}) n`,
    [threePl.id, threePl.merchantId, threePl.secondMerchantId],
  );
  await owner.query('analyze customers');
  house = await platform.clientWith(threePl, everyPermission);
});
test.after.always(() => platform?.stop());

/** The numbers of the customers that a word is in, in the order of the list. */
function holders(word: string, isWanted: (n: number) => boolean = () => true): number[] {
  const { from, every } = words[word]!;
  return Array.from({ length: customers }, (_, n) => n).filter(
    (n) => n >= from && n % every === 0 && isWanted(n),
  );
}

interface Page {
  numbers: number[];
  total: number;
  isExact: boolean;
  cursor: string | null;
}

async function pageOf(reader: Client, query: string): Promise<Page> {
  const { status, body } = await reader.get(`/api/oms/customers?page_size=40&${query}`);
  if (status !== 200) throw new Error(`${query}: ${status} ${JSON.stringify(body)}`);
  const numbers = body.data.map(({ code }: { code: string }) => Number(code.slice(2)));
  const { total, total_is_exact: isExact, next_cursor: cursor } = body.meta;
  return { numbers, total, isExact, cursor };
}

for (const word of Object.keys(words)) {
  test.serial(`${word}: its first pages, by number and by cursor, and how many there are`, async (t) => {
    const all = holders(word);
    const first = await pageOf(house, `q=${word}`);
    t.deepEqual(first.numbers, all.slice(0, 40));
    t.deepEqual([first.total, first.isExact], [10_000, false]);
    const second = await pageOf(house, `q=${word}&page=2`);
    t.deepEqual(second.numbers, all.slice(40, 80));
    const next = await pageOf(house, `q=${word}&cursor=${first.cursor}`);
    t.deepEqual(next.numbers, all.slice(40, 80));
    t.deepEqual([next.total, next.isExact], [10_000, false]);
  });

  test.serial(`${word}: with a filter that few rows pass, the total is exact`, async (t) => {
    const wanted = holders(word, (n) => n % inactiveEvery === 0);
    const found = await pageOf(house, `q=${word}&is_active=false`);
    t.deepEqual(found.numbers, wanted.slice(0, 40));
    t.deepEqual([found.total, found.isExact], [wanted.length, true]);
  });

  test.serial(`${word}: a merchant’s token finds and counts its own alone`, async (t) => {
    const { threePl } = platform;
    const merchant = await platform.clientWith(threePl, everyPermission, {
      merchantId: threePl.merchantId,
    });
    const own = holders(word, (n) => n % 2 === 0);
    const found = await pageOf(merchant, `q=${word}`);
    t.deepEqual(found.numbers, own.slice(0, 40));
    t.deepEqual([found.total, found.isExact], [Math.min(own.length, 10_000), own.length <= 10_000]);
  });
}

test.serial('a cursor beyond the last row of a common word ends the list', async (t) => {
  const all = holders('crane');
  const last = await pageOf(house, `q=crane&page=${Math.ceil(all.length / 40)}`);
  t.deepEqual(last.numbers, all.slice(Math.floor((all.length - 1) / 40) * 40));
  t.is(last.cursor, null);
});

test.serial('text without a letter or a digit is found nowhere', async (t) => {
  for (const q of ['%25', '--', '.']) t.deepEqual((await pageOf(house, `q=${q}`)).numbers, [], q);
});
