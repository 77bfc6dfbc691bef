/**
 * Blocks ZPL that changes the printer itself instead of printing a label. A label job must leave the printer as it
 * found it: one job that rewrites the network settings would take a packing station offline for everybody.
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
  '^ID': 'deletes what is stored in the printer',
  '^CM': 'changes the letters of the memories',
  '^MP': 'locks the keys of the front panel',
  '^MA': 'changes maintenance alerts',
  '^MF': 'changes what is fed at power-up',
  '^JJ': 'changes the auxiliary port',
  '^JT': 'changes the test of the print head',
  '~JN': 'changes what a faulty print head does',
  '~JO': 'changes what a faulty print head does',
  '^SR': 'changes the resistance of the print head',
  '^SQ': 'halts alerts',
  '^ST': 'sets the clock',
  '^KV': 'changes kiosk settings',
  '^ZZ': 'puts the printer to sleep',
  '~KB': 'switches the battery off',
  '~RO': 'resets counters',
  '~JD': 'prints hexadecimal dumps from then on',
  '~JA': "cancels other people's labels",
  '~JP': "cancels other people's labels",
};

/** A place in the text, counted as an editor does: the first line and column are 1. */
export interface ZplPlace {
  line: number;
  column: number;
}

export type ZplVerdict =
  { ok: true } | { ok: false; code: 'ZPL_INVALID' | 'ZPL_FORBIDDEN'; message: string; place: ZplPlace };

const command = /[\^~]/g;
// In binary graphics (^GFB, ^GFC) a caret byte is part of the picture.
const hasBinaryGraphics = /\^GF[BC],/i;

/**
 * Decides whether a text may go to a label printer: it must hold at least one complete `^XA ... ^XZ` format, every
 * caret or tilde must start a known command, and nothing may reconfigure the printer. Printers ignore control
 * characters inside a command and letter case, so this does too. Each problem is reported with its place.
 */
export function judgeZpl(zpl: string): ZplVerdict {
  const text = zpl.replaceAll(/[\u0000-\u0020]/g, '');
  const at = (index: number) => placeOf(zpl, index);
  const formats = [...text.matchAll(/\^X([AZ])/gi)];
  const opened = formats.findLast(({ 1: letter }) => letter!.toUpperCase() === 'A');
  if (!opened) return invalid('The text holds no label format: ^XA is missing', at(0));
  const closed = formats.findLast(({ 1: letter }) => letter!.toUpperCase() === 'Z');
  if (!closed || closed.index < opened.index)
    return invalid('The last label format is not closed: ^XZ is missing', at(opened.index));
  const isBinary = hasBinaryGraphics.test(text);
  for (const { index } of text.matchAll(command)) {
    const name = text.slice(index, index + 3);
    if (/^[\^~][A-Z][A-Z0-9@]$/i.test(name)) {
      const why = RECONFIGURES[name.toUpperCase()];
      if (why) return forbidden(`${name.toUpperCase()} ${why}; a label may not do that`, at(index));
    } else if (!isBinary) {
      const sign = name[0] === '^' ? 'caret' : 'tilde';
      return invalid(
        `A ${sign} starts a command, and ${name} is not one; to print the character itself, use ^FH and its hex code`,
        at(index),
      );
    }
  }
  const setting = /!U1?(SETVAR|DO)/i.exec(text);
  if (setting)
    return forbidden(
      `! U1 ${setting[1]?.toLowerCase()} changes settings; a label may not do that`,
      at(setting.index),
    );
  // Newer printers also take settings as JSON, after an empty object.
  const json = /\{\}\{"/.exec(text);
  if (json) return forbidden('{}{"..."} changes settings; a label may not do that', at(json.index));
  return { ok: true };
}

/** Maps an index in the text without control characters to its place in the original text. */
function placeOf(zpl: string, index: number): ZplPlace {
  let [line, column, passed] = [1, 1, 0];
  for (const sign of zpl) {
    const isSkipped = sign <= ' ';
    if (!isSkipped && passed >= index) break;
    // The index counts UTF-16 units, so a character outside the basic plane counts twice.
    if (!isSkipped) passed += sign.length;
    if (sign === '\n') [line, column] = [line + 1, 1];
    else column += 1;
  }
  return { line, column };
}

function invalid(message: string, place: ZplPlace): ZplVerdict {
  return { ok: false, code: 'ZPL_INVALID', message, place };
}

function forbidden(message: string, place: ZplPlace): ZplVerdict {
  return { ok: false, code: 'ZPL_FORBIDDEN', message, place };
}
