import type { Troubles } from './troubles.ts';

const flag = (isOn: boolean) => (isOn ? '1' : '0');

/** The answer to `~HS`: three lines between STX and ETX. */
export function hostReply(troubles: Troubles, formatCount: number, isPartial: boolean): string {
  const count = String(formatCount).padStart(3, '0');
  const first = `030,${flag(troubles.paper_out)},${flag(troubles.paused)},1245,${count},0,0,${flag(isPartial)},000,0,0,0`;
  const second = `000,0,${flag(troubles.cover_open)},${flag(troubles.ribbon_out)},0,2,4,0,00000000,1,000`;
  return [first, second, '1234,0'].map((line) => `\x02${line}\x03\r\n`).join('');
}

/** The answer to `~HQES`: bits 1 media, 2 ribbon, 4 head open, 0x10000 paused. */
export function errorReply(troubles: Troubles): string {
  const bits =
    (troubles.paper_out ? 1 : 0) |
    (troubles.ribbon_out ? 2 : 0) |
    (troubles.cover_open ? 4 : 0) |
    (troubles.paused ? 0x10000 : 0);
  const errors = bits.toString(16).toUpperCase().padStart(8, '0');
  const lines = [
    '',
    '  PRINTER STATUS',
    `  ERRORS:         ${flag(bits !== 0)} 00000000 ${errors}`,
    '  WARNINGS:       0 00000000 00000000',
    '',
  ];
  return `\x02${lines.join('\r\n')}\x03`;
}
