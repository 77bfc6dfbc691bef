/** A search box that holds nothing sends `q=`: every list then answers as it does without. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

interface Described {
  paths: Record<string, { get?: { parameters?: { name?: string }[] } }>;
}

test('q with nothing in it is no q, in every list that has one', async (t) => {
  const { client } = platform;
  const { paths } = (await client.get('/api/openapi.json')).body as Described;
  const searched = Object.entries(paths).flatMap(([path, { get }]) => {
    const names = (get?.parameters ?? []).map(({ name }) => name);
    return ['q', 'filter[q]'].filter((word) => names.includes(word)).map((word) => [path, word] as const);
  });
  t.true(searched.length > 20, `${searched.length} lists`);
  for (const [path, word] of searched) {
    const [without, empty] = [await client.get(path), await client.get(`${path}?${word}=`)];
    t.is(empty.status, 200, `${path}: ${empty.text}`);
    t.deepEqual(empty.body, without.body, path);
  }
});
