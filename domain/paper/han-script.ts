/** Whether Chinese text is written in traditional characters: both kinds share most, and are drawn differently. */

// The first rows of each encoding hold signs; above these, Big5 has Hong Kong's additions, which hold both kinds.
const big5 = { label: 'big5', leads: [0xa4, 0xf9], trails: [0x40, 0xfe] } as const;
const gb2312 = { label: 'gb18030', leads: [0xb0, 0xf7], trails: [0xa1, 0xfe] } as const;

/** The characters of a national encoding of two bytes. */
function lettersOf({ label, leads, trails }: typeof big5 | typeof gb2312): Set<string> {
  const bytes: number[] = [];
  for (let lead: number = leads[0]; lead <= leads[1]; lead += 1) {
    for (let trail: number = trails[0]; trail <= trails[1]; trail += 1)
      if (trail <= 0x7e || trail >= 0xa1) bytes.push(lead, trail);
  }
  return new Set(new TextDecoder(label).decode(Uint8Array.from(bytes)).match(/\p{Script=Han}/gu));
}

let known: { traditional: Set<string>; simplified: Set<string> } | undefined;

// Made once, and only if Chinese is printed.
function letters() {
  if (known) return known;
  const [traditional, simplified] = [lettersOf(big5), lettersOf(gb2312)];
  known = {
    traditional: new Set([...traditional].filter((letter) => !simplified.has(letter))),
    simplified: new Set([...simplified].filter((letter) => !traditional.has(letter))),
  };
  return known;
}

let last = { text: '', balance: 0 };

/**
 * True if more of its characters are Taiwan's alone (Big5) than the mainland's alone (GB 2312), or if it has Bopomofo.
 * What both write alike is what the paper it is on is at home in.
 */
export function isTraditional(text: string, isUsual = false): boolean {
  const balance = balanceOf(text);
  return balance === 0 ? isUsual : balance > 0;
}

function balanceOf(text: string): number {
  if (last.text === text) return last.balance;
  const { traditional, simplified } = letters();
  let balance = /\p{Script=Bopomofo}/u.test(text) ? 1 : 0;
  for (const letter of text)
    if (traditional.has(letter)) balance += 1;
    else if (simplified.has(letter)) balance -= 1;
  last = { text, balance };
  return balance;
}
