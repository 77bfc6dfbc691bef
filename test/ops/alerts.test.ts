/** Every alert watches figures that the platform shows from its start, and has its section in the runbook. */
import { readFileSync } from 'node:fs';
import test from 'ava';
import { startPlatform } from '../helpers/platform.ts';

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const alerts = read('deploy/prometheus/alerts.yaml');

test('each alert points to the section of its name', (t) => {
  const runbook = read('docs/runbook.md');
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  const links = [...alerts.matchAll(/runbook: docs\/runbook\.md#(\w+)/g)].map(([, anchor]) => anchor!);
  t.true(names.length > 3);
  t.deepEqual(
    links,
    names.map((name) => name.toLowerCase()),
  );
  for (const name of names) t.true(runbook.includes(`\n## ${name}\n`), name);
});

test('each figure an alert reads is there before anything has happened', async (t) => {
  const { url } = await startPlatform(t, { workers: false });
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const figures = new Set(
    [...alerts.matchAll(/\b((?:http|commands|queue|print)_[a-z_]+?|hubs)(?:_bucket)?(?=[{)[]|\))/g)].map(
      ([, name]) => name!,
    ),
  );
  t.true(figures.size >= 7, [...figures].join());
  for (const figure of figures) t.regex(metrics, new RegExp(`^${figure}(?:_bucket)?[{ ]`, 'm'), figure);
  for (const figure of ['commands_open', 'commands_lag_seconds', 'commands_failed'])
    t.regex(metrics, new RegExp(`^${figure}\\{queue="receiving"\\} 0$`, 'm'));
});
