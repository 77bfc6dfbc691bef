/** Imports a file and reads the import until it has finished. Many files at once wait for a thread, as a client does. */
import type { Client } from '../helpers/client.ts';
import { until } from '../helpers/wait.ts';

const finishMsMax = 150_000;

export async function importFile(client: Client, kind: string, body: object): Promise<any> {
  const started = await until(
    'a thread reads the file',
    async () => {
      const answer = await client.post(`/api/wms/imports/${kind}`, body);
      return answer.status !== 503 && answer;
    },
    finishMsMax,
  );
  if (started.status !== 201) throw new Error(started.text);
  return until(
    'the import is finished',
    async () => {
      const { data } = (await client.get(`/api/wms/imports/${started.body.data.id}`)).body;
      return data.finished_at && data;
    },
    finishMsMax,
  );
}
