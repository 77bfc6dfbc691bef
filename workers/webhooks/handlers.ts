/** The handlers of outbound webhooks. */
import type { webhookCommands } from '../../queues/webhooks/webhooks.ts';
import type { HandlersOf } from '../engine/handler.ts';
import {
  createEndpoint,
  noteDisabled,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
} from './endpoint-settings.ts';
import { replayDelivery, replayWindow } from './replays.ts';

export const webhooksHandlers: HandlersOf<typeof webhookCommands> = {
  createEndpoint,
  updateEndpoint,
  rotateSecret,
  testEndpoint,
  replayWindow,
  replayDelivery,
  noteDisabled,
};
