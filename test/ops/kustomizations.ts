/** What kustomizations say, held against what they refer to: found without kubectl, which not every machine has. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { containersOf, objectsIn, type KubernetesObject } from './deployment-papers.ts';

interface Patch {
  target?: { kind?: string; name?: string };
  patch?: string;
}

interface Step {
  op: string;
  path: string;
  value?: unknown;
}

export interface Kustomization {
  apiVersion: string;
  kind: string;
  resources?: string[];
  components?: string[];
  images?: { name: string; newName?: string; newTag?: string }[];
  replicas?: { name: string; count: number }[];
  patches?: Patch[];
}

// Of each kind the version, and the fields of those that ours use.
const versions: Record<string, string> = {
  Kustomization: 'kustomize.config.k8s.io/v1beta1',
  Component: 'kustomize.config.k8s.io/v1alpha1',
};
const fields = ['apiVersion', 'kind', 'resources', 'components', 'images', 'replicas', 'patches'];

const fileOf = (folder: string): string => path.join(folder, 'kustomization.yaml');

/** All that is wrong with the kustomization of a folder and those it builds on, in sentences. */
export function problemsOf(folder: string): string[] {
  return look(folder, 'Kustomization').problems;
}

interface Looked {
  objects: KubernetesObject[];
  problems: string[];
}

function look(folder: string, wanted: string): Looked {
  if (!existsSync(fileOf(folder))) return { objects: [], problems: [`${fileOf(folder)} is missing`] };
  const given = parse(readFileSync(fileOf(folder), 'utf8')) as Kustomization;
  const { apiVersion, kind, resources = [], components = [] } = given;
  const problems = Object.keys(given)
    .filter((field) => !fields.includes(field))
    .map((field) => `${field} is no field of a kustomization`);
  if (kind !== wanted || apiVersion !== versions[wanted])
    problems.push(`${fileOf(folder)} is ${apiVersion} ${kind}`);
  const parts = [
    ...resources.map((name) => objectsOf(path.join(folder, name))),
    ...components.map((name) => look(path.join(folder, name), 'Component')),
  ];
  const objects = parts.flatMap((part) => part.objects);
  return {
    objects,
    problems: [...problems, ...parts.flatMap((part) => part.problems), ...strayIn(given, objects)],
  };
}

function objectsOf(resource: string): Looked {
  if (!existsSync(resource)) return { objects: [], problems: [`${resource} is missing`] };
  if (statSync(resource).isDirectory()) return look(resource, 'Kustomization');
  return { objects: objectsIn(readFileSync(resource, 'utf8')), problems: [] };
}

/** What names an image, a deployment or an object that is not there, or patches what is not in it. */
function strayIn(
  { images = [], replicas = [], patches = [] }: Kustomization,
  objects: readonly KubernetesObject[],
): string[] {
  const used = objects.flatMap(containersOf).map(({ image }) => image.split(':')[0]);
  const named = ({ kind, name }: { kind?: string; name?: string }): KubernetesObject[] =>
    objects.filter((one) => one.kind === kind && one.metadata.name === name);
  return [
    ...images.filter(({ name }) => !used.includes(name)).map(({ name }) => `nothing runs the image ${name}`),
    ...replicas
      .filter(({ name }) => named({ kind: 'Deployment', name }).length === 0)
      .map(({ name }) => `there is no Deployment ${name}`),
    ...patches.flatMap(({ target = {}, patch = '' }) => {
      const [object] = named(target);
      if (!object) return [`there is no ${target.kind} ${target.name} to patch`];
      return (parse(patch) as Step[]).filter((step) => !fits(step, object)).map(strayStep);
    }),
  ];
}

const strayStep = ({ op, path: where }: Step): string => `${op} ${where} finds nothing`;

/** What is replaced or removed has to be there; what is added needs a place to stand in. */
function fits({ op, path: where }: Step, object: KubernetesObject): boolean {
  const names = where
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const wanted = op === 'add' ? names.slice(0, -1) : names;
  const found = wanted.reduce<unknown>(
    (inner, name) => (inner as Record<string, unknown> | undefined)?.[name],
    object,
  );
  return ['add', 'replace', 'remove'].includes(op) && found !== undefined;
}
