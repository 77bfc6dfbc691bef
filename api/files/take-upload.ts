/**
 * Takes in uploaded files in threads of their own: parsing, decoding and hashing 28 MB of base64 is a second's work,
 * during which the event loop answers everybody else.
 */
import { Refusal, type RefusalCode, type RefusalDetails } from '../../domain/refusal.ts';
import type { KeptFile } from './file-store.ts';
import type { SentBody, TakenBody } from './taken-body.ts';
import { openThread, Threads } from './threads.ts';
import type { NamedFile, ReadUpload, UploadName } from './uploads.ts';

export interface UploadOrder {
  name: UploadName;
  raw: Uint8Array<ArrayBuffer>;
  contentType: string;
}

export type UploadAnswer =
  | ReadUpload
  | { refused: { code: RefusalCode; message: string; details: RefusalDetails | undefined } };

const takeMsMax = 60_000;

const threads = new Threads<UploadOrder, UploadAnswer>({
  open: () => openThread(new URL('./upload-thread.js', import.meta.url)),
  works: 'uploads',
  // A file may hold one for a minute: those of one organization keep nobody else out.
  ofOneMax: 1,
  tooMuch: (of) =>
    new Refusal(
      'PAYLOAD_TOO_LARGE',
      `The body takes more ${of} than an upload may; send the files one by one.`,
    ),
});

/**
 * The body with each file's SHA-256 in place of its bytes, and the bytes beside it. Refuses what `readUpload` refuses, 413
 * PAYLOAD_TOO_LARGE what takes too much memory or time, and 503 UNAVAILABLE while too many wait.
 */
export async function takeUpload(
  name: UploadName,
  { organizationId, raw, contentType }: SentBody,
): Promise<TakenBody> {
  const thread = await threads.enter(organizationId);
  try {
    // A copy of its own: what is transferred to the thread is gone here.
    const bytes = new Uint8Array(raw);
    const answer = await threads.ask(thread, { name, raw: bytes, contentType }, takeMsMax, [bytes.buffer]);
    if ('refused' in answer) {
      const { code, message, details } = answer.refused;
      throw new Refusal(code, message, details);
    }
    const { body, files } = answer;
    const sent = [...files].map(([sha256, file]) => [sha256, Buffer.from(file.buffer)] as const);
    return { body, files: new Map(sent), end: () => {} };
  } finally {
    threads.leave(thread);
  }
}

/** The name of an uploaded file in the store. */
export const uploadKey = (organizationId: string, name: UploadName, sha256: string): string =>
  `${organizationId}/${name}/${sha256}`;

/** What a command is told of the files of a body that was taken in; they are kept before it is accepted. */
export function keepUpload<Type extends string>(
  {
    organizationId,
    sent,
    kept,
  }: { organizationId: string; sent: ReadonlyMap<string, Buffer>; kept: KeptFile[] },
  name: UploadName,
  given: readonly NamedFile[],
): { filename: string; content_type: Type; size_bytes: number; sha256: string }[] {
  return given.map(({ filename, content_type, content: sha256 }) => {
    const bytes = sent.get(sha256)!;
    const type = content_type as Type;
    kept.push({ key: uploadKey(organizationId, name, sha256), bytes, content_type: type });
    return { filename, content_type: type, size_bytes: bytes.length, sha256 };
  });
}
