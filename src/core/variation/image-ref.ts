import {defined} from '../../lib/defined.ts';
/** An image as a container names it: `host:5000/path/name:tag@sha256:…`. */
export type ImageRef = {readonly name: string; readonly tag?: string; readonly digest?: string | undefined};

/** The parts of an image's name. A colon before the last slash belongs to the registry's port. */
export function parseImage(text: string): ImageRef {
  const at = text.indexOf('@');
  const digest = at === -1 ? undefined : text.slice(at + 1);
  const tagged = at === -1 ? text : text.slice(0, at);
  const colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
  return {
    name: colon === -1 ? tagged : tagged.slice(0, colon),
    ...defined({tag: colon === -1 ? undefined : tagged.slice(colon + 1)}),
    digest,
  };
}

const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^[a-z0-9]+(?:[.+_-][a-z0-9]+)*:[0-9a-fA-F]{32,}$/;
const NAME = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d+)?\/)?[a-z0-9]+(?:[._/-]+[a-z0-9]+)*$/;

/** What is wrong with a name to look for, or with what to put in its place; undefined: nothing. */
export function imageProblem(name: string, ref: string): string | undefined {
  const wanted = parseImage(name);
  if (wanted.tag !== undefined || wanted.digest !== undefined) {
    return `${name}: the image is named without its tag and digest: ${wanted.name}`;
  }
  if (!NAME.test(name)) return `${JSON.stringify(name)} is not the name of an image`;
  const to = parseImage(ref);
  if (ref === '' || (to.name !== '' && !NAME.test(to.name))) return `${JSON.stringify(ref)} does not name an image`;
  if (to.tag !== undefined && !TAG.test(to.tag)) return `${ref}: ${JSON.stringify(to.tag)} is not a tag`;
  if (to.digest !== undefined && !DIGEST.test(to.digest)) return `${ref}: ${JSON.stringify(to.digest)} is not a digest`;
  return undefined;
}

/**
 * The image that a container gets. As kustomize has it: a part that is not given stays, but a new tag or digest alone takes
 * the place of both, since the old digest would win over a new tag.
 */
export function replaceImage(written: ImageRef, ref: string): string {
  const {name, tag, digest} = parseImage(ref);
  const keeps = tag === undefined && digest === undefined;
  const {tag: newTag, digest: newDigest} = keeps ? written : {tag, digest};
  return `${name === '' ? written.name : name}${newTag === undefined ? '' : `:${newTag}`}${newDigest === undefined ? '' : `@${newDigest}`}`;
}
