/** The dispute file as a document: what is claimed, how it was calculated, and everything that happened. */
import { money } from '../documents/pdf-amounts.ts';
import type { Column } from '../files/draw-pages.ts';
import { PdfPages } from '../files/pdf-pages.ts';
import type { DisputeFacts } from './dispute.ts';

const clockWords = {
  demurrage: 'Demurrage at the terminal',
  per_diem: 'Per diem for the equipment',
} as const;

const clockColumns: Column[] = [
  { title: 'Clock', width: 0.3 },
  { title: 'Free from', width: 0.14 },
  { title: 'Last free day', width: 0.14 },
  { title: 'Stopped', width: 0.14 },
  { title: 'Days over', width: 0.12, align: 'right' },
  { title: 'Amount', width: 0.16, align: 'right' },
];

const eventColumns: Column[] = [
  { title: 'Happened', width: 0.2 },
  { title: 'What', width: 0.22 },
  { title: 'DCSA', width: 0.08 },
  { title: 'Where', width: 0.2 },
  { title: 'Said by', width: 0.15 },
  { title: 'Counts', width: 0.15 },
];

const readingColumns: Column[] = [
  { title: 'Computed', width: 0.25 },
  { title: 'Clock', width: 0.3 },
  { title: 'Free from', width: 0.15 },
  { title: 'Last free day', width: 0.15 },
  { title: 'Stopped', width: 0.15 },
];

const minute = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`;

export async function disputePdf(
  organizationId: string,
  operator: string,
  facts: DisputeFacts,
): Promise<Buffer> {
  const pages = new PdfPages(organizationId, `Dispute ${facts.container_no} ${facts.order_no}`);
  pages.heading(operator, 'Container clocks', [
    ['Container', facts.container_no],
    ['Order', facts.order_no],
    ['As of', facts.as_of],
  ]);
  pages.block('How it is calculated', [
    `Days are calendar days in ${facts.time_zone}. Free time begins on the day after the container becomes available (demurrage)`,
    'or is picked up (per diem). Corrected events do not count.',
    ...(facts.warning ? [facts.warning] : []),
  ]);
  pages.table(
    clockColumns,
    facts.clocks.map(({ kind, starts_on, last_free_on, stops_on, chargeable_days, amount }) => [
      clockWords[kind],
      starts_on ?? 'not begun',
      last_free_on ?? '',
      stops_on ?? (starts_on ? 'running' : ''),
      String(chargeable_days),
      amount === null ? '' : `${money(String(amount), facts.currency)} ${facts.currency}`,
    ]),
  );
  pages.block('What happened', [`${facts.events.length} events, in order`]);
  pages.table(
    eventColumns,
    facts.events.map((event) => [
      minute(event.occurred_at),
      event.classifier === 'actual' ? event.code : `${event.code} (${event.classifier})`,
      event.dcsa_code ?? '',
      event.location ?? '',
      event.source,
      event.stands ? (event.corrects_event_id ? 'corrects' : '') : 'corrected',
    ]),
  );
  pages.block('Earlier readings', [
    `${facts.readings.length} readings of the clocks, as they were computed at the time`,
  ]);
  pages.table(
    readingColumns,
    facts.readings.map(({ computed_at, kind, starts_on, last_free_on, stops_on }) => [
      minute(computed_at),
      clockWords[kind],
      starts_on ?? '',
      last_free_on ?? '',
      stops_on ?? '',
    ]),
  );
  return pages.finish(`Dispute ${facts.container_no}`);
}
