import type { ObjectSchema } from 'joi';
import type { HubDeps } from '../hub-deps.ts';

/** What an action may know about, and do to, the connection it came from. */
export interface Caller {
  origin: string | null;
  /** The paired program, once it has presented its token. */
  tokenId: string | null;
  /** Treats this connection as the paired program from now on. */
  becomePaired(tokenId: string): void;
  /** Sends an event; if sent while the request is being handled, it follows the reply. */
  push(event: string, data: object): void;
}

/** One row of the contract's table of actions. */
export interface Action {
  /** `open` actions need no token. */
  auth: 'open' | 'token';
  params: ObjectSchema;
  run(hub: HubDeps, params: unknown, caller: Caller): Promise<object> | object;
}

/** Declares an action whose parameters have type P after passing its schema. */
export function defineAction<P>(action: {
  auth: Action['auth'];
  params: ObjectSchema<P>;
  run(hub: HubDeps, params: P, caller: Caller): Promise<object> | object;
}): Action {
  return action as Action;
}
