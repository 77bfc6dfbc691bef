/** The body of a proof of delivery: read, checked and decoded, in a thread, since it may be 32 MB of base64. */
import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import Joi from 'joi';
import { invalid, Refusal } from '../../../domain/refusal.ts';
import {
  isPodType,
  podBytesMax,
  podFilesMax,
  podTypes,
  type PodType,
} from '../../../domain/transport/pod-files.ts';
import * as s from '../../../queues/schema.ts';
import { formWords, isMultipart, parseMultipart } from '../../files/read-multipart.ts';
import { parseJsonBody } from '../../http/read-body.ts';
import { validate } from '../../http/validate.ts';

const base64 = s.custom<string>(
  Joi.string()
    .max(Math.ceil(podBytesMax / 3) * 4)
    .pattern(/^[A-Za-z0-9+/]+={0,2}$/, 'base64')
    .messages({ 'string.pattern.name': '{{#label}} must be base64' }),
);

export const podBody = s.object({
  pod_files: s.described(
    s.list(
      s.object({
        filename: s.text(200),
        content_type: s.optional(s.text(100), 'Checked against what the bytes say.'),
        content: s.described(base64, 'The bytes in base64.'),
      }),
      { min: 1, max: podFilesMax },
    ),
    `PDF, PNG, JPEG, WebP or TIFF, at most ${podBytesMax} bytes each. As a form: one part pod_files per file.`,
  ),
  signed_by: s.optional(s.text(200)),
  delivered_at: s.optional(s.instant()),
});

/** The body with the SHA-256 of every file as its content, and the type its bytes say. */
export type PodBody = s.Infer<typeof podBody>;

export interface ReadPod {
  body: PodBody;
  /** Each file's bytes once, by their SHA-256. */
  files: Map<string, Uint8Array<ArrayBuffer>>;
}

/** Reads JSON or a form. Refuses 400 and 415 for what breaks the rules, 400 UNSUPPORTED_FILE_TYPE for other files. */
export async function readPod(raw: Buffer, contentType: string): Promise<ReadPod> {
  const given = isMultipart(contentType)
    ? await parseMultipart(raw, contentType)
    : parseJsonBody(raw, contentType, formWords);
  const { pod_files: uploaded, ...more } = validate<PodBody>(podBody, given, { convert: false });
  const files: ReadPod['files'] = new Map();
  const named = [];
  for (const [index, { filename, content, content_type: said }] of uploaded.entries()) {
    const at = `pod_files.${index}`;
    const decoded = Buffer.from(content, 'base64');
    if (decoded.length > podBytesMax)
      throw invalid(at, 'too_large', `${at} is larger than ${podBytesMax} bytes`);
    const content_type = await sniffed(decoded, said, at);
    const sha256 = createHash('sha256').update(decoded).digest('hex');
    // In memory of its own, which can be handed to another thread: small buffers are cut from one shared by others.
    files.set(sha256, new Uint8Array(decoded));
    named.push({ filename, content_type, content: sha256 });
  }
  return { body: { ...more, pod_files: named }, files };
}

// What a browser or script declares for a file it knows nothing about.
const saysNothing = 'application/octet-stream';

/**
 * The type of the bytes. Refuses 400 UNSUPPORTED_FILE_TYPE for types that prove nothing, or that differ from the
 * declared one.
 */
async function sniffed(bytes: Buffer, said: string | undefined, at: string): Promise<PodType> {
  const found = await fileTypeFromBuffer(bytes);
  if (!isPodType(found?.mime)) {
    throw new Refusal('UNSUPPORTED_FILE_TYPE', `${at} is not a PDF, PNG, JPEG, WebP or TIFF file.`, {
      path: at,
      found: found?.mime ?? null,
      allowed: [...podTypes],
    });
  }
  if (said && said !== saysNothing && said !== found!.mime) {
    throw new Refusal('UNSUPPORTED_FILE_TYPE', `${at} is declared as ${said} but is ${found!.mime}.`, {
      path: `${at}.content_type`,
      found: found!.mime,
    });
  }
  return found!.mime as PodType;
}
