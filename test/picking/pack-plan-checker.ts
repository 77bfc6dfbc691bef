/**
 * Checks a pack plan as it is answered, from its coordinates alone and the facts of the goods and cartons. It is written
 * from the words of the guide and shares no code with the planner: it takes every unit by itself, compares each with each
 * and knows no blocks, points or order. Lengths are compared as whole hundredths of a centimetre.
 */
export interface CheckedPackaging {
  uom: string;
  factor: number;
  length_cm: number;
  width_cm: number;
  height_cm: number;
  weight_kg: number;
  must_stand?: boolean;
  max_stack?: number | null;
  is_shippable?: boolean;
}

export interface CheckedType {
  id: string;
  inner_length_cm: number;
  inner_width_cm: number;
  inner_height_cm: number;
  tare_kg: number;
  max_weight_kg: number | null;
}

export interface CheckedGoods {
  item_id: string;
  lot_no: string | null;
  qty: number;
  packagings: CheckedPackaging[];
}

interface Unit {
  what: CheckedPackaging;
  name: string;
  min: number[];
  max: number[];
}

const hundredths = (cm: number): number => {
  const whole = Math.round(cm * 100);
  if (Math.abs(whole - cm * 100) > 1e-6) throw new Error(`${cm} cm is finer than a hundredth`);
  return whole;
};

