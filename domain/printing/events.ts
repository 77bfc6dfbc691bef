/** Events of print jobs, printers and their hubs. */
import { eventKind } from '../event-kind.ts';
import { choice, flag, nullable, number, optional, text, uuid } from '../event-fields.ts';

const result = {
  claim_id: optional(nullable(uuid())),
  error: optional(nullable(text())),
  verified: optional(nullable(flag())),
};

export const printingEvents = {
  ...eventKind(
    'print_job',
    { seenWith: ['wms.print.view'] },
    {
      queued: { reprint_of: optional(uuid()) },
      moved: { device_id: uuid() },
      dispatched: { device_id: uuid() },
      printing: { hub_id: uuid(), claim_id: uuid() },
      done: result,
      failed: result,
      retried: {},
      cancelled: {},
      expired: {},
    },
  ),
  ...eventKind(
    'print_device',
    { seenWith: ['wms.print.view'] },
    {
      default_changed: { is_default_label_printer: optional(flag()) },
      changed: { backlog_minutes: optional(nullable(number())) },
      backlog_decided: { action: choice('print', 'cancel_old'), cancelled: number() },
    },
  ),
  ...eventKind(
    'hub',
    { seenWith: ['wms.print.view'] },
    {
      enrolled: { enrollment_key_id: uuid() },
      changed: { name: optional(text()), warehouse_id: optional(nullable(uuid())) },
      revoked: {},
    },
  ),
  ...eventKind('hub_enrollment_key', { seenWith: ['wms.print.devices'] }, { created: {}, revoked: {} }),
} as const;
