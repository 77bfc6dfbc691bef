/** The states of connections and flows, of what comes in, and of what a flow does with it. */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

/** A store we speak with. What it is spoken to with has to be tried again when it was changed. */
export const connectionStates = stateMachine(
  'connection',
  ['pending'],
  [
    ['edit', ['pending'], 'pending'],
    ['edit', ['active'], 'active'],
    ['edit', ['error'], 'error'],
    ['edit', ['disabled'], 'disabled'],
    ['renew', ['pending', 'active', 'error'], 'pending'],
    ['renew', ['disabled'], 'disabled'],
    ['enable', ['pending', 'active', 'error', 'disabled'], 'pending'],
    ['disable', ['pending', 'active', 'error', 'disabled'], 'disabled'],
    // What a test of it finds out.
    ['found_working', ['pending', 'active', 'error'], 'active'],
    ['found_failing', ['pending', 'active', 'error'], 'error'],
  ],
  ['found_working', 'found_failing'],
);
export const connectionStatuses = statesOf(connectionStates);
export type ConnectionStatus = StateIn<typeof connectionStates>;

/** What runs is a published version; an archived flow rests for good. */
export const flowStates = stateMachine(
  'flow',
  ['draft'],
  [
    ['edit', ['draft'], 'draft'],
    ['edit', ['published'], 'published'],
    ['publish', ['draft', 'published'], 'published'],
    ['archive', ['draft', 'published'], 'archived'],
  ],
);
export const flowStatuses = statesOf(flowStates);
export type FlowStatus = StateIn<typeof flowStates>;

/** A flow over one event, carried out by commands of the platform's own; one that waits is queued until it may go on. */
export const runStates = stateMachine(
  'run',
  ['queued'],
  [
    ['go_on', ['queued'], 'running'],
    ['succeed', ['running'], 'succeeded'],
    ['fail', ['running'], 'failed'],
    ['give_up', ['queued', 'running'], 'dead'],
    ['wait', ['running'], 'queued'],
  ],
  ['go_on', 'succeed', 'fail', 'give_up', 'wait'],
);
export const runStatuses = statesOf(runStates);
export type RunStatus = StateIn<typeof runStates>;

/** What can be worked on, the first time and by a replay: anything but a repeat of another event. */
const worked = ['received', 'ignored', 'unprocessed', 'processed', 'failed'] as const;

/**
 * Webhooks from storefronts. An event starts out failed when its order has no id: there is nothing to work on. An event
 * whose run is waiting stays received.
 */
export const eventStates = stateMachine(
  'inbound event',
  ['received', 'ignored', 'failed'],
  [
    ['repeat', ['received'], 'duplicate'],
    ['leave', worked, 'unprocessed'],
    ['process', worked, 'processed'],
    ['fail', worked, 'failed'],
    ['ignore', worked, 'ignored'],
    ['wait', worked, 'received'],
  ],
  ['repeat', 'leave', 'process', 'fail', 'ignore', 'wait'],
);
export const eventStatuses = statesOf(eventStates);
export type EventStatus = StateIn<typeof eventStates>;

export const stepOutcomes = ['done', 'skipped', 'waiting', 'failed'] as const;
export type StepOutcome = (typeof stepOutcomes)[number];

export const connectors = ['storefront'] as const;
export type Connector = (typeof connectors)[number];

/** Topics a connector understands; others are kept and ignored. */
export const topicsOf: Record<Connector, readonly string[]> = { storefront: ['orders/create'] };
