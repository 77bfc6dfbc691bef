/**
 * Labels for the test that walks all state machines: with an account that nobody asks about, so that only who is
 * tested moves them.
 */
import type { Subject } from '../helpers/machine-asks.ts';
import { asBefore } from '../helpers/machine-asks.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { newAccount, newParcel, onLabel, placeWarehouse } from './parcels-rig.ts';

export async function unaskedAccount(platform: Platform): Promise<{ id: string }> {
  await placeWarehouse(platform);
  const { id } = await newAccount(platform.client, 'http://127.0.0.1:9');
  await platform.owner.query(
    'alter table carrier_accounts drop constraint if exists carrier_accounts_far_side_check',
  );
  await platform.owner.query("update carrier_accounts set far_side = 'nobody' where id = $1", [id]);
  return { id };
}

export function labelSubject(platform: Platform): Subject {
  const { client } = platform;
  let account: Promise<{ id: string }> | undefined;
  return {
    table: 'label_purchases',
    column: 'state',
    make: async () => {
      account ??= unaskedAccount(platform);
      const { id } = await account;
      const { buy } = await newParcel(platform, id);
      const answer = await buy(client, { prefer: 'respond-async' });
      if (answer.status !== 202) throw new Error(answer.text);
      const { id: label } = answer.body.data;
      // Put among those whose carrier is to be chosen, the clock would take it.
      await platform.owner.query(
        "update label_purchases set next_try_at = now() + interval '1 day' where id = $1",
        [label],
      );
      return label;
    },
    ask: {
      void: (id) => onLabel(client, id, 'void'),
      reprint: (id) => onLabel(client, id, 'reprint'),
      accept: (id) => onLabel(client, id, 'accept', { reason: 'It is wanted.' }),
      adopt: (id) => onLabel(client, id, 'adopt', { reason: 'It is there.', tracking_no: '1Z' }),
      retry: (id) => onLabel(client, id, 'retry', { reason: 'It is not there.' }),
      give_up: (id) => onLabel(client, id, 'give_up', { reason: 'It is not there.' }),
    },
    otherwise: {
      void: { unknown: 'LABEL_UNKNOWN', voiding: asBefore, void_unknown: asBefore, voided: asBefore },
    },
  };
}
