/** Manifests: what a carrier takes with it at the end of a day. */
import {
  findManifest,
  findManifestPaper,
  listManifests,
  type ManifestRow,
} from '../../../db/parcels/manifests.read.ts';
import { isManifestAtRest, manifestStatuses } from '../../../domain/parcels/manifest-states.ts';
import { notFound } from '../../../domain/refusal.ts';
import { manifestCommands as commands } from '../../../queues/parcels/manifests.ts';
import * as s from '../../../queues/schema.ts';
import { actions, create, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing, oneOf, pageOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pagedQuery, plainQuery, queryInteger } from '../../http/query-fields.ts';

const manifestView = s.object({
  id: s.described(s.uuid(), 'Also the reference under which the carrier knows it.'),
  account_id: s.uuid(),
  account_name: s.freeText(),
  warehouse_id: s.uuid(),
  carrier_code: s.nullable(
    s.freeText(),
    'Whose parcels are on it, where the account is one with many carriers.',
  ),
  ship_date: s.date(),
  state: s.described(
    s.choice(...manifestStatuses),
    'unknown: the carrier gave no answer, so it may have been taken; its labels wait until that is settled.',
  ),
  manifest_no: s.nullable(s.freeText(), "The carrier's."),
  labels: s.integer({ min: 0, max: 1e6 }),
  left: s.described(
    s.integer({ min: 0, max: 1e9 }),
    'How many waited as well when it was made, and found no place on it: close the day again.',
  ),
  has_file: s.described(s.flag(), 'Whether the carrier made a paper of it.'),
  files: s.described(s.integer({ min: 0, max: 100 }), 'How many papers it made: /file?no=2 is the second.'),
  unknown_since: s.nullable(s.instant()),
  next_try_at: s.nullable(s.instant(), 'When the carrier is asked again. Null: a person has to decide.'),
  last_error: s.nullable(s.freeText()),
  resolved_by: s.nullable(s.freeText(), 'Who decided what had become of it.'),
  resolved_for: s.nullable(s.freeText()),
  created_by: s.freeText(),
  created_at: s.instant(),
  updated_at: s.instant(),
  accepted_at: s.nullable(s.instant()),
  refused_at: s.nullable(s.instant()),
});

const show = (row: ManifestRow) =>
  present(manifestView, { ...row, next_try_at: isManifestAtRest(row.state) ? null : row.next_try_at });
const manifest = oneOf('manifest', findManifest, show);

const path = '/api/tms/manifests';
const view = ['tms.labels', 'tms.accounts'] as const;
const permission = 'tms.labels';
const resolving = 'tms.labels.resolve';

export const manifestEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Manifests, newest first',
    permission: view,
    query: pagedQuery({
      account_id: s.uuid(),
      warehouse_id: s.uuid(),
      state: s.choice(...manifestStatuses),
      ship_date: s.described(s.date(), 'Only manifests of this day.'),
    }),
    returns: manifestView,
    run: pageOf(listManifests, show),
  }),
  create({
    path,
    summary: 'Close the day of an account in a warehouse',
    description:
      'Takes the labels bought with the account that wait for a manifest, at most 1,000 (ShipEngine: 500), and tells the carrier of them; left counts those that found no place. Labels that the carrier leaves are free for another, and say why (manifest_error). 201 once it has taken it, or refused (state), 202 when that takes longer. A label on a manifest is taken back only if its carrier refunds such labels.',
    permission,
    command: commands.createManifest,
    respondWith: manifest,
    isSettled: ({ state }) => isManifestAtRest(state),
    returns: manifestView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One manifest',
    permission: view,
    returns: manifestView,
    run: byId(manifest),
  }),
  query({
    path: `${path}/{id}/file`,
    summary: "The carrier's paper, for its driver",
    permission: view,
    returns: s.anything(),
    query: plainQuery({
      no: s.described(queryInteger({ min: 1, max: 100 }), 'Which of several; the first by itself.'),
    }),
    files: ['application/pdf'],
    isFileAlone: true,
    run: async ({ tx, params, query: { no = 1 } }) => {
      const id = params['id']!;
      const { content } = existing('manifest', await findManifestPaper(tx, id, no));
      if (content === null) throw notFound('file of the manifest');
      return {
        file: content,
        content_type: 'application/pdf',
        filename: `manifest-${id}.pdf`,
        inline: true,
      };
    },
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Decide what became of a manifest that got no answer',
    permission: resolving,
    pathToInput: { id: 'manifest_id' },
    actions: {
      adopt: { command: commands.adoptManifest, permission: resolving },
      retry: { command: commands.retryManifest, permission: resolving },
      give_up: { command: commands.giveUpManifest, permission: resolving },
    },
    respondWith: manifest,
    returns: manifestView,
  }),
];
