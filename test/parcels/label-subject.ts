/** Labels for the test that walks all state machines: bought at a carrier that nobody reaches, so none is ever settled. */
import type { Subject } from '../helpers/machine-asks.ts';
import { asBefore } from '../helpers/machine-asks.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { newAccount, newParcel, onLabel, placeWarehouse } from './parcels-rig.ts';

export function labelSubject(platform: Platform): Subject {
  const { client } = platform;
  let account: Promise<{ id: string }> | undefined;
  const made = async (): Promise<{ id: string }> => {
    await placeWarehouse(platform);
    return newAccount(client, 'http://127.0.0.1:9', { credentials: undefined });
  };
  return {
    table: 'label_purchases',
    column: 'state',
    make: async () => {
      account ??= made();
      const { id } = await account;
      const { buy } = await newParcel(platform, id);
      const answer = await buy(client, { prefer: 'respond-async' });
      if (answer.status !== 202) throw new Error(answer.text);
      return answer.body.data.id;
    },
    ask: {
      void: (id) => onLabel(client, id, 'void'),
      reprint: (id) => onLabel(client, id, 'reprint'),
      adopt: (id) => onLabel(client, id, 'adopt', { reason: 'It is there.', tracking_no: '1Z' }),
      retry: (id) => onLabel(client, id, 'retry', { reason: 'It is not there.' }),
      give_up: (id) => onLabel(client, id, 'give_up', { reason: 'It is not there.' }),
    },
    otherwise: { void: { voiding: asBefore, void_unknown: asBefore, voided: asBefore } },
  };
}
