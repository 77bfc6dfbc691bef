/**
 * The deployment files as tests read them: the compose file and the Kubernetes objects, parsed as their tools parse
 * them.
 */
import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';

const root = new URL('../../../', import.meta.url);

export function readPaper(file: string): string {
  return readFileSync(new URL(file, root), 'utf8');
}

export interface Service {
  image?: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  entrypoint?: string[];
  restart?: string;
  profiles?: string[];
  ports?: string[];
  volumes?: string[];
  environment?: Record<string, string | number>;
  healthcheck?: { test: string[]; interval: string };
  depends_on?: Record<string, { condition: string }>;
}

export interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

export function readCompose(): Compose {
  return parse(readPaper('deploy/compose.yaml'), { merge: true }) as Compose;
}

export interface Probe {
  httpGet: { path: string; port: number };
}

export interface Container {
  name: string;
  image: string;
  command: string[];
  env?: { name: string; value: string }[];
  envFrom: { secretRef: { name: string } }[];
  ports?: { containerPort: number; name?: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  resources?: { requests: Record<string, string>; limits: Record<string, string> };
}

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: Record<string, any>;
}

export function objectsIn(manifests: string): KubernetesObject[] {
  return parseAllDocuments(manifests).map((document) => {
    if (document.errors.length > 0) throw document.errors[0]!;
    return document.toJS() as KubernetesObject;
  });
}

/** What the three kustomizations list, in the order in which it is applied. */
export function readKubernetes(): KubernetesObject[] {
  return ['migrate', '.', 'ops-ingress'].flatMap((folder) => {
    const { resources } = parse(readPaper(`deploy/kubernetes/${folder}/kustomization.yaml`)) as {
      resources: string[];
    };
    return resources.flatMap((file) => objectsIn(readPaper(`deploy/kubernetes/${folder}/${file}`)));
  });
}

/** The keys of each secret, as the README beside the manifests creates them with kubectl. */
export function secretsOfManifest(): Map<string, string[]> {
  const once = readPaper('deploy/kubernetes/README.md').split('## At first')[0]!;
  const commands = once.split('kubectl create secret generic ').slice(1);
  return new Map(
    commands.map((command) => [
      command.split(/\s/)[0]!,
      [...command.matchAll(/--from-literal=(\w+)=/g)].map(([, key]) => key!),
    ]),
  );
}

export function containersOf({ spec }: KubernetesObject): Container[] {
  return (spec['template']?.spec.containers ?? []) as Container[];
}

/** A service's environment with every variable of the shell set. */
export function interpolated(environment: Record<string, string | number>): Record<string, string> {
  const set = (value: string | number): string =>
    `${value}`.replaceAll(/\$\{\w+(:\?[^}]*)?\}/g, 'y'.repeat(48));
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, set(value)]));
}
