/** The state machines of what comes back and goes back, and how each of their actions is requested. */
import { receivedReturnStates } from '../../domain/returns/return-states.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { repeats, verbsOf, type Subject } from '../helpers/machine-asks.ts';
import { inspectionSubject } from '../quality/inspection-subject.ts';
import { vendorReturnSubject } from '../vendor-returns/vendor-return-subject.ts';
import { returnsPath } from './returns-rig.ts';

/** Returns of an item without an order. */
export function returnSubjects(
  platform: Platform,
  itemId: string,
): Record<'return' | 'vendor_return' | 'goods_inspection', Subject> {
  const { client, standard } = platform;
  const { post, create, acts } = verbsOf(client);
  const lines = [{ item_id: itemId, qty: 1, reason_code: 'too_small' }];
  const whereReceived = Object.fromEntries(receivedReturnStates.map((state) => [state, 'RETURN_RECEIVED']));
  const again = repeats({
    authorize: 'authorized',
    reject: 'rejected',
    cancel: 'cancelled',
    close: 'closed',
  });
  return {
    vendor_return: vendorReturnSubject(platform, itemId),
    goods_inspection: inspectionSubject(platform),
    return: {
      table: 'returns',
      column: 'status',
      make: () => create(returnsPath, { warehouse_id: standard.warehouseId, kind: 'customer', lines }),
      ask: {
        ...acts(returnsPath, { authorize: {}, reject: {}, cancel: {}, close: {} }),
        add_lines: (id) => post(`${returnsPath}/${id}/lines`, { lines }),
        inspect: async (id) => {
          const [line] = (await client.get(`${returnsPath}/${id}`)).body.data.lines;
          return post(`${returnsPath}/${id}/inspect`, { return_line_id: line.id, qty: 1, grade: 'A' });
        },
        print_label: (id) => post(`${returnsPath}/${id}/label`, {}),
        credit: (id) => post(`${returnsPath}/${id}/credit`, {}),
        dispose: (id) => post(`${returnsPath}/${id}/dispose`, { inspection_id: id, kind: 'quarantine' }),
      },
      otherwise: {
        ...again,
        reject: { ...again['reject'], ...whereReceived },
        cancel: { ...again['cancel'], ...whereReceived },
      },
    },
  };
}
