/** One flow as a form: its conditions and steps, trying it on an event, publishing it, and its earlier versions. */
import { element } from '../element.ts';
import { say } from '../say.ts';
import {
  patch,
  post,
  postOnce,
  readChoices,
  readList,
  readOne,
  type DryRun,
  type Flow,
  type FlowVersion,
  type InboxEvent,
  type Warehouse,
} from './api.ts';
import { conditionFields } from './condition-fields.ts';
import type { Conditions } from './conditions.ts';
import { fieldset, selectField, textField } from './fields.ts';
import type { Go } from './flows.ts';
import type { Shown } from './list-view.ts';
import { stepList } from './runs.ts';
import { box, facts, heading, openingSheet, showSheet, workButton } from './sheet.ts';
import { stepFields, type StepFields } from './step-fields.ts';
import { actionWords, eventWords, flowWords, moment, runWords } from './words.ts';

const usualSteps = [{ action: 'create_order' as const }, { action: 'submit' as const }];

export function showFlowForm(view: HTMLElement, go: Go): Shown {
  const id = new URLSearchParams(location.search).get('id');
  view.replaceChildren(element('div', { class: 'empty' }, 'Loading...'));
  let drawn: Promise<void> | undefined;
  const drawAnew = (fault: unknown): never => {
    drawn = undefined;
    throw fault;
  };
  // A form is not redrawn while somebody is using it.
  return { look: () => (drawn ??= draw(view, id, go).catch(drawAnew)) };
}

async function draw(view: HTMLElement, id: string | null, go: Go): Promise<void> {
  const [flow, warehouses] = await Promise.all([
    id ? readOne<Flow>(`integration/flows/${id}`) : undefined,
    readChoices<Warehouse>('wms/warehouses'),
  ]);
  const fields = flowFields(flow, warehouses);
  // Once it is a draft it is saved as that one, even if what is done with it next is refused.
  let savedAs = flow?.id;
  const save = async (): Promise<string> => (savedAs = await saveFlow(savedAs, fields.read()));
  const { problem, work } = problemLine();
  // Whoever has gone on to another page meanwhile stays there.
  const reopen = (flowId: string): void => void (view.isConnected && go('flow', { id: flowId }));
  const saveDraft = work(async () => {
    const saved = await save();
    say('The draft was saved. The published version keeps running unchanged.');
    reopen(saved);
  });
  const publish = work(async () => {
    const saved = await save();
    const { version } = await post<Flow>(`integration/flows/${saved}/publish`);
    say(`Version ${version} is published: it runs for every order from now on.`);
    reopen(saved);
  });
  const tryIt = work(async () => {
    const saved = await save();
    await chooseEvent(saved);
    if (!flow) reopen(saved);
  });
  const end = work(async () => {
    await post(`integration/flows/${flow!.id}/archive`);
    say('The flow has ended. Incoming orders are stored, but nothing is done with them.');
    reopen(flow!.id);
  });
  const isEnded = flow?.status === 'archived';
  const title = element(
    'h2',
    {},
    flow ? `${flow.name}, ${flowWords[flow.status].toLowerCase()}` : 'A new flow',
  );
  const form = element(
    'form',
    { class: 'form' },
    ...fields.roots,
    problem,
    !isEnded &&
      element(
        'div',
        { class: 'row-of-buttons' },
        workButton('Save the draft', saveDraft),
        workButton('Try it on an event', tryIt),
        workButton('Publish', publish, { class: 'main' }),
        flow?.status === 'published' && workButton('End this flow', end, { class: 'danger' }),
      ),
    isEnded && element('p', { class: 'hint' }, 'An ended flow cannot run again; create a new one.'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void saveDraft();
  });
  view.replaceChildren(
    element('div', { class: 'above' }, title, element('button', { onClick: () => go('flows') }, 'All flows')),
    form,
    ...(flow ? [await versionsOf(flow)] : []),
  );
}

/** A flow that cannot work says why next to the form, not only in a toast. */
function problemLine(): {
  problem: HTMLElement;
  work: (task: () => Promise<void>) => () => Promise<void>;
} {
  const problem = element('p', { class: 'problem' });
  problem.setAttribute('role', 'alert');
  problem.hidden = true;
  const work = (task: () => Promise<void>) => async (): Promise<void> => {
    problem.hidden = true;
    await task().catch((fault: unknown) => {
      problem.textContent = fault instanceof Error ? fault.message : String(fault);
      problem.hidden = false;
      problem.scrollIntoView({ block: 'nearest' });
    });
  };
  return { problem, work };
}

