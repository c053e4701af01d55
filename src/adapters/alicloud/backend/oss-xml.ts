import {decodedUri} from '../../../lib/decoded-uri.ts';

/** An object in a listing of a bucket. */
export type Listed = {readonly name: string; readonly bytes: number; readonly tag: string};

/** One page of a listing. `next`: the start of the following page. */
export type ListPage = {readonly objects: readonly Listed[]; readonly next: string | undefined};

/** Returns the code of an error. Empty if the response does not come from OSS. Its other texts quote the request. */
export function codeOf(body: Buffer): string {
  const code = elementIn(body.toString('utf8', 0, 64 * 1024), 'Code') ?? '';
  return /^[\w.]{1,80}$/.test(code) ? code : '';
}

/** Reads a response of ListObjectsV2 with URL-encoded names. Undefined if it is another response or incomplete. */
export function listPageIn(body: Buffer): ListPage | undefined {
  const text = body.toString('utf8');
  const truncated = text.includes('<ListBucketResult') ? elementIn(text, 'IsTruncated') : undefined;
  const token = elementIn(text, 'NextContinuationToken');
  const next = truncated === 'true' && token !== undefined ? decodedUri(unescapeXml(token)) : undefined;
  if (truncated !== 'false' && next === undefined) return undefined;
  const objects = text.split('<Contents>').slice(1).map(listedIn);
  return objects.every((one) => one !== undefined) ? {objects, next} : undefined;
}

function listedIn(element: string): Listed | undefined {
  const name = decodedUri((elementIn(element, 'Key') ?? '').replaceAll('+', '%20'));
  const bytes = Number(elementIn(element, 'Size') ?? Number.NaN);
  const tag = plainTag(unescapeXml(elementIn(element, 'ETag') ?? ''));
  return name !== undefined && name !== '' && Number.isSafeInteger(bytes) ? {name, bytes, tag} : undefined;
}

/** Returns the versioning status of a bucket. Undefined if the response does not come from OSS. */
export function versioningIn(body: Buffer): 'Off' | 'Enabled' | 'Suspended' | undefined {
  const text = body.toString('utf8');
  if (!text.includes('<VersioningConfiguration')) return undefined;
  const status = elementIn(text, 'Status');
  if (status === undefined || status === '') return 'Off';
  return status === 'Enabled' || status === 'Suspended' ? status : undefined;
}

/** Returns an ETag without its quotation marks. */
export const plainTag = (tag: string): string => tag.replaceAll('"', '');

/** Returns the text of the first element with that name. Such elements contain no other elements. */
export function elementIn(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}>`);
  if (start < 0) return undefined;
  const end = xml.indexOf('<', start + 1);
  return end < 0 || !xml.startsWith(`</${name}>`, end) ? undefined : xml.slice(start + name.length + 2, end);
}

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  apos: "'",
  '#34': '"',
  '#39': "'",
};

const unescapeXml = (text: string): string =>
  text.replace(/&(quot|amp|lt|gt|apos|#34|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
