/** A subject of a state machine, and the verbs it is asked with; every outcome is awaited. */
import { settled } from '../orders/orders-rig.ts';
import type { Answer, Client } from './client.ts';

export type Ask = (id: string) => Promise<Answer>;

export interface Subject {
  table: string;
  column: string;
  /** The states of the column where the machine has only some of them. */
  states?: readonly string[];
  /** Makes a fresh record. Answers its id. Left out where nobody asks for an action. */
  make?: () => Promise<string>;
  /** How to ask for each action a caller may ask for. */
  ask?: Readonly<Record<string, Ask>>;
  /** `<state> <action>` that the table allows and a rule of the record's own refuses as a transition. */
  ownRule?: readonly string[];
  /** What is answered instead of ILLEGAL_TRANSITION, by action and state: a code, or the answer of the first time. */
  otherwise?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const asBefore = 'as before';

/** Handhelds retry: an action asked for again where it led to answers as the first time. */
export const repeats = (ends: Readonly<Record<string, string>>): NonNullable<Subject['otherwise']> =>
  Object.fromEntries(Object.entries(ends).map(([action, state]) => [action, { [state]: asBefore }]));

/** The verbs of a client. */
export function verbsOf(client: Client) {
  const post = async (path: string, body: object): Promise<Answer> =>
    settled(client, await client.post(path, body), path);
  const patch = async (path: string, body: object): Promise<Answer> =>
    settled(client, await client.patch(path, body), path);
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await post(path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body.data.id;
  };
  /** PATCH {action} for each of these, with what else it takes. */
  const acts = (path: string, actions: Readonly<Record<string, object>>): Record<string, Ask> =>
    Object.fromEntries(
      Object.entries(actions).map(([action, more]) => [
        action,
        (id) => patch(`${path}/${id}`, { action, ...more }),
      ]),
    );
  const edit =
    (path: string, body: object): Ask =>
    (id) =>
      patch(`${path}/${id}`, body);
  return { post, patch, create, acts, edit };
}
