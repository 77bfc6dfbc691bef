/** Carrier rules, and which of them would apply. */
import { carrierRuleCommands as commands, carrierRuleRecord } from '../../../queues/parcels/carrier-rules.ts';
import { command, type Endpoint } from '../../http/endpoint.ts';
import { recordEndpoints } from '../record-endpoints.ts';

export const carrierRuleEndpoints: readonly Endpoint[] = [
  ...recordEndpoints(
    carrierRuleRecord,
    { create: commands.createCarrierRule, update: commands.updateCarrierRule },
    { view: 'tms.view', manage: 'tms.rules' },
  ),
  command({
    method: 'POST',
    path: '/api/tms/carrier-rules/dry-run',
    summary: 'Which carrier rule would apply to a parcel, and why those before it do not',
    permission: 'tms.rules',
    command: commands.dryRunCarrierRules,
    returns: commands.dryRunCarrierRules.result,
  }),
];
