/** The print center: every label's whereabouts, asked for every two seconds while somebody looks. */
import {
  actOnJob,
  ApiError,
  makeDefault,
  readDevices,
  readJobs,
  readWarehouses,
  type Device,
  type JobStatus,
  type PrintJob,
} from './api.ts';
import { byId, element, showList } from './element.ts';
import { showLabel } from './label-dialog.ts';
import {
  ageOf,
  copiesWord,
  deviceState,
  isLate,
  mayHavePrinted,
  statusWords,
  waitingWords,
} from './words.ts';

const pollMs = 2_000;
const shownMax = 200;
const statuses: JobStatus[] = ['queued', 'printing', 'failed', 'done', 'cancelled'];

const warehouse = byId<HTMLSelectElement>('warehouse');
const live = byId('live');
let tab: JobStatus = 'queued';
const counts: Partial<Record<JobStatus, number>> = {};
let asking = 0;

async function refresh(): Promise<void> {
  const turn = ++asking;
  const { value: warehouse_id } = warehouse;
  const others = statuses.filter((status) => status !== tab);
  const [jobs, devices, ...rest] = await Promise.all([
    readJobs({ status: tab, warehouse_id, page_size: shownMax }),
    readDevices(warehouse_id),
    ...others.map((status) =>
      readJobs({ status, warehouse_id, page_size: status === 'queued' ? shownMax : 1 }),
    ),
  ]);
  // An answer to an older question must not replace a newer one.
  if (turn !== asking) return;
  counts[tab] = jobs.meta.total;
  rest.forEach((page, at) => (counts[others[at]!] = page.meta.total));
  showTabs();
  showJobs(jobs.data, jobs.meta.total);
  showLate(tab === 'queued' ? jobs.data : rest[others.indexOf('queued')]!.data);
  showDevices(devices.data);
}

async function tick(): Promise<void> {
  try {
    if (!document.hidden) {
      await refresh();
      live.textContent = `live, ${new Date().toLocaleTimeString()}`;
      live.className = 'live on';
    }
  } catch (fault) {
    live.textContent = fault instanceof ApiError ? fault.message : 'not connected, trying again';
    live.className = 'live off';
  }
  setTimeout(() => void tick(), pollMs);
}

function showTabs(): void {
  const buttons = statuses.map((status) =>
    element(
      'button',
      { pressed: status === tab, data: { status }, onClick: () => choose(status) },
      statusWords[status],
      element('b', {}, counts[status] === undefined ? '' : String(counts[status])),
    ),
  );
  const words = buttons.map((button) => button.textContent + button.getAttribute('aria-pressed')).join();
  const tabs = byId('tabs');
  if (tabs.dataset['words'] !== words) tabs.replaceChildren(...buttons);
  tabs.dataset['words'] = words;
}

function choose(status: JobStatus): void {
  tab = status;
  showTabs();
  again();
}

function again(): void {
  refresh().catch((fault: unknown) => say(fault instanceof Error ? fault.message : String(fault)));
}

function showJobs(jobs: PrintJob[], total: number): void {
  // The one that has waited longest comes first: it is the one to help.
  showList(byId('jobs'), jobs, jobRow);
  const more = byId('more');
  more.hidden = total > 0 && total <= jobs.length;
  more.textContent =
    total === 0 ? `No labels ${statusWords[tab].toLowerCase()}.` : `${jobs.length} of ${total} shown.`;
}

function showLate(waiting: PrintJob[]): void {
  const late = waiting.filter(isLate).length;
  const banner = byId('late');
  banner.hidden = late === 0;
  banner.textContent =
    late === 1
      ? '1 label has been waiting for more than 5 minutes.'
      : `${late} labels have been waiting for more than 5 minutes.`;
}

function jobRow(job: PrintJob): HTMLElement {
  const className = isLate(job) ? 'late' : job.status === 'failed' ? 'failed' : '';
  const where = job.device_name ?? 'no printer yet';
  return element(
    'li',
    { class: className },
    element(
      'button',
      { class: 'open', onClick: () => showLabel(job, act) },
      element('strong', {}, job.label_kind),
      element('span', { class: `tag ${job.status}` }, statusWords[job.status]),
      element(
        'span',
        { class: 'facts' },
        `${where}, ${copiesWord(job.copies)}${job.attempt > 1 ? `, attempt ${job.attempt}` : ''}`,
      ),
      waitingWords(job) && element('span', { class: 'facts' }, waitingWords(job)),
      job.error && element('span', { class: 'error' }, job.error),
    ),
    element('span', { class: 'age' }, ageOf(job)),
    job.status === 'queued' &&
      element('button', { class: 'danger', onClick: () => void act(job, 'cancel') }, 'Cancel'),
    job.status === 'failed' &&
      element(
        'button',
        { onClick: () => (mayHavePrinted(job) ? showLabel(job, act, true) : void act(job, 'retry')) },
        'Retry',
      ),
  );
}

async function act(job: PrintJob, action: 'cancel' | 'retry'): Promise<void> {
  try {
    await actOnJob(job.id, action);
    say(
      action === 'cancel'
        ? `The ${job.label_kind} label is cancelled.`
        : `The ${job.label_kind} label is queued again.`,
    );
  } catch (fault) {
    say(fault instanceof Error ? fault.message : String(fault));
  }
  again();
}

function showDevices(devices: Device[]): void {
  const list = byId('devices');
  if (devices.length > 0) return showList(list, devices, deviceRow);
  list.replaceChildren(
    element('li', { class: 'hint' }, 'No printer is registered here. Start a hub and register one.'),
  );
}

function deviceRow(device: Device): HTMLElement {
  const { word, tag } = deviceState(device);
  const choosing = async (): Promise<void> => {
    try {
      await makeDefault(device.id);
      say(`${device.name} is the default label printer now.`);
    } catch (fault) {
      say(fault instanceof Error ? fault.message : String(fault));
    }
    again();
  };
  return element(
    'li',
    {},
    element('div', { class: 'name' }, device.name, element('span', { class: `tag ${tag}` }, word)),
    element('span', { class: 'facts' }, [device.warehouse_name, device.hub_name].filter(Boolean).join(', ')),
    element(
      'span',
      { class: 'facts' },
      [device.model, device.connection, device.address].filter(Boolean).join(', '),
    ),
    device.is_default_label_printer
      ? element('span', { class: 'tag' }, 'default label printer')
      : element('button', { onClick: () => void choosing() }, 'Make default'),
  );
}

let silence: ReturnType<typeof setTimeout> | undefined;

function say(sentence: string): void {
  const toast = byId('toast');
  toast.textContent = sentence;
  toast.hidden = false;
  clearTimeout(silence);
  silence = setTimeout(() => (toast.hidden = true), 5_000);
}

warehouse.addEventListener('change', again);
document.addEventListener('visibilitychange', () => document.hidden || again());
showTabs();
for (const { id, code, name } of await readWarehouses()) {
  const option = element('option', {}, `${code} ${name}`);
  option.value = id;
  warehouse.append(option);
}
void tick();
