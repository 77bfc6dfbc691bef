/** Manifests for the test that walks all state machines: of an account that nobody asks about. */
import type { Subject } from '../helpers/machine-asks.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { unaskedAccount } from './label-subject.ts';
import { newParcel } from './parcels-rig.ts';

export function manifestSubject(platform: Platform): Subject {
  const { client, owner, standard } = platform;
  const path = '/api/tms/manifests';
  let account: Promise<{ id: string }> | undefined;
  const on = (id: string, action: string, more: object = {}) =>
    client.patch(`${path}/${id}`, { action, reason: 'I looked.', ...more });
  return {
    table: 'manifests',
    column: 'state',
    make: async () => {
      account ??= unaskedAccount(platform);
      const { id } = await account;
      const { buy } = await newParcel(platform, id, { print: false });
      const label = (await buy(client, { prefer: 'respond-async' })).body.data;
      await owner.query("update label_purchases set state = 'bought', bought_at = now() where id = $1", [
        label.id,
      ]);
      const answer = await client.post(
        path,
        { account_id: id, warehouse_id: standard.warehouseId },
        { headers: { prefer: 'respond-async' } },
      );
      if (answer.status !== 202) throw new Error(answer.text);
      return answer.body.data.id;
    },
    ask: {
      adopt: (id) => on(id, 'adopt'),
      retry: (id) => on(id, 'retry'),
      give_up: (id) => on(id, 'give_up'),
    },
  };
}
