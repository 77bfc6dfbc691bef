/** The handler of every integration command: a missing, extra or wrong one does not compile. */
import type { integrationCommands } from '../../queues/integration/commands.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { applyMapping } from './apply-mapping.ts';
import { createConnection } from './create-connection.ts';
import { dryRunFlow } from './dry-run-flow.ts';
import { archiveFlow, createFlow, publishFlow, updateFlow } from './flow-drafts.ts';
import { createMapping, updateMapping } from './map-sku.ts';
import { processEvent } from './process-event.ts';
import { replayEvent } from './replay-event.ts';
import { resumeRun } from './resume-run.ts';
import { updateConnection } from './update-connection.ts';

export const integrationHandlers: HandlersOf<typeof integrationCommands> = {
  createConnection,
  updateConnection,
  createMapping,
  updateMapping,
  applyMapping,
  createFlow,
  updateFlow,
  publishFlow,
  archiveFlow,
  dryRunFlow,
  processEvent,
  resumeRun,
  replayEvent,
};
