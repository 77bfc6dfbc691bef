/**
 * "From nothing to a label" of docs/hub.md, command by command as written: a virtual printer and the hub run as
 * separate programs, what is typed goes to their standard input, and each prints what the page shows. Ports, ids and
 * codes are this run's own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { createDemoData } from '../../server/demo/data.ts';
import { writeDemoFile } from '../../server/demo/file.ts';
import { freePort } from '../../server/free-port.ts';
import { missingPiece, runSteps, stepsOf } from '../description/commands.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { testSecrets } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';
import { testFolder } from './rig/folder.ts';

const root = new URL('../../../', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8');
const programs: Record<string, string> = {
  hub: fileURLToPath(new URL('dist/hub/main.js', root)),
  admin: fileURLToPath(new URL('dist/server/admin-main.js', root)),
};

interface Typed {
  /** A line for the shell, or one for the program that is listening. */
  line: string;
  isForShell: boolean;
  shown: string[];
}

/** What is typed in the section's transcripts, in order, each with what it shows. */
function typedIn(section: string): Typed[] {
  const typed: Typed[] = [];
  for (const [, block] of section.matchAll(/^```\n([\s\S]*?)^```$/gm)) {
    const isTalk = /^> /m.test(block!) || /^< /m.test(block!);
    for (const line of block!.trimEnd().split('\n')) {
      if (line === '') continue;
      if (line.startsWith('$ ')) typed.push({ line: line.slice(2), isForShell: true, shown: [] });
      else if (isTalk && !/^[<>] /.test(line)) typed.push({ line, isForShell: false, shown: [] });
      else typed.at(-1)!.shown.push(line);
    }
  }
  return typed;
}

/** A program the reader leaves running in a terminal of its own. */
class Terminal {
  said = '';
  readonly #child: ChildProcess;

  constructor(t: ExecutionContext, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
    this.#child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = new Promise<void>((resolve) => this.#child.once('close', () => resolve()));
    this.#child.stdout!.on('data', (bytes: Buffer) => (this.said += bytes.toString()));
    t.teardown(async () => {
      this.#child.kill('SIGTERM');
      await ended;
    });
  }

  type(line: string): void {
    this.#child.stdin!.write(`${line}\n`);
  }

  /** Waits until it has printed all of this in this order, from a given position on. */
  async says(what: string, shown: string, from = 0): Promise<string> {
    return until(
      `${what} says ${shown}`,
      () => missingPiece(shown, this.said.slice(from)) === undefined && this.said.slice(from),
    );
  }
}

// A truncated token, id or code of the example: any other may stand in its place.
const anyValues = (shown: string): string =>
  shown.replaceAll(/"[^"\s]*\.\.\."/g, '"..."').replaceAll(/HUB1-\w+/g, 'HUB1-...');

