/** Webhooks: how many come in a second and how soon their orders are there; whether a dead subscriber delays others. */
import { measureInbound } from './inbound.ts';
import { measureOutbound } from './outbound.ts';

export async function run(): Promise<void> {
  await measureInbound();
  await measureOutbound();
}
