/** v1: proofs of delivery. The bytes are checked for their type, hashed and stored before the order refers to them. */
import { findPodFile, findTransport } from '../../../db/transport/orders.read.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { assertProvable, podTypes, type PodType } from '../../../domain/transport/pod-files.ts';
import { choice, object, uuid, type Infer } from '../../../queues/schema.ts';
import { transportCommands } from '../../../queues/transport/transport.ts';
import { command, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { keepUpload, takeUpload, uploadKey } from '../../files/take-upload.ts';
import { podBody, uploadBytesMax } from '../../files/uploads.ts';
import { transportDetail, transportView } from './order-view.ts';

const path = '/v1/tms/orders/{id}/pod';

async function podInput(call: Call, { pod_files: given, ...more }: Infer<typeof podBody>) {
  const id = call.params['id']!;
  // Nothing is stored for an order that does not exist or takes no proof, or that this token may not add any to.
  const { status } = existing('transport order', await findTransport(call.tx, id));
  if (call.principal.merchant_id)
    throw new Refusal('FORBIDDEN', 'Proofs of delivery are uploaded by the operator, not by a merchant.');
  assertProvable(status);
  const files = keepUpload<PodType>(call, 'pod', given);
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
    takeBody: (sent) => takeUpload('pod', sent),
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
      const key = uploadKey(call.organizationId, 'pod', found.sha256);
      return async () => ({
        file: await call.files.get(key),
        content_type: found.content_type,
        filename: found.filename,
      });
    },
  }),
];
