/** The print center: where every label is, refreshed every two seconds while somebody is looking. */
import { cancelAll, countJobs, readDevices, readJobs, readWarehouses } from './api.ts';
import type { Device, JobStatus, PrintJob } from './api.ts';
import { serverNow, type Page } from './ask.ts';
import { showBacklogs } from './backlogs.ts';
import { nextLookMs, noteAnswer, noteSilence } from './connection.ts';
import { confirmWith } from './confirm.ts';
import { offerConnection } from './connect-dialog.ts';
import { byId, element, optionOf, setText, showList } from './element.ts';
import { takeAction, type JobAction } from './job-actions.ts';
import { jobRow } from './job-row.ts';
import { showPrinters } from './printers.ts';
import { announce, say, sayFault } from './say.ts';
import { countWord, emptyWords, labelsWord, lateMs, statuses, statusWords } from './words.ts';

const moreAtOnce = 50;
const shownMax = 1_000;
const typingMs = 250;
const doubleClickMs = 1_000;
// Finished labels do not change while somebody looks at them, so they are counted less often.
const countOldMs = 15_000;
const settled: readonly JobStatus[] = ['done', 'cancelled', 'expired'];
// Somebody is standing at a printer with paper in hand: what it reports is shown within a second.
const printersMs = 700;

