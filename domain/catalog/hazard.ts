/** Dangerous goods, as ADR and the IMDG code sort them. Pure. */

/** Classes with their divisions; a class that has divisions is never named without one. */
export const hazardClasses = [
  '1.1',
  '1.2',
  '1.3',
  '1.4',
  '1.5',
  '1.6',
  '2.1',
  '2.2',
  '2.3',
  '3',
  '4.1',
  '4.2',
  '4.3',
  '5.1',
  '5.2',
  '6.1',
  '6.2',
  '7',
  '8',
  '9',
] as const;
export type HazardClass = (typeof hazardClasses)[number];

/** How dangerous goods of a class are: I the most. */
export const packingGroups = ['I', 'II', 'III'] as const;
type PackingGroup = (typeof packingGroups)[number];

/** What makes an item dangerous goods. */
export interface Hazard {
  /** The four digits of its UN number. */
  un_no: string;
  class: HazardClass;
  /** Null: its class has none, or nobody said. */
  packing_group: PackingGroup | null;
  /** Packed in quantities so small that most rules of transport do not apply. */
  limited_qty: boolean;
}

/** What may be left out when it is said. */
type GivenHazard = Pick<Hazard, 'un_no' | 'class'> & {
  packing_group?: PackingGroup | null | undefined;
  limited_qty?: boolean | undefined;
};

export const wholeHazard = ({ un_no, class: of, packing_group, limited_qty }: GivenHazard): Hazard => ({
  un_no,
  class: of,
  packing_group: packing_group ?? null,
  limited_qty: limited_qty ?? false,
});

/** Dangerous goods as papers name them: with the name they are shipped under. */
export type NamedHazard = Hazard & { name: string };

/** In the order of ADR 5.4.1.1.1. */
export const hazardWords = ({
  un_no,
  name,
  class: of,
  packing_group: group,
  limited_qty,
}: NamedHazard): string =>
  [
    `UN ${un_no}`,
    name,
    `class ${of}`,
    ...(group ? [`PG ${group}`] : []),
    ...(limited_qty ? ['limited quantity'] : []),
  ].join(', ');
