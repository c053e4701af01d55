import {defined} from '../../lib/defined.ts';

/** A repository in an OCI registry: `oci://HOST/NAME`, with a tag or a digest. */
export type OciPlace = {
  /** The host with its port. */
  readonly host: string;
  readonly name: string;
  readonly tag?: string;
  readonly digest?: string;
};

const HOST = '[A-Za-z0-9.-]+(?::\\d+)?|\\[[0-9a-fA-F:]+\\](?::\\d+)?';
const PART = '[a-z0-9]+(?:[._-]+[a-z0-9]+)*';
const PLACE = new RegExp(
  `^oci://(?<host>${HOST})/(?<name>${PART}(?:/${PART})*)(?::(?<tag>[A-Za-z0-9_][A-Za-z0-9._-]{0,127}))?(?:@(?<digest>sha256:[0-9a-f]{64}))?$`,
);

/** Reads the address of an artifact: `oci://HOST/NAME[:TAG][@DIGEST]`; undefined for any other text. */
export function readOciPlace(address: string): OciPlace | undefined {
  const {host, name, tag, digest} = PLACE.exec(address)?.groups ?? {};
  if (host === undefined || name === undefined) return undefined;
  return {
    host: host === 'docker.io' ? 'registry-1.docker.io' : host,
    name,
    ...defined({tag, digest}),
  };
}
