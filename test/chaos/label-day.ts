/** What R38 does with bought labels: some are taken back, the others go with their day; and a person who decides. */
import type { Client } from '../helpers/client.ts';
import { inLanes } from '../http/wire.ts';
import type { Sold, Taken } from '../parcels/vendor-side.ts';
import { lanes, type Account } from './label-load.ts';
import { pause } from './program.ts';
import type { Rig } from './rig.ts';

const headers = { prefer: 'respond-async' };

/** What the carrier says of itself. */
interface Far {
  sold: Sold[];
  taken: Taken[];
  underWay: number;
}

/** On a connection of its own: one that was kept may have been closed by now. One that it breaks is asked again. */
export async function readFar(url: string): Promise<Far> {
  for (let tries = 1; ; tries += 1)
    try {
      const answer = await fetch(`${url}/sold`, { headers: { connection: 'close' } });
      return (await answer.json()) as Far;
    } catch (fault) {
      if (tries === 5) throw fault;
      await pause(500);
    }
}

interface Manifest {
  id: string;
  state: string;
  far_side: string;
  attempts: number;
  last_error: string | null;
  is_at_rest: boolean;
}

export const readManifests = async ({ owner }: Rig): Promise<Manifest[]> =>
  (
    await owner.query<Manifest>(
      `select m.id, m.state, a.far_side, m.attempts, m.last_error,
              m.state in ('accepted', 'refused') or (m.state = 'unknown' and m.next_try_at is null) as is_at_rest
         from manifests m join carrier_accounts a on a.id = m.account_id`,
    )
  ).rows;

/** Every third, by its id. */
const isUnneeded = ({ id }: { id: string }): boolean => Number.parseInt(id.at(-1)!, 16) % 3 === 0;

/** Has what is not needed taken back. Whoever does not answer now is asked again later. */
export async function takeBack(client: Client, { owner }: Rig): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    "select id from label_purchases where state = 'bought' and manifest_id is null",
  );
  await inLanes(rows.filter(isUnneeded), lanes, ({ id }) =>
    perhaps(() => client.patch(`/api/tms/labels/${id}`, { action: 'void' }, { headers })),
  );
}

/** Closes the day of each account, as far as there is one. */
export async function closeDay(
  client: Client,
  { organization }: Rig,
  accounts: readonly Account[],
): Promise<void> {
  const { warehouseId: warehouse_id } = organization;
  for (const { id: account_id } of accounts)
    await perhaps(() => client.post('/api/tms/manifests', { account_id, warehouse_id }, { headers }));
}

async function perhaps(step: () => ReturnType<Client['post']>): Promise<void> {
  const answer = await step().catch(() => undefined);
  if (answer && answer.status >= 400 && answer.status < 409) throw new Error(answer.text);
}

/** Decides of all that waits for a person, as the carrier has it; returns of how many. Without an answer one looks again. */
export async function decide(
  client: Client,
  { rows, manifests, far }: { rows: { id: string; state: string }[]; manifests: Manifest[]; far: Far },
): Promise<number> {
  const labels = rows.filter(({ state }) => state === 'unknown' || state === 'void_unknown');
  const days = manifests.filter(({ state }) => state === 'unknown');
  const decisions = [
    ...labels.map(({ id, state }): [string, object] => {
      const found = far.sold.find(({ reference }) => reference === id);
      const isDone = state === 'unknown' ? found !== undefined : found?.isVoided === true;
      const { tracking_no, amount } = found ?? {};
      const facts = state === 'unknown' ? { tracking_no, amount: Number(amount), currency: 'USD' } : {};
      return [`/api/tms/labels/${id}`, isDone ? { ...adopted, ...facts } : retried];
    }),
    ...days.map(({ id }): [string, object] => {
      const isTaken = far.taken.some(({ reference }) => reference === id);
      return [`/api/tms/manifests/${id}`, isTaken ? adopted : retried];
    }),
  ];
  let decided = 0;
  for (const [path, decision] of decisions) {
    const answer = await client.patch(path, decision).catch(() => undefined);
    if (answer && answer.status !== 200) throw new Error(answer.text);
    if (answer) decided += 1;
  }
  return decided;
}

const adopted = { action: 'adopt', reason: 'It is on their page.' };
const retried = { action: 'retry', reason: 'They do not have it.' };
