/**
 * The rule by which something goes: what an operation or field does is kept for two minor versions after the one that
 * declares it deprecated, says so in the description and in a header, and names what to use instead.
 */
export interface Deprecation {
  /** The version that declared it, such as `1.2.0`, and the day it was released. */
  since: string;
  on: string;
  /** The first version that may lack it, and the earliest day of that. */
  until: string;
  sunset: string;
  /** A sentence's end: `use POST /api/wms/returns`. */
  instead: string;
}

const minorsKept = 2;

/** What breaks the rule; undefined if nothing does. */
export function deprecationProblem({ since, on, until, sunset, instead }: Deprecation): string | undefined {
  const [from, to] = [since, until].map((version) => /^(\d+)\.(\d+)\.0$/.exec(version)?.slice(1).map(Number));
  if (!from || !to) return `${since} and ${until} are to be minor versions, such as 1.2.0`;
  const [[major, minor], [majorAfter, minorAfter]] = [from, to] as [[number, number], [number, number]];
  if (majorAfter !== major || minorAfter - minor <= minorsKept)
    return `what is deprecated in ${since} stays in the ${minorsKept} minor versions after it: it may go in ${major}.${minor + minorsKept + 1}.0, not in ${until}`;
  const days = [on, sunset].map((day) => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN));
  if (!(days[0]! < days[1]!)) return `${sunset} is to be a day after ${on}`;
  return instead === '' ? 'it does not say what to use instead' : undefined;
}

const beginning = 'Deprecated since ';

export function deprecationWords({ since, until, sunset, instead }: Deprecation): string {
  return `${beginning}${since}, gone in ${until} and not before ${sunset}: ${instead}.`;
}

/** Whether a description says that what it describes is deprecated. */
export const saysDeprecated = (description: unknown): boolean =>
  typeof description === 'string' && description.startsWith(beginning);
