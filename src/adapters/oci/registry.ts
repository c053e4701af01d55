import {createHash} from 'node:crypto';
import {PATIENCE} from '../../lib/attempts.ts';
import {followRedirects} from '../../lib/follow-redirects.ts';
import {attemptHttps} from '../../lib/https-attempts.ts';
import {HttpsFailure} from '../../lib/https-failure.ts';
import {type HttpsAnswer, httpsRequest} from '../../lib/https-request.ts';
import {isMetadataHost} from '../../lib/metadata-address.ts';
import type {OciAddress} from './oci-address.ts';
import {type OciDescriptor, type OciManifest, readManifest, readTags} from './oci-documents.ts';
import {authorize, type RegistryLogin} from './registry-login.ts';
import {type Asked, answerProblem, failureProblem, RegistryProblem} from './registry-problem.ts';

/** The options of requests to registries. */
export type RegistryOptions = {
  /** The environment with HTTPS_PROXY and NO_PROXY. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Returns the login for a registry (`host:port`). Absent: none. It is called when the registry asks for a login or a token. */
  readonly login?: ((registry: string) => Promise<RegistryLogin | undefined>) | undefined;
  /** PEM certificates to trust besides those of the system. With them, a registry on this machine is also requested by https. */
  readonly ca?: string | undefined;
};

/** The read-only client of OCI registries. Every method throws RegistryProblem. */
export type Registry = {
  /** Returns the manifest of a digest or a tag (default: `latest`). The bytes must have the digest that was requested. */
  readonly manifest: (address: OciAddress) => Promise<OciManifest>;
  /** Returns the bytes of a blob, which have the size and the digest of its descriptor. */
  readonly blob: (address: OciAddress, blob: OciDescriptor, maxBytes: number) => Promise<Buffer>;
  /** Returns all tags of a repository, in the order of the registry. */
  readonly tags: (address: OciAddress) => Promise<readonly string[]>;
};

const MANIFEST_TYPES = [
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const MOST_MANIFEST = 4 * 1024 * 1024;
const MOST_PAGES = 200;

/** Opens the client of registries. It requests tokens as needed, and keeps them for later requests. */
export function openRegistry(options: RegistryOptions): Registry {
  const get = sender(options);
  return {
    manifest: async (address) => {
      const reference = address.digest ?? address.tag ?? 'latest';
      const what = `${address.digest === undefined ? 'the tag ' : ''}${reference} of ${shown(address)}`;
      const {body} = await get(address, `manifests/${reference}`, {
        what,
        accept: MANIFEST_TYPES,
        maxBytes: MOST_MANIFEST,
      });
      const digest = digestOf(body, address.digest ?? 'sha256:');
      if (address.digest !== undefined && digest !== address.digest) throw wrongDigest(what, digest);
      return {...readManifest(body, what), digest};
    },
    blob: async (address, {digest, size}, maxBytes) => {
      const what = `the blob ${digest} of ${shown(address)}`;
      if (size > maxBytes) throw new RegistryProblem(`${what} has ${size} bytes, and at most ${maxBytes} are accepted`);
      const {body} = await get(address, `blobs/${digest}`, {what, accept: '*/*', maxBytes: size});
      if (digestOf(body, digest) !== digest) throw wrongDigest(what, digestOf(body, digest));
      return body;
    },
    tags: async (address) => {
      const tags: string[] = [];
      let page: string | undefined = 'tags/list?n=1000';
      for (let count = 0; page !== undefined && count < MOST_PAGES; count++) {
        const asked = {what: `the tags of ${shown(address)}`, accept: 'application/json', maxBytes: MOST_MANIFEST};
        const answer: HttpsAnswer = await get(address, page, asked);
        tags.push(...readTags(answer.body, asked.what));
        page = nextPage(answer.headers['link']);
      }
      return tags;
    },
  };
}

const shown = ({registry, name}: OciAddress): string => `oci://${registry}/${name}`;

/** Returns the digest of bytes, by the algorithm of another digest. */
const digestOf = (bytes: Buffer, like: string): string => {
  const algorithm = like.startsWith('sha512:') ? 'sha512' : 'sha256';
  return `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
};

const wrongDigest = (what: string, digest: string): RegistryProblem =>
  new RegistryProblem(`the registry gave other bytes for ${what}: their digest is ${digest}`);

/** Parses `</v2/app/tags/list?n=1000&last=1.0>; rel="next"`. Only its query counts, so that the request stays at the same repository. */
function nextPage(link: string | undefined): string | undefined {
  const [, query] = /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '') ?? [];
  return query === undefined ? undefined : `tags/list?${query}`;
}

type Wanted = {readonly what: string; readonly accept: string; readonly maxBytes: number};

type Get = (address: OciAddress, path: string, wanted: Wanted) => Promise<HttpsAnswer>;

/** Returns a function that sends one GET with the authorization that the registry wants, and expects the status 200. */
function sender({env, signal, ca, login}: RegistryOptions): Get {
  const tokens = new Map<string, string>();
  const send = (url: string, headers: Readonly<Record<string, string>>, maxBytes: number): Promise<HttpsAnswer> =>
    httpsRequest({url, headers, maxBytes, ca, proxyEnv: env, besideMetadata: true, timeoutMs: TIMEOUT_MS, signal});
  return async (address, path, {what, accept, maxBytes}) => {
    const {registry, name} = address;
    if (isMetadataHost(new URL(`https://${registry}`).hostname))
      throw new RegistryProblem(`${registry} is the metadata address of a cloud`);
    const url = new URL(`${schemeOf(registry, ca)}//${HOSTS[registry] ?? registry}/v2/${name}/${path}`);
    const key = `${registry}/${name}`;
    const asked: {-readonly [Name in keyof Asked]: Asked[Name]} = {what, isLoggedIn: false};
    const once = () =>
      repeat(
        () =>
          followRedirects({url, headers: {accept}, login: tokens.get(key)}, (one) =>
            send(one.url, one.headers, maxBytes),
          ),
        signal,
      );
    try {
      let answer = await once();
      const challenge = answer.headers['www-authenticate'];
      if (answer.status === 401 && challenge !== undefined) {
        tokens.delete(key);
        const known = await login?.(registry);
        asked.isLoggedIn = known !== undefined;
        const header = await authorize(challenge, {
          login: known,
          ask: (at, authorization) =>
            repeat(() => send(at, authorization === undefined ? {} : {authorization}, MOST_TOKEN), signal),
        });
        if (header === undefined) throw answerProblem(answer, asked);
        tokens.set(key, header);
        answer = await once();
      }
      if (answer.status !== 200) throw answerProblem(answer, asked);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      throw failureProblem(error, asked);
    }
  };
}

/** The hosts that answer for a name. */
const HOSTS: Readonly<Record<string, string>> = {'docker.io': 'registry-1.docker.io'};
const TIMEOUT_MS = 120_000;
const MOST_TOKEN = 1024 * 1024;

/** A registry on this machine rarely has a certificate. */
const schemeOf = (registry: string, ca: string | undefined): string =>
  ca === undefined && /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(registry) ? 'http:' : 'https:';

async function repeat<Answer extends HttpsAnswer>(send: () => Promise<Answer>, stop: AbortSignal): Promise<Answer> {
  const {reply} = await attemptHttps(send, {patience: PATIENCE, stop});
  if (reply instanceof HttpsFailure) throw reply;
  return reply as Answer;
}
