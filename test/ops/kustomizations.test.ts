/** The kustomizations and the README's overlay build, as far as their files can say it; kubectl does it where it is. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { readPaper } from './deployment-papers.ts';
import { problemsOf } from './kustomizations.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const overlay = /```yaml\n([\s\S]+?)```/
  .exec(readPaper('deploy/kubernetes/README.md'))![1]!
  .replaceAll(/^ {3}/gm, '')
  .replace('# components', 'components');

/** A folder `mine` beside the product, as the README has it, with an overlay and the one for the migration. */
function mine(t: ExecutionContext, written: string): string {
  const place = mkdtempSync(path.join(tmpdir(), 'overlay-'));
  t.teardown(() => rmSync(place, { recursive: true, force: true }));
  cpSync(path.join(root, 'deploy'), path.join(place, 'warehouse-platform', 'deploy'), { recursive: true });
  mkdirSync(path.join(place, 'mine'));
  writeFileSync(path.join(place, 'mine', 'kustomization.yaml'), written);
  return path.join(place, 'mine');
}

test('the overlay of the README finds all that it refers to', (t) => {
  t.regex(overlay, /^components: /m);
  t.deepEqual(problemsOf(mine(t, overlay)), []);
});

test('so does that of the migration beside it', (t) => {
  const base = '../warehouse-platform/deploy/kubernetes';
  t.true(overlay.includes(`resources: [${base}]`));
  const migration = overlay
    .replace(base, `${base}/migrate`)
    .split('\n')
    .filter((line) => /^(apiVersion|kind|resources|images):/.test(line))
    .join('\n');
  t.deepEqual(problemsOf(mine(t, migration)), []);
});

const breakages: [told: RegExp, from: string, to: string][] = [
  [/is missing$/, 'deploy/kubernetes]', 'deploy/kubernets]'],
  [/ops-ingres\/kustomization\.yaml is missing$/, 'ops-ingress]', 'ops-ingres]'],
  [
    /v1alpha1 Component$/,
    'resources: [',
    'resources: [../warehouse-platform/deploy/kubernetes/ops-ingress, ',
  ],
  [/is kustomize\.config\.k8s\.io\/v1 Kustomization$/, 'k8s.io/v1beta1', 'k8s.io/v1'],
  [/^patch is no field/, 'patches:', 'patch:'],
  [/^nothing runs the image warehouse$/, 'name: warehouse-platform,', 'name: warehouse,'],
  [/^there is no Deployment platform-worker$/, 'name: platform-workers', 'name: platform-worker'],
  [/^there is no Ingress platfrom to patch$/, 'name: platform }', 'name: platfrom }'],
  [/^replace \/spec\/rules\/1\/host finds nothing$/, '/spec/rules/0', '/spec/rules/1'],
  [/^add \/metadata\/annotation\/.* finds nothing$/, '/metadata/annotations', '/metadata/annotation'],
];

for (const [told, from, to] of breakages) {
  test(`an overlay with ${to} is found to be broken`, (t) => {
    t.true(overlay.includes(from));
    const problems = problemsOf(mine(t, overlay.replace(from, to)));
    t.true(
      problems.some((problem) => told.test(problem)),
      problems.join('\n'),
    );
  });
}
