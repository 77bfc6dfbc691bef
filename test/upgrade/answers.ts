/** What the API answers of an organization, record by record. */
import type { Client } from '../helpers/client.ts';
import { detailsOf, lists, moving } from './lists.ts';

/** By path: the records of a list's first page, or one record. */
export type Answers = Record<string, unknown>;

// As many as a page may have; what is kept has fewer of nearly everything.
const recordsMax = 200;

/** Of what goes on by itself nothing, so not of endpoints, which are switched off when nothing reaches them. */
export async function answersOf(client: Client): Promise<Answers> {
  const answers: Answers = {};
  for (const { path } of lists) {
    if (moving.test(path) || path.endsWith('/webhook-endpoints')) continue;
    const { status, body } = await client.get(`${path}?page_size=${recordsMax}`);
    if (status !== 200) continue;
    answers[path] = body.data;
    if (!detailsOf(path)) continue;
    for (const { id } of body.data as { id?: string }[]) {
      const detail = id ? await client.get(`${path}/${id}`) : undefined;
      // A document is answered as its file.
      if (detail?.body) answers[`${path}/${id}`] = detail.body.data;
    }
  }
  return answers;
}
