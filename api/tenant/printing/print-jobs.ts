/** Print jobs: create one or up to a hundred, poll, list, cancel, retry, preview. */
import { findLabel, findPrintJob, findPrintJobs } from '../../../db/printing/print-jobs.read.ts';
import { listPrintJobs } from '../../../db/printing/print-queue.read.ts';
import { printJobStatuses } from '../../../domain/printing/print-job-states.ts';
import { notFound, Refusal } from '../../../domain/refusal.ts';
import { printBodyBytesMax, printJobCommands } from '../../../queues/printing/print-jobs.ts';
import { choice, described, instant, listOf, object, text, uuid } from '../../../queues/schema.ts';
import { actions, command, create, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing, oneOf, shownPage } from '../../http/reads.ts';
import { pagedQuery, searchText } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { drawLabel } from './label-preview.ts';
import { listedPrintJobView, printJobView, reprintView, showListedPrintJob } from './print-job-view.ts';

const printJob = oneOf('print job', findPrintJob, shownAs(printJobView));

/** What people can do in the print center beyond the contract's cancel and retry. */
const deskEndpoints: readonly Endpoint[] = [
  command({
    path: '/api/wms/print-jobs/cancel',
    summary: 'Cancel all queued labels that match a filter',
    description:
      'The filter is that of the list. At most 1000 at once, oldest first; `remaining` says how many still match. Labels that a hub claims meanwhile are printed.',
    permission: 'wms.print.create',
    command: printJobCommands.cancelMany,
    returns: printJobCommands.cancelMany.result,
  }),
  create({
    path: '/api/wms/print-jobs/{id}/reprint',
    summary: 'Reprint a label that is done',
    description:
      'Creates a new job that names the old one in reprint_of. Without device_id it goes to the printer chosen before, else to the default one. Refuses 409 STATE_CHANGED if the old one is not done: a failed job is retried instead.',
    permission: 'wms.print.create',
    command: printJobCommands.reprintJob,
    pathToInput: { id: 'print_job_id' },
    respondWith: async ({ tx, params }, { id }) => {
      const found = existing('print job', await findPrintJob(tx, id));
      return present(reprintView, { ...found, reprint_of: params['id']! });
    },
    returns: reprintView,
  }),
  command({
    path: '/api/wms/print-jobs/{id}/move',
    summary: 'Move a queued label to another printer',
    description: 'Refuses 409 STATE_CHANGED as soon as a hub has claimed it.',
    permission: 'wms.print.create',
    command: printJobCommands.moveJob,
    pathToInput: { id: 'print_job_id' },
    respondWith: printJob,
    returns: printJobView,
  }),
];

export const printJobEndpoints: readonly Endpoint[] = [
  ...deskEndpoints,
  create({
    path: '/api/wms/print-jobs',
    summary: 'Queue a label',
    description:
      'Without device_id, the default label printer of warehouse_id, or of the only warehouse, prints it; if there is none, the job stays queued. With several warehouses one of the two is required (422 PRINTER_NOT_NAMED lists them). zpl_content beyond 1 MiB is refused with 413, text that is not a label, or holds what reaches beyond it, with 422 and the position of the problem. One job prints at most 1000 labels: the formats of its text, times the ^PQ of each, times copies (422 TOO_MANY_LABELS).',
    permission: 'wms.print.create',
    command: printJobCommands.createJob,
    returns: printJobView,
    bodyBytesMax: printBodyBytesMax,
  }),
  create({
    path: '/api/wms/print-jobs/bulk',
    summary: 'Queue up to 100 labels, all or none',
    permission: 'wms.print.create',
    command: printJobCommands.createJobs,
    respondWith: async ({ tx }, { ids }) => ({
      jobs: (await findPrintJobs(tx, ids)).map((row) => present(printJobView, row)),
    }),
    returns: object({ jobs: listOf(printJobView) }),
    bodyBytesMax: printBodyBytesMax,
  }),
  list({
    path: '/api/wms/print-jobs',
    summary: 'The queue: newest first; with status queued or printing oldest first, in printing order',
    permission: 'wms.print.view',
    query: pagedQuery({
      status: choice(...printJobStatuses),
      warehouse_id: uuid(),
      q: described(
        searchText(100),
        'Part of the label kind, the document number or the printer’s name, the end of the job id, or an id.',
      ),
      queued_before: described(instant(), 'Jobs that have been in the queue for longer.'),
      after: described(uuid(), 'Continues after this job: nothing is shown twice while the queue moves.'),
    }),
    returns: listedPrintJobView,
    run: async ({ tx, query: filter }) => {
      return shownPage(await listPrintJobs(tx, filter), showListedPrintJob);
    },
  }),
  query({
    path: '/api/wms/print-jobs/{id}',
    summary: 'One print job',
    permission: 'wms.print.view',
    returns: printJobView,
    run: byId(printJob),
  }),
  actions({
    path: '/api/wms/print-jobs/{id}',
    summary: 'Cancel (only from queued) or retry (only from failed)',
    description: 'If the state has already changed, the answer is 409 STATE_CHANGED with the current status.',
    permission: 'wms.print.create',
    pathToInput: { id: 'print_job_id' },
    actions: {
      cancel: { command: printJobCommands.cancelJob, permission: 'wms.print.create' },
      retry: { command: printJobCommands.retryJob, permission: 'wms.print.create' },
    },
    respondWith: printJob,
    returns: printJobView,
  }),
  query({
    path: '/api/wms/print-jobs/{id}/preview',
    summary: "The label's picture, approximate: fonts differ from a printer's",
    permission: 'wms.print.view',
    returns: text(),
    files: ['image/png'],
    isFileAlone: true,
    takes: 'previews',
    run: async ({ tx, organizationId, params }) => {
      const label = await findLabel(tx, params['id']!);
      if (!label) throw notFound('print job');
      const words = { content_type: 'image/png', filename: 'label-approximate.png', inline: true };
      const { zpl_content: zpl, content_type: type } = label;
      if (type === 'application/pdf')
        throw new Refusal('LABEL_NOT_DRAWABLE', 'The label is a PDF, of which no preview is drawn.');
      if (type === 'image/png') return async () => ({ file: Buffer.from(zpl, 'base64'), ...words });
      return async () => ({ file: await drawLabel(organizationId, zpl), ...words });
    },
  }),
];
