/** A font file out of its WOFF: the same tables, unpacked, behind the directory that every other program reads. */
import { inflateSync } from 'node:zlib';

interface Table {
  tag: Buffer;
  checksum: number;
  bytes: Buffer;
}

const [packedHead, packedEntry] = [44, 20];
const [head, entry] = [12, 16];

export function unpackedWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => tableAt(woff, packedHead + at * packedEntry));
  const directory = Buffer.alloc(head + count * entry);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (const [at, { tag, checksum, bytes }] of tables.entries()) {
    const place = head + at * entry;
    tag.copy(directory, place);
    directory.writeUInt32BE(checksum, place + 4);
    directory.writeUInt32BE(offset, place + 8);
    directory.writeUInt32BE(bytes.length, place + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}

function tableAt(woff: Buffer, place: number): Table {
  const [offset, packed, length, checksum] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(place + at)) as [
    number,
    number,
    number,
    number,
  ];
  const bytes = woff.subarray(offset, offset + packed);
  return {
    tag: woff.subarray(place, place + 4),
    checksum,
    bytes: packed < length ? inflateSync(bytes) : bytes,
  };
}
