/** Inspection plans, and the inspections of received goods: the tenant surface. */
import { findInspection, listInspections } from '../../../db/quality/goods-inspections.read.ts';
import { goodsInspectionStatuses } from '../../../domain/quality/inspection-states.ts';
import { inspectionPlanRecord, qualityCommands as commands } from '../../../queues/quality/quality.ts';
import * as s from '../../../queues/schema.ts';
import { actions, list, query, type Endpoint } from '../../http/endpoint.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { recordEndpoints } from '../record-endpoints.ts';
import {
  inspectionSummaryView,
  inspectionView,
  showInspection,
  showInspectionSummary,
} from './inspection-view.ts';
import { goodsPhotoEndpoints } from './photos.ts';

const path = '/api/wms/inspections';
const view = 'wms.inspections.view';
const permission = 'wms.inspections.work';
const detail = oneOf('inspection', findInspection, showInspection);

export const qualityEndpoints: readonly Endpoint[] = [
  ...recordEndpoints(
    inspectionPlanRecord,
    { create: commands.createInspectionPlan, update: commands.updateInspectionPlan },
    { view, manage: 'wms.inspections.plan' },
  ),
  list({
    path,
    summary: 'Inspections of received goods, newest first',
    permission: view,
    query: pagedQuery({
      status: s.choice(...goodsInspectionStatuses),
      warehouse_id: s.uuid(),
      merchant_id: s.uuid(),
      item_id: s.uuid(),
      receipt_id: s.uuid(),
    }),
    returns: inspectionSummaryView,
    run: pageOf(listInspections, showInspectionSummary),
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One inspection: what to look for, what was found, what was decided',
    permission: view,
    returns: inspectionView,
    run: byId(detail),
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Act on an inspection of received goods',
    description:
      'record says what was found: what passes is available at once, what fails follows its plan (on_fail) or waits for decide. cancel leaves the units on hold.',
    permission,
    pathToInput: { id: 'inspection_id' },
    actions: {
      record: { command: commands.recordInspection, permission },
      decide: { command: commands.decideInspection, permission },
      cancel: { command: commands.cancelInspection, permission },
    },
    respondWith: detail,
    returns: inspectionView,
  }),
  ...goodsPhotoEndpoints,
];
