/**
 * ZPL that changes the printer itself instead of printing a label. A label job must leave the printer as it
 * found it: one job that rewrites the network settings takes a packing desk off line for everybody.
 */
const RECONFIGURES: Record<string, string> = {
  '^JU': 'saves or resets the configuration',
  '~JR': 'resets the printer',
  '^KP': 'sets the password',
  '^KN': 'renames the printer',
  '^KL': 'changes the display language',
  '^NB': 'changes the network search',
  '^NC': 'changes the primary network',
  '^ND': 'changes network settings',
  '^NI': 'changes the network id',
  '^NN': 'changes SNMP settings',
  '^NP': 'changes the primary network device',
  '^NR': 'changes the remote network settings',
  '^NS': 'changes network settings',
  '^NT': 'changes SMTP settings',
  '^NW': 'changes the web password time',
  '~NC': 'connects the network',
  '~NR': 'resets all network printers',
  '~NT': 'changes network transparency',
  '^WA': 'changes wireless settings',
  '^WE': 'changes WEP settings',
  '^WI': 'changes wireless network settings',
  '^WP': 'sets the wireless password',
  '^WR': 'changes the wireless rate',
  '^WS': 'changes wireless settings',
  '^WX': 'changes wireless security',
  '~WR': 'resets wireless',
  '^JB': 'erases the printer memory',
  '~JB': 'erases the printer memory',
  '^JI': 'starts an interpreter',
  '~JI': 'starts an interpreter',
  '^JH': 'changes early warnings',
  '^SX': 'changes alerts',
  '^SC': 'changes the serial port',
  '^SZ': 'changes the ZPL version',
  '^CC': 'changes the command prefix',
  '~CC': 'changes the command prefix',
  '^CT': 'changes the control prefix',
  '~CT': 'changes the control prefix',
  '^CD': 'changes the delimiter',
  '~CD': 'changes the delimiter',
  '~EF': 'erases stored formats',
  '^EF': 'erases stored formats',
};

export type ZplVerdict = { ok: true } | { ok: false; code: 'ZPL_INVALID' | 'ZPL_FORBIDDEN'; message: string };

/**
 * Says whether a text may go to a label printer: it must hold at least one complete `^XA ... ^XZ` format and
 * nothing that reconfigures the printer. Printers skip control characters inside a command and read commands
 * in any case, so this does too.
 */
export function judgeZpl(zpl: string): ZplVerdict {
  const text = zpl.replaceAll(/[\u0000-\u0020]/g, '').toUpperCase();
  const start = text.indexOf('^XA');
  if (start === -1) return invalid('The text holds no label format: ^XA is missing');
  if (text.lastIndexOf('^XZ') < text.lastIndexOf('^XA')) {
    return invalid('The last label format is not closed: ^XZ is missing');
  }
  for (const [, command] of text.matchAll(/([\^~][A-Z@]{2})/g)) {
    const why = RECONFIGURES[command ?? ''];
    if (why) return forbidden(`${command} ${why}; a label may not do that`);
  }
  const setting = /!U1?(SETVAR|DO)/.exec(text);
  if (setting)
    return forbidden(`! U1 ${setting[1]?.toLowerCase()} changes settings; a label may not do that`);
  return { ok: true };
}

function invalid(message: string): ZplVerdict {
  return { ok: false, code: 'ZPL_INVALID', message };
}

function forbidden(message: string): ZplVerdict {
  return { ok: false, code: 'ZPL_FORBIDDEN', message };
}
