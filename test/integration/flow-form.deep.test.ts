/** The form of a flow changes what a person changes, and nothing else; what is pressed twice is done once. */
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { holds, type Conditions } from '../../domain/integration/conditions.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { inBrowser, openBrowser } from '../printing/browser.ts';
import { openPages, screens } from './console-rig.ts';
import { connect, publish } from './storefront-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let browser: Browser;
test.before(async () => {
  browser = await openBrowser();
  platform = await joinPlatform();
  await connect(platform.client, { store_domain: 'form.example.test' });
});
test.after.always(async () => {
  await browser?.close();
  await platform?.stop();
});

const flows = '/api/integration/flows';
const trigger = { type: 'webhook', connector: 'storefront' };
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const said = (page: Page, words: string) => page.locator('#toast', { hasText: words }).waitFor();

async function draft(fields: object): Promise<any> {
  const made = await platform.client.post(flows, { name: 'Kept', trigger, ...fields });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.data;
}

async function savedUnchanged(page: Page, id: string): Promise<any> {
  await page.goto(`${platform.url}/ops/integration?page=flow&id=${id}`);
  await press(page, 'Save the draft');
  await said(page, 'The draft was saved.');
  return (await platform.client.get(`${flows}/${id}`)).body.data;
}

inBrowser(test.serial)(
  'conditions that rows cannot express stay what they are when the flow is saved',
  async (t) => {
    const odd: Conditions[] = [
      { in: [{ var: 'location_id' }, [655441491, 7]] },
      { in: [{ var: 'location_id' }, ['655441491', 655441491, 'paid']] },
      { '==': [{ var: 'gift' }, 'true'] },
      { '==': [{ var: 'gift' }, true] },
      { '==': [{ var: 'note' }, ' padded '] },
      { in: [{ var: 'note' }, ['a,b', 'c']] },
      { in: [5, { var: 'ids' }] },
      { '>': [{ var: 'total' }, '100'] },
      { '>': [{ var: 'total' }, 100] },
      { '!!': [{ var: '' }] },
      { '!!': { var: 'note' } },
      { and: [] },
      { and: [{ '==': [{ var: 'note' }, 'a'] }] },
      { or: [{ '==': [{ var: 'note' }, 'a'] }, { in: ['x', { var: 'note' }] }] },
    ];
    const steps = [
      { action: 'create_order' },
      ...odd.map((when) => ({ action: 'notify', when, with: { message: 'x' } })),
    ];
    const { id } = await draft({ conditions: { and: [] }, steps });
    const page = await openPages(t, browser, platform, screens.desk);
    const saved = await savedUnchanged(page, id);
    t.deepEqual(saved.steps, steps);
    t.deepEqual(saved.conditions, { and: [] });
  },
);

inBrowser(test.serial)('a list of numbers is met by the number and by its text', async (t) => {
  const { id } = await draft({ steps: [{ action: 'create_order' }] });
  const page = await openPages(t, browser, platform, screens.desk);
  await page.goto(`${platform.url}/ops/integration?page=flow&id=${id}`);
  await press(page, 'Add a condition to: Conditions of the flow');
  await page.getByLabel('Field of the order').first().fill('location_id');
  await page.getByLabel('Comparison').first().selectOption({ label: 'is one of (a, b, c)' });
  await page.getByLabel('Value').first().fill('655441491, 007, paid');
  await press(page, 'Save the draft');
  await said(page, 'The draft was saved.');
  const { conditions } = (await platform.client.get(`${flows}/${id}`)).body.data;
  for (const location_id of [655441491, '655441491', '007', 'paid'])
    t.true(holds(conditions, { location_id }), String(location_id));
  t.false(holds(conditions, { location_id: 7 }));
  t.deepEqual((await savedUnchanged(page, id)).conditions, conditions);
  t.is(await page.getByLabel('Value').first().inputValue(), '655441491, 007, paid');
});

inBrowser(test.serial)(
  'steps keep their warehouse while the list of warehouses cannot be read',
  async (t) => {
    const given = { warehouse_id: platform.standard.warehouseId };
    const steps = ['create_order', 'allocate', 'push_to_wms'].map((action) => ({ action, with: given }));
    const { id } = await draft({ steps });
    const page = await openPages(t, browser, platform, screens.desk);
    await page.route('**/wms/warehouses*', (route) => route.fulfill({ status: 503, json: {} }));
    t.deepEqual((await savedUnchanged(page, id)).steps, steps);
  },
);

inBrowser(test.serial)(
  'a new flow is one draft, however often it is refused or its answer is lost',
  async (t) => {
    await publish(platform.client, [{ action: 'create_order' }]);
    const page = await openPages(t, browser, platform, screens.desk);
    await page.goto(`${platform.url}/ops/integration?page=flow`);
    await page.getByLabel('Name').fill('Pressed twice');
    const drafts = async (): Promise<number> => {
      const { data } = (await platform.client.get(`${flows}?page_size=200`)).body;
      return data.filter(({ name }: { name: string }) => name === 'Pressed twice').length;
    };
    const posted = '**/api/integration/flows';
    await page.route(posted, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await press(page, 'Publish');
    const problem = page.locator('form [role=alert]');
    await problem.getByText('The platform does not answer.').waitFor();
    t.is(await drafts(), 1);
    await page.unroute(posted);
    for (const _ of [1, 2]) {
      const refused = page.waitForResponse(/\/publish$/);
      await press(page, 'Publish');
      t.is((await refused).status(), 409);
      await problem.getByText(/published/).waitFor();
    }
    t.is(await drafts(), 1);
  },
);
