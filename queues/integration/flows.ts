/** Commands of flows and inbound events. */
import { connectors } from '../../domain/integration/event-states.ts';
import { flowActions } from '../../domain/integration/flow.ts';
import { defineCommand } from '../define-command.ts';
import {
  anything,
  choice,
  list,
  listOf,
  nullable,
  object,
  openObject,
  optional,
  text,
  uuid,
} from '../schema.ts';

/** The steps of a flow, defined alike for drafts and versions. */
export const flowSteps = () =>
  list(
    object({
      action: choice(...flowActions),
      when: optional(openObject()),
      with: optional(openObject()),
    }),
    { min: 1, max: 20 },
  );

const definition = {
  name: optional(text(200)),
  conditions: optional(nullable(openObject())),
  steps: optional(flowSteps()),
  /** Already sealed; null removes the secret. */
  webhook_secret_sealed: optional(nullable(text(2_000))),
};

const flow = { flow_id: uuid() };
const result = object({ id: uuid() });
const event = { event_id: uuid() };

export const stepReport = () =>
  object({
    step_no: anything(),
    action: text(),
    outcome: text(),
    input: anything(),
    output: anything(),
    error: anything(),
  });

export const flowCommands = {
  createFlow: defineCommand({
    name: 'integration.create_flow',
    runs: 'inline',
    summary: 'Writes a draft of a flow.',
    input: object({
      ...flow,
      ...definition,
      name: text(200),
      connector: choice(...connectors),
      steps: flowSteps(),
    }),
    result,
  }),
  updateFlow: defineCommand({
    name: 'integration.update_flow',
    runs: 'inline',
    summary: 'Changes the draft; what is published runs on as it was until the next version is published.',
    input: object({ ...flow, ...definition }),
    result,
  }),
  publishFlow: defineCommand({
    name: 'integration.publish_flow',
    runs: 'inline',
    summary:
      'Makes the draft the next version, which never changes; one flow of a connector is published at a time.',
    input: object(flow),
    result,
  }),
  archiveFlow: defineCommand({
    name: 'integration.archive_flow',
    runs: 'inline',
    summary: 'Ends a flow: what comes in is kept unprocessed.',
    input: object(flow),
    result,
  }),
  dryRunFlow: defineCommand({
    name: 'integration.dry_run_flow',
    runs: 'integration',
    summary: 'Says what the draft of a flow would do with a stored event, and does nothing of it.',
    input: object({ ...flow, ...event }),
    result: object({ status: text(), error: anything(), steps: listOf(stepReport()) }),
  }),
  processEvent: defineCommand({
    name: 'integration.process_event',
    runs: 'integration',
    summary: 'Runs the published flow on an event that came in.',
    input: object(event),
    result,
  }),
  resumeRun: defineCommand({
    name: 'integration.resume_run',
    runs: 'integration',
    summary: 'Goes on with a run from the step that waited.',
    input: object({ run_id: uuid() }),
    result,
  }),
  replayEvent: defineCommand({
    name: 'integration.replay_event',
    runs: 'integration',
    summary: 'Works on a kept event again; an order it made before is the one it goes on with.',
    input: object(event),
    result,
  }),
};
