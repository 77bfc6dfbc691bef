/** The audit: who asked for what, and what came of it. */
import { listCommands, listSubjectEvents, type AuditRow } from '../../../db/tenancy/audit.read.ts';
import { eventCatalogue } from '../../../domain/domain-event.ts';
import { maySeeEvent } from '../../../domain/event-access.ts';
import * as s from '../../../queues/schema.ts';
import { list, type Endpoint } from '../../http/endpoint.ts';
import { shownAs } from '../../http/present.ts';
import { pagedQuery, searchText } from '../../http/query-fields.ts';
import { shownPage } from '../../http/reads.ts';

const subjectTypes = [...new Set(Object.values(eventCatalogue).flatMap(({ subjects }) => subjects))];

const auditView = s.object({
  command_id: s.uuid(),
  command: s.described(s.nullable(s.freeText()), 'What was asked for. Null: it is no longer kept.'),
  state: s.nullable(s.choice('done', 'refused', 'failed', 'accepted')),
  error_code: s.described(s.nullable(s.freeText()), 'Why it was refused.'),
  actor: s.described(
    s.nullable(s.freeText()),
    'Who asked for it: the name of the token, the person or the program.',
  ),
  token_id: s.nullable(s.freeText()),
  member_id: s.nullable(s.freeText()),
  ip: s.nullable(s.freeText()),
  request_id: s.nullable(s.freeText()),
  requested_at: s.nullable(s.instant()),
  finished_at: s.nullable(s.instant()),
  event: s.described(s.nullable(s.freeText()), 'With subject_id: what happened to the subject.'),
  subject_type: s.nullable(s.freeText()),
  subject_id: s.nullable(s.uuid()),
  subject_seq: s.nullable(s.integer({ min: 1, max: 2 ** 31 - 1 })),
  occurred_at: s.nullable(s.instant()),
  data: s.described(
    s.nullable(s.openObject()),
    'What the event says, with states before and after where it has them. Null when the token may not follow such events.',
  ),
});

export const auditEndpoint: Endpoint = list({
  path: '/api/audit',
  summary: 'Who asked for what, and what came of it, newest first',
  description:
    'With subject_id (an order, a receipt, a return, any record): what happened to it, each event with the command behind it. Otherwise the finished commands, of an actor, of a name (oms.create_return), or all. What was sent with a command is not shown.',
  permission: 'tenancy.audit',
  query: pagedQuery({ subject_id: s.uuid(), actor: searchText(200), command: searchText(100) }),
  returns: auditView,
  run: async ({ tx, principal, query: { page, page_size, ...filters } }) => {
    const paged = { page, page_size };
    const found =
      filters.subject_id === undefined
        ? await listCommands(tx, filters, paged)
        : await listSubjectEvents(tx, filters, { types: subjectTypes, page: paged });
    const show = shownAs(auditView);
    return shownPage(found, (row: AuditRow) => {
      const isSeen = row.event === null || maySeeEvent(row.event, principal.permissions);
      return show(isSeen ? row : { ...row, data: null });
    });
  },
});
