import test from 'ava';
import { cartonize } from '../../domain/picking/cartonize.ts';
import type { CartonFacts, PackLine, PackPlan } from '../../domain/picking/pack-plan.ts';
import { planPack } from '../../domain/picking/pack-plan.ts';
import { faultsOf } from './pack-plan-checker.ts';
import { checked, randomLoad } from './random-loads.ts';

test('every plan for a random load can be packed as it says, and places every unit once', (t) => {
  let [cartons, least, complete] = [0, 0, 0];
  for (let seed = 1; seed <= 400; seed += 1) {
    const { plan, faults } = checked(randomLoad(seed));
    if (faults.length > 0) t.fail(`seed ${seed}: ${faults.slice(0, 3).join('; ')}`);
    t.true(plan.cartons.length >= plan.at_least, `seed ${seed}: fewer than can be`);
    cartons += plan.cartons.length;
    least += plan.at_least;
    if (plan.unpacked.length === 0) complete += 1;
  }
  t.true(cartons > 800, `${cartons} cartons are enough to mean something`);
  t.true(complete > 100, `${complete} loads are packed in full`);
  t.log(`${cartons} cartons, at least ${least}`);
});

const unit = (sides: string, more: Partial<PackLine['packagings'][number]> = {}) => {
  const [length_cm, width_cm, height_cm] = sides.split('x') as [string, string, string];
  const free = { must_stand: false, max_stack: null, is_shippable: false };
  return { uom: 'EA', factor: '1', weight_kg: '1', ...free, length_cm, width_cm, height_cm, ...more };
};

const box = (code: string, sides: string, more: Partial<CartonFacts> = {}): CartonFacts => {
  const [length, width, height] = sides.split('x') as [string, string, string];
  const inner = { inner_length_cm: length, inner_width_cm: width, inner_height_cm: height };
  const outer = { outer_length_cm: null, outer_width_cm: null, outer_height_cm: null };
  return { id: code, code, ...inner, ...outer, tare_kg: '0', max_weight_kg: null, cost: null, ...more };
};

const line = (sku: string, qty: number | string, packagings: PackLine['packagings']): PackLine => ({
  item_id: sku,
  sku,
  lot_no: '',
  qty: String(qty),
  packagings,
});

const boxesOf = (plan: PackPlan) => plan.cartons.map(({ carton_type: code }) => code);

test('what fills a carton to the last tenth of a millimetre is found to fit', (t) => {
  const plan = planPack([line('BRICK', 27, [unit('10.01x10.01x10.01')])], [box('S', '30.03x30.03x30.03')]);
  t.deepEqual(boxesOf(plan), ['S']);
  t.is(plan.cartons[0]!.fill, 1);
  const tight = planPack([line('BRICK', 27, [unit('10.01x10.01x10.01')])], [box('S', '30.03x30.03x30.02')]);
  t.deepEqual(boxesOf(tight), ['S', 'S']);
});

test('the smallest carton that takes everything is chosen, and those tried before it are named', (t) => {
  const types = [box('L', '40x40x40'), box('M', '30x20x20'), box('S', '10x10x10')];
  const { cartons } = planPack([line('BOOK', 4, [unit('20x15x5')])], types);
  t.deepEqual(boxesOf({ cartons } as PackPlan), ['M']);
  t.deepEqual(cartons[0]!.rejected, [{ carton_type: 'S', reason: 'volume', left: 4 }]);
  const long = planPack([line('ROD', 1, [unit('38x1x1')])], types);
  t.deepEqual(long.cartons[0]!.rejected, [
    { carton_type: 'S', reason: 'no_room', left: 1 },
    { carton_type: 'M', reason: 'no_room', left: 1 },
  ]);
});

test('what must stand stands, what bears little carries little, and weight opens another carton', (t) => {
  const types = [box('B', '30x30x30', { max_weight_kg: '10' })];
  const vase = planPack([line('VASE', 1, [unit('10x10x31', { must_stand: true })])], types);
  t.is(vase.unpacked[0]!.reason, 'too_large');
  t.is(planPack([line('VASE', 1, [unit('10x10x31')])], types).unpacked[0]!.reason, 'too_large');
  // Nine on the floor, none on top.
  t.is(
    planPack([line('EGG', 10, [unit('10x10x10', { max_stack: 1, weight_kg: '0.1' })])], types).cartons.length,
    2,
  );
  t.is(
    planPack([line('EGG', 10, [unit('10x10x10', { max_stack: 2, weight_kg: '0.1' })])], types).cartons.length,
    1,
  );
  t.is(planPack([line('LEAD', 5, [unit('5x5x5', { weight_kg: '4' })])], types).cartons.length, 3);
  t.is(
    planPack([line('ANVIL', 1, [unit('5x5x5', { weight_kg: '11' })])], types).unpacked[0]!.reason,
    'too_heavy',
  );
});

