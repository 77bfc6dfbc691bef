/** What flows, stores and endpoints are called: people know names, not ids. */
import { readChoices, type Connection, type Endpoint, type Flow } from './api.ts';
import { number } from './words.ts';

interface Kind {
  path: string;
  nameOf(one: never): string;
}

const kinds = {
  flow: { path: 'integration/flows', nameOf: ({ name }: Flow) => name },
  connection: {
    path: 'integration/connections',
    nameOf: ({ name, store_domain: domain }: Connection) => name || (domain ?? ''),
  },
  endpoint: {
    path: 'tenancy/webhook-endpoints',
    nameOf: ({ description, url }: Endpoint) => description || new URL(url).host,
  },
} satisfies Record<string, Kind>;
type KindName = keyof typeof kinds;

const known = new Map<string, string>();

async function learn(kind: KindName): Promise<void> {
  const { path, nameOf } = kinds[kind];
  for (const one of await readChoices<{ id: string }>(path)) known.set(one.id, nameOf(one as never));
}

/** The name of a thing that was learned; its number when it is older than those in the list. */
export const nameOf = (id: string): string => known.get(id) || number(id);

/** What is read, once the things it names are known. */
export async function withNames<T>(
  kind: KindName,
  reading: Promise<T>,
  idsOf: (read: T) => string[],
): Promise<T> {
  const read = await reading;
  if (idsOf(read).some((id) => !known.has(id))) await learn(kind);
  return read;
}
