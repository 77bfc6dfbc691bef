/** A command as it is accepted: who submits what. */
import type { QueueName } from './policies.ts';

/** Who submitted it and from where: stored with the command as its audit. */
export interface Actor {
  token_id: string | null;
  member_id: string | null;
  name: string;
  /** What the actor may do; for a queued command only the permissions that handlers check (`permissionsToKeep`). */
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
  /** The job it belongs to: that of its lane's next group, or one of its own. */
  job_id: string;
  idempotency: IdempotencyClaim | undefined;
}
