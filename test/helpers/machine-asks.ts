/** A subject of a state machine, and how its actions are requested; every outcome is awaited. */
import { settled } from '../orders/orders-rig.ts';
import type { Answer, Client } from './client.ts';

export type Ask = (id: string) => Promise<Answer>;

export interface Subject {
  table: string;
  column: string;
  /** The column's states, if the machine covers only some of them. */
  states?: readonly string[];
  /** Creates a new record and returns its id. Omitted where no action is requested. */
  make?: () => Promise<string>;
  /** How to request each action a caller may request. */
  ask?: Readonly<Record<string, Ask>>;
  /** Actions the service takes on its own, by what a caller does to another record: played in sequences. */
  askElsewhere?: Readonly<Record<string, Ask>>;
  /** What a record may take by itself after an action. */
  goesOn?: Readonly<Record<string, string>>;
  /** `<state> <action>` pairs that the table allows but a rule of the record refuses as a transition. */
  ownRule?: readonly string[];
  /** What is answered instead of ILLEGAL_TRANSITION, by action and state: a code, or the first request's answer. */
  otherwise?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const asBefore = 'as before';

/** Handhelds retry: an action requested again in the state it led to gets the same answer as the first time. */
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
  /** PATCH {action} for each of these, with its other fields. */
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
