/**
 * The bodies that are files: proofs of delivery, photos of inspections. Read, checked and decoded in a thread
 * (`upload-thread.ts`), since one may be 32 MB of base64.
 */
import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import Joi from 'joi';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { photoBytesMax, photosMax, photoTypes } from '../../domain/quality/inspection-photos.ts';
import { podBytesMax, podFilesMax, podTypes } from '../../domain/transport/pod-files.ts';
import * as s from '../../queues/schema.ts';
import { parseJsonBody } from '../http/read-body.ts';
import { validate } from '../http/validate.ts';
import { formWords, isMultipart, parseMultipart } from './read-multipart.ts';

interface FileRules {
  field: string;
  /** What its bytes may be, and the same in words. */
  types: readonly string[];
  words: string;
  bytesMax: number;
  filesMax: number;
}

const pod = {
  field: 'pod_files',
  types: podTypes,
  words: 'PDF, PNG, JPEG, WebP or TIFF',
  bytesMax: podBytesMax,
  filesMax: podFilesMax,
} satisfies FileRules;

const photos = {
  field: 'photos',
  types: photoTypes,
  words: 'PNG, JPEG or WebP',
  bytesMax: photoBytesMax,
  filesMax: photosMax,
} satisfies FileRules;

const base64 = (bytesMax: number) =>
  s.custom<string>(
    Joi.string()
      .max(Math.ceil(bytesMax / 3) * 4)
      .pattern(/^[A-Za-z0-9+/]+={0,2}$/, 'base64')
      .messages({ 'string.pattern.name': '{{#label}} must be base64' }),
  );

const files = ({ field, words, bytesMax, filesMax }: FileRules) =>
  s.described(
    s.list(
      s.object({
        filename: s.text(200),
        content_type: s.optional(s.text(100), 'Checked against what the bytes say.'),
        content: s.described(base64(bytesMax), 'The bytes in base64.'),
      }),
      { min: 1, max: filesMax },
    ),
    `${words}, at most ${bytesMax} bytes each. As a form: one part ${field} per file.`,
  );

export const podBody = s.object({
  pod_files: files(pod),
  signed_by: s.optional(s.text(200)),
  delivered_at: s.optional(s.instant()),
});

export const photosBody = s.object({ photos: files(photos) });

const uploads = { pod: { rules: pod, body: podBody }, photos: { rules: photos, body: photosBody } };
export type UploadName = keyof typeof uploads;

/** For one upload: ten phone pictures, or one file of the largest size in base64 with room to spare. */
export const uploadBytesMax = 32 * 1024 * 1024;

/** A file of a body that was read: its bytes are beside it, under their SHA-256. */
export interface NamedFile {
  filename: string;
  content_type?: string;
  /** In the body as it is sent its bytes, in the one that was read their SHA-256. */
  content: string;
}

export interface ReadUpload {
  /** With the SHA-256 of every file as its content, and the type its bytes say. */
  body: Record<string, unknown>;
  /** Each file's bytes once, by their SHA-256. */
  files: Map<string, Uint8Array<ArrayBuffer>>;
}

/** Reads JSON or a form. Refuses 400 and 415 for what breaks the rules, 400 UNSUPPORTED_FILE_TYPE for other files. */
export async function readUpload(name: UploadName, raw: Buffer, contentType: string): Promise<ReadUpload> {
  const { rules, body: schema } = uploads[name];
  const given = isMultipart(contentType)
    ? await parseMultipart(raw, contentType)
    : parseJsonBody(raw, contentType, formWords);
  const body = validate<Record<string, unknown>>(schema, given, { convert: false });
  const kept: ReadUpload['files'] = new Map();
  const named: NamedFile[] = [];
  for (const [index, one] of (body[rules.field] as NamedFile[]).entries()) {
    const at = `${rules.field}.${index}`;
    const decoded = Buffer.from(one.content, 'base64');
    if (decoded.length > rules.bytesMax)
      throw invalid(at, 'too_large', `${at} is larger than ${rules.bytesMax} bytes`);
    const content_type = await sniffed(decoded, one.content_type, at, rules);
    const sha256 = createHash('sha256').update(decoded).digest('hex');
    // In memory of its own, which can be handed to another thread: small buffers are cut from one shared by others.
    kept.set(sha256, new Uint8Array(decoded));
    named.push({ filename: one.filename, content_type, content: sha256 });
  }
  return { body: { ...body, [rules.field]: named }, files: kept };
}

// What a browser or script declares for a file it knows nothing about.
const saysNothing = 'application/octet-stream';

/** The type of the bytes. Refuses 400 UNSUPPORTED_FILE_TYPE for other types, or when they differ from the declared one. */
async function sniffed(
  bytes: Buffer,
  said: string | undefined,
  at: string,
  { types, words }: FileRules,
): Promise<string> {
  const found = await fileTypeFromBuffer(bytes);
  if (!found || !types.includes(found.mime)) {
    throw new Refusal('UNSUPPORTED_FILE_TYPE', `${at} is not a ${words} file.`, {
      path: at,
      found: found?.mime ?? null,
      allowed: [...types],
    });
  }
  if (said && said !== saysNothing && said !== found.mime) {
    throw new Refusal('UNSUPPORTED_FILE_TYPE', `${at} is declared as ${said} but is ${found.mime}.`, {
      path: `${at}.content_type`,
      found: found.mime,
    });
  }
  return found.mime;
}
