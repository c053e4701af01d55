import {defined} from '../../lib/defined.ts';

/** The address of an artifact in an OCI registry. */
export type OciAddress = {
  /** The host, with a port if it is not that of https. */
  readonly registry: string;
  /** The name of the repository in the registry: `org/app`. */
  readonly name: string;
  readonly tag?: string;
  readonly digest?: string;
};

const PART = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const ADDRESS = new RegExp(
  `^oci://(?<registry>[a-z0-9.-]+(?::\\d{1,5})?|\\[[0-9a-f:]+\\](?::\\d{1,5})?)/(?<name>${PART}(?:/${PART})*)` +
    '(?::(?<tag>\\w[\\w.-]{0,127}))?(?:@(?<digest>sha(?:256:[0-9a-f]{64}|512:[0-9a-f]{128})))?$',
);

/** Parses `oci://HOST/NAME[:TAG][@DIGEST]`. Undefined if the text is not such an address: a login in it is not accepted. */
export function readOciAddress(text: string): OciAddress | undefined {
  const {registry, name, tag, digest} = ADDRESS.exec(text)?.groups ?? {};
  if (registry === undefined || name === undefined || name.length > 255) return undefined;
  return {registry, name, ...defined({tag, digest})};
}
