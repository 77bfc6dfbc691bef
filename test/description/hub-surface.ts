/** What hubs call and send: the relay's requests and the frames of its link, with the fields they are read with. */
import type Joi from 'joi';
import { jsonSchema } from '../../api/openapi/json-schema.ts';
import * as messages from '../../api/relay/hub-messages.ts';
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

/** The schema of each request and frame. */
export function hubMessages(): Record<string, Record<string, unknown>> {
  return Object.fromEntries([
    ...Object.entries(requests).map(([path, schema]) => [
      `HUB POST /api/hub/v1/${path}`,
      jsonSchema(schema, 'input'),
    ]),
    ...Object.entries(frames).map(([type, schema]) => [`HUB LINK ${type}`, jsonSchema(schema, 'input')]),
  ]);
}

/** One line each. */
export function hubLines(): string[] {
  return Object.entries(hubMessages())
    .map(([message, schema]) => `${message} (${schemaWords(schema)})`)
    .toSorted();
}
