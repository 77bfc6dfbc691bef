/** Pick faces and their replenishment. */
import { pickFaceSource } from '../../../db/moves/pick-faces.read.ts';
import { pickFaceRecord, replenishmentCommands as commands } from '../../../queues/moves/replenishment.ts';
import { recordColumns } from '../../../queues/record-kind.ts';
import { command, type Endpoint } from '../../http/endpoint.ts';
import { recordEndpoints } from '../record-endpoints.ts';

export const replenishmentEndpoints: readonly Endpoint[] = [
  ...recordEndpoints(
    pickFaceRecord,
    { create: commands.createPickFace, update: commands.updatePickFace },
    {
      view: 'wms.putaway.view',
      manage: 'wms.moves.plan',
      source: pickFaceSource(recordColumns(pickFaceRecord)),
    },
  ),
  command({
    path: '/api/wms/replenishments/plan',
    summary: 'Plan moves that fill pick faces',
    description:
      'It happens by itself: with the release of a wave (what it picks from reserve and is less than a refill unit goes to the face with its allocations, and its picks wait), after a pick that leaves a face under its least, and every five minutes. What is planned counts as there.',
    permission: 'wms.moves.plan',
    command: commands.planReplenishments,
    returns: commands.planReplenishments.result,
  }),
];
