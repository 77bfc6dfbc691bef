/** A carrier's invoices as X12 210, as far as tests say what is in them. */
export interface Written {
  element?: string;
  component?: string;
  terminator?: string;
  usage?: 'P' | 'T';
  control?: string;
}

/** Sets of segments, in one group of one interchange; its envelopes count them. */
export function interchange(sets: readonly (readonly string[])[], written: Written = {}): string {
  const { element = '*', component = '>', terminator = '~\n', usage = 'P', control = '000000905' } = written;
  const isa = [
    'ISA',
    '00',
    ' '.repeat(10),
    '00',
    ' '.repeat(10),
    '02',
    'REGIO          ',
    'ZZ',
    'OURS           ',
    '261120',
    '1253',
    'U',
    '00401',
    control,
    '0',
    usage,
    component,
  ].join('*');
  const body = sets.flatMap((set, at) => {
    const no = String(at + 1).padStart(4, '0');
    return [`ST*210*${no}`, ...set, `SE*${set.length + 2}*${no}`];
  });
  const group = ['GS*IM*REGIO*OURS*20261120*1253*1*X*004010', ...body, `GE*${sets.length}*1`];
  return [isa, ...group, `IEA*1*${control}`]
    .map((segment) => `${segment.replaceAll('*', element)}${terminator}`)
    .join('');
}

export interface Parcel {
  no: string;
  /** Cents by charge code; '' is the freight. */
  charges: Readonly<Record<string, number>>;
  pounds?: string;
}

/** One invoice: each parcel a line. */
export function invoice(no: string, parcels: readonly Parcel[], more: { total?: number } = {}): string[] {
  const cents = parcels.flatMap(({ charges }) => Object.values(charges)).reduce((all, one) => all + one, 0);
  const total = more.total ?? cents;
  return [
    `B3**${no}*BOL-1*PP**20261120*${total}****REGO`,
    'C3*USD',
    'ITD*01*3*****30',
    'N1*SH*OUR WAREHOUSE',
    ...parcels.flatMap(({ no: parcel, charges, pounds }, at) => [
      `LX*${at + 1}`,
      `N9*2I*${parcel}`,
      'L5*1*PARCEL',
      `L0*1***${pounds ?? '5.5'}*B***1*CTN**L`,
      ...Object.entries(charges).map(
        ([code, one]) => `L1*1*0*FR*${one}****${code}****${code && 'SURCHARGE'}`,
      ),
    ]),
    `L3*5.5*B***${total}******1*L`,
  ];
}
