/** `/ops` as ops people see it, with something of every kind stuck: at every width, light and dark. */
import test from 'ava';
import { seriousFaults, screens } from '../integration/console-rig.ts';
import { startPlatform } from '../helpers/platform.ts';
import { inBrowser, logIn, openBrowser, overflows, picture } from '../printing/browser.ts';
import { enrollHub, testDevice, TestLink } from '../printing/relay-client.ts';

inBrowser(test)(
  'what is stuck is read and worked at a desk, on a tablet and on a phone, light and dark',
  async (t) => {
    const browser = await openBrowser();
    t.teardown(() => browser.close());
    const platform = await startPlatform(t, { workers: false });
    const workers = await platform.startWorkers();
    const { client, owner, standard } = platform;
    const receipt = await client.post('/api/wms/inbound-receipts', {
      warehouse_id: standard.warehouseId,
      source_type: 'manual',
      lines: [{ item_id: standard.items['PLAIN'], expected_qty: 24 }],
    });
    const { id: receiptId, receipt_no: receiptNo, lines } = receipt.body.data;
    const hub = await enrollHub(platform.url, client, { name: 'packing-desk-3' });
    const link = await TestLink.greeted(platform.url, hub, [testDevice({ name: 'Packing 3' })]);
    const printed = await client.post('/api/wms/print-jobs', {
      label_kind: 'carton',
      zpl_content: '^XA^FO40,40^A0N,60^FDHello^FS^XZ',
    });
    t.is(printed.status, 201, printed.text);
    link.close();
    // From here on, what is accepted stays waiting.
    await workers.stop();
    const send = async (path: string, body: object): Promise<string> => {
      const sent = await client.post(path, body, { headers: { prefer: 'respond-async' } });
      t.is(sent.status, 202, sent.text);
      return sent.body.data.operation_id as string;
    };
    const counted = await send(`/api/wms/inbound-receipts/${receiptId}/receive-line`, {
      receipt_line_id: lines[0].id,
      received_qty: 22,
      location_id: standard.locations['A-01'],
    });
    const adjusted = await send('/api/wms/inventory/adjust', {
      warehouse_id: standard.warehouseId,
      item_id: standard.items['PLAIN'],
      location_id: standard.locations['A-01'],
      qty_delta: 1,
      reason_code: 'found',
    });
    const reason = 'The disk of the database is full: no space left on device (53100), after 8 attempts.';
    await owner.query(
      `update commands set state = 'failed', finished_at = now() - interval '3 hours', created_at = created_at - interval '4 hours',
            outcome = $2 where id = $1`,
      [adjusted, { state: 'failed', message: reason }],
    );
    await owner.query(`update commands set created_at = created_at - interval '2 hours' where id = $1`, [
      counted,
    ]);
    await owner.query(`update print_jobs set queued_at = now() - interval '40 minutes'`);
    await owner.query(`update hubs set last_seen_at = now() - interval '35 minutes'`);

    for (const [size, screen] of Object.entries(screens)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const where = `${size}, ${colorScheme}`;
        const page = await logIn(
          t,
          browser,
          platform.url,
          client.accessToken,
          { ...screen, colorScheme },
          '/ops',
        );
        const text = await page.locator('main').innerText();
        for (const word of [
          reason,
          receiptNo,
          'item PLAIN',
          '3 hours',
          '2 hours',
          'packing-desk-3',
          // What its caller was told it is found by.
          counted,
          adjusted,
        ])
          t.true(text.includes(word), `${where}: ${word} is not on\n${text}`);
        t.regex(text, /4\d minutes/, where);
        for (const action of ['Run again', 'Put aside', 'Cancel'])
          t.true(await page.getByRole('button', { name: action }).isVisible(), `${where}: ${action}`);
        t.false(await overflows(page), where);
        t.deepEqual(await seriousFaults(page), [], where);
        await picture(page, `ops-stuck-${size}-${colorScheme}`);
      }
    }

    // The queue dashboard behind it is another project's page.
    const page = await logIn(t, browser, platform.url, client.accessToken, screens.desk, '/ops');
    const strangers: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(platform.url))
        strangers.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`${platform.url}/ops/queues`);
    await page.getByText('inventory').first().waitFor();
    t.deepEqual(strangers, []);
    t.deepEqual(complaints, []);
    await page.goto(`${platform.url}/ops`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel(/access token/i).waitFor();
  },
);
