import { crc32 } from 'node:zlib';

/** One line of the journal: checksum, space, JSON, newline. */
export function encodeLine(record: object): string {
  const json = JSON.stringify(record);
  return `${checksum(json)} ${json}\n`;
}

/** The record of a line, or `null` if the line is torn or was altered. */
export function decodeLine(line: string): unknown {
  const json = line.slice(9);
  if (line[8] !== ' ' || line.slice(0, 8) !== checksum(json)) return null;
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0');
}
