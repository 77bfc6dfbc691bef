/** The four endpoints for one kind of master data: GET list, POST, GET {id}, PATCH {id}. */
import { findRecord, listRecords, type RecordSource } from '../../db/records.read.ts';
import { withArticle } from '../../domain/article.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { AnyCommand } from '../../queues/engine/define-command.ts';
import { recordColumns, recordView, recordWords, type RecordKind } from '../../queues/record-kind.ts';
import type { Field } from '../../queues/schema.ts';
import { command, create, list, query, type Call, type Endpoint } from '../http/endpoint.ts';
import { byId, existing, shownPage } from '../http/reads.ts';
import { pagedQuery, queryFlag, searchText } from '../http/query-fields.ts';
import { present, shownAs } from '../http/present.ts';

export interface RecordEndpointOptions {
  view: Permission;
  manage: Permission;
  /** Where the records are read from, if that is more than the kind's own table. */
  source?: RecordSource;
  /** List filters in addition to the kind's own. */
  filters?: Record<string, Field<unknown>>;
}

export function recordEndpoints(
  kind: RecordKind,
  commands: { create: AnyCommand; update: AnyCommand },
  { view, manage, source = tableOf(kind), filters = {} }: RecordEndpointOptions,
): readonly Endpoint[] {
  const path = `/api/${kind.area}/${kind.collection.replaceAll('_', '-')}`;
  const returns = recordView(kind);
  const words = kind.collection.replaceAll('_', ' ');
  const one = recordWords(kind);
  const read = async ({ tx }: Call, { id }: { id: string }): Promise<Record<string, unknown>> => {
    const found = existing(one, await findRecord(tx, source, id));
    return present(returns, found);
  };
  return [
    list({
      path,
      summary: `List ${words}`,
      permission: view,
      query: pagedQuery<Record<string, Field<unknown>>>({
        q: searchText(200),
        is_active: queryFlag(),
        ...kind.filters,
        ...filters,
      }),
      returns,
      run: async ({ tx, query: wanted }) => {
        return shownPage(await listRecords(tx, source, wanted), shownAs(returns));
      },
    }),
    create({
      path,
      summary: `Create ${withArticle(one)}`,
      permission: manage,
      command: commands.create,
      respondWith: read,
      returns,
    }),
    query({
      path: `${path}/{id}`,
      summary: `One ${one}`,
      permission: view,
      returns,
      run: byId(read),
    }),
    command({
      method: 'PATCH',
      path: `${path}/{id}`,
      summary: `Change ${withArticle(one)}`,
      permission: manage,
      command: commands.update,
      pathToInput: { id: 'record_id' },
      respondWith: read,
      returns,
    }),
  ];
}

function tableOf(kind: RecordKind): RecordSource {
  return { from: kind.collection, columns: recordColumns(kind), searched: kind.searched };
}
