import {isObject, type Json, type JsonObject} from '../json.ts';
import {damaged, FORMAT_VERSION, parseDocument, requireText} from '../release/document.ts';
import type {Holder} from '../release/holder.ts';
import {sharedKey} from '../release/keys.ts';
import {isMac, type Mac, macOf} from '../release/mac.ts';
import type {Secret} from '../secret/secret.ts';
import type {TerraformIdentity} from './terraform-identity.ts';

/** The live object of an external resource, as it was found at its registration. */
export type ExternalObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid: string;
};

/** A shared resource that Gantry only reads. Nothing of its content is stored, except what a Terraform resource needs to be found. */
export type ExternalResource = {
  readonly workspace: string;
  readonly id: string;
  readonly addedAt: string;
  readonly addedBy: Pick<Holder, 'user' | 'host' | 'run' | 'account'>;
  readonly extensions?: JsonObject;
} & (
  | {readonly type: 'Kubernetes'; readonly object: ExternalObject}
  | {
      readonly type: 'Terraform';
      readonly attributes: JsonObject;
      /** The identity at its registration. Absent: an earlier version of Gantry registered it without a look at its provider. */
      readonly identity?: TerraformIdentity;
    }
);

/** The registration of a Kubernetes object. */
export type ExternalKubernetes = Extract<ExternalResource, {readonly type: 'Kubernetes'}>;
/** The registration of a Terraform resource. */
export type ExternalTerraform = Extract<ExternalResource, {readonly type: 'Terraform'}>;

/** Returns the bytes of a registration, with the MAC for its place. */
export function encodeExternal(external: ExternalResource, secret: Secret): Uint8Array {
  const document = {formatVersion: FORMAT_VERSION, ...external};
  const mac = macOf(secret, placeOfExternal(external), document);
  return new TextEncoder().encode(`${JSON.stringify({...document, mac}, undefined, 2)}\n`);
}

/** Returns the place of a registration, for its MAC. */
export const placeOfExternal = ({workspace, id}: Pick<ExternalResource, 'workspace' | 'id'>) =>
  ({kind: 'shared', key: sharedKey(workspace, id)}) as const;

/** A stored registration with its MAC, and the document that the MAC covers. */
export type DecodedExternal = {
  readonly external: ExternalResource;
  readonly mac: Mac | undefined;
  readonly document: JsonObject;
};

/**
 * Parses a stored registration.
 * @throws GantryError release/damaged, release/newer-format
 */
export function decodeExternal(key: string, value: Uint8Array): DecodedExternal {
  const {mac, ...document} = parseDocument(key, value);
  const {formatVersion: _, ...external} = document;
  const [workspace, id] = [requireText(key, document, 'workspace'), requireText(key, document, 'id')];
  requireText(key, document, 'addedAt');
  if (!isObject(document['addedBy'])) throw damaged(key, 'its field addedBy is missing or not an object');
  if (!hasContent(document)) throw damaged(key, 'it names neither a live object nor a Terraform resource');
  if (sharedKey(workspace, id) !== key) throw damaged(key, `it belongs to ${id} in ${workspace}`);
  return {external: external as unknown as ExternalResource, mac: macIn(mac), document};
}

const macIn = (mac: Json | undefined): Mac | undefined => (isMac(mac) ? (mac as unknown as Mac) : undefined);

function hasContent({type, object, attributes, identity}: JsonObject): boolean {
  if (type === 'Terraform') return isObject(attributes) && isIdentity(identity);
  const texts = ['apiVersion', 'kind', 'name', 'uid'] as const;
  return type === 'Kubernetes' && isObject(object) && texts.every((name) => typeof object[name] === 'string');
}

const isIdentity = (value: Json | undefined): boolean =>
  value === undefined || (isObject(value) && Object.values(value).every((one) => typeof one === 'string'));
