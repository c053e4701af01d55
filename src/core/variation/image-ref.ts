import {defined} from '../../lib/defined.ts';
/** An image reference of a container: `host:5000/path/name:tag@sha256:…`. */
export type ImageRef = {readonly name: string; readonly tag?: string; readonly digest?: string | undefined};

/** Parses an image reference. A colon before the last slash belongs to the registry's port. */
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

/** Returns the problem of an image name or its replacement; undefined if both are valid. */
export function imageProblem(name: string, ref: string): string | undefined {
  const wanted = parseImage(name);
  if (wanted.tag !== undefined || wanted.digest !== undefined) {
    return `${name} has a tag or a digest: use only the name ${wanted.name}`;
  }
  if (!NAME.test(name)) return `${JSON.stringify(name)} is not a valid image name`;
  const to = parseImage(ref);
  if (ref === '' || (to.name !== '' && !NAME.test(to.name))) return `${JSON.stringify(ref)} is not a valid image`;
  if (to.tag !== undefined && !TAG.test(to.tag)) return `${ref}: ${JSON.stringify(to.tag)} is not a valid tag`;
  if (to.digest !== undefined && !DIGEST.test(to.digest))
    return `${ref}: ${JSON.stringify(to.digest)} is not a valid digest`;
  return undefined;
}

/**
 * Returns the new image of a container, as kustomize does: parts that are not given stay, but a new tag or digest alone replaces both,
 * because the old digest would override a new tag.
 */
export function replaceImage(written: ImageRef, ref: string): string {
  const {name, tag, digest} = parseImage(ref);
  const keeps = tag === undefined && digest === undefined;
  const {tag: newTag, digest: newDigest} = keeps ? written : {tag, digest};
  return `${name === '' ? written.name : name}${newTag === undefined ? '' : `:${newTag}`}${newDigest === undefined ? '' : `@${newDigest}`}`;
}
