/** Commands of outbound webhooks. */
import Joi from 'joi';
import { namesEvents } from '../../domain/event-access.ts';
import { defineCommand } from '../engine/define-command.ts';
import {
  choice,
  custom,
  described,
  freeText,
  instant,
  integer,
  list,
  object,
  optional,
  text,
  uuid,
} from '../schema.ts';

/** Everything (`*`), a kind (`sales_order.*`) or one event (`sales_order.released`). */
export const eventTypes = () =>
  list(
    custom<string>(
      Joi.string()
        .max(100)
        .pattern(/^(\*|[a-z][a-z0-9_]*\.(\*|[A-Za-z0-9_]+))$/, 'event type')
        .custom((value: string, helpers: Joi.CustomHelpers) =>
          namesEvents(value) ? value : helpers.error('event.unknown'),
        )
        .messages({
          'string.pattern.name': '{{#label}} must be *, a kind like sales_order.* or an event',
          'event.unknown': '{{#label}} names no event and no kind of them: there is no {{#value}}',
        }),
    ),
    { min: 1, max: 100 },
  );

const endpoint = { endpoint_id: uuid() };
const settings = {
  url: text(1_000),
  description: optional(freeText(500)),
  event_types: eventTypes(),
};
const result = object({ id: uuid() });

export const webhookCommands = {
  createEndpoint: defineCommand({
    name: 'webhooks.create_endpoint',
    runs: 'inline',
    summary: 'Subscribes an endpoint to events from now on.',
    input: object({ ...endpoint, ...settings, secret_sealed: text(2_000) }),
    result,
  }),
  updateEndpoint: defineCommand({
    name: 'webhooks.update_endpoint',
    runs: 'inline',
    summary: 'Changes an endpoint, disables it, or enables it again, which sends what is waiting.',
    input: object({
      ...endpoint,
      url: optional(settings.url),
      description: settings.description,
      event_types: optional(settings.event_types),
      status: optional(choice('active', 'disabled')),
    }),
    result,
  }),
  rotateSecret: defineCommand({
    name: 'webhooks.rotate_secret',
    runs: 'inline',
    summary: 'Gives an endpoint a new secret; the old one also signs until the overlap ends.',
    input: object({
      ...endpoint,
      secret_sealed: text(2_000),
      overlap_hours: optional(integer({ min: 0, max: 168 })),
    }),
    result,
  }),
  testEndpoint: defineCommand({
    name: 'webhooks.test_endpoint',
    runs: 'inline',
    summary: 'Sends a test event to an endpoint.',
    input: object(endpoint),
    result,
  }),
  replayWindow: defineCommand({
    name: 'webhooks.replay_window',
    runs: 'events',
    summary: 'Sends the events of a window to an endpoint again, in order.',
    input: object({ ...endpoint, from: instant(), to: instant() }),
    result: object({
      id: uuid(),
      deliveries: described(integer({ min: 0, max: 1e9 }), 'How many events are sent again.'),
    }),
  }),
  replayDelivery: defineCommand({
    name: 'webhooks.replay_delivery',
    runs: 'inline',
    summary: 'Sends one event to its endpoint again.',
    input: object({ delivery_id: uuid() }),
    result,
  }),
  noteDisabled: defineCommand({
    name: 'webhooks.note_disabled',
    runs: 'events',
    summary: 'Notes that an endpoint was disabled, and why.',
    input: object({ ...endpoint, reason: text(500) }),
    result,
  }),
};
