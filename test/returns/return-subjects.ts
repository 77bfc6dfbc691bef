/** The state machines of what comes back and goes back, and how each of their actions is requested. */
import { receivedReturnStates } from '../../domain/returns/return-states.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { repeats, verbsOf, type Ask, type Subject } from '../helpers/machine-asks.ts';
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
  const read = async (id: string): Promise<any> => (await client.get(`${returnsPath}/${id}`)).body.data;
  const lines = [{ item_id: itemId, qty: 1, reason_code: 'too_small' }];
  const dock = standard.locations['DOCK-1'];
  /** On the receipt of a return, and a line of which nothing was counted; of one that has none yet, on none. */
  const onReceipt =
    (verb: string, body: (lineId: string) => object): Ask =>
    async (id) => {
      const { receipt_id, lines: all } = await read(id);
      const line = all.find(({ received_qty }: any) => received_qty === 0) ?? all[0];
      return post(`/api/wms/inbound-receipts/${receipt_id ?? id}/${verb}`, body(line.receipt_line_id ?? id));
    };
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
          const { lines: all } = await read(id);
          const line = all.find((one: any) => one.received_qty > one.inspected_qty) ?? all[0];
          return post(`${returnsPath}/${id}/inspect`, { return_line_id: line.id, qty: 1, grade: 'A' });
        },
        print_label: (id) => post(`${returnsPath}/${id}/label`, {}),
        credit: (id) => post(`${returnsPath}/${id}/credit`, {}),
        dispose: async (id) => {
          const { inspections } = await read(id);
          const left = inspections.find((one: any) => one.disposed_qty < one.qty);
          const inspection_id = left?.id ?? id;
          return post(`${returnsPath}/${id}/dispose`, { inspection_id, kind: 'quarantine' });
        },
      },
      askElsewhere: {
        receive: onReceipt('receive-line', (line) => ({
          receipt_line_id: line,
          received_qty: 1,
          location_id: dock,
        })),
        complete: onReceipt('complete-receive', () => ({ confirm_zero: true })),
      },
      goesOn: { complete: 'settle', dispose: 'settle' },
      otherwise: {
        ...again,
        reject: { ...again['reject'], ...whereReceived },
        cancel: { ...again['cancel'], ...whereReceived },
      },
    },
  };
}
