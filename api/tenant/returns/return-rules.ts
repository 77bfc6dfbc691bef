/** Return rules, and which of them would apply. */
import { returnRuleCommands as commands, returnRuleRecord } from '../../../queues/returns/return-rules.ts';
import { command, type Endpoint } from '../../http/endpoint.ts';
import { recordEndpoints } from '../record-endpoints.ts';

export const returnRuleEndpoints: readonly Endpoint[] = [
  ...recordEndpoints(
    returnRuleRecord,
    { create: commands.createReturnRule, update: commands.updateReturnRule },
    { view: 'oms.returns.view', manage: 'oms.returns.rules' },
  ),
  command({
    method: 'POST',
    path: '/api/oms/return-rules/dry-run',
    summary: 'Which return rule would apply to units, and why those before it do not',
    permission: 'oms.returns.rules',
    command: commands.dryRunReturnRules,
    returns: commands.dryRunReturnRules.result,
  }),
];
