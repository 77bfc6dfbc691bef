import { setTimeout as pause } from 'node:timers/promises';
import { LocalClient } from '../../hub/rig/local-client.ts';
import type { ChaosHub } from './chaos-hub.ts';

export interface LocalEnd {
  status: string;
  may_have_printed: boolean;
}

/**
 * A program that prints one label and does not give up: whenever the hub is gone it reconnects and repeats the request
 * with the same client_job_id, until it learns how the job ended.
 */
export async function printStubbornly(
  hub: ChaosHub,
  token: string,
  job: { device_id: string; data: string; client_job_id: string },
  until: number,
): Promise<LocalEnd | null> {
  while (Date.now() < until) {
    const client = await LocalClient.connect(hub.port, { authorization: `Bearer ${token}` }).catch(
      () => null,
    );
    if (client) {
      const end = await ask(client, job).catch(() => null);
      client.close();
      if (end) return end;
    }
    await pause(50);
  }
  return null;
}

async function ask(client: LocalClient, job: object): Promise<LocalEnd | null> {
  const reply = await client.request('printer.print', job);
  if (!reply.ok) return null;
  const end = await client.event('print.job_completed', ({ job_id }) => job_id === reply.data?.['job_id']);
  const error = end['error'] as { may_have_printed: boolean } | null;
  return { status: String(end['status']), may_have_printed: error?.may_have_printed ?? true };
}
