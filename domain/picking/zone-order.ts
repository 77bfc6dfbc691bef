/** The order of the zones of a job that is handed on from zone to zone. */

/** Where it goes next: through the zones in their order, and back to one that got goods again. */
export function nextZone(zone: string, left: readonly string[]): string | null {
  const others = [...new Set(left)].filter((one) => one !== zone).sort();
  return others.find((one) => one > zone) ?? others[0] ?? null;
}
