/** The address of a store's API is checked when it is set; where it leads is checked again with every call. */
import { baseUrlProblem } from '../../domain/public-address.ts';
import { invalid } from '../../domain/refusals.ts';
import type { Call } from './endpoint.ts';

/** Refuses 400 for an `api_url` that could never be called. */
export function assertApiUrl({ isPrivateAllowed }: Call, url: string | null | undefined): void {
  const problem = url ? baseUrlProblem(url, isPrivateAllowed) : undefined;
  if (problem) throw invalid('api_url', 'url', `api_url ${problem}`);
}
