/** Printers that found labels waiting when they came back: nothing prints there until somebody has chosen. */
import { decideBacklog, type BacklogAction, type Device } from './api.ts';
import { confirmWith } from './confirm.ts';
import { byId, element, showList } from './element.ts';
import { say, sayFault } from './say.ts';
import { labelsWord, since } from './words.ts';

const areDeciding = new Set<string>();

export function showBacklogs(devices: readonly Device[], changed: () => void): void {
  const asking = devices.filter(({ backlog }) => backlog !== null);
  // Only what the question shows: a printer's heartbeat must not take the button away from under a finger.
  const questions = asking.map(({ id, name, backlog }) => ({ id, name, backlog: backlog! }));
  showList(
    byId('backlogs'),
    questions,
    (question) => questionOf(question, changed),
    () => byId('jobs-title').focus(),
  );
}

type Question = Pick<Device, 'id' | 'name'> & { backlog: NonNullable<Device['backlog']> };

function questionOf(question: Question, changed: () => void): HTMLElement {
  const { name, backlog } = question;
  const { labels, old_labels: old, oldest_queued_at: oldest } = backlog;
  const choose = (action: BacklogAction): void => void decide(question, action).then(changed);
  return element(
    'li',
    {},
    element(
      'span',
      { class: 'what' },
      element('strong', {}, `${name} found ${labelsWord(labels)} waiting.`),
      element(
        'span',
        { class: 'age' },
        `The oldest has waited ${since(oldest)}. Nothing prints there until you choose.`,
      ),
    ),
    element(
      'button',
      {
        class: 'main',
        data: { do: 'print' },
        label: `Print ${labels} on ${name}`,
        onClick: () => choose('print'),
      },
      `Print ${labels}`,
    ),
    old > 0 &&
      element(
        'button',
        {
          class: 'danger',
          data: { do: 'cancel-old' },
          label: `Cancel the ${old} older than an hour on ${name}`,
          onClick: () => choose('cancel_old'),
        },
        `Cancel the ${old} older than an hour`,
      ),
  );
}

async function decide({ id, name, backlog }: Question, action: BacklogAction): Promise<void> {
  if (areDeciding.has(id)) return;
  areDeciding.add(id);
  try {
    const words = `Cancel ${labelsWord(backlog.old_labels)} of ${name} that have waited for more than an hour? The others are printed.`;
    if (
      action === 'cancel_old' &&
      !(await confirmWith(words, `Yes, cancel ${labelsWord(backlog.old_labels)}`))
    )
      return;
    const { is_decided: isDecided, cancelled } = await decideBacklog(id, action);
    const then = isDecided ? `${name} prints the others` : 'there are more, so choose again';
    say(
      action === 'print'
        ? `${name} prints what was waiting.`
        : `${labelsWord(cancelled)} cancelled; ${then}.`,
    );
  } catch (fault) {
    sayFault(fault as Error);
  } finally {
    areDeciding.delete(id);
  }
}
