/** v1: carriers, as in the catalog. */
import { carrierSorts, listCarriers } from '../../../db/catalog/carriers.read.ts';
import { carrierRecord } from '../../../queues/catalog/master-data.ts';
import { recordView } from '../../../queues/record-kind.ts';
import { list, type Endpoint } from '../../http/endpoint.ts';
import { queryFlag, searchText, v1Query } from '../../http/query-fields.ts';
import { listed } from '../names.ts';

export const carrierEndpoints: readonly Endpoint[] = [
  list({
    path: '/v1/tms/carriers',
    summary: 'Carriers, by code',
    permission: 'tms.view',
    query: v1Query({ q: searchText(200), is_active: queryFlag() }, Object.keys(carrierSorts)),
    returns: recordView(carrierRecord),
    run: (call) =>
      listed(
        call,
        (tx, filters, page) => listCarriers(tx, filters, page),
        ({ created_at, updated_at, ...row }) => ({
          ...row,
          created_at: created_at.toISOString(),
          updated_at: updated_at.toISOString(),
        }),
      ),
  }),
];
