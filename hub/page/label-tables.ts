import { wordsOf, type Desk, type HubBacklog, type WaitingLabel } from '../cloud/desk.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { RecentJob } from '../jobs/recent-jobs.ts';
import { html, type Button, type Markup } from './html.ts';

/** What printers found waiting, with the two choices there are. */
export function backlogCards(hub: HubDeps, { backlogs }: Desk, button: Button): Markup | false {
  if (backlogs.length === 0) return false;
  const card = ({ device_id, labels, old_labels: old, oldest_queued_at: oldest }: HubBacklog) =>
    html`<section class="card asking">
      <h2>${printerName(hub, device_id)} found ${labelsWord(labels)} waiting</h2>
      <p>The oldest has waited for ${waited(oldest)}. Nothing is printed here until you have chosen.</p>
      ${button('/backlog', `Print ${labels}`, { device_id, action: 'print' })}
      ${old > 0 && button('/backlog', `Cancel the ${old} older than an hour`, { device_id, action: 'cancel_old' })}
    </section>`;
  return html`<div class="cards">${backlogs.map(card)}</div>`;
}

/** The labels that have waited longest for this hub's printers. */
export function waitingTable(hub: HubDeps, { waiting }: Desk): Markup | false {
  if (waiting.length === 0) return false;
  const row = (label: WaitingLabel) =>
    html`<tr>
      <td>${wordsOf(label)}</td>
      <td>${printerName(hub, label.device_id)}</td>
      <td>${waited(label.queued_at)}</td>
      <td>${label.copies}</td>
    </tr>`;
  return html`<h2>Waiting</h2>
    <div class="wide">
      <table>
        <tr>
          <th>Label</th>
          <th>Printer</th>
          <th>Waiting for</th>
          <th>Copies</th>
        </tr>
        ${waiting.map(row)}
      </table>
    </div>`;
}

/** The latest jobs; those of the platform with the words it has for them. */
export function jobTable(hub: HubDeps, desk: Desk): Markup {
  const known = new Map(desk.labels.map((label) => [label.print_job_id, label]));
  const what = (job: RecentJob): string => {
    const entry = hub.journal.get(job.key);
    if (entry?.source !== 'cloud') return 'from this computer';
    const label = known.get(entry.print_job_id ?? '');
    return label ? wordsOf(label) : 'from the platform';
  };
  const row = (job: RecentJob) =>
    html`<tr>
      <td>${new Date(job.at).toLocaleTimeString('en-GB')}</td>
      <td>${what(job)}</td>
      <td>${printerName(hub, job.device_id)}</td>
      <td class="${job.status === 'done' ? 'good' : 'bad'}">
        ${job.status}${job.status === 'done' && !job.verified && html` <span class="quiet">(printer reports no status)</span>`}
        ${job.error && html`<br /><span class="quiet">${job.error.code}: ${job.error.message}</span>`}
        ${job.error?.may_have_printed === true && html`<br /><span class="quiet">Check the printer before printing it again.</span>`}
      </td>
      <td>${job.label.copies}</td>
      <td>
        ${job.label.zpl !== '' && html`<img class="label" loading="lazy" src="/jobs/${job.key}.png" alt="approximate preview" />`}
      </td>
    </tr>`;
  if (hub.recent.list.length === 0) return html`<p>None since the hub started.</p>`;
  return html`<table>
    <tr>
      <th>Time</th>
      <th>Label</th>
      <th>Printer</th>
      <th>Result</th>
      <th>Copies</th>
      <th>Preview</th>
    </tr>
    ${hub.recent.list.map(row)}
  </table>`;
}

/** The jobs of the platform among the latest. */
export function shownJobs(hub: HubDeps): string[] {
  return hub.recent.list.flatMap(({ key }) => hub.journal.get(key)?.print_job_id ?? []);
}

function printerName(hub: HubDeps, id: string): string {
  return hub.book.all.find((device) => device.id === id)?.name ?? 'a printer that is gone';
}

function labelsWord(count: number): string {
  return count === 1 ? '1 label' : `${count} labels`;
}

function waited(since: string): string {
  const minutes = Math.max(0, Math.round((Date.now() - Date.parse(since)) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
}