test('whole cases that ship by themselves go first; a part of a unit and what nobody measured are named', (t) => {
  const packagings = [
    unit('10x10x10'),
    unit('40x30x20', { uom: 'CS', factor: '12', is_shippable: true, weight_kg: '13' }),
  ];
  const plan = planPack([line('TEA', '29.5', packagings)], [box('B', '30x30x30')]);
  t.deepEqual(boxesOf(plan), [null, null, 'B']);
  t.like(plan.cartons[0], { length_cm: 40, weight_kg: 13, lines: [{ qty: 12 }] });
  t.like(plan.cartons[2], { lines: [{ qty: 5 }] });
  t.like(plan.unpacked, [{ qty: 0.5, reason: 'fraction' }]);
  const unknown = [{ ...unit('1x1x1'), length_cm: null }];
  t.is(planPack([line('X', 1, unknown)], [box('B', '9x9x9')]).unpacked[0]!.reason, 'no_dims');
  t.is(planPack([line('X', 1, [unit('1x1x1')])], []).unpacked[0]!.reason, 'no_carton');
  t.is(planPack([line('X', 2_001, [unit('1x1x1')])], [box('B', '9x9x9')]).unpacked[0]!.reason, 'too_many');
});

test('a thousand kinds of goods, each too large for two in a carton, are planned in bounded work', (t) => {
  // Each of a thousand cartons looks at all that is left: unless that is counted, it takes minutes.
  const goods = Array.from({ length: 1_000 }, (_, at) => ({
    key: `SKU${at}`,
    count: 1,
    size: [5_100 + (at % 97) * 10, 5_200 + ((at * 31) % 77) * 10, 5_300 + ((at * 17) % 67) * 10] as const,
    weight: 1,
    must_stand: false,
    max_stack: null,
    is_shippable: false,
  }));
  // Whoever looks whether something fits reads the carton's sides.
  let looks = 0;
  const types = Array.from({ length: 100 }, (_, at) => {
    const inner = new Proxy([10_000 - at, 10_000, 10_000] as const, {
      get(sides, axis) {
        looks += 1;
        return Reflect.get(sides, axis) as unknown;
      },
    });
    return { id: `T${at}`, code: `T${at}`, inner, max_weight: Infinity, cost: null };
  });
  const plan = cartonize(goods, types);
  t.is(plan.cartons.length, 1_000);
  t.deepEqual(plan.unpacked, []);
  t.log(`${looks} looks`);
  t.true(looks < 60e6, `${looks} looks`);
});

test('the checker sees a plan that cannot be', (t) => {
  const goods = [
    { item_id: 'A', lot_no: null, qty: 2, packagings: [{ ...unit('10x10x10'), factor: 1 } as any] },
  ];
  const packaging = {
    length_cm: 10,
    width_cm: 10,
    height_cm: 10,
    weight_kg: 1,
    max_stack: 1,
    must_stand: true,
  };
  Object.assign(goods[0]!.packagings[0], packaging);
  const sides = { inner_length_cm: 20, inner_width_cm: 20, inner_height_cm: 20 };
  const types = [{ id: 'B', ...sides, tare_kg: 0, max_weight_kg: 1.5 }];
  const at = (x_cm: number, y_cm: number, z_cm: number, rotation = 'LWH') => {
    const counts = { count_x: 1, count_y: 1, count_z: 1 };
    return { item_id: 'A', lot_no: null, uom: 'EA', rotation, x_cm, y_cm, z_cm, ...counts };
  };
  const faults = (...placements: object[]) => {
    const lines = [{ item_id: 'A', lot_no: null, qty: placements.length }];
    const carton = {
      carton: 1,
      carton_type_id: 'B',
      weight_kg: placements.length,
      fill: 0.1,
      lines,
      placements,
    };
    return faultsOf({ cartons: [carton], unpacked: [] }, goods, types).join('\n');
  };
  const tooHeavy = /weighs 2 of 1.5 at most/;
  t.regex(faults(at(0, 0, 0), at(10, 0, 0)), tooHeavy);
  types[0]!.max_weight_kg = 9;
  t.is(faults(at(0, 0, 0), at(10, 0, 0)), '');
  t.regex(faults(at(0, 0, 0), at(9.99, 0, 0)), /overlap/);
  t.regex(faults(at(0, 0, 0), at(10.01, 0, 0)), /sticks out/);
  t.regex(faults(at(0, 0, 0), at(3.01, 0, 10)), /hangs in the air/);
  t.regex(faults(at(0, 0, 0), at(0, 0, 10)), /2 stand upon each other/);
  t.regex(faults(at(0, 0, 0), at(10, 0, 0, 'HLW')), /on its side/);
  t.regex(faults(at(0, 0, 0)), /1 of 2 are somewhere/);
});