/** What is wrong with the plan, in words; nothing when it can be packed as it says. */
export function faultsOf(plan: any, goods: readonly CheckedGoods[], types: readonly CheckedType[]): string[] {
  const faults: string[] = [];
  const placed = new Map<string, number>();
  const count = (item: string, lot: string | null, qty: number): void => {
    const name = `${item}/${lot ?? ''}`;
    placed.set(name, round((placed.get(name) ?? 0) + qty));
  };
  for (const carton of plan.cartons) {
    const units = unitsOf(carton, goods, faults);
    const held = new Map<string, number>();
    for (const { name, what } of units) held.set(name, round((held.get(name) ?? 0) + what.factor));
    const told = new Map<string, number>(
      carton.lines.map((line: any) => [`${line.item_id}/${line.lot_no ?? ''}`, line.qty]),
    );
    if (!alike(held, told))
      faults.push(
        `carton ${carton.carton} says it holds ${JSON.stringify([...told])}, not ${JSON.stringify([...held])}`,
      );
    for (const line of carton.lines) count(line.item_id, line.lot_no, line.qty);
    if (carton.carton_type_id === null) {
      if (units.length !== 1 || !units[0]!.what.is_shippable)
        faults.push(`carton ${carton.carton} has no type and is not one packaging that ships by itself`);
    } else {
      const type = types.find(({ id }) => id === carton.carton_type_id)!;
      faults.push(...boxFaults(carton, units, type));
    }
    faults.push(...stackFaults(carton.carton, units));
  }
  for (const line of plan.unpacked) {
    if (!line.reason) faults.push(`${line.item_id} is left out without a reason`);
    count(line.item_id, line.lot_no, line.qty);
  }
  for (const { item_id: item, lot_no: lot, qty } of goods) {
    const name = `${item}/${lot ?? ''}`;
    if (placed.get(name) !== qty) faults.push(`${name}: ${placed.get(name) ?? 0} of ${qty} are somewhere`);
    placed.delete(name);
  }
  for (const name of placed.keys()) faults.push(`${name} was never asked for`);
  return faults;
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;

const alike = (one: ReadonlyMap<string, number>, two: ReadonlyMap<string, number>): boolean =>
  one.size === two.size && [...one].every(([name, qty]) => two.get(name) === qty);

/** Every unit of the carton with the space it takes. */
function unitsOf(carton: any, goods: readonly CheckedGoods[], faults: string[]): Unit[] {
  return carton.placements.flatMap((placement: any) => {
    const line = goods.find((one) => one.item_id === placement.item_id && one.lot_no === placement.lot_no);
    const what = line?.packagings.find(({ uom }) => uom === placement.uom);
    if (!what) {
      faults.push(`carton ${carton.carton} places what was not asked for`);
      return [];
    }
    const sides: Record<string, number> = { L: what.length_cm, W: what.width_cm, H: what.height_cm };
    if (!/^(?!.*(.).*\1)[LWH]{3}$/.test(placement.rotation)) faults.push(`no turn ${placement.rotation}`);
    if (what.must_stand && placement.rotation[2] !== 'H')
      faults.push(`carton ${carton.carton} lays ${placement.item_id} on its side`);
    const size = placement.rotation.split('').map((letter: string) => hundredths(sides[letter]!));
    const start = [placement.x_cm, placement.y_cm, placement.z_cm].map(hundredths);
    const units: Unit[] = [];
    for (let i = 0; i < placement.count_x; i += 1)
      for (let j = 0; j < placement.count_y; j += 1)
        for (let k = 0; k < placement.count_z; k += 1) {
          const min = [i, j, k].map((step, axis) => start[axis]! + step * size[axis]!);
          const max = min.map((from, axis) => from + size[axis]!);
          units.push({ what, name: `${placement.item_id}/${placement.lot_no ?? ''}`, min, max });
        }
    return units;
  });
}

function boxFaults(carton: any, units: readonly Unit[], type: CheckedType): string[] {
  const faults: string[] = [];
  const sides = [type.inner_length_cm, type.inner_width_cm, type.inner_height_cm].map(hundredths);
  const weight = units.reduce((so, { what }) => so + what.weight_kg, type.tare_kg);
  if (Math.abs(weight - carton.weight_kg) > 1e-6)
    faults.push(`carton ${carton.carton} weighs ${weight}, not ${carton.weight_kg}`);
  if (type.max_weight_kg !== null && weight > type.max_weight_kg + 1e-9)
    faults.push(`carton ${carton.carton} weighs ${weight} of ${type.max_weight_kg} at most`);
  for (const { min, max, name } of units)
    if (min.some((from) => from < 0) || max.some((to, axis) => to > sides[axis]!))
      faults.push(`carton ${carton.carton}: ${name} sticks out`);
  if (carton.fill < 0 || carton.fill > 1) faults.push(`carton ${carton.carton} is ${carton.fill} full`);
  return faults;
}

const shared = (one: Unit, two: Unit, axis: number): number =>
  Math.min(one.max[axis]!, two.max[axis]!) - Math.max(one.min[axis]!, two.min[axis]!);

/** No two in one place; each carried by the floor or by seven tenths of its base; no pile higher than it may be. */
function stackFaults(no: number, units: readonly Unit[]): string[] {
  const faults: string[] = [];
  const under = units.map((): number[] => []);
  for (const [at, one] of units.entries()) {
    let carried = one.min[2] === 0 ? Infinity : 0;
    for (const [other, two] of units.entries()) {
      if (other === at) continue;
      const [x, y, z] = [shared(one, two, 0), shared(one, two, 1), shared(one, two, 2)];
      if (x > 0 && y > 0 && z > 0 && other > at)
        faults.push(`carton ${no}: ${one.name} and ${two.name} overlap`);
      if (x > 0 && y > 0 && two.max[2] === one.min[2]) {
        carried += x * y;
        under[at]!.push(other);
      }
    }
    const base = (one.max[0]! - one.min[0]!) * (one.max[1]! - one.min[1]!);
    if (carried < 0.7 * base) faults.push(`carton ${no}: ${one.name} hangs in the air`);
  }
  // From the floor up: how many stand upon each other, counted for whatever is beneath.
  const byHeight = units.map((_, at) => at).toSorted((a, b) => units[b]!.min[2]! - units[a]!.min[2]!);
  const pile = units.map(() => 1);
  for (const at of byHeight)
    for (const below of under[at]!) pile[below] = Math.max(pile[below]!, pile[at]! + 1);
  for (const [at, { what, name }] of units.entries())
    if (what.max_stack !== null && what.max_stack !== undefined && pile[at]! > what.max_stack)
      faults.push(
        `carton ${no}: ${pile[at]} stand upon each other from a ${name} that bears ${what.max_stack}`,
      );
  return faults;
}
