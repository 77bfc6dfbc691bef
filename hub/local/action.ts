import type { ObjectSchema } from 'joi';
import type { HubDeps } from '../hub-deps.ts';

/** What an action may know of and do to the connection that asked. */
export interface Caller {
  origin: string | null;
  /** The paired program, once it showed its token. */
  tokenId: string | null;
  /** Makes this connection the paired program from now on. */
  becomePaired(tokenId: string): void;
  /** Sends an event; one pushed while the request is under way follows the reply. */
  push(event: string, data: object): void;
}

/** One row of the contract's table of actions. */
export interface Action {
  /** `open` actions need no token. */
  auth: 'open' | 'token';
  params: ObjectSchema;
  run(hub: HubDeps, params: unknown, caller: Caller): Promise<object> | object;
}

/** Declares an action whose parameters, once its schema let them pass, are of type P. */
export function defineAction<P>(action: {
  auth: Action['auth'];
  params: ObjectSchema<P>;
  run(hub: HubDeps, params: P, caller: Caller): Promise<object> | object;
}): Action {
  return action as Action;
}
