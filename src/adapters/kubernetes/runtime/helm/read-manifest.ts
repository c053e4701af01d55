import {loadAll} from 'js-yaml';
import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {readAsLibyaml} from '../../../../lib/libyaml/read-as-libyaml.ts';

/**
 * The objects of a rendered manifest; a List stands for its items.
 * @throws an error that may quote the text: manifests hold Secrets, so nobody shows it.
 */
export const readHelmManifest = (text: string): readonly JsonObject[] =>
  (readAsLibyaml(text, (yaml) => loadAll(yaml)) as readonly Json[])
    .filter(isObject)
    .flatMap((one) => (one['kind'] === 'List' && isList(one['items']) ? one['items'].filter(isObject) : [one]));
