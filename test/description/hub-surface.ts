/**
 * What hubs call and send, with the fields it is read with: the relay's requests and the frames of its link; and the
 * frames that the relay sends.
 */
import type Joi from 'joi';
import { jsonSchema } from '../../api/openapi/json-schema.ts';
import * as messages from '../../api/relay/hub-messages.ts';
import { relayFrames } from '../../api/relay/relay-frames.ts';
import { devicesPerHubMax, heartbeatDevice, ledgerDevice } from '../../queues/printing/devices.ts';
import { list, object } from '../../queues/schema.ts';
import { schemaWords } from './surface.ts';

const devices = object({ devices: list(ledgerDevice(), { max: devicesPerHubMax }) });
const sightings = object({ devices: list(heartbeatDevice(), { max: devicesPerHubMax }) });

const requests: Record<string, Joi.AnySchema> = {
  enroll: messages.enrollMessage,
  challenge: messages.challengeMessage,
  token: messages.tokenMessage,
  devices,
  heartbeat: sightings,
  'jobs/claim': messages.claimNextMessage,
  'jobs/{id}/result': messages.resultMessage,
};

const frames: Record<string, Joi.AnySchema> = {
  hello: messages.helloMessage,
  ready: messages.readyMessage,
  claim: messages.claimMessage,
  result: messages.linkResultMessage,
  devices,
  heartbeat: sightings,
};

/** The schema of each request and frame of a hub. */
export function hubMessages(): Record<string, Record<string, unknown>> {
  return Object.fromEntries([
    ...Object.entries(requests).map(([path, schema]) => [
      `HUB POST /api/hub/v1/${path}`,
      jsonSchema(schema, 'input'),
    ]),
    ...Object.entries(frames).map(([type, schema]) => [`HUB LINK ${type}`, jsonSchema(schema, 'input')]),
  ]);
}

/** That of each frame of the relay. */
export function relayMessages(): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(relayFrames).map(([type, schema]) => [`RELAY LINK ${type}`, jsonSchema(schema, 'output')]),
  );
}

/** One line each. */
export function hubLines(): string[] {
  return Object.entries({ ...hubMessages(), ...relayMessages() })
    .map(([message, schema]) => `${message} (${schemaWords(schema)})`)
    .toSorted();
}
