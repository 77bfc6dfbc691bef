/** Bodies that are files: as they are sent, and what stays of them once they are taken apart. */
import type { LineBatches } from '../../queues/line-batches.ts';

/** A body as it was sent, for who takes it apart. */
export interface SentBody {
  raw: Buffer;
  contentType: string;
  /** The query string, without its question mark. */
  query: string;
}

/** A body that was taken apart in a thread: what stays of it (a long text as its SHA-256), and lines that go beside the command. */
export interface TakenBody {
  body: Record<string, unknown>;
  lines: LineBatches;
  /** Lets the thread go, once nothing asks for its lines any more. */
  end(): void;
}
