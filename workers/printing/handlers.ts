/** The handler of every printing command: a missing, extra or wrong one does not compile. */
import type { printingCommands } from '../../queues/printing/commands.ts';
import type { HandlersOf } from '../handler.ts';
import { run as cancelJob } from './cancel-job.ts';
import { run as claimJob } from './claim-job.ts';
import { run as createEnrollmentKey } from './create-enrollment-key.ts';
import { run as createJob } from './create-job.ts';
import { run as createJobs } from './create-jobs.ts';
import { run as dispatchWaiting } from './dispatch-waiting.ts';
import { run as dispatch } from './dispatch.ts';
import { run as enrolHub } from './enrol-hub.ts';
import { run as failLostJobs } from './fail-lost-jobs.ts';
import { run as labelPallet } from './label-pallet.ts';
import { run as printLabel } from './print-label.ts';
import { run as recordHeartbeat } from './record-heartbeat.ts';
import { run as recordHubLogin } from './record-hub-login.ts';
import { run as recordResult } from './record-result.ts';
import { run as retryJob } from './retry-job.ts';
import { run as revokeEnrollmentKey } from './revoke-enrollment-key.ts';
import { run as revokeHub } from './revoke-hub.ts';
import { run as setDefaultDevice } from './set-default-device.ts';
import { run as syncDevices } from './sync-devices.ts';
import { run as updateHub } from './update-hub.ts';

export const printingHandlers: HandlersOf<typeof printingCommands> = {
  createJob,
  createJobs,
  printLabel,
  labelPallet,
  dispatch,
  dispatchWaiting,
  cancelJob,
  retryJob,
  claimJob,
  recordResult,
  failLostJobs,
  syncDevices,
  recordHeartbeat,
  setDefaultDevice,
  createEnrollmentKey,
  revokeEnrollmentKey,
  enrolHub,
  recordHubLogin,
  updateHub,
  revokeHub,
};
