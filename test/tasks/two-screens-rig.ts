/** A program of two screens, which knows nothing but what `claim` says. */
import { newItem, settled } from '../orders/orders-rig.ts';
import { patch, read, type Running } from '../fulfillment/outbound-rig.ts';

/** What a scanner reads of some goods, by scan. */
export type Seen = Readonly<Record<string, unknown>>;

export async function post(platform: Running, path: string, body: object): Promise<any> {
  const answer = await settled(platform.client, await platform.client.post(path, body), path);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text} ${JSON.stringify(body)}`);
  return answer.body.data;
}

/** What was seen under the names that these fields say. */
const sent = (fields: any, seen: Seen): object =>
  Object.fromEntries(
    fields.flatMap(({ scan, field, is_list: isList }: any) =>
      seen[scan] === undefined ? [] : [[field, isList ? [seen[scan]].flat() : seen[scan]]],
    ),
  );

/** Sends a round of scans as the work says. */
export function record(platform: Running, { path, list, fields }: any, seen: Seen): Promise<any> {
  const round = sent(fields, seen);
  return post(platform, path, list === null ? round : { [list]: [round] });
}

/** The choice of these words, as a person finds it, sent with what was seen. */
export async function choose(
  platform: Running,
  { choices }: any,
  words: RegExp,
  seen: Seen = {},
): Promise<any> {
  const { method, path, action, fixed, fields } = choices.find(({ say }: any) => words.test(say));
  const body = { ...(action === null ? {} : { action }), ...fixed, ...sent(fields, seen) };
  if (method === 'POST') return post(platform, path, body);
  const answer = await settled(platform.client, await patch(platform.client, path, body), path);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text} ${JSON.stringify(body)}`);
  return answer.body.data;
}

export async function finish(platform: Running, { finish: { path, action } }: any): Promise<any> {
  const done = await patch(platform.client, path, { action });
  if (done.status !== 200) throw new Error(done.text);
  return done.body.data;
}

export const codeOf = async (platform: Running, shelf: string): Promise<string> =>
  (await read(platform.client, `/api/wms/locations/${shelf}`)).code;

export async function item(platform: Running, more: object = {}): Promise<{ id: string; sku: string }> {
  const id = await newItem(platform, platform.standard, more);
  return { id, sku: (await read(platform.client, `/api/wms/items/${id}`)).sku };
}
