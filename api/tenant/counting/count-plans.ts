/** Count plans and their runs. */
import { countPlanCommands as commands, countPlanRecord } from '../../../queues/counting/count-plans.ts';
import { command, type Endpoint } from '../../http/endpoint.ts';
import { recordEndpoints } from '../record-endpoints.ts';

export const countPlanEndpoints: readonly Endpoint[] = [
  ...recordEndpoints(
    countPlanRecord,
    { create: commands.createCountPlan, update: commands.updateCountPlan },
    { view: 'wms.cycle_count.view', manage: 'wms.cycle_count.plan' },
  ),
  command({
    path: '/api/wms/count-plans/{id}/run',
    summary: "Make a plan's count tasks of a day",
    description:
      'What was made for that day is not made again, and what is in a count that is not over is carried, not doubled. The schedule runs every active plan each night.',
    permission: 'wms.cycle_count.plan',
    command: commands.runCountPlan,
    pathToInput: { id: 'count_plan_id' },
    returns: commands.runCountPlan.result,
  }),
];
