/**
 * Webhooks: how many are accepted per second and how soon their orders can be read; whether a dead subscriber delays
 * others.
 */
import { measureInbound } from './inbound.ts';
import { measureOutbound } from './outbound.ts';

export async function run(): Promise<void> {
  await measureInbound();
  await measureOutbound();
}
