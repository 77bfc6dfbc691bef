import {
  unknownState,
  parseErrorStatus,
  parseHostStatus,
  troubleOf,
  type PrinterState,
} from '../../domain/printing/printer-state.ts';
import type { Link } from '../transports/link.ts';

/**
 * Asks a printer for its state. `~HQES` first: a printer without paper or with an open head may leave `~HS` unanswered.
 * If it answers neither, every field is unknown.
 */
export async function queryState(link: Link, waitMs: number): Promise<PrinterState> {
  const errors = await ask(link, '~HQES', parseErrorStatus, waitMs);
  const state = { ...unknownState, ...errors };
  if (troubleOf(state)) return state;
  const host = await ask(link, '~HS', parseHostStatus, waitMs);
  return host ? { ...state, ...host, other_error: host.other_error || (state.other_error ?? false) } : state;
}

async function ask(
  link: Link,
  command: string,
  parse: (reply: string) => Partial<PrinterState> | null,
  waitMs: number,
): Promise<Partial<PrinterState> | null> {
  const reply = await link.query(command, (text) => parse(text) !== null, waitMs);
  return reply === null ? null : parse(reply);
}
