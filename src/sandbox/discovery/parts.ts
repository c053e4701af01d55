/** The positions of the parts in a file of parts: from the first byte, to the byte after the last one. */
type Index = Readonly<Record<string, readonly [from: number, to: number]>>;

/** Joins many parts into one file: a line with their positions, then the parts. Each part can be read alone. */
export function joinParts(parts: ReadonlyMap<string, Uint8Array>): Buffer {
  let at = 0;
  const index = Object.fromEntries([...parts].map(([name, {length}]) => [name, [at, (at += length)]]));
  return Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...parts.values()]);
}

/** Returns a part of a file of `joinParts`; undefined if the file does not have this part. */
export function partIn(file: Uint8Array, name: string): Uint8Array | undefined {
  const first = file.indexOf(10) + 1;
  const index = JSON.parse(Buffer.from(file.subarray(0, first)).toString('utf8')) as Index;
  const place = Object.hasOwn(index, name) ? index[name] : undefined;
  return place === undefined ? undefined : file.subarray(first + place[0], first + place[1]);
}
