/** v1: proofs of delivery. The bytes are checked for their type, hashed and stored before the order refers to them. */
import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import Joi from 'joi';
import { findPodFile, findTransport } from '../../../db/transport/orders.read.ts';
import { invalid, notFound, Refusal } from '../../../domain/refusals.ts';
import {
  isPodType,
  podBytesMax,
  podFilesMax,
  podTypes,
  type PodType,
} from '../../../domain/transport/pod-files.ts';
import {
  choice,
  custom,
  described,
  instant,
  list,
  object,
  optional,
  text,
  uuid,
  type Infer,
} from '../../../queues/schema.ts';
import { transportCommands } from '../../../queues/transport/transport.ts';
import { command, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { transportDetail, transportView } from './order-view.ts';

const path = '/v1/tms/orders/{id}/pod';
// For one upload: ten phone pictures, or one file of the largest size in base64 with room to spare.
const uploadBytesMax = 32 * 1024 * 1024;

const base64 = custom<string>(
  Joi.string()
    .max(Math.ceil(podBytesMax / 3) * 4)
    .pattern(/^[A-Za-z0-9+/]+={0,2}$/, 'base64')
    .messages({ 'string.pattern.name': '{{#label}} must be base64' }),
);

const podBody = object({
  pod_files: described(
    list(
      object({
        filename: text(200),
        content_type: optional(described(text(100), 'Checked against what the bytes say.')),
        content: described(base64, 'The bytes in base64.'),
      }),
      { min: 1, max: podFilesMax },
    ),
    `PDF, PNG, JPEG, WebP or TIFF, at most ${podBytesMax} bytes each. As a form: one part pod_files per file.`,
  ),
  signed_by: optional(text(200)),
  delivered_at: optional(instant()),
});

type Given = Infer<typeof podBody>['pod_files'][number];

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

async function keep(call: Call, { filename, content, content_type: said }: Given, at: string) {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > podBytesMax) throw invalid(at, 'too_large', `${at} is larger than ${podBytesMax} bytes`);
  const type = await sniffed(bytes, said, at);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  call.kept.push({ key: keyOf(call.organizationId, sha256), bytes, content_type: type });
  return { filename, content_type: type, size_bytes: bytes.length, sha256 };
}

const keyOf = (organizationId: string, sha256: string): string => `${organizationId}/pod/${sha256}`;

async function podInput(call: Call, { pod_files: given, ...more }: Infer<typeof podBody>) {
  const id = call.params['id']!;
  // Nothing is stored for an order that does not exist, or that this token may not add proofs to.
  if (!(await findTransport(call.tx, call.organizationId, id))) throw notFound('transport order');
  if (call.principal.merchant_id)
    throw new Refusal('FORBIDDEN', 'Proofs of delivery are uploaded by the operator, not by a merchant.');
  const files = [];
  for (const [index, file] of given.entries()) files.push(await keep(call, file, `pod_files.${index}`));
  return { order_id: id, files, ...more };
}

export const podEndpoints: readonly Endpoint[] = [
  command({
    method: 'POST',
    path,
    summary: 'Upload proof of delivery',
    description:
      'As JSON with the bytes in base64, or as a form with one part pod_files per file. It delivers an order in transit, with its shipments and their sales orders.',
    permission: 'tms.manage',
    command: transportCommands.addProofOfDelivery,
    body: podBody,
    input: podInput,
    formFiles: ['pod_files'],
    bodyBytesMax: uploadBytesMax,
    respondWith: transportDetail,
    returns: transportView,
  }),
  query({
    path: `${path}/{file_id}`,
    summary: 'A file of a proof of delivery',
    permission: 'tms.view',
    files: [...podTypes],
    isFileAlone: true,
    returns: object({ id: uuid(), content_type: choice(...podTypes) }),
    run: async (call) => {
      const { id, file_id: fileId } = call.params as { id: string; file_id: string };
      const found = await findPodFile(call.tx, call.organizationId, id, fileId);
      if (!found) throw notFound('file');
      const key = keyOf(call.organizationId, found.sha256);
      return async () => ({
        file: await call.files.get(key),
        content_type: found.content_type,
        filename: found.filename,
      });
    },
  }),
];