interface Entered {
  definition: { name: string; conditions: Conditions | null; steps: ReturnType<StepFields['read']> };
  /** Empty to leave the secret as it is. */
  secret: string;
}

function flowFields(
  flow: Flow | undefined,
  warehouses: readonly Warehouse[],
): { roots: readonly HTMLElement[]; read: () => Entered } {
  const name = textField('Name', { value: flow?.name ?? 'Orders of the store', required: true });
  const hasSecret = flow?.trigger.has_webhook_secret ?? false;
  const secret = textField(
    hasSecret
      ? 'Secret the store signs with (already set; enter a new one to replace it)'
      : 'Secret the store signs with',
    { type: 'password', max: 500 },
  );
  const conditions = conditionFields('Conditions of the flow', flow?.conditions);
  const steps = stepFields(flow?.steps ?? usualSteps, warehouses);
  const arrival = fieldset(
    'When an order arrives from a store',
    secret.root,
    element('p', { class: 'facts' }, 'Process it only if (empty: always)'),
    conditions.root,
  );
  return {
    roots: [name.root, arrival, fieldset('Then do this, in order', steps.root)],
    read: () => ({
      definition: {
        name: name.input.value.trim(),
        conditions: conditions.read() ?? null,
        steps: steps.read(),
      },
      secret: secret.input.value,
    }),
  };
}

/** Returns the flow's id. */
async function saveFlow(id: string | undefined, { definition, secret }: Entered): Promise<string> {
  const given = secret ? { webhook_secret: secret } : {};
  if (id) {
    await patch(`integration/flows/${id}`, { ...definition, ...given });
    return id;
  }
  const trigger = { type: 'webhook', connector: 'storefront', ...given };
  return (await postOnce<Flow>('integration/flows', { ...definition, trigger })).id;
}

async function versionsOf(flow: Flow): Promise<HTMLElement> {
  const { versions } = await readOne<{ versions: FlowVersion[] }>(`integration/flows/${flow.id}/versions`);
  const rows = versions.map((version) =>
    element(
      'li',
      {},
      element(
        'button',
        { class: 'open', onClick: () => showVersion(version) },
        element(
          'span',
          { class: 'what' },
          element('strong', {}, `Version ${version.version}`),
          flow.status === 'published' &&
            version.version === flow.version &&
            element('span', { class: 'tag done' }, 'Published'),
        ),
        element('span', { class: 'facts' }, `${moment(version.published_at)}, by ${version.published_by}`),
      ),
    ),
  );
  return element(
    'section',
    {},
    heading('Versions'),
    rows.length > 0
      ? element('ul', { class: 'jobs' }, ...rows)
      : element('p', { class: 'hint' }, 'No version has been published yet.'),
  );
}

function showVersion(version: FlowVersion): void {
  showSheet(`Version ${version.version}`, [
    facts([
      ['Published', moment(version.published_at)],
      ['By', version.published_by],
      ['Signature', version.has_webhook_secret ? 'asked for' : 'not asked for'],
      ['Steps', version.steps.map(({ action }) => actionWords[action]).join(', ')],
    ]),
    heading('As published'),
    box('The definition', { conditions: version.conditions, steps: version.steps }),
  ]);
}

/** A dry run: choose an event, then see what each step would do. */
async function chooseEvent(flowId: string): Promise<void> {
  const show = openingSheet();
  const { data } = await readList<InboxEvent>('integration/events', {}, 50);
  const events = data.filter(({ external_id: id, status }) => id !== null && status !== 'duplicate');
  if (events.length === 0) {
    show('Try it on an event', [
      element('p', { class: 'hint' }, 'No order has arrived yet that it could be tried on.'),
    ]);
    return;
  }
  const chosen = selectField(
    'Order that arrived',
    events.map((event) => [
      event.id,
      `${event.external_id}, ${moment(event.received_at)}, ${eventWords[event.status].toLowerCase()}`,
    ]),
  );
  const result = element('div', {});
  result.setAttribute('aria-live', 'polite');
  const run = workButton(
    'Try it',
    async () => {
      const dry = await post<DryRun>(`integration/flows/${flowId}/dry-run`, { event_id: chosen.input.value });
      result.replaceChildren(
        element('h3', {}, runWords[dry.status]),
        ...(dry.error?.message ? [element('p', { class: 'problem' }, dry.error.message)] : []),
        stepList(dry.steps),
      );
    },
    { class: 'main' },
  );
  show(
    'Try it on an event',
    [
      element('p', { class: 'facts' }, 'Shows what it would do, without doing any of it.'),
      chosen.root,
      result,
    ],
    [run],
  );
}
