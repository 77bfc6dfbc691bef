/** The console's pages in real Chromium, and screenshots for a person to look at. */
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

export const executablePath = '/usr/bin/chromium';
const screenshots = path.join(tmpdir(), 'print-center');

/** Without a Chromium what needs one is skipped, and counted as that. */
export const hasBrowser = existsSync(executablePath);
if (!hasBrowser) console.log(`there is no ${executablePath}: the tests that need it are skipped`);

/** Declares a test, as `test` or `test.serial` does, that opens a browser. */
export function inBrowser<Declare extends { skip: unknown }>(declare: Declare): Declare {
  return hasBrowser ? declare : (declare.skip as Declare);
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

export async function logIn(
  t: { teardown(stop: () => unknown): void },
  browser: Browser,
  url: string,
  accessToken: string,
  options: BrowserContextOptions,
  where = '/ops/print',
): Promise<Page> {
  const context = await browser.newContext({ hasTouch: true, ...options });
  t.teardown(() => context.close());
  const page = await context.newPage();
  await page.goto(url + where);
  await page.getByLabel(/access token/i).fill(accessToken);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(url + where);
  return page;
}

export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: path.join(screenshots, `${name}.png`) });
}

/** Whether anything overflows the window horizontally. */
export function overflows(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}
