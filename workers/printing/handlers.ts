/** The handlers of printing: a missing, extra or wrong one does not compile. */
import type { printingCommands } from '../../queues/printing/commands.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { cancelJob, cancelMany } from './cancel-job.ts';
import { claimJob } from './claim-job.ts';
import { createEnrollmentKey } from './hubs/create-enrollment-key.ts';
import { createJob } from './create-job.ts';
import { createJobs } from './create-jobs.ts';
import { decideBacklog } from './decide-backlog.ts';
import { dispatch, dispatchWaiting } from './dispatch.ts';
import { enrollHub } from './hubs/enroll-hub.ts';
import { expireJobs } from './expire-jobs.ts';
import { failLostJobs } from './fail-lost-jobs.ts';
import { labelPallet } from './label-pallet.ts';
import { moveJob } from './move-job.ts';
import { printLabel } from './print-label.ts';
import { recordHubLogin } from './hubs/record-hub-login.ts';
import { recordResult } from './record-result.ts';
import { reprintJob } from './reprint-job.ts';
import { retryJob } from './retry-job.ts';
import { revokeEnrollmentKey } from './hubs/revoke-enrollment-key.ts';
import { revokeHub } from './hubs/revoke-hub.ts';
import { syncDevices } from './sync-devices.ts';
import { updateDevice } from './update-device.ts';
import { updatePrintSettings } from './update-print-settings.ts';
import { updateHub } from './hubs/update-hub.ts';

export const printingHandlers: HandlersOf<typeof printingCommands> = {
  createJob,
  createJobs,
  printLabel,
  labelPallet,
  dispatch,
  dispatchWaiting,
  reprintJob,
  moveJob,
  cancelMany,
  cancelJob,
  retryJob,
  claimJob,
  recordResult,
  expireJobs,
  failLostJobs,
  syncDevices,
  updateDevice,
  decideBacklog,
  updatePrintSettings,
  createEnrollmentKey,
  revokeEnrollmentKey,
  enrollHub,
  recordHubLogin,
  updateHub,
  revokeHub,
};
