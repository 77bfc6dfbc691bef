/** The integration pages as tests use them: opened at a screen's width, and checked by axe. */
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Platform } from '../helpers/join-platform.ts';
import { logIn } from '../printing/browser.ts';

export const screens = {
  desk: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 } },
  phone: { viewport: { width: 390, height: 844 } },
} as const;

export function openPages(
  t: { teardown(stop: () => unknown): void },
  browser: Browser,
  { url, client }: Platform,
  options: BrowserContextOptions,
): Promise<Page> {
  return logIn(t, browser, url, client.accessToken, options, '/ops/integration');
}

/** The serious and critical faults axe finds, each with the elements concerned. */
export async function seriousFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const found: { id: string; impact: string; nodes: string[] }[] = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
       violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => html.slice(0, 200)) })))`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.slice(0, 3).join(' | ')}`);
}

/** Elements to be hit by finger or mouse that are lower than they may be. */
export async function smallTargets(page: Page): Promise<string[]> {
  const small: string[] = [];
  for (const button of await page.locator('button:visible').all()) {
    const box = await button.boundingBox();
    if (box && box.height < 44) small.push(`${await button.innerText()} ${box.height}`);
  }
  return small;
}
