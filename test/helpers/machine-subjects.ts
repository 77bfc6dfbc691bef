/**
 * For every state machine: the column that holds its state, how to create a record, and how each action is requested.
 */
import { orderStatuses } from '../../domain/orders/order-states.ts';
import type { MachineName } from '../../domain/state-machines.ts';
import { newShipment, newWave, stocked } from '../fulfillment/outbound-rig.ts';
import { integrationSubjects } from '../integration/integration-subjects.ts';
import { plannedMoveSubject } from '../moves/move-subject.ts';
import { newOrder } from '../orders/orders-rig.ts';
import { parcelSubjects } from '../parcels/parcel-subjects.ts';
import { pickSubjects } from '../picking/pick-subjects.ts';
import { returnSubjects } from '../returns/return-subjects.ts';
import { transferSubject } from '../transfers/transfer-subject.ts';
import { transportSubjects } from '../transport/transport-subjects.ts';
import { yardSubjects } from '../yard/yard-subjects.ts';
import { asBefore, repeats, verbsOf, type Ask, type Subject } from './machine-asks.ts';
import { bookSubjects } from './machine-books.ts';
import type { Platform } from './join-platform.ts';
import { makeOrder, ordersPath } from './purchase.ts';

/** The subjects on a platform with stock. */
export async function machineSubjects(platform: Platform): Promise<Readonly<Record<MachineName, Subject>>> {
  const { client, standard } = platform;
  const { warehouseId } = standard;
  const item = await stocked(platform, { 'A-01': 1_000_000 });
  const shelf = standard.locations['A-01']!;
  let serial = 0;

  const { post, patch, create, acts, edit } = verbsOf(client);
  /** On v1, POST {id}/{verb} for each of these, waiting for the outcome. */
  const verbs = (path: string, ...names: string[]): Record<string, Ask> =>
    Object.fromEntries(
      names.map((verb) => [
        verb,
        (id) => client.post(`${path}/${id}/${verb}`, {}, { headers: { prefer: 'wait=30' } }),
      ]),
    );
  const newShipmentId = async (): Promise<string> =>
    (await newShipment(platform, [{ item_id: item, qty: 1 }])).id;

  const orders = '/api/oms/orders';
  const newOrderId = async (): Promise<string> =>
    (await newOrder(client, [{ item, qty: 2 }], { warehouse_id: warehouseId })).id;
  const lineOf = async (id: string): Promise<string> =>
    (await client.get(`${orders}/${id}`)).body.data.lines[0].id;

  const receipts = '/api/wms/inbound-receipts';
  const newReceipt = (): Promise<string> =>
    create(receipts, {
      warehouse_id: warehouseId,
      source_type: 'manual',
      lines: [{ item_id: item, expected_qty: 5 }],
    });
  const onReceiptLine =
    (verb: string, body: object): Ask =>
    async (id) => {
      const { lines } = (await client.get(`${receipts}/${id}`)).body.data;
      return post(`${receipts}/${id}/${verb}`, { receipt_line_id: lines[0].id, ...body });
    };

  const counts = '/api/wms/count-tasks';
  const placeOf = new Map<string, string>();
  const newCount = async (): Promise<string> => {
    const code = `CNT-${(serial += 1)}`;
    const place = await create('/api/wms/locations', { warehouse_id: warehouseId, code, type: 'storage' });
    const id = await create(counts, { warehouse_id: warehouseId, location_ids: [place] });
    placeOf.set(id, place);
    return id;
  };

  return {
    ...(await yardSubjects(platform)),
    ...transportSubjects(platform),
    ...returnSubjects(platform, item),
    transfer: await transferSubject(platform, item),
    planned_move: plannedMoveSubject(platform, item),
    ...parcelSubjects(platform),
    ...integrationSubjects(platform),
    sales_order: {
      table: 'sales_orders',
      column: 'status',
      make: newOrderId,
      ask: {
        ...acts(orders, {
          submit: {},
          approve: {},
          allocate: { warehouse_id: warehouseId },
          release: { ship_mode: 'parcel' },
          fulfill: {},
          deliver: {},
          cancel: {},
        }),
        partial_fulfill: async (id) =>
          patch(`${orders}/${id}`, {
            action: 'partial_fulfill',
            lines: [{ line_id: await lineOf(id), qty: 1 }],
          }),
        edit: edit(orders, { fields: { note: 'changed' } }),
        'push-to-wms': (id) => post(`${orders}/${id}/push-to-wms`, {}),
        'cancel-request': (id) => post(`${orders}/${id}/cancel-request`, {}),
      },
      // With nothing backordered there is nothing to push.
      ownRule: ['partially_fulfilled push-to-wms'],
    },
    purchase_order: {
      table: 'purchase_orders',
      column: 'status',
      make: () => makeOrder(client, standard),
      ask: {
        edit: edit('/api/purchase/orders', { note: 'changed' }),
        change: async (id) => {
          const { lines } = (await client.get(`/api/purchase/orders/${id}`)).body.data;
          const changes = [{ line_id: lines[0].id, qty: 20 }];
          return patch(`/api/purchase/orders/${id}`, { action: 'change', reason: 'agreed', changes });
        },
        ...verbs(ordersPath, 'approve', 'release', 'close', 'cancel'),
      },
      otherwise: repeats({ close: 'closed', cancel: 'cancelled' }),
    },
    asn: {
      table: 'asns',
      column: 'status',
      make: async () =>
        (await client.post('/v1/purchase/asns', { lines: [{ sku: 'PLAIN', qty: 1 }] })).body.id,
      ask: {
        set_eta: (id) => client.post(`/v1/purchase/asns/${id}/eta`, { eta: '2030-01-01' }),
        ...verbs('/v1/purchase/asns', 'depart', 'arrive', 'cancel'),
      },
      otherwise: repeats({ depart: 'in_transit', arrive: 'arrived', cancel: 'cancelled' }),
    },
    drayage_order: {
      table: 'drayage_orders',
      column: 'status',
      make: async () => {
        const container_no = `TEST${String((serial += 1)).padStart(7, '0')}`;
        return (await client.post('/v1/drayage/orders', { container_no, pickup: 'A', delivery: 'B' })).body
          .id;
      },
      ask: verbs('/v1/drayage/orders', 'dispatch', 'complete', 'cancel'),
      otherwise: repeats({ dispatch: 'dispatched', cancel: 'cancelled' }),
    },
    sales_order_mirror: { table: 'sales_orders', column: 'status', states: orderStatuses },
    inbound_receipt: {
      table: 'inbound_receipts',
      column: 'status',
      make: newReceipt,
      ask: {
        receive: onReceiptLine('receive-line', { received_qty: 1, location_id: shelf }),
        complete: (id) => post(`${receipts}/${id}/complete-receive`, { confirm_zero: true }),
        reverse: onReceiptLine('reverse-line', { rejected_qty: 1, note: 'miscounted' }),
        close: (id) => post(`${receipts}/${id}/close`, {}),
      },
      otherwise: {
        receive: { received: 'RECEIPT_NOT_RECEIVABLE', closed: 'RECEIPT_NOT_RECEIVABLE' },
        ...repeats({ complete: 'received', close: 'closed' }),
      },
    },
    receiving_task: {
      table: 'tasks',
      column: 'status',
      make: async () => create('/api/wms/receiving-tasks', { receipt_id: await newReceipt() }),
      ask: acts('/api/wms/tasks', { start: {}, unclaim: {}, complete: {}, cancel: {} }),
      otherwise: repeats({ unclaim: 'pending', complete: 'completed', cancel: 'cancelled' }),
    },
    lpn: { table: 'lpns', column: 'state' },
    import: { table: 'imports', column: 'state' },
    count_task: {
      table: 'count_tasks',
      column: 'state',
      make: newCount,
      ask: {
        count: (id) =>
          post(`${counts}/${id}/lines`, {
            lines: [{ location_id: placeOf.get(id), item_id: item, counted_qty: 1 }],
          }),
        ...acts(counts, {
          complete: { zero_uncounted: true },
          approve: {},
          recount: {},
          unclaim: {},
          cancel: {},
        }),
      },
      otherwise: {
        ...repeats({ approve: 'completed', unclaim: 'pending', cancel: 'cancelled' }),
        // It may have become a submission.
        complete: { completed: asBefore, review: asBefore },
      },
    },
    wave: {
      table: 'waves',
      column: 'status',
      make: async () => (await newWave(platform, [await newShipmentId()], false)).id,
      ask: {
        ...acts('/api/wms/waves', { release: {}, cancel: {} }),
        add_shipments: async (id) =>
          patch(`/api/wms/waves/${id}`, { action: 'add_shipments', shipment_ids: [await newShipmentId()] }),
        remove_shipments: async (id) =>
          patch(`/api/wms/waves/${id}`, {
            action: 'remove_shipments',
            shipment_ids: [await newShipmentId()],
          }),
      },
      otherwise: {
        ...repeats({ cancel: 'cancelled' }),
        release: { released: asBefore, picking: asBefore, completed: asBefore },
      },
    },
    ...pickSubjects(platform),
    wms_shipment: {
      table: 'wms_shipments',
      column: 'status',
      make: newShipmentId,
      ask: acts('/api/wms/shipments', { pick: {}, pack: {}, ship: {}, deliver: {}, cancel: {} }),
      otherwise: repeats({
        pick: 'picked',
        pack: 'packed',
        ship: 'shipped',
        deliver: 'delivered',
        cancel: 'cancelled',
      }),
    },
    load: {
      table: 'loads',
      column: 'status',
      make: async () =>
        create('/api/wms/loads', { warehouse_id: warehouseId, shipment_ids: [await newShipmentId()] }),
      ask: {
        ...acts('/api/wms/loads', {
          start_loading: {},
          finish_loading: {},
          unload: {},
          ship: {},
          cancel: {},
        }),
        edit: edit('/api/wms/loads', { trailer_no: 'T-1' }),
        add_shipments: async (id) =>
          patch(`/api/wms/loads/${id}`, { action: 'add_shipments', shipment_ids: [await newShipmentId()] }),
        remove_shipments: async (id) =>
          patch(`/api/wms/loads/${id}`, {
            action: 'remove_shipments',
            shipment_ids: [await newShipmentId()],
          }),
      },
      otherwise: repeats({
        start_loading: 'loading',
        unload: 'loading',
        finish_loading: 'loaded',
        ship: 'shipped',
        cancel: 'cancelled',
      }),
    },
    put_back_task: {
      table: 'put_back_tasks',
      column: 'status',
      make: async () => {
        const { id } = (await newShipment(platform, [{ item_id: item, qty: 1 }])) as { id: string };
        for (const action of ['pick', 'cancel']) await patch(`/api/wms/shipments/${id}`, { action });
        const { data } = (await client.get(`/api/wms/put-back-tasks?shipment_id=${id}`)).body;
        return data[0].id;
      },
      ask: acts('/api/wms/put-back-tasks', { complete: {} }),
      otherwise: repeats({ complete: 'done' }),
    },
    print_job: {
      table: 'print_jobs',
      column: 'status',
      make: () =>
        create('/api/wms/print-jobs', {
          label_kind: 'pallet',
          zpl_content: '^XA^FO50,50^FDx^FS^XZ',
          warehouse_id: warehouseId,
          ref_type: 'receipt',
          ref_id: item,
        }),
      ask: acts('/api/wms/print-jobs', { cancel: {}, retry: {} }),
      // The contract: if the conditional update affects no row, the answer is 409.
      otherwise: {
        cancel: Object.fromEntries(
          ['printing', 'done', 'failed', 'cancelled', 'expired'].map((state) => [state, 'STATE_CHANGED']),
        ),
        retry: Object.fromEntries(
          ['queued', 'printing', 'done', 'cancelled', 'expired'].map((state) => [state, 'STATE_CHANGED']),
        ),
      },
    },
    ...(await bookSubjects(platform)),
  };
}
