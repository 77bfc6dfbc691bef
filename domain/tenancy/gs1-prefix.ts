/** Which numbers can be a GS1 company prefix: any other would collide with somebody else's numbers. */

// Prefixes the GS1 General Specifications never assign to a company.
const reserved: readonly { from: string; to: string; why: string }[] = [
  { from: '0000000', to: '0000999', why: 'is kept free for numbers of eight digits' },
  { from: '020', to: '029', why: "is for a store's own use" },
  { from: '040', to: '049', why: "is for a company's own use" },
  { from: '050', to: '059', why: 'is for coupons' },
  { from: '200', to: '299', why: "is for a region's own use" },
  { from: '952', to: '952', why: 'is for demonstrations' },
  { from: '977', to: '979', why: 'is for magazines, books and music' },
  { from: '980', to: '984', why: 'is for refund receipts and coupons' },
  { from: '990', to: '999', why: 'is for coupons' },
];

/** Why a number cannot be used as a company prefix; undefined when it can. */
export function whyNoCompanyPrefix(digits: string): string | undefined {
  const fits = ({ from, to }: { from: string; to: string }) => {
    const start = digits.slice(0, from.length);
    return start >= from && start <= to;
  };
  return reserved.find(fits)?.why;
}

/** Whether an SSCC begins with a valid company prefix; without one it is only the operator's internal number. */
export function isGs1Sscc(sscc: string): boolean {
  return whyNoCompanyPrefix(sscc.slice(1)) === undefined;
}

/** The same for a bill of lading number (GSIN). */
export function isGs1Shipment(number: string): boolean {
  return whyNoCompanyPrefix(number) === undefined;
}
