import {isList, isObject, type Json} from '../../core/json.ts';

const CREDENTIAL = /passw(?:or)?d|secret(?!_?(?:name|arn|id)$)|token|private_?key|access_?key(?!_?id$)|credential/i;

/** Returns the paths of texts whose names are those of credentials, and that are not in a secret store. */
export function literalCredentials(value: Json, path = ''): readonly string[] {
  if (isList(value)) return value.flatMap((one, index) => literalCredentials(one, `${path}[${index}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`;
    if (typeof inner !== 'string') return literalCredentials(inner, at);
    return CREDENTIAL.test(name) && inner !== '' && !inner.startsWith('ref://') ? [at] : [];
  });
}
