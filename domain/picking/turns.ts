/** How a box may be turned. */

/** Along x, y and z. */
export type Size = readonly [number, number, number];

/** Which side of the box (length, width, height) lies along x, y and z. */
export const rotations = ['LWH', 'WLH', 'LHW', 'HLW', 'WHL', 'HWL'] as const;
export type Rotation = (typeof rotations)[number];
const standing: readonly Rotation[] = ['LWH', 'WLH'];

export interface Turnable {
  size: Size;
  /** Its height stays upright. */
  must_stand: boolean;
}

export const volumeOf = ([x, y, z]: Size): number => x * y * z;

export function turned([length, width, height]: Size, rotation: Rotation): Size {
  const side = { L: length, W: width, H: height };
  return rotation.split('').map((letter) => side[letter as keyof typeof side]) as unknown as Size;
}

export type Turns = readonly { rotation: Rotation; box: Size }[];
// Each load is tried in hundreds of cartons.
const knownTurns = new WeakMap<Turnable, Turns>();

/** The turns a box may have; alike ones once. */
export function turnsOf(load: Turnable): Turns {
  const known = knownTurns.get(load);
  if (known) return known;
  const seen = new Set<string>();
  const turns = (load.must_stand ? standing : rotations).flatMap((rotation) => {
    const box = turned(load.size, rotation);
    if (seen.has(box.join())) return [];
    seen.add(box.join());
    return [{ rotation, box }];
  });
  knownTurns.set(load, turns);
  return turns;
}

/** Whether one box alone fits, in any turn it may have. */
export const fitsAlone = (load: Turnable, inner: Size): boolean =>
  turnsOf(load).some(({ box }) => box.every((side, axis) => side <= inner[axis]!));
