/**
 * How long what is claimed is ours. A process may stand still (a machine without memory, a frozen container) and wake when
 * another holds its claim: whatever it sends under one is answered before that ends, or not sent.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface ClaimTerm {
  /** When the claim ends, by `performance.now()`. */
  endsAt: number;
  stopping: AbortSignal;
}

/** The term of claims that are about to be taken: it begins before they do, as nobody may hear at once that they stand. */
export const claimTerm = (seconds: number, stopping: AbortSignal): ClaimTerm => ({
  endsAt: performance.now() + seconds * 1000,
  stopping,
});

const ends = new AsyncLocalStorage<number>();

/** Whatever this sends, in however many steps, is sent under the claim. */
export const underClaim = <R>({ endsAt }: ClaimTerm, work: () => Promise<R>): Promise<R> =>
  ends.run(endsAt, work);

/** When the claim ends that this runs under; never where there is none. */
export const claimEndsAt = (): number => ends.getStore() ?? Infinity;
