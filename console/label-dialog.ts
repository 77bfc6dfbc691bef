/** One label: its picture, what is known about it, and what a person can do. */
import { previewUrl, type PrintJob } from './api.ts';
import { byId, element, optionOf } from './element.ts';
import type { Act, JobAction } from './job-actions.ts';
import { knownPrinters } from './printers.ts';
import {
  copiesWord,
  deviceState,
  documentKind,
  jobNumber,
  labelWord,
  mayHavePrinted,
  statusWords,
  waitingWords,
} from './words.ts';

const doubtfulWords = 'This label may have printed already. Check the printer first. Print it again?';
const dialog = byId<HTMLDialogElement>('label');
// The row that opened it may have been redrawn meanwhile: the focus goes to the row that is there now.
dialog.addEventListener('close', () => {
  document.querySelector<HTMLElement>(`#jobs [data-id="${dialog.dataset['job']}"] .open`)?.focus();
});
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
});

export function showLabel(job: PrintJob, act: Act, isAsking = false): void {
  const run = (action: JobAction) => (): void => {
    dialog.close();
    void act(job, action);
  };
  const retry = mayHavePrinted(job) && !isAsking ? () => showLabel(job, act, true) : run('retry');
  dialog.replaceChildren(
    element('h2', {}, `${labelWord(job)}, ${statusWords[job.status].toLowerCase()}`),
    element('div', { class: 'body' }, picture(job), facts(job)),
    element('p', { class: isAsking ? 'ask' : '' }, isAsking && doubtfulWords),
    (job.status === 'queued' && mover(job, (to) => run({ moveTo: to })())) || '',
    element(
      'div',
      { class: 'actions' },
      element('button', { onClick: () => dialog.close() }, 'Close'),
      job.status === 'queued' &&
        element('button', { class: 'danger', onClick: run('cancel') }, 'Cancel this label'),
      job.status === 'failed' &&
        element('button', { class: 'main', onClick: retry }, isAsking ? 'Yes, print again' : 'Retry'),
      job.status === 'done' && element('button', { class: 'main', onClick: run('reprint') }, 'Print again'),
    ),
  );
  dialog.dataset['job'] = job.id;
  dialog.querySelector('h2')!.id = 'label-title';
  if (!dialog.open) dialog.showModal();
}

/** Another printer for a waiting label. */
function mover(job: PrintJob, move: (to: { id: string; name: string }) => void): HTMLElement | null {
  const others = knownPrinters().filter(({ id }) => id !== job.device_id);
  if (others.length === 0) return null;
  const choice = element('select');
  choice.setAttribute('aria-label', 'Another printer');
  for (const device of others) {
    const where = device.warehouse_name ? `, ${device.warehouse_name}` : '';
    choice.append(optionOf(device.id, `${device.name}${where} (${deviceState(device).word})`));
  }
  const send = (): void => {
    const chosen = others.find(({ id }) => id === choice.value);
    if (chosen) move(chosen);
  };
  return element('div', { class: 'mover' }, choice, element('button', { onClick: send }, 'Move it there'));
}

function picture(job: PrintJob): HTMLElement {
  const image = element('img');
  image.alt = `Picture of this ${labelWord(job).toLowerCase()}`;
  const caption = element('figcaption', {}, 'Drawing the label...');
  image.addEventListener('load', () => {
    caption.textContent = 'Approximate: fonts differ on the printer.';
  });
  image.addEventListener('error', () => {
    image.remove();
    caption.textContent = 'This label cannot be drawn here; the printer may still print it.';
  });
  image.src = previewUrl(job.id);
  return element('figure', {}, image, caption);
}

function facts(job: PrintJob): HTMLElement {
  const rows: [string, string | null][] = [
    ['Printer', job.device_name ?? 'none yet'],
    ['Copies', copiesWord(job.copies)],
    ['Created', new Date(job.created_at).toLocaleString()],
    ['For', job.ref_type && `${documentKind(job.ref_type)} ${job.ref_no ?? job.ref_id ?? ''}`],
    ['Number', jobNumber(job)],
    ['Reprint of', job.reprint_of && `label #${job.reprint_of.slice(-8)}`],
    ['Attempt', job.attempt > 1 ? String(job.attempt) : null],
    ['Waiting because', waitingWords(job)],
    ['Error', job.error],
    [
      'Checked',
      job.status === 'done'
        ? job.verified
          ? 'the printer reported a clean end'
          : 'sent; the printer does not report its status'
        : null,
    ],
  ];
  const shown = rows.filter((row): row is [string, string] => Boolean(row[1]));
  return element(
    'dl',
    {},
    ...shown.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
  );
}
