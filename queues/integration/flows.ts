/** Commands of flows and inbound events. */
import { connectors } from '../../domain/integration/event-states.ts';
import { flowActions } from '../../domain/integration/flow.ts';
import { defineCommand } from '../engine/define-command.ts';
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
    summary: 'Creates a draft of a flow.',
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
    summary: 'Changes the draft; the published version keeps running until the next one is published.',
    input: object({ ...flow, ...definition }),
    result,
  }),
  publishFlow: defineCommand({
    name: 'integration.publish_flow',
    runs: 'inline',
    summary:
      'Publishes the draft as the next version, which never changes; a connector has one published flow at a time.',
    input: object(flow),
    result,
  }),
  archiveFlow: defineCommand({
    name: 'integration.archive_flow',
    runs: 'inline',
    summary: 'Archives a flow: inbound events are then kept unprocessed.',
    input: object(flow),
    result,
  }),
  dryRunFlow: defineCommand({
    name: 'integration.dry_run_flow',
    runs: 'integration',
    summary: "Shows what a flow's draft would do with a stored event, without doing it.",
    input: object({ ...flow, ...event }),
    result: object({ status: text(), error: anything(), steps: listOf(stepReport()) }),
  }),
  processEvent: defineCommand({
    name: 'integration.process_event',
    runs: 'integration',
    summary: 'Runs the published flow on an inbound event.',
    input: object(event),
    result,
  }),
  resumeRun: defineCommand({
    name: 'integration.resume_run',
    runs: 'integration',
    summary: 'Resumes a run from the step that waited.',
    input: object({ run_id: uuid() }),
    result,
  }),
  replayEvent: defineCommand({
    name: 'integration.replay_event',
    runs: 'integration',
    summary: 'Processes a stored event again, continuing with the order it created before.',
    input: object(event),
    result,
  }),
};
