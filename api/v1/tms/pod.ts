/** v1: proofs of delivery. The bytes are checked for their type, hashed and stored before the order refers to them. */
import { findPodFile, findTransport } from '../../../db/transport/orders.read.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { podTypes, type PodType } from '../../../domain/transport/pod-files.ts';
import { choice, object, uuid } from '../../../queues/schema.ts';
import { transportCommands } from '../../../queues/transport/transport.ts';
import { command, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { transportDetail, transportView } from './order-view.ts';
import { podBody, type PodBody } from './pod-body.ts';
import { takePod } from './take-pod.ts';

const path = '/v1/tms/orders/{id}/pod';
// For one upload: ten phone pictures, or one file of the largest size in base64 with room to spare.
const uploadBytesMax = 32 * 1024 * 1024;

const keyOf = (organizationId: string, sha256: string): string => `${organizationId}/pod/${sha256}`;

async function podInput(call: Call, { pod_files: given, ...more }: PodBody) {
  const id = call.params['id']!;
  // Nothing is stored for an order that does not exist, or that this token may not add proofs to.
  existing('transport order', await findTransport(call.tx, id));
  if (call.principal.merchant_id)
    throw new Refusal('FORBIDDEN', 'Proofs of delivery are uploaded by the operator, not by a merchant.');
  const files = given.map(({ filename, content_type, content: sha256 }) => {
    const bytes = call.sent.get(sha256)!;
    const type = content_type as PodType;
    call.kept.push({ key: keyOf(call.organizationId, sha256), bytes, content_type: type });
    return { filename, content_type: type, size_bytes: bytes.length, sha256 };
  });
  return { order_id: id, files, ...more };
}

export const podEndpoints: readonly Endpoint[] = [
  command({
    path,
    summary: 'Upload proof of delivery',
    description:
      'As JSON with the bytes in base64, or as a form with one part pod_files per file. It delivers an order in transit, with its shipments and their sales orders.',
    permission: 'tms.manage',
    command: transportCommands.addProofOfDelivery,
    body: podBody,
    takeBody: takePod,
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
      const found = existing('file', await findPodFile(call.tx, id, fileId));
      const key = keyOf(call.organizationId, found.sha256);
      return async () => ({
        file: await call.files.get(key),
        content_type: found.content_type,
        filename: found.filename,
      });
    },
  }),
];
