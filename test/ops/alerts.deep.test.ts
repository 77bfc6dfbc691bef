/**
 * Every alert and every Grafana panel uses metrics that the platform exposes from its start; alerts have their runbook.
 */
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

const board = JSON.parse(read('deploy/grafana/warehouse-platform.json')) as {
  panels: { title: string; description: string; targets: { expr: string }[] }[];
};

/** The metrics an expression reads, without what a histogram adds to their names. */
function figuresOf(expression: string): string[] {
  const figures = expression.matchAll(
    /\b((?:http|commands|queue|print|store|carrier|webhook|retention|job|jobs|process|nodejs)_[a-z0-9_]+|hubs)(?=[{)[ ]|$)/g,
  );
  return [...figures].map(([, name]) => name!.replace(/_(?:bucket|count)$/, ''));
}

test('each figure an alert or a panel reads is there before anything has happened', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const workers = await platform.startWorkers({ health: { host: '127.0.0.1', port: 0 } });
  t.teardown(() => workers.stop());
  const pages = await Promise.all(
    [platform.url, workers.healthUrl].map(async (url) => (await fetch(`${url}/metrics`)).text()),
  );
  const metrics = pages.join('\n');
  const expressions = [
    ...[...alerts.matchAll(/expr: (.*)/g)].map(([, expression]) => expression!),
    ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const figures = new Set(expressions.flatMap(figuresOf));
  t.true(figures.size >= 13, [...figures].join());
  for (const figure of figures) t.regex(metrics, new RegExp(`^${figure}(?:_bucket)?[{ ]`, 'm'), figure);
  for (const figure of ['commands_open', 'commands_lag_seconds', 'commands_failed'])
    t.regex(metrics, new RegExp(`^${figure}\\{queue="receiving"\\} 0$`, 'm'));
});

test('each runbook a panel names is there', (t) => {
  const runbook = read('docs/runbook.md');
  const named = board.panels.flatMap(({ description }) => /Runbook: (\w+)/.exec(description)?.[1] ?? []);
  t.true(named.length > 5);
  for (const name of named) t.true(runbook.includes(`\n## ${name}\n`), name);
});
