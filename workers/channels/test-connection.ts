/**
 * Tests a connection: whether its settings are complete, whether the store answers, whether it accepts us. Reports the
 * result of each step. A store that accepts us at its own domain, and no stranger, proves that the connection is its own:
 * its webhooks then go to no other organization that names it.
 */
import { randomUUID } from 'node:crypto';
import { lockForTest, recordTest } from '../../db/channels/pushes.write.ts';
import { connectionStates } from '../../domain/integration/event-states.ts';
import { storeDomain } from '../../domain/integration/store-domain.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { channelCommands } from '../../queues/channels/channels.ts';
import type { Handler } from '../engine/handler.ts';
import { readShop } from './storefront.ts';
import { storeOf } from './store-of.ts';

// Below the time a transaction may stay idle.
const timeoutMs = 3_000;

interface Step {
  step: string;
  ok: boolean;
  message: string;
}

export const testConnection: Handler<typeof channelCommands.testConnection> = async (
  work,
  { connection_id: id },
) => {
  const { tx, organizationId, outside } = work;
  const connection = await lockForTest(tx, organizationId, id);
  if (!connection) throw notFound('connection');
  if (connection.status === 'disabled')
    throw new Refusal('CONNECTION_DISABLED', 'The connection is disabled; enable it first.');
  const store = storeOf(outside.keys, organizationId, id, connection);
  const steps: Step[] = [];
  let isProof = false;
  if (typeof store === 'string') steps.push({ step: 'settings', ok: false, message: store });
  else {
    steps.push({ step: 'settings', ok: true, message: 'The address and the credentials are there.' });
    // Whoever lets in a stranger too says nothing about whose store it is.
    const stranger = { ...store, access_token: randomUUID() };
    const [answer, answerToStranger] = await Promise.all([
      readShop(outside.send, store, timeoutMs),
      readShop(outside.send, stranger, timeoutMs),
    ]);
    isProof =
      storeDomain(store.api_url) === connection.store_domain &&
      answer.kind === 'taken' &&
      answerToStranger.kind === 'denied';
    const isReached = answer.kind !== 'failed';
    steps.push({ step: 'connect', ok: isReached, message: isReached ? 'The store answers.' : answer.error });
    if (isReached) {
      const isKnown = answer.kind !== 'denied';
      steps.push({
        step: 'authenticate',
        ok: isKnown,
        message: isKnown ? 'The store knows us.' : answer.error,
      });
    }
  }
  const failed = steps.find(({ ok }) => !ok);
  const status = nextState(connectionStates, connection.status, failed ? 'found_failing' : 'found_working');
  await recordTest(tx, organizationId, id, status, { error: failed?.message ?? null, isProof });
  work.emit({
    type: 'channel.tested',
    subject_type: 'channel_connection',
    subject_id: id,
    data: {
      connection_id: id,
      merchant_id: connection.merchant_id,
      status,
      previous_status: connection.status,
    },
  });
  return { connection_id: id, status, ok: !failed, steps };
};
