/** One label of the list: what it is, where it is, why it is waiting, and what a person can do. */
import type { PrintJob } from './api.ts';
import { element } from './element.ts';
import { showLabel } from './label-dialog.ts';
import type { Act } from './job-actions.ts';
import {
  ageOf,
  copiesWord,
  documentWord,
  isLate,
  jobNumber,
  kindWord,
  labelWord,
  mayHavePrinted,
  waitingWords,
} from './words.ts';

export function jobRow(job: PrintJob, act: Act): HTMLElement {
  const className = isLate(job) ? 'late' : job.status === 'failed' ? 'failed' : '';
  const name = `${labelWord(job)} ${jobNumber(job)}`;
  const facts = [
    job.device_name ?? 'no printer yet',
    copiesWord(job.copies),
    job.attempt > 1 && `attempt ${job.attempt}`,
    job.reprint_of && 'printed again',
  ];
  return element(
    'li',
    { class: className },
    element(
      'button',
      { class: 'open', data: { do: 'open' }, onClick: () => showLabel(job, act) },
      element('span', { class: 'what' }, element('strong', {}, kindWord(job)), documentWord(job)),
      element('span', { class: 'facts' }, facts.filter(Boolean).join(', ')),
      waitingWords(job) && element('span', { class: 'facts' }, waitingWords(job)),
      job.error && element('span', { class: 'error' }, job.error),
    ),
    element(
      'span',
      { class: 'side' },
      element('span', { class: 'age' }, ageOf(job)),
      element('span', { class: 'number' }, jobNumber(job)),
    ),
    job.status === 'queued' &&
      element(
        'button',
        {
          class: 'danger',
          label: `Cancel ${name}`,
          data: { do: 'cancel' },
          onClick: () => void act(job, 'cancel'),
        },
        'Cancel',
      ),
    job.status === 'failed' &&
      element(
        'button',
        {
          label: `Retry ${name}`,
          data: { do: 'retry' },
          onClick: () => (mayHavePrinted(job) ? showLabel(job, act, true) : void act(job, 'retry')),
        },
        'Retry',
      ),
    job.status === 'done' &&
      element(
        'button',
        { label: `Print again ${name}`, data: { do: 'reprint' }, onClick: () => void act(job, 'reprint') },
        'Print again',
      ),
  );
}
