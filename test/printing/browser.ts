/** The console's pages in real Chromium, and screenshots for a person to look at. */
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';
const screenshots = path.join(tmpdir(), 'print-center');

/** Undefined if there is no Chromium: the tests then report that they were skipped. */
export async function openBrowser(): Promise<Browser | undefined> {
  if (!existsSync(executablePath)) return undefined;
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

export const noBrowser = `skipped: there is no ${executablePath}`;

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