const warehouse = byId<HTMLSelectElement>('warehouse');
const search = byId<HTMLInputElement>('search');
const more = byId<HTMLButtonElement>('more');
const cancelThem = byId<HTMLButtonElement>('cancel-all');
const asked = new URLSearchParams(location.search);
let tab = statuses.find((status) => status === asked.get('status')) ?? 'queued';
let wanted = moreAtOnce;
let turn = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** What is searched for; a job number is shown with a # that its id does not have. */
const wordsSought = (): string => search.value.trim().replace(/^#/, '');
const counts = new Map<JobStatus, { total: number; of: string; at: number }>();

/** Reloads at once, and keeps reloading. */
async function look(): Promise<void> {
  clearTimeout(timer);
  const mine = ++turn;
  try {
    // Answers to an earlier request must not replace newer ones.
    if (!document.hidden && (await refresh(() => mine === turn))) noteAnswer();
  } catch (fault) {
    if (mine === turn) noteSilence(fault);
  }
  if (mine === turn) timer = setTimeout(() => void look(), nextLookMs());
}

async function refresh(isCurrent: () => boolean): Promise<boolean> {
  const filter = { warehouse_id: warehouse.value, q: wordsSought() };
  const queuedBefore = new Date(serverNow() - lateMs).toISOString();
  const of = JSON.stringify(filter);
  const others = statuses.filter((status) => status !== tab && isOld(status, of));
  const [{ jobs, total }, devices, late, ...totals] = await Promise.all([
    readJobs({ status: tab, ...filter }, wanted),
    readDevices(filter.warehouse_id),
    countJobs({ status: 'queued', ...filter, q: '', queued_before: queuedBefore }),
    ...others.map((status) => countJobs({ status, ...filter })),
  ]);
  if (!isCurrent()) return false;
  const failedBefore = counts.get('failed');
  const count = (status: JobStatus, found: number): void =>
    void counts.set(status, { total: found, of, at: Date.now() });
  count(tab, total);
  others.forEach((status, at) => count(status, totals[at]!));
  tellFailures(failedBefore);
  showTabs();
  showJobs(jobs, total);
  showLate(late);
  showDevices(devices);
  return true;
}

function isOld(status: JobStatus, of: string): boolean {
  const known = counts.get(status);
  if (known?.of !== of || !settled.includes(status)) return true;
  return Date.now() - known.at > countOldMs;
}

function tellFailures(before: { total: number; of: string } | undefined): void {
  const now = counts.get('failed');
  if (!before || !now || before.of !== now.of || now.total <= before.total) return;
  announce(`${labelsWord(now.total - before.total)} failed just now.`);
}

function showTabs(): void {
  const tabs = byId('tabs');
  for (const [at, status] of statuses.entries()) {
    const button = (tabs.children[at] as HTMLElement | undefined) ?? makeTab(tabs, status);
    button.setAttribute('aria-pressed', String(status === tab));
    const total = counts.get(status)?.total;
    setText(button.querySelector('b')!, total === undefined ? '' : countWord(total));
  }
}

function makeTab(tabs: HTMLElement, status: JobStatus): HTMLElement {
  const button = element(
    'button',
    { data: { status }, onClick: () => choose(status) },
    statusWords[status],
    element('b', {}),
  );
  tabs.append(button);
  return button;
}

function choose(status: JobStatus): void {
  tab = status;
  showTabs();
  // Labels of another status must not be shown under this one, even if no answer comes.
  showList<PrintJob>(byId('jobs'), [], () => element('li'));
  showEmpty('Loading labels...');
  askAnew();
}

/** A new query starts from the beginning, and goes into the address, so that it survives a reload. */
function askAnew(): void {
  wanted = moreAtOnce;
  const kept = { status: tab, warehouse: warehouse.value, q: wordsSought() };
  const words = Object.entries(kept).filter(([, value]) => value !== '');
  history.replaceState(null, '', `?${new URLSearchParams(words).toString()}`);
  void look().then(() => {
    const { total } = counts.get(tab) ?? { total: 0 };
    announce(`${statusWords[tab]}: ${labelsWord(total)}${kept.q ? ` for ${kept.q}` : ''}.`);
  });
}

function showJobs(jobs: PrintJob[], total: number): void {
  // The one that has waited longest comes first, because it is the one to deal with.
  showList(
    byId('jobs'),
    jobs,
    (job) => jobRow(job, act),
    () => byId('jobs-title').focus(),
  );
  const isFull = jobs.length >= shownMax && total > jobs.length;
  const count = total > jobs.length ? `${jobs.length} of ${countWord(total)} shown.` : labelsWord(total);
  setText(byId('count'), total === 0 ? '' : isFull ? `${count} Search to find others.` : count);
  setText(more, `Show ${Math.min(moreAtOnce, total - jobs.length)} more`);
  more.hidden = total <= jobs.length || isFull;
  cancelThem.hidden = tab !== 'queued' || total < 2;
  setText(cancelThem, `Cancel all ${countWord(total)}`);
  const q = wordsSought();
  if (total > 0) byId('empty').hidden = true;
  else if (q) showEmpty(`No label under ${statusWords[tab]} matches "${q}".`, clearSearch);
  else showEmpty(emptyWords[tab]);
}

function showEmpty(words: string, clear?: () => void): void {
  const empty = byId('empty');
  empty.hidden = false;
  if (empty.dataset['words'] === words) return;
  empty.dataset['words'] = words;
  empty.replaceChildren(
    element('p', {}, words),
    ...(clear ? [element('button', { onClick: clear }, 'Clear the search')] : []),
  );
}

function clearSearch(): void {
  search.value = '';
  search.focus();
  askAnew();
}

function showLate(late: number): void {
  const banner = byId('late');
  banner.hidden = late === 0;
  const verb = late === 1 ? 'has' : 'have';
  setText(banner, late === 0 ? '' : `${labelsWord(late)} ${verb} been waiting for more than 5 minutes.`);
}

const underWay = new Set<string>();

/** Pressed again while it is under way, or as the second half of a double click, it counts once. */
async function act(job: PrintJob, action: JobAction): Promise<void> {
  const key = `${job.id} ${typeof action === 'string' ? action : 'move'}`;
  if (underWay.has(key)) return;
  underWay.add(key);
  await takeAction(job, action);
  setTimeout(() => underWay.delete(key), doubleClickMs);
  await look();
}

async function cancelAllShown(): Promise<void> {
  const key = 'all cancel';
  if (underWay.has(key)) return;
  underWay.add(key);
  await cancelShown().catch(sayFault);
  underWay.delete(key);
  await look();
}

async function cancelShown(): Promise<void> {
  const filter = { warehouse_id: warehouse.value, q: wordsSought() };
  // Counted now: what the button says may have been counted under another filter.
  const total = await countJobs({ status: 'queued', ...filter });
  if (total === 0) return say('No label is waiting there any more.');
  const which = [filter.q && `for "${filter.q}"`, filter.warehouse_id && 'of this warehouse'].filter(Boolean);
  const words = `Cancel all ${[labelsWord(total), 'waiting', ...which].join(' ')}? Labels already printing will still be printed.`;
  if (!(await confirmWith(words, `Yes, cancel ${labelsWord(total)}`))) return;
  const { cancelled, remaining } = await cancelAll(filter);
  say(`${labelsWord(cancelled)} cancelled${remaining > 0 ? `, ${remaining} still waiting` : ''}.`);
}

function showDevices(devices: Page<Device>): void {
  showPrinters(devices, () => void look());
  showBacklogs(devices.data, () => void look());
}

async function watchPrinters(): Promise<void> {
  const of = warehouse.value;
  let waitMs = printersMs;
  try {
    const devices = document.hidden ? undefined : await readDevices(of);
    if (devices && of === warehouse.value) showDevices(devices);
  } catch {
    // The main refresh notices, and reports, that the platform does not answer.
    waitMs = nextLookMs();
  }
  setTimeout(() => void watchPrinters(), waitMs);
}

let typing: ReturnType<typeof setTimeout> | undefined;
search.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(askAnew, typingMs);
});
warehouse.addEventListener('change', askAnew);
cancelThem.addEventListener('click', () => void cancelAllShown());
byId('connect').addEventListener('click', () => offerConnection(warehouse));
more.addEventListener('click', () => {
  const before = byId('jobs').childElementCount;
  wanted = Math.min(before + moreAtOnce, shownMax);
  void look().then(() => {
    announce(byId('count').textContent);
    if (more.hidden) byId('jobs').children[before]?.querySelector('button')?.focus();
  });
});
document.addEventListener('visibilitychange', () => document.hidden || void look());
addEventListener('online', () => void look());

showTabs();
search.value = asked.get('q') ?? '';
for (const { id, code, name } of await readWarehouses()) {
  const option = optionOf(id, `${code} ${name}`);
  option.selected = id === asked.get('warehouse');
  warehouse.append(option);
}
void look();
void watchPrinters();
