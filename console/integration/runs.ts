/** Runs of flows: each step's input, result and message. */
import { element } from '../element.ts';
import { since } from '../words.ts';
import { readList, readOne, type InboxEvent, type Run, type StepReport } from './api.ts';
import { nameOf, withNames } from './names.ts';
import { row, showListView, type Shown } from './list-view.ts';
import { box, facts, heading, openingSheet } from './sheet.ts';
import { unmappedSkus } from './unmapped.ts';
import { actionWords, moment, number, outcomeWords, runWords, waitWords } from './words.ts';

const tags: Record<Run['status'], string> = {
  queued: 'queued',
  running: 'printing',
  succeeded: 'done',
  failed: 'failed',
  dead: 'failed',
};

export function showRuns(view: HTMLElement): Shown {
  const words = Object.entries(runWords).filter(([status]) => status !== 'ignored');
  return showListView<Run>(view, {
    title: 'Runs of flows',
    filters: [{ name: 'status', label: 'State', options: words }],
    read: (filter, pageSize) =>
      withNames('flow', readList<Run>('integration/runs', filter, pageSize), ({ data }) =>
        data.map((one) => one.flow_id),
      ),
    count: (total) => (total === 1 ? '1 run' : `${total} runs`),
    empty: 'No flow has run yet. Publish one, and it runs for every incoming order.',
    row: (run) =>
      row({
        class: run.status === 'failed' || run.status === 'dead' ? 'failed' : '',
        title: titleOf(run),
        tag: { words: runWords[run.status], class: tags[run.status] },
        facts: [`Version ${run.version}`, waitWords(run.waits_for)],
        error: run.error?.message ?? null,
        side: [`${since(run.created_at)} ago`],
        open: () => openRun(run.id),
      }),
  });
}

const titleOf = (run: Run): string =>
  run.order_no ? `${nameOf(run.flow_id)}: ${run.order_no}` : `${nameOf(run.flow_id)}, no order yet`;

export async function openRun(id: string): Promise<void> {
  const show = openingSheet();
  const run = await withNames(
    'flow',
    readOne<Run & { steps: StepReport[] }>(`integration/runs/${id}`),
    (one) => [one.flow_id],
  );
  const unmapped =
    run.waits_for && (await unmappedSkus(await readOne<InboxEvent>(`integration/events/${run.event_id}`)));
  show(`${titleOf(run)}, ${runWords[run.status].toLowerCase()}`, [
    facts([
      ['Flow', `${nameOf(run.flow_id)}, version ${run.version}`],
      ['Event', number(run.event_id)],
      ['Order here', run.order_no],
      ['Run', number(run.id)],
      ['Started', moment(run.created_at)],
      ['Ended', moment(run.finished_at)],
      ['Waiting', waitWords(run.waits_for)],
    ]),
    run.error?.message && element('p', { class: 'problem' }, run.error.message),
    unmapped,
    heading('Steps'),
    stepList(run.steps),
  ]);
}

/** Steps one after another, each collapsed behind its outcome; a failed one is open. */
export function stepList(steps: readonly StepReport[]): HTMLElement {
  if (steps.length === 0) return element('p', { class: 'hint' }, 'No step was taken.');
  return element('ol', { class: 'steps' }, ...steps.map(stepOf));
}

function stepOf({ step_no: no, action, outcome, input, output, error }: StepReport): HTMLElement {
  const details = element(
    'details',
    {},
    element(
      'summary',
      {},
      `${no + 1}. ${actionWords[action]}`,
      element('span', { class: `tag ${outcome}` }, outcomeWords[outcome]),
    ),
    error?.message && element('p', { class: 'problem' }, error.message),
    element('span', { class: 'facts' }, 'Input'),
    box(`The input of step ${no + 1}`, input ?? {}),
    element('span', { class: 'facts' }, error ? 'Error' : 'Did'),
    box(error ? `The error of step ${no + 1}` : `What step ${no + 1} did`, error ?? output ?? {}),
  );
  details.open = outcome === 'failed';
  return element('li', {}, details);
}
