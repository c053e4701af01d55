import {loadAll} from 'js-yaml';
import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {readAsLibyaml} from '../../../../lib/libyaml/read-as-libyaml.ts';

/**
 * Returns the objects of a rendered manifest; a List is replaced by its items.
 * @throws an error that may quote its input and must not be shown, because manifests contain Secrets
 */
export const readHelmManifest = (text: string): readonly JsonObject[] =>
  (readAsLibyaml(text, (yaml) => loadAll(yaml)) as readonly Json[])
    .filter(isObject)
    .flatMap((one) => (one['kind'] === 'List' && isList(one['items']) ? one['items'].filter(isObject) : [one]));
