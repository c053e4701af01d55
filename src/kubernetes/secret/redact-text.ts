import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {isSecretObject} from '../../core/reference/secret-data-references.ts';
import {secretReferencesIn} from '../../core/reference/secret-references-in.ts';
import {type Literals, literalsIn} from '../../core/sealing/literals.ts';
import {maskKubernetes} from '../../core/secret/mask.ts';
import {foldStringData} from '../fields/drop-server-fields.ts';

/** The resource whose text is sealed, and whether references in it are expanded. */
export type TextRedaction = {
  readonly key: string;
  readonly resourceId: string;
  /** True if references are expanded: then they name a secret, and do not contain one. */
  readonly expands: boolean;
};

/** Returns the user's text as a release stores it: in canonical form, with the secrets of its kind sealed, and references to secret stores kept. */
export function redactText({key, resourceId, expands}: TextRedaction, object: JsonObject): JsonObject {
  const {rest, references} =
    expands && isSecretObject(object) ? takeReferences(object) : {rest: object, references: {}};
  const redacted = maskKubernetes(key, resourceId, foldStringData(rest));
  if (Object.keys(references).length === 0) return redacted;
  return {...redacted, data: {...(isObject(redacted['data']) ? redacted['data'] : {}), ...references}};
}

/** Returns the secrets that `redactText` replaced by digests. */
export function textLiterals({key, resourceId, expands}: TextRedaction, object: JsonObject): Literals {
  const {rest} = expands && isSecretObject(object) ? takeReferences(object) : {rest: object};
  const open = foldStringData(rest);
  return literalsIn(maskKubernetes(key, resourceId, open), open);
}

/** Seals the text in the form in which the file has it. */
export function redactWritten({key, resourceId, expands}: TextRedaction, object: JsonObject): JsonObject {
  if (!expands || !isSecretObject(object)) return maskKubernetes(key, resourceId, object);
  const {rest} = takeReferences(object);
  const redacted = maskKubernetes(key, resourceId, rest);
  const back = (field: 'data' | 'stringData'): JsonObject => {
    const [written, kept] = [object[field], redacted[field]];
    if (!isObject(written)) return {};
    const names = Object.keys(written).map((name) => [
      name,
      (isObject(kept) ? kept[name] : undefined) ?? written[name] ?? null,
    ]);
    return {[field]: Object.fromEntries(names) as JsonObject};
  };
  return {...redacted, ...back('data'), ...back('stringData')};
}

function takeReferences(object: JsonObject): {readonly rest: JsonObject; readonly references: JsonObject} {
  const references: Record<string, Json> = {};
  const without = (field: 'data' | 'stringData'): JsonObject => {
    const values = object[field];
    if (!isObject(values)) return {};
    const own = Object.entries(values).filter(([name, value]) => {
      if (!isReference(value)) return true;
      references[name] = value;
      return false;
    });
    return {[field]: Object.fromEntries(own)};
  };
  // The order matters: stringData takes precedence over data.
  const rest = {...object, ...without('data'), ...without('stringData')};
  return {rest, references};
}

const isReference = (value: Json): boolean => secretReferencesIn({value}).length > 0;
