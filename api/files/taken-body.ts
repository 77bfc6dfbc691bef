/** Bodies that are files: as received, and what is kept of them after parsing. */
import type { TenantTransaction } from '../../db/database.ts';
import type { LineBatches } from '../../queues/engine/submission.ts';

/** Reads what a body is checked against, as whoever sent it. */
export type Reading = <T>(read: (tx: TenantTransaction) => Promise<T>) => Promise<T>;

/** A body as it was sent, for whoever parses it. */
export interface SentBody {
  organizationId: string;
  /** The merchant of the token that sent it. */
  merchantId: string | null;
  raw: Buffer;
  contentType: string;
  /** The query string, without its question mark. */
  query: string;
}

/**
 * A body that was parsed in a thread: what is kept of it (a long text or a file as its SHA-256), and what travels next
 * to the command.
 */
export interface TakenBody {
  body: Record<string, unknown>;
  lines?: LineBatches;
  /** The bytes of its files by their SHA-256. */
  files?: ReadonlyMap<string, Buffer>;
  /** Releases the thread once nothing needs its lines any more. */
  end(): void;
}
