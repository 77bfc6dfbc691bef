/** The state machine of inspections of received goods, and how each of its actions is requested. */
import type { Platform } from '../helpers/join-platform.ts';
import { repeats, verbsOf, type Subject } from '../helpers/machine-asks.ts';
import { inspectionsPath, plannedGoods } from './quality-rig.ts';

/** Inspections of goods whose plan leaves it to a person what becomes of those that fail. */
export function inspectionSubject(platform: Platform): Subject {
  const { acts } = verbsOf(platform.client);
  const checks = [{ name: 'intact', kind: 'pass' }];
  return {
    table: 'goods_inspections',
    column: 'status',
    make: async () => {
      const goods = await plannedGoods(platform, { sample_percent: 100, checks });
      await goods.scan(1);
      return (await goods.inspections())[0].id;
    },
    ask: acts(inspectionsPath, {
      record: { results: [{ name: 'intact', passed: false }] },
      decide: { decision: 'hold' },
      cancel: {},
    }),
    otherwise: repeats({ cancel: 'cancelled' }),
  };
}
