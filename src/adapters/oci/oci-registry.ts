import type {OciPlace} from '../../core/oci/oci-place.ts';
import {digestOf} from '../../lib/digest-of.ts';
import type {OciManifest, OciPart, OpenOciRegistry} from '../../ports/oci-registry.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import {type OciAnswer, type OciClient, ociClient} from './oci-client.ts';
import type {OciOptions} from './oci-options.ts';

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const MOST_MANIFEST = 4 * 2 ** 20;
/** The number of pages of tags that are read: a registry that always names a next page would never end. */
const MOST_PAGES = 100;

/** Opens a client of the OCI distribution API. */
export const ociRegistryBy =
  (options: OciOptions): OpenOciRegistry =>
  (findLogin) => {
    const client = ociClient(findLogin, options);
    return {
      tags: (place) => listTags(client, place),
      manifest: (place, reference) => readManifest(client, place, reference),
      blob: async (place, {digest}, maxBytes) => {
        const answer = await client(place, {path: `blobs/${digest}`, maxBytes});
        if ('problem' in answer) return answer;
        if (answer.status !== 200) return answer.failure;
        const actual = digestOf(answer.body);
        if (actual === digest) return answer.body;
        return {problem: `${place.host} answered with other contents: ${actual} instead of ${digest}`};
      },
    };
  };

async function listTags(client: OciClient, place: OciPlace): Promise<readonly string[] | SourceProblem> {
  const tags: string[] = [];
  let path: string | undefined = 'tags/list';
  for (let page = 0; path !== undefined && page < MOST_PAGES; page++) {
    const answer: OciAnswer | SourceProblem = await client(place, {path, maxBytes: MOST_MANIFEST});
    if ('problem' in answer) return answer;
    if (answer.status === 404) return [];
    if (answer.status !== 200) return answer.failure;
    const {tags: listed} = objectOf(answer.body);
    if (Array.isArray(listed)) tags.push(...listed.filter((tag) => typeof tag === 'string'));
    path = nextOf(answer, place);
  }
  return tags;
}

/** Returns the path of the next page. It must be in the same repository. */
function nextOf({headers, url}: OciAnswer, {name}: OciPlace): string | undefined {
  const [, link] = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(headers['link'] ?? '') ?? [];
  const next = link === undefined ? null : URL.parse(link, url.href);
  const start = `/v2/${name}/`;
  if (next === null || next.origin !== url.origin || !next.pathname.startsWith(start)) return undefined;
  return `${next.pathname.slice(start.length)}${next.search}`;
}

async function readManifest(
  client: OciClient,
  place: OciPlace,
  reference: string,
): Promise<OciManifest | SourceProblem | undefined> {
  const answer = await client(place, {path: `manifests/${reference}`, accept: MANIFEST, maxBytes: MOST_MANIFEST});
  if ('problem' in answer) return answer;
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) return answer.failure;
  const digest = digestOf(answer.body);
  if (reference.startsWith('sha256:') && digest !== reference)
    return {problem: `${place.host} answered with another manifest: ${digest} instead of ${reference}`};
  return (
    manifestOf(answer.body, digest) ?? {
      problem: `${place.host} answered with an index of several artifacts, or with an unknown format`,
    }
  );
}

/** Reads the bytes of a manifest; undefined for other bytes. */
export function manifestOf(bytes: Uint8Array, digest: string): OciManifest | undefined {
  const {config, layers} = objectOf(bytes);
  if (!Array.isArray(layers)) return undefined;
  const parts = layers.map(partOf);
  if (!parts.every((part) => part !== undefined)) return undefined;
  return {digest, bytes, config: partOf(config), layers: parts};
}

function partOf(value: unknown): OciPart | undefined {
  const {mediaType, digest, size, annotations = {}} = (value ?? {}) as Partial<OciPart>;
  if (typeof mediaType !== 'string' || typeof size !== 'number') return undefined;
  if (typeof digest !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(digest)) return undefined;
  return {mediaType, digest, size, annotations};
}

function objectOf(body: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
