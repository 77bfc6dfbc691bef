/** An organization that is not in this installation, or is on its way to another: what its callers are told. */
import { Refusal } from '../refusal.ts';

export class OrganizationAway extends Refusal {
  readonly organizationId: string;

  /** `cell` is where it has gone, if the caller has proved to belong there; null while it is on its way. */
  constructor(organizationId: string, cell: string | null | undefined) {
    if (cell === null)
      super('ORGANIZATION_MOVING', 'The organization is being moved; send the request again in a second.');
    else if (cell === undefined)
      super('ORGANIZATION_MOVED', 'The organization is in another cell; send the request there.');
    else
      super('ORGANIZATION_MOVED', `The organization is in the cell ${cell}; send the request there.`, {
        cell,
      });
    this.organizationId = organizationId;
  }
}

/**
 * Runs `work` over what belongs to several organizations. Those that turn out to be away are told apart, by `away`, and
 * the rest is done without them.
 */
export async function withoutAway<T, R>(
  all: readonly T[],
  organizationOf: (one: T) => string,
  away: (ones: readonly T[], why: OrganizationAway) => void,
  work: (ones: readonly T[]) => Promise<R>,
): Promise<R | undefined> {
  let here = all;
  // Each turn leaves an organization out.
  while (here.length > 0) {
    try {
      return await work(here);
    } catch (fault) {
      if (!(fault instanceof OrganizationAway)) throw fault;
      const isAway = (one: T): boolean => organizationOf(one) === fault.organizationId;
      const gone = here.filter(isAway);
      if (gone.length === 0) throw fault;
      away(gone, fault);
      here = here.filter((one) => !isAway(one));
    }
  }
  return undefined;
}
