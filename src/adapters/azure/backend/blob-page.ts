import {decodedUri} from '../../../lib/decoded-uri.ts';

/** One page of a listing. `next`: the start of the following page. */
export type BlobPage = {readonly names: readonly string[]; readonly next: string | undefined};

/**
 * Reads a response of List Blobs. Undefined if it is another response or incomplete. Directories, which accounts with a
 * hierarchical namespace also list, are left out.
 */
export function blobPageIn(xml: string): BlobPage | undefined {
  if (!xml.includes('<EnumerationResults') || !xml.includes('</EnumerationResults>')) return undefined;
  const names = xml
    .split('<Blob>')
    .slice(1)
    .filter((blob) => elementIn(blob, 'ResourceType') !== 'directory')
    .map((blob) => elementIn(blob, 'Name'));
  if (!names.every((name) => name !== undefined)) return undefined;
  return {names, next: elementIn(xml, 'NextMarker') || undefined};
}

/** Returns the text of the first element with that name. Such elements contain no other elements. */
function elementIn(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}`);
  const open = start < 0 ? -1 : xml.indexOf('>', start);
  if (open < 0) return undefined;
  const tag = xml.slice(start + name.length + 1, open);
  if (tag.endsWith('/')) return '';
  const end = xml.indexOf('<', open);
  if (!xml.startsWith(`</${name}>`, end)) return undefined;
  const text = unescapeXml(xml.slice(open + 1, end));
  return tag.includes('Encoded="true"') ? decodedUri(text) : text;
}

const ENTITIES: Readonly<Record<string, string>> = {quot: '"', amp: '&', lt: '<', gt: '>', apos: "'"};

const unescapeXml = (text: string): string =>
  text.replace(/&(?:(quot|amp|lt|gt|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g, (whole, name, decimal, hex) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
