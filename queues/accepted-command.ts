/** A command as it is accepted: who asks for what. */
import type { QueueName } from './policies.ts';

/** Who asks, from where: kept with the command as its audit. */
export interface Actor {
  token_id: string | null;
  member_id: string | null;
  name: string;
  /** What it may do; of a command that waited for its turn only what handlers ask for (`permissionsToKeep`). */
  permissions: readonly string[];
  merchant_id: string | null;
  ip: string | null;
  request_id: string;
}

export interface IdempotencyClaim {
  principal: string;
  route: string;
  key: string;
  fingerprint: string;
}

export interface AcceptedCommand {
  id: string;
  organization_id: string;
  name: string;
  queue: QueueName;
  input: unknown;
  actor: Actor;
  /** The job it goes with: that of its lane's next group, or one of its own. */
  job_id: string;
  idempotency: IdempotencyClaim | undefined;
}
