/** A packing desk for tests: a linked hub with one printer, and the jobs posted to it. */
import type { Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { enrollHub, testDevice, TestLink, type EnrolledHub, type TestDevice } from './relay-client.ts';

export interface Desk {
  hub: EnrolledHub;
  device: TestDevice;
  link: TestLink;
}

/** A linked hub with one printer that is nobody's default. */
export async function desk(
  platform: Platform,
  t: { teardown(stop: () => void): void },
  client: Client = platform.client,
): Promise<Desk> {
  const hub = await enrollHub(platform.url, client);
  const device = testDevice({ is_default_label_printer: false });
  const link = await TestLink.greeted(platform.url, hub, [device]);
  t.teardown(() => link.close());
  return { hub, device, link };
}

/** Posts a job to this printer; returns its id. */
export async function post(platform: Platform, device: TestDevice, more: object = {}): Promise<string> {
  const body = {
    label_kind: 'carton',
    zpl_content: '^XA^FDhello^FS^XZ',
    device_id: device.device_id,
    ...more,
  };
  const answer = await platform.client.post('/api/wms/print-jobs', body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data.id;
}

export async function state(platform: Platform, id: string): Promise<any> {
  return (await platform.client.get(`/api/wms/print-jobs/${id}`)).body.data;
}
