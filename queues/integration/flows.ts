/** Commands of flows and inbound events. */
import { connectors } from '../../domain/integration/event-states.ts';
import { flowActions } from '../../domain/integration/flow.ts';
import { defineCommand } from '../engine/define-command.ts';
import { nameText } from '../name.ts';
import * as s from '../schema.ts';
import { withWords } from './step-fields.ts';

/** A step of a flow, as it is written and as it is shown. */
export const flowStep = () =>
  s.object({
    action: s.choice(...flowActions),
    when: s.optional(s.openObject()),
    with: s.optional(
      s.openObject(),
      `What the step is given. ${withWords}. Any other field is refused by name.`,
    ),
  });

/** The steps of a flow, defined alike for drafts and versions. */
export const flowSteps = () => s.list(flowStep(), { min: 1, max: 20 });

const definition = {
  name: s.optional(nameText(200)),
  conditions: s.optional(s.nullable(s.openObject())),
  steps: s.optional(flowSteps()),
  /** Already sealed; null removes the secret. */
  webhook_secret_sealed: s.optional(s.nullable(s.text(2_000))),
};

const flow = { flow_id: s.uuid() };
const result = s.object({ id: s.uuid() });
const event = { event_id: s.uuid() };

export const stepReport = () =>
  s.object({
    step_no: s.anything(),
    action: s.text(),
    outcome: s.text(),
    input: s.anything(),
    output: s.anything(),
    error: s.anything(),
  });

export const flowCommands = {
  createFlow: defineCommand({
    name: 'integration.create_flow',
    runs: 'inline',
    summary: 'Creates a draft of a flow.',
    input: s.object({
      ...flow,
      ...definition,
      name: nameText(200),
      connector: s.choice(...connectors),
      steps: flowSteps(),
    }),
    result,
  }),
  updateFlow: defineCommand({
    name: 'integration.update_flow',
    runs: 'inline',
    summary: 'Changes the draft; the published version keeps running until the next one is published.',
    input: s.object({ ...flow, ...definition }),
    result,
  }),
  publishFlow: defineCommand({
    name: 'integration.publish_flow',
    runs: 'inline',
    summary:
      'Publishes the draft as the next version, which never changes; a connector has one published flow at a time.',
    input: s.object(flow),
    result,
  }),
  archiveFlow: defineCommand({
    name: 'integration.archive_flow',
    runs: 'inline',
    summary: 'Archives a flow: inbound events are then kept unprocessed.',
    input: s.object(flow),
    result,
  }),
  dryRunFlow: defineCommand({
    name: 'integration.dry_run_flow',
    runs: 'integration',
    summary: "Shows what a flow's draft would do with a stored event, without doing it.",
    input: s.object({ ...flow, ...event }),
    result: s.object({ status: s.text(), error: s.anything(), steps: s.listOf(stepReport()) }),
  }),
  processEvent: defineCommand({
    name: 'integration.process_event',
    runs: 'integration',
    summary: 'Runs the published flow on an inbound event.',
    input: s.object(event),
    result,
  }),
  resumeRun: defineCommand({
    name: 'integration.resume_run',
    runs: 'integration',
    summary: 'Resumes a run from the step that waited.',
    input: s.object({ run_id: s.uuid() }),
    result,
  }),
  replayEvent: defineCommand({
    name: 'integration.replay_event',
    runs: 'integration',
    summary: 'Processes a stored event again, continuing with the order it created before.',
    input: s.object(event),
    result,
  }),
};
