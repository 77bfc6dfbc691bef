/**
 * Tests a connection: whether its settings are complete, whether the store answers, whether it accepts us. Reports the
 * result of each step. A store that accepts us at its own domain, and no stranger, proves that the connection is its own:
 * its webhooks then go to no other organization that names it. The store is asked outside of any transaction; a
 * connection that was changed meanwhile is not judged by what its former store answered. One found working is told at once what waits for it.
 */
import { randomUUID } from 'node:crypto';
import { lockForTest, recordTest, type TestedConnection } from '../../db/channels/connection-tests.write.ts';
import { hurryPushes } from '../../db/integration/waiting-pushes.write.ts';
import { connectionStates } from '../../domain/integration/event-states.ts';
import { storeDomain } from '../../domain/integration/store-domain.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { channelCommands } from '../../queues/channels/channels.ts';
import type { AskingHandler, Work } from '../engine/handler.ts';
import { isDenied } from '../outside/spoken.ts';
import { readShop } from './storefront.ts';
import { storeOf } from './store-of.ts';

const timeoutMs = 3_000;

interface Step {
  step: string;
  ok: boolean;
  message: string;
}

interface Tested {
  steps: Step[];
  isProof: boolean;
}

export const testConnection: AskingHandler<typeof channelCommands.testConnection, TestedConnection, Tested> =
  {
    say: (work, { connection_id: id }) => testable(work, id),
    send: async ({ keys, send }, connection) => {
      const store = storeOf(keys, connection.organization_id, connection.id, connection);
      if (typeof store === 'string')
        return { steps: [{ step: 'settings', ok: false, message: store }], isProof: false };
      const steps = [{ step: 'settings', ok: true, message: 'The address and the credentials are there.' }];
      // Whoever lets in a stranger too says nothing about whose store it is.
      const stranger = { ...store, access_token: randomUUID() };
      const [answer, toStranger] = await Promise.all([
        readShop(send, store, timeoutMs),
        readShop(send, stranger, timeoutMs),
      ]);
      const isKnown = answer.kind === 'ok' || answer.waitMs !== undefined;
      const isReached = answer.kind === 'ok' || isKnown || isDenied(answer);
      const error = answer.kind === 'ok' ? '' : answer.error;
      steps.push({ step: 'connect', ok: isReached, message: isReached ? 'The store answers.' : error });
      if (isReached)
        steps.push({ step: 'authenticate', ok: isKnown, message: isKnown ? 'The store knows us.' : error });
      const isOwn = storeDomain(store.api_url) === connection.store_domain && answer.kind === 'ok';
      return { steps, isProof: isOwn && toStranger.kind !== 'ok' && isDenied(toStranger) };
    },
    settle: async (work, { connection_id: id }, asked, { steps, isProof }) => {
      const { tx } = work;
      const connection = await testable(work, id);
      if (
        connection.api_url !== asked.api_url ||
        connection.credentials_sealed !== asked.credentials_sealed ||
        connection.store_domain !== asked.store_domain
      )
        throw new Refusal('CONFLICT', 'The connection was changed while it was tested; test it again.');
      const failed = steps.find(({ ok }) => !ok);
      const status = nextState(
        connectionStates,
        connection.status,
        failed ? 'found_failing' : 'found_working',
      );
      await recordTest(tx, id, status, { error: failed?.message ?? null, isProof });
      if (!failed) {
        await hurryPushes(tx, id);
        work.signal({ kind: 'look', reason: 'pushes' });
      }
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
    },
  };

/** The connection, locked. */
async function testable({ tx }: Work, id: string): Promise<TestedConnection> {
  const connection = await lockForTest(tx, id);
  if (!connection) throw notFound('connection');
  if (connection.status === 'disabled')
    throw new Refusal('CONNECTION_DISABLED', 'The connection is disabled; enable it first.');
  return connection;
}
