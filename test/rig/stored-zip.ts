import {crc32} from 'node:zlib';

const EXECUTABLE = 0o10_0755;

/** Returns a ZIP archive with one executable file, not compressed. */
export function storedZip(name: string, content: Buffer): Buffer {
  const title = Buffer.from(name);
  // Version 2.0, no flags, no compression, no time; then checksum, two sizes, the length of the name, and no extra field.
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(content.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(title.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, title, content]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(EXECUTABLE * 0x1_0000, 6);
  // Made by version 2.0 on Unix, so that the mode counts.
  const entry = Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, rest, title]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, entry, Buffer.from('PK\x05\x06'), end]);
}
