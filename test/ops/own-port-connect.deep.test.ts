/** A workstation is connected from the print center, also where that has a port of its own. */
import test from 'ava';
import { readConnectionCode } from '../../domain/printing/connection-code.ts';
import { freePort } from '../../server/free-port.ts';
import { startPlatform } from '../helpers/platform.ts';
import { inBrowser, logIn, openBrowser, overflows } from '../printing/browser.ts';
import { enrollBody, makeHubKeys, postToRelay } from '../printing/relay-client.ts';

inBrowser(test)(
  'a print center on a port of its own asks for the address of the platform, and its code connects a hub',
  async (t) => {
    const browser = await openBrowser();
    t.teardown(() => browser.close());
    const opsPort = await freePort();
    const platform = await startPlatform(t, { workers: false, api: { opsPort } });
    const { client } = platform;
    const viewport = { width: 390, height: 844 };
    const page = await logIn(t, browser, `http://127.0.0.1:${opsPort}`, client.accessToken, { viewport });
    await page.locator('#printers').evaluate((details) => details.setAttribute('open', ''));
    await page.getByRole('button', { name: 'Connect a workstation' }).click();
    const address = page.getByLabel('Address of the platform');
    t.is(await address.inputValue(), '', 'hubs do not connect to this port');
    await page.getByRole('button', { name: 'Create the code' }).click();
    await page.getByText('Enter the address').waitFor();
    await address.fill(platform.url);
    t.false(await overflows(page));
    const asked: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
    await page.getByRole('button', { name: 'Create the code' }).dblclick();
    const { backend_url: url, enrollment_key: key } = readConnectionCode(
      await page.getByLabel('Connection code').inputValue(),
    )!;
    const enrolled = await postToRelay(url, 'enroll', enrollBody(client.organizationId, key, makeHubKeys()));
    t.is(enrolled.status, 201);
    t.is(asked.length, 1, 'a double click makes one key');
  },
);
