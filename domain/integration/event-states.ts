/** The states of connections, flows, inbound events and flow runs. */
import { stateMachine, statesBefore, statesOf, type StateIn } from '../state-machine.ts';

/** A connection to a store. When its address or credentials change it has to be tested again. */
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
    // The results of a connection test.
    ['found_working', ['pending', 'active', 'error'], 'active'],
    ['found_failing', ['pending', 'active', 'error'], 'error'],
  ],
  ['found_working', 'found_failing'],
);
export const connectionStatuses = statesOf(connectionStates);
export type ConnectionStatus = StateIn<typeof connectionStates>;

/** Only a published version runs; archiving a flow is final. */
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

/**
 * One flow's run over one event, carried out by the platform's own commands. A waiting run is queued until it can go
 * on.
 */
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
/** It has not ended. */
export const openRunStates = statesBefore(runStates, 'give_up');
export type RunStatus = StateIn<typeof runStates>;

/** The states an event can be processed from, the first time or on a replay: all but a duplicate. */
const worked = ['received', 'ignored', 'unprocessed', 'processed', 'failed'] as const;

/**
 * Inbound webhooks. An event starts as failed when its order has no id, since there is nothing to process. An event
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
/** Nothing more comes of it, unless a person plays it again. */
export const settledEventStates = ['processed', 'ignored', 'duplicate'] as const;
export type EventStatus = StateIn<typeof eventStates>;

export const stepOutcomes = ['done', 'skipped', 'waiting', 'failed'] as const;
export type StepOutcome = (typeof stepOutcomes)[number];

export const connectors = ['storefront'] as const;
export type Connector = (typeof connectors)[number];

/** The topics each connector processes; webhooks on other topics are stored and ignored. */
export const topicsOf: Record<Connector, readonly string[]> = { storefront: ['orders/create'] };
