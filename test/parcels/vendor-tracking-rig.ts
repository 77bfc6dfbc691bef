/** What tests of vendors' own webhooks need: labels, what is sent to an account's address, and what became of it. */
import type { Answer } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { labelsPath, newParcel } from './parcels-rig.ts';

export const refused = [401, 'INVALID_SIGNATURE'] as const;

export async function codeOf(answer: Response): Promise<[number, string | undefined]> {
  return [answer.status, ((await answer.json()) as any).error?.code];
}

export function vendorTracking(platform: Platform) {
  const { client, owner } = platform;
  return {
    post: (account: any, body: string, headers: Record<string, string>): Promise<Response> =>
      fetch(`${platform.url}${account.tracking_path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      }),
    async bought(account: any, service: string): Promise<any> {
      const { buy } = await newParcel(platform, account.id, { service_code: service, print: false });
      const answer: Answer = await buy();
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body.data;
    },
    tracked: (label: any, state: string) =>
      until(`the label is ${state}`, async () => {
        const { data } = (await client.get(`${labelsPath}/${label.id}`)).body;
        return data.tracking_state === state;
      }),
    scansOf: async (label: any): Promise<any[]> =>
      (await client.get(`${labelsPath}/${label.id}/tracking`)).body.data,
    /** What was accepted of an account's webhooks has had its effect. */
    settled: (account: any) =>
      until('its webhooks are read', async () => {
        const { rows } = await owner.query(
          `select count(*)::integer as open from commands
            where name = 'tms.record_parcel_tracking' and input ->> 'account_id' = $1 and state = 'accepted'`,
          [account.id],
        );
        return rows[0].open === 0;
      }),
    keysAre: (account: any, kid: string) =>
      until(`the key ${kid} was read`, async () => {
        const { rows } = await owner.query('select signing_keys from carrier_accounts where id = $1', [
          account.id,
        ]);
        return rows[0].signing_keys.map((key: any) => key.kid).join() === kid;
      }),
  };
}
