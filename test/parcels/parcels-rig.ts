/** What tests of labels need: an account, a warehouse with an address, and parcels to buy labels for. */
import { pickedShipment } from '../fulfillment/outbound-rig.ts';
import type { Answer, Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { token } from './far-carrier.ts';

export const labelsPath = '/api/tms/labels';
export const accountsPath = '/api/tms/carrier-accounts';

/** Where the warehouse is: without it no carrier knows whence a parcel comes. */
export async function placeWarehouse({ client, standard }: Platform): Promise<void> {
  const answer = await client.patch(`/api/wms/warehouses/${standard.warehouseId}`, {
    address: {
      address: '1 Dock Rd',
      city: 'Columbus',
      state: 'OH',
      postal: '43085',
      country: 'US',
      phone: '+1 614 555 0100',
    },
  });
  if (answer.status !== 200) throw new Error(answer.text);
}

let accounts = 0;

export async function newAccount(client: Client, url: string, more: object = {}): Promise<any> {
  accounts += 1;
  const answer = await client.post(accountsPath, {
    adapter: 'generic',
    name: `Account ${accounts}`,
    api_url: `${url}/generic/plain`,
    credentials: { token },
    settle_after_seconds: 1,
    ...more,
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

export async function newCarton(client: Client, shipment: any, qty: number, more: object = {}): Promise<any> {
  const answer = await client.post(`/api/wms/shipments/${shipment.id}/cartons`, {
    lines: [{ item_id: shipment.item_id, qty }],
    weight_kg: 2.5,
    length_cm: 30,
    width_cm: 20,
    height_cm: 10,
    ...more,
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

/** A picked shipment with one carton, and what buys its label. */
export async function newParcel(platform: Platform, accountId: string, more: object = {}) {
  const shipment = await pickedShipment(platform, 4, { merchant_id: platform.standard.merchantId });
  const carton = await newCarton(platform.client, shipment, 4);
  const body = {
    shipment_id: shipment.id,
    carton_id: carton.id,
    account_id: accountId,
    service_code: 'GROUND',
    ...more,
  };
  const buy = (client = platform.client, headers = {}): Promise<Answer> =>
    client.post(labelsPath, body, { headers });
  return { shipment, carton, body, buy };
}

/** The label once it is in this state. */
export function inState(client: Client, id: string, ...states: string[]): Promise<any> {
  return until(`the label is ${states.join(' or ')}`, async () => {
    const label = (await client.get(`${labelsPath}/${id}`)).body.data;
    return states.includes(label.state) && label;
  });
}

export const onLabel = (client: Client, id: string, action: string, more: object = {}): Promise<Answer> =>
  client.patch(`${labelsPath}/${id}`, { action, ...more });