test.serial('the paper of the hub leads from nothing to a label, as it is written', async (t) => {
  const platform = await joinPlatform(t);
  const folder = await testFolder(t, 'hub-paper');
  const { main, hubEnrollmentKey } = await createDemoData(platform.database);
  mkdirSync(path.join(folder, '.data'));
  writeDemoFile(path.join(folder, '.data'), { ...main, hub_enrollment_key: hubEnrollmentKey });
  const [hubPort, printerPort] = [await freePort(), await freePort()];
  const env = {
    PATH: '/usr/bin:/bin',
    HUB_PORT: String(hubPort),
    LOG_LEVEL: 'error',
    DATABASE_URL: String(platform.owner.options.connectionString),
    PLATFORM_SECRET: testSecrets.current,
  };
  const own = (text: string): string =>
    text
      .replaceAll('http://127.0.0.1:3000', platform.url)
      .replaceAll('18443', String(hubPort))
      .replaceAll('9100', String(printerPort))
      .replaceAll('<id>', main.organization_id);

  const paper = textOf('docs/hub.md');
  const section = /^## From nothing to a label\n([\s\S]*?)^## /m.exec(paper)![1]!;
  const [functions] = stepsOf(textOf('README.md'));
  const terminals = new Map<string, Terminal>();
  const [printer, hub, talk] = ['hub --virtual-printer', 'hub', 'hub talk'];
  const facts: Record<string, string> = {};

  /** What the reader enters in place of the example's own values. */
  const filled = (line: string): string =>
    own(line)
      .replace(/"code": "\d{6}"/, `"code": "${facts['code']}"`)
      .replaceAll(/"device_id": "[^"]*"/g, `"device_id": "${facts['device']}"`)
      .replace('"hek_..."', `"${hubEnrollmentKey}"`)
      .replace(/"organization_id": "[^"]*"/, `"organization_id": "${main.organization_id}"`)
      .replace(/"warehouse_id": "[^"]*"/, `"warehouse_id": "${main.warehouse_id}"`);

  const startProgram = async (name: string, rest: string[], shown: string): Promise<void> => {
    const words = rest.filter((word) => word !== '--');
    const called = [name, ...words].join(' ');
    const ports = called === printer ? ['--printer-port', String(printerPort)] : [];
    const terminal = new Terminal(t, [programs[name]!, ...words, ...ports], folder, env);
    terminals.set(called, terminal);
    const said = await terminal.says(called, shown.replace(/code: \d{6}/, 'code: ...'));
    facts['code'] ??= /code: (\d{6})/.exec(said)?.[1] as string;
    t.pass(called);
  };

  const ask = async (line: string, shown: string): Promise<string> => {
    const commands = line.replace(/print-jobs\/[^\s"]+/, `print-jobs/${facts['job']}`);
    return until(`${commands} answers ${shown}`, async () => {
      const steps = [functions!, { commands, shown: undefined }];
      const [, answer] = await runSteps(steps, { folder, url: platform.url });
      return missingPiece(shown, answer!) === undefined && answer!;
    });
  };

  const typed = typedIn(section);
  t.true(typed.length >= 10, JSON.stringify(typed));
  for (const { line, isForShell, shown: lines } of typed) {
    const shown = anyValues(own(lines.join('\n')));
    const [, name, rest] = /^npm run (\w+)(.*)$/.exec(line) ?? [];
    if (!isForShell) {
      const terminal = terminals.get(talk!)!;
      const from = terminal.said.length;
      terminal.type(filled(line));
      // The lines sent contain the example's values; the lines that come back are what the page promises.
      const answered = shown.split('\n').filter((one) => one.startsWith('<'));
      const said = await terminal.says(line, answered.join('\n...'), from);
      const found = new RegExp(`"device_id":"([^"]+)"[^}]*"address":"127.0.0.1:${printerPort}"`).exec(said);
      facts['device'] ??= found?.[1] as string;
      t.pass(line);
    } else if (name === 'hub') await startProgram(name, rest!.trim().split(' ').filter(Boolean), shown);
    else if (name === 'admin') {
      const args = own(rest!.trim()).replace('-- ', '');
      const [answer] = await runSteps(
        [{ commands: `'${process.execPath}' '${programs['admin']}' ${args}`, shown: undefined }],
        { folder, url: platform.url, env },
      );
      t.is(missingPiece(shown, answer!), undefined, answer);
    } else if (line.includes('-d ')) {
      // A label, posted once.
      const steps = [functions!, { commands: line, shown: undefined }];
      const [, answer] = await runSteps(steps, { folder, url: platform.url });
      t.is(missingPiece(shown, answer!), undefined, answer);
      facts['job'] = JSON.parse(answer!).data.id;
    } else t.true((await ask(line, shown)).includes(facts['job']!), 'the reader asks until it is printed');
  }

  // The sentences below the transcripts.
  const post = typed.find(({ line }) => line.includes('print-jobs -d'))!.line;
  const printed = /The virtual printer says `([^`]+)`/.exec(section)![1]!;
  await terminals.get(printer!)!.says('the printer', printed);
  const access = { authorization: `Bearer ${main.access_token}`, 'x-organization-id': main.organization_id };
  const read = async (address: string): Promise<any> =>
    ((await (await fetch(`${platform.url}${address}`, { headers: access })).json()) as any).data;
  const device = async () => (await read('/api/wms/print-devices'))[0];
  terminals.get(printer!)!.type('paper out');
  await until('the platform knows', async () => (await device()).status === 'out_of_paper');
  const [, second] = await runSteps([functions!, { commands: post, shown: undefined }], {
    folder,
    url: platform.url,
  });
  const job = `/api/wms/print-jobs/${JSON.parse(second!).data.id}`;
  t.is((await read(job)).status, 'queued');
  terminals.get(printer!)!.type('paper in');
  await until('it prints', async () => (await read(job)).status === 'done');
  await terminals.get(printer!)!.says('the printer', printed.replace('0001', '0002'));
  t.truthy(terminals.get(hub!));
});
