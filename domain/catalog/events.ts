/**
 * Events of master data. They say that a record was created or changed; subscribers read its fields from the record.
 */
import { eventKind } from '../event-kind.ts';

const about = { seenWith: ['wms.master_data.view'] } as const;
const changes = { created: {}, changed: {} };

export const catalogEvents = {
  ...eventKind('warehouse', about, changes),
  ...eventKind('location', about, changes),
  ...eventKind('item', about, changes),
  ...eventKind('carton_type', about, changes),
  ...eventKind('merchant', about, changes),
  ...eventKind('carrier', about, changes),
  ...eventKind('hazard_segregation', about, changes),
  ...eventKind('vendor', { seenWith: ['purchase.view', 'wms.master_data.view'] }, changes),
} as const;
