/** What tests of carriers' invoices need: a 3PL with a carrier, labels bought from it, and invoices for them. */
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { settled } from '../orders/orders-rig.ts';
import { startFarCarrier } from '../parcels/far-carrier.ts';
import { newParcel, placeWarehouse } from '../parcels/parcels-rig.ts';

export const path = '/api/tms/carrier-invoices';

export const asked = (label: any, amount: number, code = 'FRT', more: object = {}) => ({
  tracking_no: label.tracking_no,
  charge_code: code,
  amount,
  ...more,
});

export const inOrder = (values: readonly unknown[]): string[] => values.map(String).toSorted();

export type InvoicesRig = Awaited<ReturnType<typeof openInvoices>>;

export async function openInvoices() {
  const joined = await joinPlatform();
  // As the 3PL sees it: what labels cost is charged to merchants.
  const platform: Platform = {
    ...joined,
    standard: joined.threePl,
    client: await joined.clientWith(joined.threePl, everyPermission),
  };
  const { client } = platform;
  const far = await startFarCarrier();
  far.rates = [{ service_code: 'GROUND', amount: '7.42', currency: 'USD' }];
  await placeWarehouse(platform);
  let invoices = 0;
  return {
    joined,
    platform,
    far,
    imported(accountId: string, lines: { amount: number }[], more: object = {}): Promise<any> {
      invoices += 1;
      const total = Math.round(lines.reduce((sum, { amount }) => sum + amount * 100, 0)) / 100;
      return client.post(path, {
        account_id: accountId,
        carrier_id: platform.standard.carrierId,
        invoice_no: `INV-${invoices}`,
        invoice_date: '2026-11-20',
        currency: 'USD',
        total,
        lines,
        ...more,
      });
    },
    act: async (id: string, what: string, body: object = {}) =>
      settled(client, await client.post(`${path}/${id}/${what}`, body), path),
    /** Of the usual merchant, or of another. */
    async bought(accountId: string, merchantId = platform.standard.merchantId): Promise<any> {
      const standard = { ...platform.standard, merchantId };
      const { buy } = await newParcel({ ...platform, standard }, accountId, { print: false });
      const answer = await buy();
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body.data;
    },
    async close(): Promise<void> {
      far.close();
      await joined.stop();
    },
  };
}
