/** What lies in a bucket under a name. */
export type Listed = {readonly name: string; readonly bytes: number; readonly tag: string};

/** One page of a listing; `next`: where the following one begins. */
export type ListPage = {readonly objects: readonly Listed[]; readonly next: string | undefined};

/** The code of an error; empty: the answer is none of OSS. Its other texts quote what was sent. */
export function codeOf(body: Buffer): string {
  const code = elementIn(body.toString('utf8', 0, 64 * 1024), 'Code') ?? '';
  return /^[\w.]{1,80}$/.test(code) ? code : '';
}

/** Reads an answer of ListObjectsV2 whose names are URL-encoded. Undefined: it is none, or not a whole one. */
export function listPageIn(body: Buffer): ListPage | undefined {
  const text = body.toString('utf8');
  const truncated = text.includes('<ListBucketResult') ? elementIn(text, 'IsTruncated') : undefined;
  const token = elementIn(text, 'NextContinuationToken');
  const next = truncated === 'true' && token !== undefined ? decoded(unescapeXml(token)) : undefined;
  if (truncated !== 'false' && next === undefined) return undefined;
  const objects = text.split('<Contents>').slice(1).map(listedIn);
  return objects.every((one) => one !== undefined) ? {objects, next} : undefined;
}

function listedIn(element: string): Listed | undefined {
  const name = decoded((elementIn(element, 'Key') ?? '').replaceAll('+', '%20'));
  const bytes = Number(elementIn(element, 'Size') ?? Number.NaN);
  const tag = plainTag(unescapeXml(elementIn(element, 'ETag') ?? ''));
  return name !== undefined && name !== '' && Number.isSafeInteger(bytes) ? {name, bytes, tag} : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The status of the versioning of a bucket; undefined: the answer does not come from OSS. */
export function versioningIn(body: Buffer): 'Off' | 'Enabled' | 'Suspended' | undefined {
  const text = body.toString('utf8');
  if (!text.includes('<VersioningConfiguration')) return undefined;
  const status = elementIn(text, 'Status');
  if (status === undefined || status === '') return 'Off';
  return status === 'Enabled' || status === 'Suspended' ? status : undefined;
}

/** An ETag without its quotation marks. */
export const plainTag = (tag: string): string => tag.replaceAll('"', '');

/** The text of the first element of that name; such elements hold no others. */
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
