/** A print station behind an address: a real hub process with a virtual printer, and what came out of it. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Client } from '../helpers/client.ts';
import { boundHub, tcpPrinter } from '../printing/print-rig.ts';
import { ChaosHub } from './hub/chaos-hub.ts';
import { postUntilCertain, type Tally } from './persistent-client.ts';
import { pause } from './program.ts';
import type { Place } from './receiving-load.ts';
import type { Scene } from './two-cells.ts';

export interface LabelDesk {
  printOne(tally: Tally): Promise<void>;
  /** And ends its hub. */
  judge(owner: pg.Pool): Promise<{ figures: Record<string, number>; problems: string[] }>;
}

// A printer that says how it is does about four labels a second; this long without any, nothing more will come.
const silenceMsMax = 60_000;

export async function openDesk(scene: Scene, place: Place, client: Client): Promise<LabelDesk> {
  const { organization, urls } = place;
  const printed = new Map<string, number>();
  const station = await tcpPrinter(scene, 'desk', 3);
  station.printer.on('label', ({ raw, copies }) => {
    const name = /\^FD(label-\d+)\^FS/.exec(raw.toString())?.[1] ?? '';
    printed.set(name, (printed.get(name) ?? 0) + copies);
  });
  const { dataDir, stop } = await boundHub(scene, { url: place.url }, client, [station], { name: 'desk' });
  await stop();
  const hub = new ChaosHub(dataDir);
  scene.teardown(() => hub.stop());
  await hub.start();
  const names = new Map<string, string>();

  const open = async (owner: pg.Pool): Promise<number> => {
    const { rows } = await owner.query<{ open: number }>(
      `select count(*)::int as open from print_jobs where organization_id = $1 and status in ('queued', 'printing')`,
      [organization.id],
    );
    return rows[0]!.open;
  };
  return {
    printOne: async (tally) => {
      const name = `label-${names.size}`;
      const body = { label_kind: 'carton', zpl_content: `^XA^FO20,20^FD${name}^FS^XZ` };
      const answer = await postUntilCertain(
        urls,
        organization,
        '/api/wms/print-jobs',
        randomUUID(),
        body,
        tally,
      );
      if (answer.status !== 201) throw new Error(`no label: ${answer.status} ${JSON.stringify(answer.body)}`);
      names.set(answer.body.data.id, name);
      // Whoever stands there takes it before asking for the next.
      const deadline = Date.now() + silenceMsMax;
      while (!printed.has(name) && Date.now() < deadline) await pause(50);
    },
    judge: async (owner) => {
      let [left, since] = [await open(owner), Date.now()];
      while (left > 0 && Date.now() - since < silenceMsMax) {
        await pause(200);
        const now = await open(owner);
        if (now < left) since = Date.now();
        left = now;
      }
      await hub.stop();
      const { rows } = await owner.query<{ id: string; status: string; labels: number }>(
        'select id, status, copies * labels_per_copy as labels from print_jobs where organization_id = $1',
        [organization.id],
      );
      // Shipping prints as well: of those it is known how many there are.
      const asked = rows.filter(({ id }) => names.has(id));
      const problems = asked.flatMap(({ id, status }) => {
        const name = names.get(id)!;
        const times = printed.get(name) ?? 0;
        return status === 'done' && times === 1
          ? []
          : [`${name} is ${status} and was printed ${times} times`];
      });
      if (asked.length !== names.size)
        problems.push(`${names.size} labels were accepted and ${asked.length} are there`);
      const done = rows.filter(({ status }) => status === 'done');
      const labels = done.reduce((sum, job) => sum + job.labels, 0);
      const came = [...printed.values()].reduce((sum, times) => sum + times, 0);
      if (labels !== came) problems.push(`${labels} labels are done and ${came} came out`);
      return { figures: { labels: came }, problems: problems.slice(0, 5) };
    },
  };
}
