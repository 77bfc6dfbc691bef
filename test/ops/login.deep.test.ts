/** The login in front of /ops as a person meets it, in real Chromium. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { screens, seriousFaults } from '../integration/console-rig.ts';
import { inBrowser, openBrowser, overflows, picture } from '../printing/browser.ts';

inBrowser(test)(
  'the login says where a token comes from, on a phone and a desk, light and dark',
  async (t) => {
    const browser = await openBrowser();
    t.teardown(() => browser.close());
    const platform = await joinPlatform(t);
    for (const [size, screen] of Object.entries(screens)) {
      const context = await browser.newContext(screen);
      t.teardown(() => context.close());
      const page = await context.newPage();
      await page.goto(`${platform.url}/ops/login`);
      await page.getByText('Which token, and where from?').click();
      await page.getByText('npm run admin -- create-token').waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const where = `${size}, ${colorScheme}`;
        t.false(await overflows(page), where);
        t.deepEqual(await seriousFaults(page), [], where);
        await picture(page, `login-${size}-${colorScheme}`);
      }
    }
  },
);
